"""Drafts and submissions: what a rater wrote is kept, checked, and counted once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Connection

from earmark.core.errors import WrongInputError
from earmark.core.hidden import without_hidden
from earmark.core.submission import CheckedSubmission, Targets, check_submission
from earmark.protocols.faults import Fault
from earmark.protocols.schema import Protocol
from earmark.services.hints import blocking_faults
from earmark.services.pair_hints import errors_in_pair
from earmark.services.queue import keep_alive
from earmark.services.retractions import refuse, refuse_barred
from earmark.storage import queue, submissions
from earmark.storage.analyses import shown_to
from earmark.storage.events import record_event
from earmark.storage.ids import new_id
from earmark.storage.queue import AssignmentRow
from earmark.storage.seats import Seat
from earmark.storage.submissions import DraftRow, Receipt, SetAside, Stored

__all__ = ["DraftRow", "DraftStamp", "Refusal", "Sent", "save_draft", "submit"]

_KEPT_PARTS: Final = ("answers", "discards", "listening", "hints", "time", "talks")
"""What is stored of a body; where the rater was on the page is the draft's alone."""

_OPEN: Final = frozenset({"leased", "expired", "released", "submitted"})
"""States in which a rater may still write: a submitted task takes corrections, and what the owner took back
from a rater at work is still taken in."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A submission that was not taken: its faults. What was sent is kept as the draft."""

    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class DraftStamp:
    """Where a draft belongs among the drafts of one task.

    Attributes:
        sequence: Number the tab gives it: higher each time, and higher than ``base``.
        base: Sequence of the last draft that the tab has seen from the server, 0 for none.
        tab: Name of the browser tab that writes.
    """

    sequence: int
    base: int
    tab: str

    def has_seen(self, kept: DraftRow | None) -> bool:
        """Tell whether this tab knows the draft that is kept: its own, or the one it began with."""
        return kept is None or kept.tab == self.tab or kept.sequence == self.base

    def is_newer(self, kept: DraftRow | None) -> bool:
        """Tell whether it replaces a draft that it has seen."""
        return kept is None or kept.tab != self.tab or self.sequence > kept.sequence


_UNSTAMPED: Final = DraftStamp(0, 0, "submission")


def save_draft(
    connection: Connection,
    seat: Seat,
    assignment: AssignmentRow,
    stamp: DraftStamp,
    body: dict[str, object],
    *,
    revises: int | None = None,
    recording_revision: int | None = None,
    now: int,
) -> DraftRow | None:
    """Keep a draft and the lease with it; return what is there instead, where the tab does not know of it.

    Saves of one tab are ordered by their sequence: one that was overtaken changes nothing, since the draft
    kept holds all of it and more. A save from a second tab counts only if that tab has seen what is kept;
    nothing is ever merged. Once a task is submitted, only a draft counts that says which revision it
    corrects: one that was under way while the answers came in, or from a tab that knows nothing of them,
    would stand before them when the rater comes back.
    """
    _refuse_closed(assignment)
    _refuse_other_recording(assignment, recording_revision)
    submitted = submissions.current_receipt(connection, assignment.id)
    if submitted is not None and revises != submitted.revision:
        return DraftRow(0, "", submissions.current_body(connection, assignment.id) or {}, now)
    kept = submissions.get_draft(connection, assignment.id)
    if submitted is not None and kept is None:
        refuse_barred(seat, assignment, begun=False)
    done = _done_on_earlier(connection, assignment)
    if done is not None:
        return DraftRow(0, "", done.body, now)  # what comes next from this rater is about the corrected one
    if not stamp.has_seen(kept):
        return kept
    if stamp.is_newer(kept):
        written = DraftRow(stamp.sequence, stamp.tab, body, now)
        submissions.put_draft(connection, assignment.id, written)
    keep_alive(connection, seat, assignment, now=now)
    return None


