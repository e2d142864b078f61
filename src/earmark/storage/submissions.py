"""Drafts, submissions with their scores, and marks. Every function runs inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from earmark.core.exits import Departure
from earmark.protocols.questions import Score
from earmark.storage.ids import new_id
from earmark.storage.queue import AssignmentRow
from earmark.storage.tables import draft, mark, score, submission

_BY_KEY: Final = select(submission.c.id, submission.c.revision, submission.c.late, submission.c.extra).where(
    submission.c.assignment_id == bindparam("assignment"), submission.c.client_key == bindparam("key")
)

_CURRENT: Final = select(
    submission.c.id, submission.c.revision, submission.c.late, submission.c.extra, submission.c.body
).where(submission.c.assignment_id == bindparam("assignment"), submission.c.current)

_DRAFT: Final = select(draft.c.sequence, draft.c.tab, draft.c.body, draft.c.saved_at).where(
    draft.c.assignment_id == bindparam("assignment")
)

_INSERT_SUBMISSION: Final = insert(submission)
_INSERT_SCORE: Final = insert(score)
_INSERT_MARK: Final = insert(mark)
_DELETE_DRAFT: Final = delete(draft).where(draft.c.assignment_id == bindparam("assignment"))


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the rater is told of a stored submission.

    Attributes:
        submission: Its id.
        revision: 1 for the first, one more for each correction.
        late: It came after the lease was over.
        extra: Beyond the votes wanted: kept, but not counted.
    """

    submission: str
    revision: int
    late: bool
    extra: bool


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A draft as it was saved last. ``saved_at`` in microseconds UTC."""

    sequence: int
    tab: str
    body: dict[str, object]
    saved_at: int


def find_receipt(connection: Connection, assignment_id: str, key: str) -> Receipt | None:
    """Return the receipt of the submission that was sent under this key before, if any."""
    row = connection.execute(_BY_KEY, {"assignment": assignment_id, "key": key}).one_or_none()
    return None if row is None else Receipt(row.id, row.revision, row.late, row.extra)


def current_receipt(connection: Connection, assignment_id: str) -> Receipt | None:
    """Return the receipt of the revision that holds now, if there is any."""
    row = connection.execute(_CURRENT, {"assignment": assignment_id}).one_or_none()
    return None if row is None else Receipt(row.id, row.revision, row.late, row.extra)


def current_body(connection: Connection, assignment_id: str) -> dict[str, object] | None:
    """Return what the rater sent in the revision that holds now, if there is any."""
    row = connection.execute(_CURRENT, {"assignment": assignment_id}).one_or_none()
    return None if row is None else dict(row.body)


def insert_submission(
    connection: Connection,
    assignment: AssignmentRow,
    receipt: Receipt,
    *,
    key: str,
    protocol_hash: str,
    language: str,
    body: Mapping[str, object],
    now: int,
) -> None:
    """Store a submission as the current one; the revision before it stays as history."""
    if receipt.revision > 1:
        history = update(submission).where(submission.c.assignment_id == assignment.id).values(current=False)
        connection.execute(history)
    connection.execute(
        _INSERT_SUBMISSION,
        {
            "id": receipt.submission,
            "assignment_id": assignment.id,
            "study_id": assignment.study_id,
            "task_id": assignment.task_id,
            "rater_id": assignment.rater_id,
            "client_key": key,
            "revision": receipt.revision,
            "current": True,
            "late": receipt.late,
            "extra": receipt.extra,
            "protocol_hash": protocol_hash,
            "language": language,
            "body": body,
            "submitted_at": now,
        },
    )


def insert_scores(connection: Connection, submission_id: str, scores: Iterable[tuple[str, Score]]) -> None:
    """Store the scores of a submission, each with its target."""
    rows = [
        {
            "submission_id": submission_id,
            "target": target,
            "question": one.question,
            "value": one.value,
            "choice": one.choice,
            "justification": one.justification,
            "criteria": list(one.criteria),
        }
        for target, one in scores
    ]
    if rows:
        connection.execute(_INSERT_SCORE, rows)


def insert_mark(
    connection: Connection,
    assignment: AssignmentRow,
    departure: Departure,
    *,
    act: str,
    now: int,
    submission_id: str | None = None,
) -> None:
    """Store that a rater skipped or discarded something, with the reason."""
    connection.execute(
        _INSERT_MARK,
        {
            "id": new_id(),
            "study_id": assignment.study_id,
            "task_id": assignment.task_id,
            "assignment_id": assignment.id,
            "rater_id": assignment.rater_id,
            "submission_id": submission_id,
            "exit": departure.exit,
            "act": act,
            "scope": departure.scope,
            "target": departure.target,
            "question": departure.question,
            "reason": departure.reason,
            "explanation": departure.explanation,
            "made_at": now,
        },
    )


def count_item_discards(connection: Connection, task_id: str) -> int:
    """Count the raters who discarded the whole item of this task."""
    query = select(func.count()).where(
        mark.c.task_id == task_id, mark.c.act == "discard", mark.c.scope == "item"
    )
    return connection.execute(query).scalar_one()


def get_draft(connection: Connection, assignment_id: str) -> DraftRow | None:
    """Return the draft of an assignment, or None."""
    row = connection.execute(_DRAFT, {"assignment": assignment_id}).one_or_none()
    return None if row is None else DraftRow(row.sequence, row.tab, row.body, row.saved_at)


def put_draft(connection: Connection, assignment_id: str, written: DraftRow) -> None:
    """Store a draft over the one before."""
    values = {
        "sequence": written.sequence,
        "tab": written.tab,
        "body": written.body,
        "saved_at": written.saved_at,
    }
    replaced = connection.execute(
        update(draft).where(draft.c.assignment_id == assignment_id).values(**values)
    )
    if replaced.rowcount == 0:
        connection.execute(insert(draft).values(assignment_id=assignment_id, **values))


def delete_draft(connection: Connection, assignment_id: str) -> None:
    """Forget the draft of an assignment."""
    connection.execute(_DELETE_DRAFT, {"assignment": assignment_id})
