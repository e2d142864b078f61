"""Reads for a study's owner: items with their state, raters with their progress, what was left unrated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, Function, and_, case, func, select

from earmark.storage.results import COUNTED, STANDS
from earmark.storage.tables import (
    assignment,
    condition,
    item,
    mark,
    membership,
    person,
    stimulus,
    submission,
    task,
    task_stimulus,
    turn,
)
from earmark.storage.targets import recording_of


@dataclass(frozen=True, slots=True)
class TaskRow:
    """One task. `discards` counts marks against the whole item."""

    id: str
    item: str
    conditions: tuple[str, ...]
    state: str
    votes: int
    votes_in: int
    in_hand: int
    discards: int


@dataclass(frozen=True, slots=True)
class RaterRow:
    """One rater's work in a study. `last_at` is the last submission, in microseconds UTC."""

    person_id: str
    name: str
    submitted: int
    skipped: int
    discarded: int
    in_hand: int
    last_at: int | None
    revoked: bool


@dataclass(frozen=True, slots=True)
class MarkRow:
    """One skip or discard.

    Attributes:
        condition: That of the recording it is about; None where it has none, or a pair as a whole is meant.
        agent_turn: Which agent turn of the recording it is about, counted from 1 as raters see it, or None.
    """

    rater: str
    item: str
    condition: str | None
    exit: str
    scope: str
    agent_turn: int | None
    question: str | None
    reason: str
    explanation: str
    made_at: int


def task_rows(
    connection: Connection,
    study_id: str,
    *,
    state: str | None,
    now: int,
    limit: int,
    offset: int,
    among: Collection[str] | None = None,
) -> tuple[TaskRow, ...]:
    """Return tasks by the name of their item; only those in one state, or ``among`` these, if named."""
    counted = select(func.count()).where(submission.c.task_id == task.c.id, COUNTED).scalar_subquery()
    leased = (
        select(func.count())
        .where(
            assignment.c.task_id == task.c.id,
            assignment.c.state == "leased",
            assignment.c.expires_at > now,
        )
        .scalar_subquery()
    )
    discarded = (
        select(func.count())
        .where(
            mark.c.task_id == task.c.id,
            mark.c.act == "discard",
            mark.c.scope == "item",
            ~mark.c.set_aside,
        )
        .scalar_subquery()
    )
    query = (
        select(task.c.id, item.c.name, task.c.state, task.c.votes, counted, leased, discarded)
        .join(item, item.c.id == task.c.item_id)
        .where(task.c.study_id == study_id)
        .order_by(item.c.name, task.c.id)
        .limit(limit)
        .offset(offset)
    )
    if state is not None:
        query = query.where(task.c.state == state)
    if among is not None:
        query = query.where(task.c.id.in_(among))
    rows = connection.execute(query).all()
    conditions = _conditions_of(connection, [row[0] for row in rows])
    return tuple(TaskRow(row[0], row[1], conditions[row[0]], *row[2:]) for row in rows)


def _conditions_of(connection: Connection, task_ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    names: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    query = (
        select(task_stimulus.c.task_id, condition.c.name)
        .join(stimulus, stimulus.c.id == task_stimulus.c.stimulus_id)
        .join(condition, condition.c.id == stimulus.c.condition_id)
        .where(task_stimulus.c.task_id.in_(list(task_ids)))
        .order_by(task_stimulus.c.side)
    )
    for task_id, name in connection.execute(query):
        names[task_id] += (name,)
    return names


def rater_rows(connection: Connection, study_id: str, *, now: int) -> tuple[RaterRow, ...]:
    """Return the raters of a study and whoever else has rated in it, most work first."""

    def count_state(state: str) -> Function[int]:
        return func.count(case((assignment.c.state == state, assignment.c.id)))

    work = (
        select(
            assignment.c.rater_id,
            count_state("submitted").label("submitted"),
            count_state("skipped").label("skipped"),
            count_state("discarded").label("discarded"),
            func.count(
                case((and_(assignment.c.state == "leased", assignment.c.expires_at > now), assignment.c.id))
            ).label("in_hand"),
            func.max(case((assignment.c.state == "submitted", assignment.c.closed_at))).label("last_at"),
        )
        .where(assignment.c.study_id == study_id)
        .group_by(assignment.c.rater_id)
        .subquery()
    )
    query = (
        select(
            membership.c.person_id,
            person.c.name,
            func.coalesce(work.c.submitted, 0),
            func.coalesce(work.c.skipped, 0),
            func.coalesce(work.c.discarded, 0),
            func.coalesce(work.c.in_hand, 0),
            work.c.last_at,
            membership.c.revoked_at.is_not(None),
        )
        .join(person, person.c.id == membership.c.person_id)
        .outerjoin(work, work.c.rater_id == membership.c.person_id)
        .where(
            membership.c.study_id == study_id,
            (membership.c.role == "rater") | work.c.rater_id.is_not(None),
        )
        .order_by(func.coalesce(work.c.submitted, 0).desc(), person.c.name)
    )
    return tuple(RaterRow(*row) for row in connection.execute(query))


def mark_rows(
    connection: Connection, study_id: str, *, act: str, limit: int, offset: int
) -> tuple[MarkRow, ...]:
    """Return skips or discards, newest first; those of replaced revisions do not count."""
    earlier = turn.alias()
    agent_turn = (
        select(func.nullif(func.count(), 0))
        .where(
            earlier.c.turn_list_id == turn.c.turn_list_id,
            earlier.c.position <= turn.c.position,
            earlier.c.role == "agent",
        )
        .correlate(turn)
        .scalar_subquery()
    )
    query = (
        select(
            person.c.name.label("rater"),
            item.c.name.label("item"),
            condition.c.name.label("condition"),
            mark.c.exit,
            mark.c.scope,
            agent_turn.label("agent_turn"),
            mark.c.question,
            mark.c.reason,
            mark.c.explanation,
            mark.c.made_at,
        )
        .join(person, person.c.id == mark.c.rater_id)
        .join(task, task.c.id == mark.c.task_id)
        .join(item, item.c.id == task.c.item_id)
        .outerjoin(turn, turn.c.id == mark.c.target)
        .outerjoin(task_stimulus, recording_of(mark.c.target))
        .outerjoin(stimulus, stimulus.c.id == task_stimulus.c.stimulus_id)
        .outerjoin(condition, condition.c.id == stimulus.c.condition_id)
        .outerjoin(submission, submission.c.id == mark.c.submission_id)
        .where(mark.c.study_id == study_id, mark.c.act == act, STANDS)
        .order_by(mark.c.made_at.desc(), mark.c.id)
        .limit(limit)
        .offset(offset)
    )
    return tuple(MarkRow(**row._asdict()) for row in connection.execute(query))
