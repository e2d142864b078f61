"""What an owner changes about tasks: votes, priority, state, and leases. Inside the caller's transaction.

Every function keeps ``task.free`` equal to the votes wanted, less live leases, less counted submissions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, exists, select, update

from earmark.storage.queue import close_assignment, give_back_votes
from earmark.storage.statements import Statement
from earmark.storage.tables import (
    assignment,
    item,
    membership,
    person,
    stimulus,
    submission,
    task,
    task_stimulus,
)
from earmark.storage.tables import condition as conditions

CHUNK = 5_000
"""Ids in one statement: fewer than the values that SQLite takes."""

_SET_STATE: Final = Statement(
    update(task).where(task.c.id == bindparam("which")).values(state=bindparam("new"))
)
_SET_PRIORITY: Final = Statement(
    update(task).where(task.c.id == bindparam("which")).values(priority=bindparam("new"))
)
_SET_VOTES: Final = Statement(
    update(task)
    .where(task.c.id == bindparam("which"))
    .values(free=task.c.free + (bindparam("new") - task.c.votes), votes=bindparam("new"))
)
_ALLOW_AGAIN: Final = Statement(
    update(assignment)
    .where(
        assignment.c.task_id == bindparam("task"),
        assignment.c.state == "released",
        ~exists().where(submission.c.assignment_id == assignment.c.id, submission.c.current),
    )
    .values(state="expired", closed_at=None)
)
_UNOFFER: Final = Statement(
    update(assignment).where(assignment.c.id == bindparam("which")).values(offered=False)
)


@dataclass(frozen=True, slots=True)
class SteeredRow:
    """A task as an owner's act finds it. `taken` is how many of its votes are leased or in."""

    id: str
    item: str
    state: str
    votes: int
    free: int
    priority: int

    @property
    def taken(self) -> int:
        """Votes that are leased or in: fewer cannot be wanted."""
        return self.votes - self.free


@dataclass(frozen=True, slots=True)
class LeaseRow:
    """A task in a rater's hand, or kept for them. Times in microseconds UTC."""

    assignment: str
    task: str
    rater_id: str
    rater: str
    offered: bool
    leased_at: int
    expires_at: int
    item: str


def tasks_named(connection: Connection, study_id: str, ids: Sequence[str]) -> list[SteeredRow]:
    """Return the tasks of a study among these ids, by the name of their item."""
    found: list[SteeredRow] = []
    for chunk in _chunks(ids):
        rows = connection.execute(
            select(task.c.id, item.c.name, task.c.state, task.c.votes, task.c.free, task.c.priority)
            .join(item, item.c.id == task.c.item_id)
            .where(task.c.study_id == study_id, task.c.id.in_(chunk))
        )
        found += [SteeredRow(*row) for row in rows]
    return sorted(found, key=lambda row: (row.item, row.id))


def _chunks(ids: Sequence[str]) -> Iterable[Sequence[str]]:
    return (ids[start : start + CHUNK] for start in range(0, len(ids), CHUNK))


def set_state(connection: Connection, task_id: str, state: str) -> None:
    """Give a task another state."""
    _SET_STATE.run(connection, which=task_id, new=state)


def set_priority(connection: Connection, task_id: str, priority: int) -> None:
    """Let a task come before those of lower priority."""
    _SET_PRIORITY.run(connection, which=task_id, new=priority)


def set_votes(connection: Connection, task_id: str, votes: int) -> None:
    """Want so many votes of a task; no fewer than are taken."""
    _SET_VOTES.run(connection, which=task_id, new=votes)


_LEASES: Final = (
    select(
        assignment.c.id,
        assignment.c.task_id,
        assignment.c.rater_id,
        person.c.name,
        assignment.c.offered,
        assignment.c.leased_at,
        assignment.c.expires_at,
        item.c.name.label("item"),
    )
    .join(person, person.c.id == assignment.c.rater_id)
    .join(task, task.c.id == assignment.c.task_id)
    .join(item, item.c.id == task.c.item_id)
    .where(assignment.c.state == "leased")
    .order_by(assignment.c.leased_at, assignment.c.id)
)


def leases_of(connection: Connection, study_id: str, ids: Sequence[str]) -> dict[str, list[LeaseRow]]:
    """Return who holds these tasks, by task, oldest first."""
    held: dict[str, list[LeaseRow]] = defaultdict(list)
    for chunk in _chunks(ids):
        query = _LEASES.where(assignment.c.study_id == study_id, assignment.c.task_id.in_(chunk))
        for row in connection.execute(query):
            held[row.task_id].append(LeaseRow(*row))
    return held


def leases_of_raters(connection: Connection, study_id: str, *, now: int) -> list[LeaseRow]:
    """Return what all raters of a study hold, oldest first, as far as its time is not over."""
    query = _LEASES.where(assignment.c.study_id == study_id, assignment.c.expires_at > now)
    return [LeaseRow(*row) for row in connection.execute(query)]


def take_back(connection: Connection, lease: LeaseRow, *, now: int) -> None:
    """Take a task from who holds it: its vote is free, and what this rater sends is taken in all the same.

    What was only kept for somebody is not kept any more; they may get it as anybody does.
    """
    close_assignment(connection, lease.assignment, "expired" if lease.offered else "released", now=now)
    _UNOFFER.run(connection, which=lease.assignment)
    give_back_votes(connection, [lease.task])


def allow_again(connection: Connection, task_id: str) -> None:
    """Let those from whom a task was taken back go on with it: their lease is over, as any may be."""
    _ALLOW_AGAIN.run(connection, task=task_id)


def state_for(connection: Connection, task_id: str, rater_id: str) -> str | None:
    """Return what a task is to a rater: leased, expired, submitted and so on; None where never theirs."""
    state: str | None = connection.execute(
        select(assignment.c.state).where(assignment.c.task_id == task_id, assignment.c.rater_id == rater_id)
    ).scalar_one_or_none()
    return state


def has_seat(connection: Connection, study_id: str, person_id: str) -> bool:
    """Tell whether a person may rate in a study."""
    live = exists().where(
        membership.c.study_id == study_id,
        membership.c.person_id == person_id,
        membership.c.revoked_at.is_(None),
        membership.c.role != "reviewer",
    )
    return bool(connection.execute(select(live)).scalar_one())


def tasks_by_item(
    connection: Connection, study_id: str, names: Sequence[str], *, condition: str = ""
) -> dict[str, list[str]]:
    """Return the tasks of items by the items' names; those that hold one condition alone, if it is named."""
    found: dict[str, list[str]] = defaultdict(list)
    query = (
        select(item.c.name, task.c.id)
        .join(task, task.c.item_id == item.c.id)
        .where(item.c.study_id == study_id)
        .order_by(task.c.id)
    )
    if condition:
        query = query.where(
            exists().where(
                task_stimulus.c.task_id == task.c.id,
                stimulus.c.id == task_stimulus.c.stimulus_id,
                conditions.c.id == stimulus.c.condition_id,
                conditions.c.name == condition,
            )
        )
    for chunk in _chunks(names):
        for name, task_id in connection.execute(query.where(item.c.name.in_(chunk))):
            found[name].append(task_id)
    return found
