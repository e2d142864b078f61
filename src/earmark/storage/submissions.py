"""Drafts, submissions with their scores, and marks. Every function runs inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from earmark.core.exits import Departure
from earmark.core.hidden import with_hidden
from earmark.protocols.questions import Score
from earmark.storage.ids import new_id
from earmark.storage.queue import AssignmentRow
from earmark.storage.statements import Statement
from earmark.storage.tables import draft, mark, score, submission

_RECEIPT: Final = (
    submission.c.id,
    submission.c.revision,
    submission.c.late,
    submission.c.extra,
    submission.c.set_aside,
)

_CURRENT: Final = Statement(
    select(*_RECEIPT).where(submission.c.assignment_id == bindparam("assignment"), submission.c.current)
)

_LAST: Final = Statement(
    select(*_RECEIPT, submission.c.recording_revision, submission.c.body, submission.c.hidden)
    .where(submission.c.assignment_id == bindparam("assignment"))
    .order_by(submission.c.revision.desc())
    .limit(1)
)

_BY_KEY: Final = Statement(
    select(*_RECEIPT, submission.c.assignment_id, submission.c.body).where(
        submission.c.rater_id == bindparam("rater"), submission.c.client_key == bindparam("key")
    )
)

_BODY: Final = Statement(
    select(submission.c.body, submission.c.hidden).where(
        submission.c.assignment_id == bindparam("assignment"), submission.c.current
    )
)

_MAKE_HISTORY: Final = Statement(
    update(submission).where(submission.c.assignment_id == bindparam("assignment")).values(current=False)
)

_DRAFT: Final = Statement(
    select(draft.c.sequence, draft.c.tab, draft.c.body, draft.c.saved_at).where(
        draft.c.assignment_id == bindparam("assignment")
    )
)

_REPLACE_DRAFT: Final = Statement(
    update(draft)
    .where(draft.c.assignment_id == bindparam("assignment"))
    .values(
        sequence=bindparam("number"), tab=bindparam("by"), body=bindparam("text"), saved_at=bindparam("now")
    )
)

_ITEM_DISCARDS: Final = Statement(
    select(func.count().label("count")).where(
        mark.c.task_id == bindparam("task"),
        mark.c.act == "discard",
        mark.c.scope == "item",
        ~mark.c.set_aside,
        mark.c.taken_back_at.is_(None),
    )
)

_EARLIER_TEXTS: Final = Statement(
    select(score.c.justification)
    .join(submission, submission.c.id == score.c.submission_id)
    .where(
        submission.c.rater_id == bindparam("rater"),
        submission.c.study_id == bindparam("study"),
        submission.c.assignment_id != bindparam("assignment"),
        submission.c.current,
        score.c.justification != "",
    )
    .order_by(submission.c.submitted_at.desc())
    .limit(bindparam("most"))
)

_INSERT_SUBMISSION: Final = Statement(insert(submission))
_INSERT_SCORE: Final = Statement(insert(score))
_INSERT_MARK: Final = Statement(insert(mark))
_INSERT_DRAFT: Final = Statement(insert(draft))
_DELETE_DRAFT: Final = Statement(delete(draft).where(draft.c.assignment_id == bindparam("assignment")))


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the rater is told of a stored submission.

    Attributes:
        submission: Its id.
        revision: 1 for the first, one more for each correction.
        late: It came after the lease was over.
        extra: Beyond the votes wanted: kept, but not counted.
        set_aside: Made on a recording that was corrected since: kept, but not counted.
    """

    submission: str
    revision: int
    late: bool
    extra: bool
    set_aside: bool = False


