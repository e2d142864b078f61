"""The queue: hand out the next task, keep a lease alive, leave a task unrated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import Connection

from earmark.core.characters import character_faults
from earmark.core.errors import NotFoundError, WrongInputError
from earmark.core.exits import Departure, exit_faults, find_exit
from earmark.protocols.schema import Protocol
from earmark.services.retractions import refuse, retract
from earmark.storage import queue, submissions
from earmark.storage.events import record_event
from earmark.storage.queue import AssignmentRow
from earmark.storage.seats import Seat
from earmark.storage.submissions import Receipt

NO_SUCH_TASK: Final = "There is no such task for you."

Empty = Literal["paused", "closed", "done", "nothing-left-for-you", "paused-for-you", "enough"]


@dataclass(frozen=True, slots=True)
class Next:
    """What a rater gets: an assignment, or the reason why there is none."""

    assignment: str | None
    reason: Empty | None = None


def next_assignment(
    connection: Connection, seat: Seat, protocol: Protocol, *, now: int, favoured: Sequence[str] = ()
) -> Next:
    """Return the assignment the rater holds already, or lease the next task, of the ``favoured`` pairs first.

    Leases whose time is over come back first, so that an abandoned task never waits for a sweeper. What the
    owner keeps for this rater comes before all others.
    """
    queue.expire_leases(connection, now=now)
    held = queue.live_assignment(connection, study_id=seat.study_id, rater_id=seat.rater_id)
    if held is not None:
        return Next(held)
    if seat.state != "open":
        return Next(None, "paused" if seat.state == "paused" else "closed")
    barred = _barred(connection, seat)
    if barred is not None:
        return Next(None, barred)
    kept = queue.first_offer(connection, study_id=seat.study_id, rater_id=seat.rater_id)
    if kept is not None:
        queue.hand_out_offer(connection, kept, now=now, expires_at=now + seat.lease_micros)
        _record(connection, "leased", seat, kept, now=now)
        return Next(kept)
    order = seat.order(shuffled=protocol.order.items == "shuffled")
    task_id = queue.lease_task(
        connection, study_id=seat.study_id, rater_id=seat.rater_id, order=order, favoured=favoured
    )
    if task_id is None:
        has_free = queue.has_free_votes(connection, seat.study_id)
        return Next(None, "nothing-left-for-you" if has_free else "done")
    return Next(_assign(connection, seat, task_id, now=now))


def likely_next(
    connection: Connection, seat: Seat, protocol: Protocol, *, favoured: Sequence[str] = ()
) -> str | None:
    """Return the task that the rater would be leased now, if any. No vote is taken, nothing is promised."""
    if seat.state != "open" or _barred(connection, seat) is not None:
        return None
    kept = queue.first_offer(connection, study_id=seat.study_id, rater_id=seat.rater_id)
    row = None if kept is None else queue.get_assignment(connection, kept)
    if row is not None:
        return row.task_id
    order = seat.order(shuffled=protocol.order.items == "shuffled")
    return queue.peek_task(
        connection, study_id=seat.study_id, rater_id=seat.rater_id, order=order, favoured=favoured
    )


def _barred(connection: Connection, seat: Seat) -> Empty | None:
    """Return why this rater gets nothing new, though others may."""
    if seat.is_paused:
        return "paused-for-you"
    if seat.cap is None:
        return None
    done = queue.count_submitted(connection, study_id=seat.study_id, rater_id=seat.rater_id)
    return "enough" if done >= seat.cap else None


def _assign(connection: Connection, seat: Seat, task_id: str, *, now: int) -> str:
    assignment_id = queue.assign(
        connection,
        task_id,
        study_id=seat.study_id,
        rater_id=seat.rater_id,
        now=now,
        expires_at=now + seat.lease_micros,
    )
    _record(connection, "leased", seat, assignment_id, now=now)
    return assignment_id


def assignment_of(connection: Connection, assignment_id: str, rater_id: str) -> AssignmentRow:
    """Return a rater's own assignment.

    Raises:
        NotFoundError: There is none of that id, or it is somebody else's: the answer is the same.
    """
    row = queue.get_assignment(connection, assignment_id)
    if row is None or row.rater_id != rater_id:
        raise NotFoundError(NO_SUCH_TASK)
    return row


def keep_alive(connection: Connection, seat: Seat, assignment: AssignmentRow, *, now: int) -> None:
    """Let the lease of somebody at work run on; one that is over is taken up again if its vote is free.

    One that the owner took back is not: it is for somebody else now. Nor is any in a closed study.
    """
    if seat.state == "closed":
        return
    has_vote = assignment.holds_vote or (
        assignment.state == "expired" and queue.take_vote(connection, assignment.task_id)
    )
    if has_vote:
        queue.renew(connection, assignment.id, expires_at=max(assignment.expires_at, now + seat.lease_micros))


def leave(
    connection: Connection,
    seat: Seat,
    protocol: Protocol,
    assignment: AssignmentRow,
    departure: Departure,
    *,
    revises: int | None = None,
    now: int,
) -> None:
    """Skip a task, or discard its item; sending the same again changes nothing.

    A skipped task goes to others and never back to this rater. A discarded item is handed out no more once
    enough raters have discarded it, and waits for the owner. A discard of a recording that was corrected
    since, to be rated again, is set aside: its rater may have the task anew.

    A task that was rated is left by naming the revision that the rater has seen, as ``revises``. What was
    submitted is kept and holds no more, and its vote is free again.

    Raises:
        WrongInputError: No such exit for a whole item, no reason, or no explanation where one is needed.
        ConflictError: The task was left in another way, or rated without this rater's knowing of it here; or
            what was sent cannot be changed now (see `refuse_barred`).
    """
    faults = (
        *exit_faults(protocol, departure, "exit"),
        *character_faults(departure.explanation, "exit.explanation"),
    )
    way = find_exit(protocol, departure.exit)
    if faults or way is None:
        message = "The task was not left. Its fields need your attention."
        raise WrongInputError(message, faults=faults)
    state = "skipped" if way.act == "skip" else "discarded"
    if assignment.state == state:
        return
    if assignment.state not in {"leased", "expired", "released", "submitted"}:
        refuse("left")
    rated = assignment.state == "submitted"
    before = retract(connection, seat, assignment, revises=revises) if rated else None
    set_aside = state == "discarded" and not assignment.counts
    queue.close_assignment(connection, assignment.id, "expired" if set_aside else state, now=now)
    if assignment.holds_vote:
        queue.give_back_votes(connection, [assignment.task_id])
    submissions.insert_mark(connection, assignment, departure, act=way.act, now=now, set_aside=set_aside)
    said = {"exit": departure.exit, "reason": departure.reason}
    _record(connection, state, seat, assignment.id, now=now, **said | _taken_out(before))
    if way.act == "discard" and not set_aside:
        _stop_if_broken(connection, seat, assignment, now=now)


def _taken_out(before: Receipt | None) -> dict[str, object]:
    return {} if before is None else {"revision": before.revision}


def _stop_if_broken(connection: Connection, seat: Seat, assignment: AssignmentRow, *, now: int) -> None:
    discards = submissions.count_item_discards(connection, assignment.task_id)
    if discards >= seat.settings.discards_to_stop and assignment.task_state == "open":
        queue.stop_task(connection, assignment.task_id)
        _record(connection, "task-waits-for-owner", seat, assignment.id, now=now, discards=discards)


def _record(
    connection: Connection, kind: str, seat: Seat, assignment_id: str, *, now: int, **body: object
) -> None:
    record_event(
        connection,
        kind,
        now=now,
        study_id=seat.study_id,
        person_id=seat.rater_id,
        assignment_id=assignment_id,
        **body,
    )