@dataclass(frozen=True, slots=True)
class Sent:
    """A submission as it arrived.

    Attributes:
        key: Made by the page for this task: what comes twice under it counts once.
        language: Language of the page it was written on.
        body: Answers, discards, listening, the hints that were shown, and what was marked of the talks.
        revises: Revision that it corrects, None for a first submission.
        draft: Its place among the drafts, None from a program that writes none: then it stands alone.
        recording_revision: Revision of the recording that the page shows, None from a program.
    """

    key: str
    language: str
    body: dict[str, object]
    revises: int | None = None
    draft: DraftStamp | None = None
    recording_revision: int | None = None


def submit(
    connection: Connection,
    seat: Seat,
    assignment: AssignmentRow,
    *,
    protocol: Protocol,
    targets: Targets,
    sent: Sent,
    now: int,
) -> Receipt | Refusal | DraftRow:
    """Check a submission and keep it: once for each key, a correction as a new revision.

    One made on an earlier revision of the recording is stored as such. Where the owner has the item rated
    again it is *set aside*: kept and not counted, and the rater may have the task anew.

    One that comes after the lease is over is *late*. It counts if the vote is still free; else it is kept as
    an *extra*, marked and not counted. So it is, free or not, where the owner took the task back, or closed
    the study. One with a fault is refused, and kept as the draft so that nothing of it is lost. One from a
    tab that has not seen another tab's draft changes nothing; that draft is returned.

    Raises:
        ConflictError: The rater skipped or discarded this task, it was submitted from elsewhere meanwhile, or
            the page shows another revision of the recording than the rater has by now.
        WrongInputError: The key is that of another task.
    """
    stored = submissions.find_by_key(connection, rater_id=assignment.rater_id, key=sent.key)
    if stored is not None:
        return _receipt_again(stored, assignment, sent)
    _refuse_closed(assignment)
    _refuse_other_recording(assignment, sent.recording_revision)
    done = _done_on_earlier(connection, assignment)
    before = done.receipt if done else submissions.current_receipt(connection, assignment.id)
    if (before.revision if before else None) != sent.revises:
        refuse("submitted-meanwhile")
    kept = submissions.get_draft(connection, assignment.id)
    if kept is not None and sent.draft is not None and not sent.draft.has_seen(kept):
        return kept
    if before is not None:
        refuse_barred(seat, assignment, begun=kept is not None)
    checked = check_submission(protocol, targets, sent.body, hear_first=seat.settings.hear_first)
    faults = _faults_of(connection, seat, assignment, protocol=protocol, checked=checked, sent=sent)
    if faults or not isinstance(checked, CheckedSubmission):
        _keep_as_draft(connection, assignment, kept, sent, now=now)
        return Refusal(faults)
    receipt = _receipt(connection, seat, assignment, before, now=now)
    _keep(connection, seat, assignment, receipt, sent, now=now)
    _keep_what_it_says(connection, assignment, receipt, checked, protocol=protocol, now=now)
    return receipt


def _faults_of(
    connection: Connection,
    seat: Seat,
    assignment: AssignmentRow,
    *,
    protocol: Protocol,
    checked: CheckedSubmission | tuple[Fault, ...],
    sent: Sent,
) -> tuple[Fault, ...]:
    """Return what the rules of a submission find, and only where they find nothing, what the audits block."""
    if not isinstance(checked, CheckedSubmission):
        return checked
    if protocol.item.sides:
        return errors_in_pair(connection, seat, assignment, protocol, sent.body, language=sent.language)
    return blocking_faults(
        connection, assignment, protocol, sent.body, discards=checked.discards, language=sent.language
    )


def _keep(
    connection: Connection, seat: Seat, assignment: AssignmentRow, receipt: Receipt, sent: Sent, *, now: int
) -> None:
    """Store the submission itself, and the event of it; answers that a discard in it hides stand apart."""
    body, hidden = without_hidden({part: sent.body[part] for part in _KEPT_PARTS if part in sent.body})
    submissions.insert_submission(
        connection,
        assignment,
        receipt,
        key=sent.key,
        protocol_hash=seat.protocol_hash,
        language=sent.language,
        body=body,
        hidden=hidden,
        evidence_shown=shown_to(connection, assignment.id),
        now=now,
    )
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


