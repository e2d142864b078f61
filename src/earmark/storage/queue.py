"""Tasks and their leases. Every function runs inside the caller's transaction.

``task.free`` is kept equal to the votes wanted, less the live leases, less the counted submissions. A lease
is taken by one UPDATE that finds the task and takes the vote at once, so that two raters can never both
get the last one, on SQLite under its write lock and on PostgreSQL under the row's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, exists, func, insert, select, update

from earmark.core.order import PRIME, Order
from earmark.storage.ids import new_id
from earmark.storage.tables import assignment, task

_VOTE_BACK: Final = update(task).where(task.c.id == bindparam("task")).values(free=task.c.free + 1)

_VOTE_TAKEN: Final = (
    update(task)
    .where(task.c.id == bindparam("task"), task.c.free > 0, task.c.state == "open")
    .values(free=task.c.free - 1)
)

_EXPIRE: Final = (
    update(assignment)
    .where(assignment.c.state == "leased", assignment.c.expires_at <= bindparam("now"))
    .values(state="expired")
    .returning(assignment.c.task_id)
)

_IS_TAKEN_BY_RATER: Final = exists().where(
    assignment.c.task_id == task.c.id,
    assignment.c.rater_id == bindparam("rater"),
    assignment.c.state != "expired",
)

_LEASE: Final = (
    update(task)
    .where(
        task.c.id
        == (
            select(task.c.id)
            .where(task.c.study_id == bindparam("study"), task.c.state == "open", task.c.free > 0)
            .where(~_IS_TAKEN_BY_RATER)
            .order_by(
                task.c.priority.desc(),
                (task.c.shuffle * bindparam("factor") + bindparam("shift")) % PRIME,
            )
            .limit(1)
            .with_for_update(skip_locked=True)
            .scalar_subquery()
        )
    )
    .values(free=task.c.free - 1)
    .returning(task.c.id)
)

_LIVE: Final = (
    select(assignment.c.id)
    .where(
        assignment.c.study_id == bindparam("study"),
        assignment.c.rater_id == bindparam("rater"),
        assignment.c.state == "leased",
    )
    .order_by(assignment.c.position)
    .limit(1)
)

_OF_PAIR: Final = select(assignment.c.id).where(
    assignment.c.task_id == bindparam("task"), assignment.c.rater_id == bindparam("rater")
)

_LAST_POSITION: Final = select(func.coalesce(func.max(assignment.c.position), 0)).where(
    assignment.c.study_id == bindparam("study"), assignment.c.rater_id == bindparam("rater")
)

_INSERT: Final = insert(assignment)

_RENEW: Final = update(assignment).where(assignment.c.id == bindparam("which"))

_HAS_FREE: Final = (
    select(task.c.id)
    .where(task.c.study_id == bindparam("study"), task.c.state == "open", task.c.free > 0)
    .limit(1)
)

_GET: Final = (
    select(assignment, task.c.item_id, task.c.state.label("task_state"), task.c.free)
    .join(task, task.c.id == assignment.c.task_id)
    .where(assignment.c.id == bindparam("which"))
)


@dataclass(frozen=True, slots=True)
class AssignmentRow:
    """One assignment with what its task says. Times in microseconds UTC."""

    id: str
    task_id: str
    study_id: str
    rater_id: str
    item_id: str
    state: str
    task_state: str
    position: int
    leased_at: int
    expires_at: int

    @property
    def holds_vote(self) -> bool:
        """Whether a vote of the task is set aside for it."""
        return self.state == "leased"


def expire_leases(connection: Connection, *, now: int) -> int:
    """Take back the leases whose time is over; return how many."""
    expired = connection.execute(_EXPIRE, {"now": now}).scalars().all()
    give_back_votes(connection, expired)
    return len(expired)


def give_back_votes(connection: Connection, task_ids: Iterable[str]) -> None:
    """Make one vote of each of these tasks free again."""
    for task_id in task_ids:
        connection.execute(_VOTE_BACK, {"task": task_id})


def take_vote(connection: Connection, task_id: str) -> bool:
    """Take one vote of a task, if it is open and has one free."""
    return connection.execute(_VOTE_TAKEN, {"task": task_id}).rowcount == 1


def live_assignment(connection: Connection, *, study_id: str, rater_id: str) -> str | None:
    """Return the assignment a rater holds in a study, if any."""
    return connection.execute(_LIVE, {"study": study_id, "rater": rater_id}).scalar()


def lease_task(connection: Connection, *, study_id: str, rater_id: str, order: Order) -> str | None:
    """Take one vote of the first task in the rater's order that this rater has not had; return the task."""
    values = {"study": study_id, "rater": rater_id, "factor": order.factor, "shift": order.shift}
    return connection.execute(_LEASE, values).scalar()


def assign(
    connection: Connection, task_id: str, *, study_id: str, rater_id: str, now: int, expires_at: int
) -> str:
    """Record whose vote was just taken and return the assignment; one that had expired comes back to life."""
    known: str | None = connection.execute(_OF_PAIR, {"task": task_id, "rater": rater_id}).scalar()
    if known is not None:
        renew(connection, known, expires_at=expires_at)
        return known
    row = {
        "id": new_id(),
        "task_id": task_id,
        "study_id": study_id,
        "rater_id": rater_id,
        "state": "leased",
        "position": 1
        + connection.execute(_LAST_POSITION, {"study": study_id, "rater": rater_id}).scalar_one(),
        "leased_at": now,
        "expires_at": expires_at,
        "closed_at": None,
    }
    connection.execute(_INSERT, row)
    return str(row["id"])


def renew(connection: Connection, assignment_id: str, *, expires_at: int) -> None:
    """Let an assignment run until ``expires_at``; its vote must be held or have been taken."""
    connection.execute(_RENEW.values(state="leased", expires_at=expires_at), {"which": assignment_id})


def close_assignment(connection: Connection, assignment_id: str, state: str, *, now: int) -> None:
    """End an assignment: submitted, skipped, discarded or released."""
    connection.execute(_RENEW.values(state=state, closed_at=now), {"which": assignment_id})


def get_assignment(connection: Connection, assignment_id: str) -> AssignmentRow | None:
    """Return an assignment, or None."""
    row = connection.execute(_GET, {"which": assignment_id}).one_or_none()
    if row is None:
        return None
    return AssignmentRow(
        row.id, row.task_id, row.study_id, row.rater_id, row.item_id, row.state, row.task_state,
        row.position, row.leased_at, row.expires_at,
    )  # fmt: skip


def has_free_votes(connection: Connection, study_id: str) -> bool:
    """Tell whether any task of a study still waits for a vote, of whomever."""
    return connection.execute(_HAS_FREE, {"study": study_id}).scalar() is not None


def stop_task(connection: Connection, task_id: str) -> None:
    """Hand the task out no more until the owner has looked at it."""
    connection.execute(update(task).where(task.c.id == task_id).values(state="waiting"))
