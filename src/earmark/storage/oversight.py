"""Reads for a study's owner: items with their state, raters with their progress, what was left unrated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Function, Select, and_, case, func, select

from earmark.storage.results import STANDS
from earmark.storage.tables import (
    assignment,
    condition,
    draft,
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
class RaterRow:
    """One rater's work in a study. Moments in microseconds UTC.

    Attributes:
        late: Current submissions that came after their lease was over.
        last_at: The last submission.
        seen_at: The last time that a task was handed out, saved or submitted.
        cap: Most submissions of this rater, where the owner has set it.
        group: Of raters; empty text for none.
    """

    person_id: str
    name: str
    submitted: int
    skipped: int
    discarded: int
    in_hand: int
    last_at: int | None
    revoked: bool
    paused: bool = False
    cap: int | None = None
    late: int = 0
    seen_at: int | None = None
    group: str = ""


@dataclass(frozen=True, slots=True)
class MarkRow:
    """One skip or discard.

    Attributes:
        condition: That of the recording it is about; None where it has none, or a pair as a whole is meant.
        file: Name of the file of that recording, where there is one.
        agent_turn: Which agent turn of the recording it is about, counted from 1 as raters see it, or None.
    """

    id: str
    task: str
    task_state: str
    rater_id: str
    rater: str
    item: str
    condition: str | None
    file: str | None
    exit: str
    act: str
    scope: str
    agent_turn: int | None
    question: str | None
    reason: str
    explanation: str
    made_at: int


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
            func.max(func.coalesce(draft.c.saved_at, assignment.c.closed_at, assignment.c.leased_at)).label(
                "seen_at"
            ),
        )
        .outerjoin(draft, draft.c.assignment_id == assignment.c.id)
        .where(assignment.c.study_id == study_id)
        .group_by(assignment.c.rater_id)
        .subquery()
    )
    late = (
        select(func.count())
        .where(
            submission.c.study_id == study_id,
            submission.c.rater_id == membership.c.person_id,
            submission.c.current,
            submission.c.late,
        )
        .correlate(membership)
        .scalar_subquery()
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
            membership.c.paused_at.is_not(None),
            membership.c.task_cap,
            late,
            work.c.seen_at,
            membership.c.group_name,
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


@dataclass(frozen=True, slots=True)
class MarkFilter:
    """Which marks a list shows; what is empty does not narrow it. `rater` and `task` are ids."""

    act: str = ""
    reason: str = ""
    scope: str = ""
    question: str = ""
    rater: str = ""
    condition: str = ""
    task: str = ""

    def as_conditions(self) -> Iterator[ColumnElement[bool]]:
        """Yield what the rows must fulfil."""
        named = (
            (mark.c.act, self.act),
            (mark.c.reason, self.reason),
            (mark.c.scope, self.scope),
            (mark.c.question, self.question),
            (mark.c.rater_id, self.rater),
            (condition.c.name, self.condition),
            (mark.c.task_id, self.task),
        )
        return (column == value for column, value in named if value)


def mark_rows(
    connection: Connection, study_id: str, wanted: MarkFilter, *, limit: int, offset: int
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
    columns = (
        mark.c.id,
        mark.c.task_id.label("task"),
        task.c.state.label("task_state"),
        mark.c.rater_id,
        person.c.name.label("rater"),
        item.c.name.label("item"),
        condition.c.name.label("condition"),
        stimulus.c.file_name.label("file"),
        mark.c.exit,
        mark.c.act,
        mark.c.scope,
        agent_turn.label("agent_turn"),
        mark.c.question,
        mark.c.reason,
        mark.c.explanation,
        mark.c.made_at,
    )
    query = _standing_marks(select(*columns), study_id, wanted)
    ordered = query.order_by(mark.c.made_at.desc(), mark.c.id).limit(limit).offset(offset)
    return tuple(MarkRow(**row._asdict()) for row in connection.execute(ordered))


def count_acts(connection: Connection, study_id: str, wanted: MarkFilter) -> dict[str, int]:
    """Count skips and discards, each by itself, that a filter names whatever it says of the act."""
    query = _standing_marks(select(mark.c.act, func.count()), study_id, replace(wanted, act=""))
    return dict(connection.execute(query.group_by(mark.c.act)).all())


def _standing_marks(
    query: Select[*tuple[Any, ...]], study_id: str, wanted: MarkFilter
) -> Select[*tuple[Any, ...]]:
    return (
        query.select_from(mark)
        .join(person, person.c.id == mark.c.rater_id)
        .join(task, task.c.id == mark.c.task_id)
        .join(assignment, assignment.c.id == mark.c.assignment_id)
        .join(item, item.c.id == task.c.item_id)
        .outerjoin(turn, turn.c.id == mark.c.target)
        .outerjoin(task_stimulus, recording_of(mark.c.target))
        .outerjoin(stimulus, stimulus.c.id == task_stimulus.c.stimulus_id)
        .outerjoin(condition, condition.c.id == stimulus.c.condition_id)
        .outerjoin(submission, submission.c.id == mark.c.submission_id)
        .where(mark.c.study_id == study_id, STANDS, *wanted.as_conditions())
    )
