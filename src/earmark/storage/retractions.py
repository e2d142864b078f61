"""Items that a rater leaves after rating them, and marks taken back. Inside the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, select, update

from earmark.storage.statements import Statement
from earmark.storage.submissions import Receipt
from earmark.storage.tables import mark, submission, task

_RETRACT: Final = Statement(
    update(submission)
    .where(submission.c.assignment_id == bindparam("assignment"), submission.c.current)
    .values(current=False, retracted=True)
)

_LAST: Final = Statement(
    select(
        submission.c.id,
        submission.c.revision,
        submission.c.late,
        submission.c.extra,
        submission.c.set_aside,
        submission.c.retracted,
    )
    .where(submission.c.assignment_id == bindparam("assignment"))
    .order_by(submission.c.revision.desc())
    .limit(1)
)

_RESTORE: Final = Statement(
    update(submission)
    .where(submission.c.id == bindparam("which"))
    .values(
        current=bindparam("is_current"),
        extra=bindparam("is_extra"),
        set_aside=bindparam("is_aside"),
        retracted=False,
    )
)

_MARK: Final = Statement(
    select(mark.c.id, mark.c.act, mark.c.exit)
    .where(
        mark.c.assignment_id == bindparam("assignment"),
        mark.c.submission_id.is_(None),
        mark.c.scope == "item",
        mark.c.taken_back_at.is_(None),
        ~mark.c.set_aside,
    )
    .order_by(mark.c.made_at.desc())
    .limit(1)
)

_TAKE_BACK: Final = Statement(
    update(mark).where(mark.c.id == bindparam("which")).values(taken_back_at=bindparam("now"))
)

_GO_ON: Final = Statement(
    update(task).where(task.c.id == bindparam("task"), task.c.state == "waiting").values(state="open")
)

_TAKE_VOTE: Final = Statement(
    update(task)
    .where(task.c.id == bindparam("task"), task.c.free > 0, task.c.state != "withdrawn")
    .values(free=task.c.free - 1)
)


@dataclass(frozen=True, slots=True)
class ItemMark:
    """A skip or discard of a whole item that holds."""

    id: str
    act: str
    exit: str


def retract(connection: Connection, assignment_id: str) -> None:
    """Let the current submission of an assignment hold no more, since its rater has left the item."""
    _RETRACT.run(connection, assignment=assignment_id)


def retracted_receipt(connection: Connection, assignment_id: str) -> Receipt | None:
    """Return the submission that a later mark of its rater took out, or None where there is none."""
    row = _LAST.first(connection, assignment=assignment_id)
    return Receipt(*row[:5]) if row is not None and row.retracted else None


def restore(connection: Connection, receipt: Receipt) -> None:
    """Let a submission that was retracted hold again, as its receipt says."""
    _RESTORE.run(
        connection,
        which=receipt.submission,
        is_current=not receipt.set_aside,
        is_extra=receipt.extra,
        is_aside=receipt.set_aside,
    )


def item_mark(connection: Connection, assignment_id: str) -> ItemMark | None:
    """Return the mark by which a rater left the whole item, if one holds."""
    row = _MARK.first(connection, assignment=assignment_id)
    return None if row is None else ItemMark(*row)


def take_back_mark(connection: Connection, mark_id: str, *, now: int) -> None:
    """Let a mark hold no more, from a moment on."""
    _TAKE_BACK.run(connection, which=mark_id, now=now)


def hand_out_again(connection: Connection, task_id: str) -> bool:
    """Hand out a task again that waits for its owner; False where it does not wait."""
    return _GO_ON.run(connection, task=task_id) == 1


def take_vote_again(connection: Connection, task_id: str) -> bool:
    """Take one vote of a task for a submission that had one before, be the task handed out now or not."""
    return _TAKE_VOTE.run(connection, task=task_id) == 1
