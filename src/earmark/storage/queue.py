"""Tasks and their leases. Every function runs inside the caller's transaction.

``task.free`` is kept equal to the votes wanted, less the live leases, less the counted submissions. A lease
is taken by one UPDATE that finds the task and takes the vote at once, so that two raters can never both
get the last one, on SQLite under its write lock and on PostgreSQL under the row's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Select, bindparam, case, exists, func, insert, or_, select, update

from earmark.core.order import PRIME, Order, draw_of
from earmark.core.sides import Placement, place_sides
from earmark.storage.ids import new_id
from earmark.storage.statements import Statement
from earmark.storage.tables import assignment, draft, stimulus, task, task_stimulus

_IS_TAKEN_BY_RATER: Final = exists().where(
    assignment.c.task_id == task.c.id,
    assignment.c.rater_id == bindparam("rater"),
    assignment.c.state != "expired",
)

_FREE_FOR_RATER: Final = (
    select(task.c.id)
    .where(task.c.study_id == bindparam("study"), task.c.state == "open", task.c.free > 0)
    .where(~_IS_TAKEN_BY_RATER)
    .limit(1)
)

_AS_STEERED: Final = task.c.priority.desc()

_AS_DRAWN: Final = (task.c.shuffle * bindparam("factor") + bindparam("shift")) % PRIME

_IN_ORDER: Final = _FREE_FOR_RATER.order_by(_AS_STEERED, _AS_DRAWN)


def _favouring(pairings: Sequence[str]) -> Select[tuple[str]]:
    """Return `_IN_ORDER` with these pairings before others of the same priority, in this order."""
    places = {pairing: place for place, pairing in enumerate(pairings)}
    rank = case(places, value=task.c.pairing, else_=len(places))
    return _FREE_FOR_RATER.order_by(_AS_STEERED, rank, _AS_DRAWN)


_FIRST_FREE: Final = _IN_ORDER.with_for_update(skip_locked=True).scalar_subquery()

_PEEK: Final = Statement(_IN_ORDER)

_LEASE: Final = Statement(
    update(task).where(task.c.id == _FIRST_FREE).values(free=task.c.free - 1).returning(task.c.id)
)

_TAKE_VOTE: Final = Statement(
    update(task)
    .where(task.c.id == bindparam("task"), task.c.free > 0, task.c.state == "open")
    .values(free=task.c.free - 1)
)

_GIVE_BACK: Final = Statement(update(task).where(task.c.id == bindparam("task")).values(free=task.c.free + 1))

_EXPIRE: Final = Statement(
    update(assignment)
    .where(assignment.c.state == "leased", assignment.c.expires_at <= bindparam("now"))
    .values(state="expired", offered=False)
    .returning(assignment.c.task_id)
)

_END: Final = (
    update(assignment)
    .where(assignment.c.state == "leased", assignment.c.study_id == bindparam("study"))
    .values(state="expired", offered=False)
    .returning(assignment.c.task_id)
)

_END_ALL: Final = Statement(_END)

_END_OF_RATER: Final = Statement(_END.where(assignment.c.rater_id == bindparam("rater")))

_LIVE: Final = Statement(
    select(assignment.c.id)
    .where(
        assignment.c.study_id == bindparam("study"),
        assignment.c.rater_id == bindparam("rater"),
        assignment.c.state == "leased",
        assignment.c.offered == bindparam("offered"),
    )
    .order_by(assignment.c.position)
    .limit(1)
)

_COUNT_SUBMITTED: Final = Statement(
    select(func.count().label("count")).where(
        assignment.c.study_id == bindparam("study"),
        assignment.c.rater_id == bindparam("rater"),
        assignment.c.state == "submitted",
    )
)

_REVISION: Final = func.coalesce(
    select(stimulus.c.revision)
    .join(task_stimulus, task_stimulus.c.stimulus_id == stimulus.c.id)
    .where(task_stimulus.c.task_id == bindparam("task"))
    .order_by(task_stimulus.c.side)
    .limit(1)
    .scalar_subquery(),
    1,
)
"""The revision of its recording that a task hands out now; recordings of pairs are never revised."""

_PAIRING: Final = Statement(select(task.c.pairing).where(task.c.id == bindparam("task")))

_PLACED: Final = Statement(
    select(assignment.c.swapped, assignment.c.heard_first, func.count().label("count"))
    .join(task, task.c.id == assignment.c.task_id)
    .where(
        task.c.study_id == bindparam("study"),
        task.c.pairing == bindparam("pairing"),
        or_(assignment.c.state == "leased", assignment.c.state == "submitted"),
    )
    .group_by(assignment.c.swapped, assignment.c.heard_first)
)

_HISTORY: Final = Statement(
    select(
        func.coalesce(func.max(assignment.c.position), 0).label("last"),
        func.max(case((assignment.c.task_id == bindparam("task"), assignment.c.id))).label("known"),
        _REVISION.label("recording_revision"),
    ).where(assignment.c.study_id == bindparam("study"), assignment.c.rater_id == bindparam("rater"))
)

_REVISION_NOW: Final = Statement(select(_REVISION.label("revision")))

_INSERT: Final = Statement(insert(assignment))

_RENEW: Final = Statement(
    update(assignment)
    .where(assignment.c.id == bindparam("which"))
    .values(state="leased", expires_at=bindparam("until"))
)

_TAKE_UP_AGAIN: Final = Statement(
    update(assignment)
    .where(
        assignment.c.id == bindparam("which"),
        ~exists().where(draft.c.assignment_id == assignment.c.id),
    )
    .values(recording_revision=bindparam("revision"))
)

_OFFER: Final = Statement(
    update(assignment).where(assignment.c.id == bindparam("which")).values(offered=bindparam("is_offered"))
)

_HAND_OUT: Final = Statement(
    update(assignment)
    .where(assignment.c.id == bindparam("which"))
    .values(
        offered=False,
        leased_at=bindparam("now"),
        expires_at=bindparam("until"),
        position=bindparam("number"),
    )
)

_CLOSE: Final = Statement(
    update(assignment)
    .where(assignment.c.id == bindparam("which"))
    .values(state=bindparam("end"), closed_at=bindparam("now"))
)

_HAS_FREE: Final = Statement(
    select(task.c.id)
    .where(task.c.study_id == bindparam("study"), task.c.state == "open", task.c.free > 0)
    .limit(1)
)

_RECORDING: Final = (
    select(task_stimulus.c.task_id, stimulus.c.revision, stimulus.c.counts_from)
    .join(stimulus, stimulus.c.id == task_stimulus.c.stimulus_id)
    .where(task_stimulus.c.side != "b")
    .subquery()
)

_GET: Final = Statement(
    select(
        assignment.c.id,
        assignment.c.task_id,
        assignment.c.study_id,
        assignment.c.rater_id,
        task.c.item_id,
        assignment.c.state,
        task.c.state.label("task_state"),
        assignment.c.position,
        assignment.c.leased_at,
        assignment.c.expires_at,
        assignment.c.recording_revision,
        assignment.c.swapped,
        assignment.c.heard_first,
        func.coalesce(_RECORDING.c.revision, 1).label("newest_revision"),
        func.coalesce(_RECORDING.c.counts_from, 1).label("counts_from"),
    )
    .join(task, task.c.id == assignment.c.task_id)
    .outerjoin(_RECORDING, _RECORDING.c.task_id == task.c.id)
    .where(assignment.c.id == bindparam("which"))
)

_STOP: Final = Statement(update(task).where(task.c.id == bindparam("task")).values(state="waiting"))


@dataclass(frozen=True, slots=True)
class AssignmentRow:
    """One assignment with what its task says. Times in microseconds UTC.

    ``recording_revision`` is the revision of the recording that this rater hears, ``newest_revision`` the one
    that others are handed by now. What is made on a revision before ``counts_from`` is kept and not counted.
    Of a pair, ``swapped`` says that side a of the task stands as B for this rater, and ``heard_first`` which
    side comes first, as it stands for them; empty where there is one recording.
    """

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
    recording_revision: int
    swapped: bool
    heard_first: str
    newest_revision: int
    counts_from: int

    @property
    def counts(self) -> bool:
        """Whether work on the recording as this rater hears it can be a vote."""
        return self.recording_revision >= self.counts_from

    @property
    def holds_vote(self) -> bool:
        """Whether a vote of the task is set aside for it."""
        return self.state == "leased"


def expire_leases(connection: Connection, *, now: int) -> int:
    """Take back the leases whose time is over; return how many."""
    expired = [row.task_id for row in _EXPIRE.rows(connection, now=now)]
    give_back_votes(connection, expired)
    return len(expired)


def end_leases(connection: Connection, *, study_id: str, rater_id: str | None = None) -> None:
    """End the leases of a study, or of one rater in it, before their time: as if that were over."""
    if rater_id is None:
        ended = _END_ALL.rows(connection, study=study_id)
    else:
        ended = _END_OF_RATER.rows(connection, study=study_id, rater=rater_id)
    give_back_votes(connection, [row.task_id for row in ended])


def give_back_votes(connection: Connection, task_ids: Iterable[str]) -> None:
    """Make one vote of each of these tasks free again."""
    for task_id in task_ids:
        _GIVE_BACK.run(connection, task=task_id)


def take_vote(connection: Connection, task_id: str) -> bool:
    """Take one vote of a task, if it is open and has one free."""
    return _TAKE_VOTE.run(connection, task=task_id) == 1


def live_assignment(connection: Connection, *, study_id: str, rater_id: str) -> str | None:
    """Return the assignment a rater holds in a study, if any."""
    held: str | None = _LIVE.scalar(connection, study=study_id, rater=rater_id, offered=False)
    return held


def first_offer(connection: Connection, *, study_id: str, rater_id: str) -> str | None:
    """Return the assignment that the owner keeps for a rater, if there is one; the oldest of several."""
    kept: str | None = _LIVE.scalar(connection, study=study_id, rater=rater_id, offered=True)
    return kept


def count_submitted(connection: Connection, *, study_id: str, rater_id: str) -> int:
    """Count the tasks that a rater has submitted in a study."""
    count: int = _COUNT_SUBMITTED.scalar(connection, study=study_id, rater=rater_id)
    return count


def lease_task(
    connection: Connection, *, study_id: str, rater_id: str, order: Order, favoured: Sequence[str] = ()
) -> str | None:
    """Take one vote of the first task in the rater's order that this rater has not had; return the task.

    Of tasks that the owner puts nowhere else, those of the first ``favoured`` pairing come before those of
    the next, and so on.
    """
    if favoured:
        best = _favouring(favoured).with_for_update(skip_locked=True).scalar_subquery()
        taken = update(task).where(task.c.id == best).values(free=task.c.free - 1).returning(task.c.id)
        values = {"study": study_id, "rater": rater_id, "factor": order.factor, "shift": order.shift}
        row = connection.execute(taken, values).first()
        return None if row is None else str(row.id)
    leased: str | None = _LEASE.scalar(
        connection, study=study_id, rater=rater_id, factor=order.factor, shift=order.shift
    )
    return leased


def peek_task(
    connection: Connection, *, study_id: str, rater_id: str, order: Order, favoured: Sequence[str] = ()
) -> str | None:
    """Return the task that `lease_task` would lease now, and take nothing."""
    if favoured:
        values = {"study": study_id, "rater": rater_id, "factor": order.factor, "shift": order.shift}
        row = connection.execute(_favouring(favoured), values).first()
        return None if row is None else str(row.id)
    likely: str | None = _PEEK.scalar(
        connection, study=study_id, rater=rater_id, factor=order.factor, shift=order.shift
    )
    return likely


def recording_revision(connection: Connection, task_id: str) -> int:
    """Return the revision of its recording that a task hands out now."""
    revision: int = _REVISION_NOW.scalar(connection, task=task_id)
    return revision


def assign(
    connection: Connection, task_id: str, *, study_id: str, rater_id: str, now: int, expires_at: int
) -> str:
    """Record whose vote was just taken and return the assignment; one that had expired comes back to life.

    It is of the newest revision of the recording, but where a draft waits that was begun on an earlier one.
    How the sides of a pair stand is decided now, and stays so.
    """
    history = _HISTORY.first(connection, task=task_id, study=study_id, rater=rater_id)
    if history.known is not None:
        renew(connection, history.known, expires_at=expires_at)
        _TAKE_UP_AGAIN.run(connection, which=history.known, revision=history.recording_revision)
        return str(history.known)
    assignment_id = new_id()
    placement = _placed(connection, task_id, study_id=study_id, draw=draw_of(assignment_id))
    _INSERT.run(
        connection,
        id=assignment_id,
        task_id=task_id,
        study_id=study_id,
        rater_id=rater_id,
        state="leased",
        position=history.last + 1,
        leased_at=now,
        expires_at=expires_at,
        closed_at=None,
        offered=False,
        recording_revision=history.recording_revision,
        swapped=placement is not None and placement.swapped,
        heard_first="" if placement is None else placement.heard_first,
        evidence_shown=None,
    )
    return assignment_id


def _placed(connection: Connection, task_id: str, *, study_id: str, draw: int) -> Placement | None:
    """Return how the sides of a pair are to stand, balanced over its conditions; None for any other task."""
    pairing = _PAIRING.scalar(connection, task=task_id)
    if pairing is None:
        return None
    rows = _PLACED.rows(connection, study=study_id, pairing=pairing)
    counts = {Placement(row.swapped, row.heard_first): row.count for row in rows}
    return place_sides(counts, draw=draw)


def offer(
    connection: Connection, task_id: str, *, study_id: str, rater_id: str, now: int, expires_at: int
) -> str:
    """Keep a vote that was just taken for a rater, who gets the task next; return the assignment."""
    kept = assign(connection, task_id, study_id=study_id, rater_id=rater_id, now=now, expires_at=expires_at)
    _OFFER.run(connection, which=kept, is_offered=True)
    return kept


def hand_out_offer(connection: Connection, assignment_id: str, *, now: int, expires_at: int) -> None:
    """Hand out what was kept for a rater: it becomes a lease like any other, of the newest revision."""
    row = get_assignment(connection, assignment_id)
    if row is None:
        return
    history = _HISTORY.first(connection, task=row.task_id, study=row.study_id, rater=row.rater_id)
    number = row.position if row.position == history.last else history.last + 1
    _HAND_OUT.run(connection, which=assignment_id, now=now, until=expires_at, number=number)
    _TAKE_UP_AGAIN.run(connection, which=assignment_id, revision=history.recording_revision)


def renew(connection: Connection, assignment_id: str, *, expires_at: int) -> None:
    """Let an assignment run until ``expires_at``; its vote must be held or have been taken."""
    _RENEW.run(connection, which=assignment_id, until=expires_at)


def close_assignment(connection: Connection, assignment_id: str, state: str, *, now: int) -> None:
    """End an assignment: submitted, skipped, discarded or released."""
    _CLOSE.run(connection, which=assignment_id, end=state, now=now)


def get_assignment(connection: Connection, assignment_id: str) -> AssignmentRow | None:
    """Return an assignment, or None."""
    row = _GET.first(connection, which=assignment_id)
    return None if row is None else AssignmentRow(*row)


def has_free_votes(connection: Connection, study_id: str) -> bool:
    """Tell whether any task of a study still waits for a vote, of whomever."""
    return _HAS_FREE.scalar(connection, study=study_id) is not None


def stop_task(connection: Connection, task_id: str) -> None:
    """Hand the task out no more until the owner has looked at it."""
    _STOP.run(connection, task=task_id)


def change_votes(connection: Connection, study_id: str, votes: int) -> None:
    """Want another number of votes of every task, but never fewer than are leased or in already."""
    taken = task.c.votes - task.c.free
    wanted = case((taken > votes, taken), else_=votes)
    connection.execute(
        update(task)
        .where(task.c.study_id == study_id, task.c.votes != votes)
        .values(free=wanted - taken, votes=wanted)
    )
