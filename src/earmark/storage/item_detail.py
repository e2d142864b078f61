"""Reads for an owner's page of one item: its recordings, what raters made of it, and who had it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, select

from earmark.core.work_time import work_seconds
from earmark.storage.tables import (
    assignment,
    condition,
    person,
    stimulus,
    submission,
    task_stimulus,
    turn,
)


@dataclass(frozen=True, slots=True)
class RecordingRow:
    """One recording of an item. `counts_from` is the first revision whose submissions count."""

    stimulus: str
    side: str
    file_name: str
    condition: str | None
    duration_s: float
    channels: int
    language: str
    revision: int
    counts_from: int


@dataclass(frozen=True, slots=True)
class SentRow:
    """One submission in one revision. Times in microseconds UTC; `body` as the rater's page sent it."""

    rater_id: str
    rater: str
    revision: int
    current: bool
    late: bool
    extra: bool
    set_aside: bool
    retracted: bool
    recording_revision: int
    leased_at: int
    submitted_at: int
    body: dict[str, Any]

    @property
    def seconds(self) -> float | None:
        """How long the rater was at it (see `work_seconds`); None for corrections, whose start is unknown."""
        return work_seconds(self.body, self.leased_at, self.submitted_at) if self.revision == 1 else None


@dataclass(frozen=True, slots=True)
class HoldRow:
    """One rater and one item: leased, expired, submitted, skipped, discarded or released."""

    assignment: str
    rater_id: str
    rater: str
    state: str
    offered: bool
    leased_at: int
    expires_at: int
    closed_at: int | None


def recordings_of(connection: Connection, task_id: str) -> tuple[RecordingRow, ...]:
    """Return the recordings of a task in the order of their sides."""
    query = (
        select(
            stimulus.c.id,
            task_stimulus.c.side,
            stimulus.c.file_name,
            condition.c.name,
            stimulus.c.duration_s,
            stimulus.c.channels,
            stimulus.c.language,
            stimulus.c.revision,
            stimulus.c.counts_from,
        )
        .join(task_stimulus, task_stimulus.c.stimulus_id == stimulus.c.id)
        .outerjoin(condition, condition.c.id == stimulus.c.condition_id)
        .where(task_stimulus.c.task_id == task_id)
        .order_by(task_stimulus.c.side)
    )
    return tuple(RecordingRow(*row) for row in connection.execute(query))


def sent_to(connection: Connection, task_id: str) -> tuple[SentRow, ...]:
    """Return all submissions of a task with their revisions, the latest first."""
    query = (
        select(
            submission.c.rater_id,
            person.c.name.label("rater"),
            submission.c.revision,
            submission.c.current,
            submission.c.late,
            submission.c.extra,
            submission.c.set_aside,
            submission.c.retracted,
            submission.c.recording_revision,
            assignment.c.leased_at,
            submission.c.submitted_at,
            submission.c.body,
        )
        .join(person, person.c.id == submission.c.rater_id)
        .join(assignment, assignment.c.id == submission.c.assignment_id)
        .where(submission.c.task_id == task_id)
        .order_by(submission.c.submitted_at.desc(), submission.c.id)
    )
    return tuple(SentRow(**row._asdict()) for row in connection.execute(query))


def holds_of(connection: Connection, task_id: str) -> tuple[HoldRow, ...]:
    """Return everybody who has had a task, those who hold it first."""
    query = (
        select(
            assignment.c.id,
            assignment.c.rater_id,
            person.c.name,
            assignment.c.state,
            assignment.c.offered,
            assignment.c.leased_at,
            assignment.c.expires_at,
            assignment.c.closed_at,
        )
        .join(person, person.c.id == assignment.c.rater_id)
        .where(assignment.c.task_id == task_id)
        .order_by(assignment.c.state != "leased", assignment.c.leased_at, assignment.c.id)
    )
    return tuple(HoldRow(*row) for row in connection.execute(query))


def agent_turn_numbers(connection: Connection, task_id: str) -> dict[str, int]:
    """Return which agent turn of its list each is, from 1, for all lists that a task's recordings had."""
    query = (
        select(turn.c.id, turn.c.turn_list_id)
        .join(task_stimulus, task_stimulus.c.stimulus_id == turn.c.stimulus_id)
        .where(task_stimulus.c.task_id == task_id, turn.c.role == "agent")
        .order_by(turn.c.turn_list_id, turn.c.position)
    )
    lists = groupby(connection.execute(query), key=lambda row: row.turn_list_id)
    return {row.id: number for _, turns in lists for number, row in enumerate(turns, 1)}
