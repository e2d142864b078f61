"""What a rater thinks of an item later: corrected, left after it was rated, or a mark on it taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, NoReturn

from sqlalchemy import Connection

from earmark.core.errors import ConflictError
from earmark.protocols.faults import Fault
from earmark.storage import queue, retractions, submissions
from earmark.storage.events import record_event
from earmark.storage.queue import AssignmentRow
from earmark.storage.retractions import ItemMark
from earmark.storage.seats import Seat
from earmark.storage.submissions import Receipt

__all__ = ["Bar", "TakenBack", "bar_of", "bar_to_reopen", "refuse", "refuse_barred", "retract", "take_back"]

Bar = Literal[
    "study-closed",
    "paused-for-you",
    "item-withdrawn",
    "submitted-meanwhile",
    "skip-stays",
    "nothing-to-take-back",
    "left",
    "not-submitted",
    "recording-corrected",
]
"""Why what was sent cannot be changed, by a code that pages have words for."""

_SENTENCES: Final[Mapping[Bar, str]] = {
    "study-closed": "The study is closed and its results are final. What you submitted stands as it is.",
    "paused-for-you": "The owner has paused your work in this study. What you submitted stands as it is.",
    "item-withdrawn": "The owner has taken this item out of the study. What you submitted stands as it is.",
    "submitted-meanwhile": "This task was submitted from another tab or device meanwhile. Load it again to "
    "correct it.",
    "skip-stays": "A skipped item goes to others and does not come back to you.",
    "nothing-to-take-back": "There is no skip or discard of this item to take back.",
    "left": "You skipped or discarded this item. Take that back first.",
    "not-submitted": "You have submitted nothing of this item that could be corrected.",
    "recording-corrected": "The recording of this task was corrected since this page was loaded. Load "
    "the page again to hear it.",
}


def bar_of(seat: Seat, *, task_state: str, begun: bool) -> Bar | None:
    """Return why a rater cannot change now what they have sent of an item, or None where they can.

    A correction that was begun before the owner paused the rater, or took the item out, may be finished.
    """
    if seat.state == "closed":
        return "study-closed"
    if begun:
        return None
    if task_state == "withdrawn":
        return "item-withdrawn"
    return "paused-for-you" if seat.is_paused else None


def bar_to_reopen(connection: Connection, seat: Seat, assignment: AssignmentRow) -> Bar | None:
    """Return why a rater cannot open an item again to correct it, or None where they can."""
    if assignment.state != "submitted":
        return "left" if assignment.state in {"skipped", "discarded"} else "not-submitted"
    begun = submissions.get_draft(connection, assignment.id) is not None
    return bar_of(seat, task_state=assignment.task_state, begun=begun)


def refuse(bar: Bar) -> NoReturn:
    """Say why something cannot be changed, with the code of it as the fault's.

    Raises:
        ConflictError: Always.
    """
    raise ConflictError(_SENTENCES[bar], faults=(Fault("assignment", bar, _SENTENCES[bar]),))


def refuse_barred(seat: Seat, assignment: AssignmentRow, *, begun: bool) -> None:
    """Refuse a change of what was sent where there is a bar to it (see `bar_of`).

    Raises:
        ConflictError: It cannot be changed now.
    """
    bar = bar_of(seat, task_state=assignment.task_state, begun=begun)
    if bar is not None:
        refuse(bar)


def retract(connection: Connection, seat: Seat, assignment: AssignmentRow, *, revises: int | None) -> Receipt:
    """Take out what was submitted, since its rater leaves the whole item; its vote is free again.

    Raises:
        ConflictError: It is not the revision that the rater has seen, or nothing can be changed now.
    """
    before = submissions.current_receipt(connection, assignment.id)
    if before is None or before.revision != revises:
        refuse("submitted-meanwhile")
    begun = submissions.get_draft(connection, assignment.id) is not None
    refuse_barred(seat, assignment, begun=begun)
    retractions.retract(connection, assignment.id)
    if not before.extra:
        queue.give_back_votes(connection, [assignment.task_id])
    return before


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What came of a mark that was taken back: the submission that holds again, None where there is none."""

    restored: Receipt | None


def take_back(connection: Connection, seat: Seat, assignment: AssignmentRow, *, now: int) -> TakenBack:
    """Take back the skip or discard of a whole item.

    What was submitted before it holds again; it counts if a vote is free, else it is kept as an extra. Where
    the recording was corrected meanwhile and is rated again, it is set aside. An item that was discarded
    unrated may come to its rater again. One that waited for the owner because of this discard is handed out
    again.

    Raises:
        ConflictError: There is no such mark, the item was skipped unrated, or nothing can be changed now.
    """
    refuse_barred(seat, assignment, begun=False)
    mark = retractions.item_mark(connection, assignment.id)
    if mark is None:
        refuse("nothing-to-take-back")
    before = retractions.retracted_receipt(connection, assignment.id)
    if before is None and mark.act == "skip":
        refuse("skip-stays")
    retractions.take_back_mark(connection, mark.id, now=now)
    if mark.act == "discard":
        _hand_out_again(connection, seat, assignment, now=now)
    restored = None if before is None else _restore(connection, assignment, before)
    holds = restored is not None and not restored.set_aside
    queue.close_assignment(connection, assignment.id, "submitted" if holds else "expired", now=now)
    _record(connection, seat, assignment, mark, restored, now=now)
    return TakenBack(restored)


def _restore(connection: Connection, assignment: AssignmentRow, before: Receipt) -> Receipt:
    if not assignment.counts:
        restored = replace(before, set_aside=True)
    else:
        extra = before.extra or not retractions.take_vote_again(connection, assignment.task_id)
        restored = replace(before, extra=extra)
    retractions.restore(connection, restored)
    return restored


def _hand_out_again(connection: Connection, seat: Seat, assignment: AssignmentRow, *, now: int) -> None:
    """Let a task go on that waits because of discards, where too few are left."""
    if submissions.count_item_discards(connection, assignment.task_id) >= seat.settings.discards_to_stop:
        return
    if retractions.hand_out_again(connection, assignment.task_id):
        _log(connection, "task-goes-on", seat, assignment, now=now)


def _record(
    connection: Connection,
    seat: Seat,
    assignment: AssignmentRow,
    mark: ItemMark,
    restored: Receipt | None,
    *,
    now: int,
) -> None:
    again = {} if restored is None else {"revision": restored.revision, "extra": restored.extra}
    _log(connection, "mark-taken-back", seat, assignment, now=now, mark=mark.id, act=mark.act, **again)


def _log(
    connection: Connection, kind: str, seat: Seat, assignment: AssignmentRow, *, now: int, **body: object
) -> None:
    record_event(
        connection,
        kind,
        now=now,
        study_id=seat.study_id,
        person_id=seat.rater_id,
        assignment_id=assignment.id,
        **body,
    )
