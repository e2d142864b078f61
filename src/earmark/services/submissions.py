"""Drafts and submissions: what a rater wrote is kept, checked, and counted once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from earmark.core.errors import ConflictError
from earmark.core.submission import CheckedSubmission, Targets, check_submission
from earmark.protocols.base import Fault
from earmark.protocols.schema import Protocol
from earmark.services.queue import keep_alive
from earmark.storage import queue, submissions
from earmark.storage.events import record_event
from earmark.storage.ids import new_id
from earmark.storage.queue import AssignmentRow
from earmark.storage.seats import Seat
from earmark.storage.submissions import DraftRow, Receipt

_OPEN: Final = frozenset({"leased", "expired", "submitted"})
"""States in which a rater may still write: a submitted task takes corrections."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A submission that was not taken: its faults. What was sent is kept as the draft."""

    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class DraftSent:
    """A draft as it arrived.

    Attributes:
        sequence: Number the tab gives it, higher each time.
        base: Sequence of the last draft that the tab has seen from the server, 0 for none.
        tab: Name of the browser tab that writes.
        body: The whole submission so far.
    """

    sequence: int
    base: int
    tab: str
    body: dict[str, object]


def save_draft(
    connection: Connection, seat: Seat, assignment: AssignmentRow, sent: DraftSent, *, now: int
) -> DraftRow | None:
    """Keep a draft and the lease with it; return the draft of another tab where that one came between.

    Saves of one tab are ordered by their sequence: one that was overtaken changes nothing, since the draft
    kept holds all of it and more. A save from a second tab counts only if that tab has seen what is kept;
    nothing is ever merged.
    """
    _refuse_closed(assignment)
    kept = submissions.get_draft(connection, assignment.id)
    if kept is not None and kept.tab != sent.tab and kept.sequence != sent.base:
        return kept
    if kept is None or kept.tab != sent.tab or sent.sequence > kept.sequence:
        written = DraftRow(sent.sequence, sent.tab, sent.body, now)
        submissions.put_draft(connection, assignment.id, written)
    keep_alive(connection, seat, assignment, now=now)
    return None


@dataclass(frozen=True, slots=True)
class Sent:
    """A submission as it arrived.

    Attributes:
        key: Made by the page: what comes twice under it counts once.
        language: Language of the page it was written on.
        body: Answers, discards and listening.
        revises: Revision that it corrects, None for a first submission.
    """

    key: str
    language: str
    body: Mapping[str, object]
    revises: int | None = None


def submit(
    connection: Connection,
    seat: Seat,
    assignment: AssignmentRow,
    *,
    protocol: Protocol,
    targets: Targets,
    sent: Sent,
    now: int,
) -> Receipt | Refusal:
    """Check a submission and keep it: once for each key, a correction as a new revision.

    One that comes after the lease is over is *late*. It counts if the vote is still free; else it is kept as
    an *extra*, marked and not counted. One with a fault is refused, and kept as the draft so that nothing of
    it is lost.

    Raises:
        ConflictError: The rater skipped or discarded this task, or it was submitted from elsewhere meanwhile.
    """
    known = submissions.receipts_of(connection, assignment.id)
    if sent.key in known.by_key:
        return known.by_key[sent.key]
    _refuse_closed(assignment)
    checked = check_submission(protocol, targets, sent.body)
    if not isinstance(checked, CheckedSubmission):
        _keep_as_draft(connection, assignment, sent.body, now=now)
        return Refusal(checked)
    receipt = _receipt(connection, assignment, known.current, revises=sent.revises, now=now)
    submissions.insert_submission(
        connection,
        assignment,
        receipt,
        key=sent.key,
        protocol_hash=seat.protocol_hash,
        language=sent.language,
        body={part: sent.body[part] for part in ("answers", "discards", "listening") if part in sent.body},
        now=now,
    )
    _keep_what_it_says(connection, assignment, receipt, checked, protocol=protocol, now=now)
    record_event(
        connection,
        "submitted",
        now=now,
        study_id=seat.study_id,
        person_id=seat.rater_id,
        assignment_id=assignment.id,
        submission=receipt.submission,
        revision=receipt.revision,
        late=receipt.late,
        extra=receipt.extra,
    )
    return receipt


def _keep_what_it_says(
    connection: Connection,
    assignment: AssignmentRow,
    receipt: Receipt,
    checked: CheckedSubmission,
    *,
    protocol: Protocol,
    now: int,
) -> None:
    submissions.insert_scores(connection, receipt.submission, checked.scores)
    for discard in checked.discards:
        submissions.insert_mark(
            connection,
            assignment,
            discard,
            act=protocol.exit(discard.exit).act,
            now=now,
            submission_id=receipt.submission,
        )
    queue.close_assignment(connection, assignment.id, "submitted", now=now)
    submissions.delete_draft(connection, assignment.id)


def _receipt(
    connection: Connection,
    assignment: AssignmentRow,
    before: Receipt | None,
    *,
    revises: int | None,
    now: int,
) -> Receipt:
    """Decide what a sound submission is: first or correction, late or not, counted or extra."""
    if (before.revision if before else None) != revises:
        message = "This task was submitted from another tab or device meanwhile. Load it again to correct it."
        raise ConflictError(message)
    if before is not None:
        return Receipt(new_id(), before.revision + 1, before.late, before.extra)
    is_counted = assignment.holds_vote or queue.take_vote(connection, assignment.task_id)
    return Receipt(new_id(), 1, late=now > assignment.expires_at, extra=not is_counted)


def _keep_as_draft(
    connection: Connection, assignment: AssignmentRow, body: Mapping[str, object], *, now: int
) -> None:
    kept = submissions.get_draft(connection, assignment.id)
    sequence = kept.sequence if kept else 0
    tab = kept.tab if kept else "submission"
    submissions.put_draft(connection, assignment.id, DraftRow(sequence, tab, dict(body), now))


def _refuse_closed(assignment: AssignmentRow) -> None:
    if assignment.state not in _OPEN:
        message = f"You {assignment.state} this task; it cannot be rated any more."
        raise ConflictError(message)
