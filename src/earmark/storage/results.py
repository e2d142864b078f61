"""Reads for results: counts made by the database, and the names of conditions and raters."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, and_, case, func, literal_column, or_, select

from earmark.core.results import MarkCount, Progress
from earmark.storage.analyses import analysis_stamp
from earmark.storage.tables import (
    assignment,
    condition,
    event,
    mark,
    membership,
    stimulus,
    submission,
    task,
)

COUNTED: Final = and_(submission.c.current, ~submission.c.extra)
"""Which submissions are votes: the current revisions that are no extras."""

STANDS: Final = and_(
    ~mark.c.set_aside,
    mark.c.taken_back_at.is_(None),
    or_(mark.c.submission_id.is_(None), submission.c.current),
)
"""Which marks hold, beside the submission that they came with, if any: not those of replaced revisions."""

_REPLACED: Final = and_(~submission.c.current, ~submission.c.set_aside, ~submission.c.retracted)


def condition_names(connection: Connection, study_id: str) -> dict[str | None, str | None]:
    """Return the conditions of a study by id, sorted by name; None is there if a recording has none."""
    named = select(condition.c.id, condition.c.name).where(condition.c.study_id == study_id)
    names: dict[str | None, str | None] = dict(connection.execute(named.order_by(condition.c.name)).all())
    unnamed = select(stimulus.c.id).where(stimulus.c.study_id == study_id, stimulus.c.condition_id.is_(None))
    if connection.execute(unnamed.limit(1)).first() is not None:
        names[None] = None
    return names


def read_progress(connection: Connection, study_id: str, *, now: int) -> Progress:
    """Count where the tasks and votes of a study are at the time ``now`` (microseconds UTC)."""
    by_state = select(task.c.state, func.count()).where(task.c.study_id == study_id).group_by(task.c.state)
    tasks: dict[str, int] = dict(connection.execute(by_state).all())
    taken = task.c.votes - task.c.free  # of a withdrawn item: what is in, since nobody holds it
    wanted = select(
        func.coalesce(func.sum(case((task.c.state == "withdrawn", taken), else_=task.c.votes)), 0)
    ).where(task.c.study_id == study_id)
    one = submission.c.id
    sent = select(
        func.count(case((COUNTED, one))).label("votes_in"),
        func.count(case((and_(submission.c.current, submission.c.late), one))).label("late"),
        func.count(case((and_(submission.c.current, submission.c.extra), one))).label("extra"),
        func.count(case((_REPLACED, one))).label("corrections"),
        func.count(case((submission.c.set_aside, one))).label("set_aside"),
        func.count(case((submission.c.retracted, one))).label("retracted"),
        func.count(submission.c.rater_id.distinct()).label("raters_active"),
    ).where(submission.c.study_id == study_id)
    return Progress(
        tasks_open=tasks.get("open", 0),
        waiting_for_owner=tasks.get("waiting", 0),
        tasks_withdrawn=tasks.get("withdrawn", 0),
        votes_wanted=connection.execute(wanted).scalar_one(),
        in_hand=count_in_hand(connection, study_id, now=now),
        **connection.execute(sent).one()._asdict(),
    )


def change_stamp(connection: Connection, study_id: str) -> tuple[object, ...]:
    """Return what differs as soon as anything that results are made of does.

    What is stored, corrected or steered leaves an event; what an import or a job adds is counted. Leases are
    not in it: they change no number.
    """
    states = select(task.c.state, func.count()).where(task.c.study_id == study_id).group_by(task.c.state)
    counts = (
        select(func.count()).select_from(table).where(table.c.study_id == study_id)
        for table in (submission, mark, stimulus, condition, membership)
    )
    last = select(func.max(event.c.id)).where(event.c.study_id == study_id)
    return (
        connection.execute(last).scalar_one(),
        *(connection.execute(count).scalar_one() for count in counts),
        *analysis_stamp(connection, study_id),
        *sorted(tuple(row) for row in connection.execute(states)),
    )


def count_in_hand(connection: Connection, study_id: str, *, now: int) -> int:
    """Count the tasks that a rater holds at the time ``now`` (microseconds UTC), with time left.

    Written so that the index of leases is used, which is short, and not that of all assignments of a study.
    """
    ours = func.coalesce(assignment.c.study_id, "") == study_id
    leased = assignment.c.state == literal_column("'leased'")
    query = select(func.count()).where(leased, assignment.c.expires_at > now, ours)
    return connection.execute(query).scalar_one()


def count_marks(connection: Connection, study_id: str, *, act: str) -> tuple[MarkCount, ...]:
    """Count skips or discards by reason, most frequent first; those of replaced revisions do not count."""
    columns = (mark.c.exit, mark.c.scope, mark.c.question, mark.c.reason)
    query = (
        select(*columns, func.count().label("n"))
        .select_from(mark.outerjoin(submission, submission.c.id == mark.c.submission_id))
        .where(mark.c.study_id == study_id, mark.c.act == act, STANDS)
        .group_by(*columns)
        .order_by(func.count().desc(), *columns)
    )
    return tuple(MarkCount(**row._asdict()) for row in connection.execute(query))


def member_ids(connection: Connection, study_id: str) -> tuple[str, ...]:
    """Return the ids of everybody who is or was in a study, raters first, as they joined."""
    query = (
        select(membership.c.person_id)
        .where(membership.c.study_id == study_id)
        .order_by(membership.c.role != "rater", membership.c.created_at, membership.c.person_id)
    )
    return tuple(connection.execute(query).scalars())
