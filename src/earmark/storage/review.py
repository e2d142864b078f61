"""Reads for whoever reviews submissions: those that stand, the latest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, select

from earmark.storage.tables import item, person, submission, task


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One submission as it stands, with its rater and item. Times in microseconds UTC."""

    assignment: str
    task: str
    item: str
    rater: str
    revision: int
    submitted_at: int
    body: dict[str, Any]


def standing(connection: Connection, study_id: str, *, limit: int, offset: int) -> tuple[StandingRow, ...]:
    """Return the newest revision of each submission that was not taken back, the latest first."""
    query = _STANDING.where(submission.c.study_id == study_id).limit(limit).offset(offset)
    return tuple(StandingRow(**row._asdict()) for row in connection.execute(query))


def standing_keys(connection: Connection, study_id: str, *, limit: int) -> list[tuple[str, int]]:
    """Return assignment and revision of the same, the latest first."""
    query = (
        select(submission.c.assignment_id, submission.c.revision)
        .where(submission.c.study_id == study_id, submission.c.current, ~submission.c.retracted)
        .order_by(submission.c.submitted_at.desc(), submission.c.id)
        .limit(limit)
    )
    return [(assignment, revision) for assignment, revision in connection.execute(query)]


def standing_among(
    connection: Connection, study_id: str, assignments: Sequence[str]
) -> dict[str, StandingRow]:
    """Return by assignment the submissions that stand of these; a few hundred of them at a time."""
    query = _STANDING.where(submission.c.study_id == study_id, submission.c.assignment_id.in_(assignments))
    return {row.assignment: StandingRow(**row._asdict()) for row in connection.execute(query)}


def standing_of(connection: Connection, study_id: str, assignment_id: str) -> StandingRow | None:
    """Return the submission that stands of one assignment of a study, or None."""
    query = _STANDING.where(submission.c.study_id == study_id, submission.c.assignment_id == assignment_id)
    row = connection.execute(query).first()
    return None if row is None else StandingRow(**row._asdict())


_STANDING: Final = (
    select(
        submission.c.assignment_id.label("assignment"),
        submission.c.task_id.label("task"),
        item.c.name.label("item"),
        person.c.name.label("rater"),
        submission.c.revision,
        submission.c.submitted_at,
        submission.c.body,
    )
    .join_from(submission, task, task.c.id == submission.c.task_id)
    .join(item, item.c.id == task.c.item_id)
    .join(person, person.c.id == submission.c.rater_id)
    .where(submission.c.current, ~submission.c.retracted)
    .order_by(submission.c.submitted_at.desc(), submission.c.id)
)