def _keep_what_it_says(
    connection: Connection,
    assignment: AssignmentRow,
    receipt: Receipt,
    checked: CheckedSubmission,
    *,
    protocol: Protocol,
    now: int,
) -> None:
    """Store the scores and the discards, and close what is done."""
    submissions.insert_scores(connection, receipt.submission, checked.scores)
    for discard in checked.discards:
        submissions.insert_mark(
            connection,
            assignment,
            discard,
            act=protocol.exit(discard.exit).act,
            now=now,
            submission_id=receipt.submission,
            set_aside=receipt.set_aside,
        )
    if receipt.set_aside:
        _let_go(connection, assignment, now=now)
    else:
        queue.close_assignment(connection, assignment.id, "submitted", now=now)
    submissions.delete_draft(connection, assignment.id)


def _let_go(connection: Connection, assignment: AssignmentRow, *, now: int) -> None:
    """End the work on a recording that was corrected, so that its rater may have the task anew."""
    queue.close_assignment(connection, assignment.id, "expired", now=now)
    if assignment.holds_vote:
        queue.give_back_votes(connection, [assignment.task_id])


def _receipt_again(stored: Stored, assignment: AssignmentRow, sent: Sent) -> Receipt:
    """Return the receipt of what came before under the same key, if what comes now says the same.

    The account of listening may have grown between two tries; the answers may not have changed.
    """
    if stored.assignment_id != assignment.id:
        message = "The key of this submission is that of another task. Make a new key for each task."
        fault = Fault("key", "key-of-another-task", "This key was used for another task.")
        raise WrongInputError(message, faults=(fault,))
    body, _ = without_hidden(sent.body)
    if any(stored.body.get(part) != body.get(part) for part in ("answers", "discards")):
        refuse("submitted-meanwhile")
    return stored.receipt


def _receipt(
    connection: Connection, seat: Seat, assignment: AssignmentRow, before: Receipt | None, *, now: int
) -> Receipt:
    """Decide what a sound submission is: first or correction, late or not, counted or extra."""
    revision = submissions.last_revision(connection, assignment.id) + 1
    if before is not None:
        return replace(before, submission=new_id(), revision=revision)
    late = now > assignment.expires_at
    if not assignment.counts:
        return Receipt(new_id(), revision, late, extra=False, set_aside=True)
    may_count = seat.state != "closed" and assignment.state != "released"
    is_counted = assignment.holds_vote or (may_count and queue.take_vote(connection, assignment.task_id))
    return Receipt(new_id(), revision, late, extra=not is_counted)


def _keep_as_draft(
    connection: Connection, assignment: AssignmentRow, kept: DraftRow | None, sent: Sent, *, now: int
) -> None:
    """Keep what was refused as the draft of its tab; without a stamp it takes the place of what is kept."""
    stamp = sent.draft or (DraftStamp(kept.sequence, 0, kept.tab) if kept else _UNSTAMPED)
    if kept is None or kept.tab != stamp.tab or kept.sequence <= stamp.sequence:
        written = DraftRow(stamp.sequence, stamp.tab, sent.body, now)
        submissions.put_draft(connection, assignment.id, written)


def _done_on_earlier(connection: Connection, assignment: AssignmentRow) -> SetAside | None:
    """Return what was submitted on the recording as this rater has it, if that was set aside since."""
    last = None if assignment.counts else submissions.last_set_aside(connection, assignment.id)
    is_of_it = last is not None and last.recording_revision == assignment.recording_revision
    return last if is_of_it else None


def _refuse_other_recording(assignment: AssignmentRow, shown: int | None) -> None:
    if shown is not None and shown != assignment.recording_revision:
        refuse("recording-corrected")


def _refuse_closed(assignment: AssignmentRow) -> None:
    if assignment.state not in _OPEN:
        refuse("left")