@dataclass(frozen=True, slots=True)
class SetAside:
    """A submission that was made on an earlier revision of the recording, and does not count."""

    receipt: Receipt
    recording_revision: int
    body: dict[str, object]


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A draft as it was saved last. ``saved_at`` in microseconds UTC."""

    sequence: int
    tab: str
    body: dict[str, object]
    saved_at: int


@dataclass(frozen=True, slots=True)
class Stored:
    """A submission that came under a key before: for which assignment, and what it said."""

    receipt: Receipt
    assignment_id: str
    body: Mapping[str, object]


def current_receipt(connection: Connection, assignment_id: str) -> Receipt | None:
    """Return the receipt of the revision that holds now, or None where nothing was submitted."""
    row = _CURRENT.first(connection, assignment=assignment_id)
    return None if row is None else Receipt(*row)


def last_set_aside(connection: Connection, assignment_id: str) -> SetAside | None:
    """Return the last submission of an assignment if it was set aside, or None."""
    row = _LAST.first(connection, assignment=assignment_id)
    if row is None or not row.set_aside:
        return None
    return SetAside(Receipt(*row[:5]), row.recording_revision, with_hidden(row.body, row.hidden))


def last_revision(connection: Connection, assignment_id: str) -> int:
    """Return the number of the last revision of an assignment, whatever became of it; 0 for none."""
    row = _LAST.first(connection, assignment=assignment_id)
    return 0 if row is None else int(row.revision)


def find_by_key(connection: Connection, *, rater_id: str, key: str) -> Stored | None:
    """Return what a rater submitted under a key, or None."""
    row = _BY_KEY.first(connection, rater=rater_id, key=key)
    return None if row is None else Stored(Receipt(*row[:5]), row.assignment_id, row.body)


def current_body(connection: Connection, assignment_id: str) -> dict[str, object] | None:
    """Return what the rater sent in the revision that holds now, if there is any, hidden answers among it."""
    row = _BODY.first(connection, assignment=assignment_id)
    return None if row is None else with_hidden(row.body, row.hidden)


def earlier_texts(connection: Connection, assignment: AssignmentRow, *, most: int) -> list[str]:
    """Return the justifications of this rater's other submissions in the study, the latest first."""
    rows = _EARLIER_TEXTS.rows(
        connection,
        rater=assignment.rater_id,
        study=assignment.study_id,
        assignment=assignment.id,
        most=most,
    )
    return [row[0] for row in rows]


def insert_submission(
    connection: Connection,
    assignment: AssignmentRow,
    receipt: Receipt,
    *,
    key: str,
    protocol_hash: str,
    language: str,
    body: Mapping[str, object],
    hidden: Mapping[str, object] | None,
    evidence_shown: Mapping[str, object] | None,
    now: int,
) -> None:
    """Store a submission as the current one; the revision before it stays as history.

    ``hidden`` are answers that a discard in it takes out: they are no part of the body. ``evidence_shown`` is
    what its rater had been sent of the audio evidence. A submission that is set aside is stored beside what
    is current, and never is it itself.
    """
    if receipt.revision > 1:
        _MAKE_HISTORY.run(connection, assignment=assignment.id)
    _INSERT_SUBMISSION.run(
        connection,
        id=receipt.submission,
        assignment_id=assignment.id,
        study_id=assignment.study_id,
        task_id=assignment.task_id,
        rater_id=assignment.rater_id,
        client_key=key,
        revision=receipt.revision,
        current=not receipt.set_aside,
        late=receipt.late,
        extra=receipt.extra,
        protocol_hash=protocol_hash,
        language=language,
        body=body,
        hidden=hidden,
        submitted_at=now,
        recording_revision=assignment.recording_revision,
        set_aside=receipt.set_aside,
        retracted=False,
        evidence_shown=evidence_shown,
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
            "evidence": [dict(mark) for mark in one.evidence],
        }
        for target, one in scores
    ]
    _INSERT_SCORE.run_many(connection, rows)


def insert_mark(
    connection: Connection,
    assignment: AssignmentRow,
    departure: Departure,
    *,
    act: str,
    now: int,
    submission_id: str | None = None,
    set_aside: bool = False,
) -> None:
    """Store that a rater skipped or discarded something, with the reason."""
    _INSERT_MARK.run(
        connection,
        id=new_id(),
        study_id=assignment.study_id,
        task_id=assignment.task_id,
        assignment_id=assignment.id,
        rater_id=assignment.rater_id,
        submission_id=submission_id,
        exit=departure.exit,
        act=act,
        scope=departure.scope,
        target=departure.target,
        question=departure.question,
        reason=departure.reason,
        explanation=departure.explanation,
        made_at=now,
        recording_revision=assignment.recording_revision,
        set_aside=set_aside,
        taken_back_at=None,
    )


def count_item_discards(connection: Connection, task_id: str) -> int:
    """Count the raters who discarded the whole item of this task."""
    count: int = _ITEM_DISCARDS.scalar(connection, task=task_id)
    return count


def get_draft(connection: Connection, assignment_id: str) -> DraftRow | None:
    """Return the draft of an assignment, or None."""
    row = _DRAFT.first(connection, assignment=assignment_id)
    return None if row is None else DraftRow(*row)


def put_draft(connection: Connection, assignment_id: str, written: DraftRow) -> None:
    """Store a draft over the one before."""
    replaced = _REPLACE_DRAFT.run(
        connection,
        assignment=assignment_id,
        number=written.sequence,
        by=written.tab,
        text=written.body,
        now=written.saved_at,
    )
    if replaced == 0:
        _INSERT_DRAFT.run(connection, assignment_id=assignment_id, **asdict(written))


def delete_draft(connection: Connection, assignment_id: str) -> None:
    """Forget the draft of an assignment."""
    _DELETE_DRAFT.run(connection, assignment=assignment_id)
