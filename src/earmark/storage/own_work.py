"""Reads for a rater's own page: what became of each item that they were through with. Nothing of others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, and_, case, func, or_, select

from earmark.storage.tables import assignment, draft, item, mark, submission, task


@dataclass(frozen=True, slots=True)
class OwnRow:
    """One item of a rater, with their last submission and their mark on the whole of it, where there are any.

    Moments in microseconds UTC. What tells of a submission is None where there is none.

    Attributes:
        position: Which item of this rater it was, counted from 1, as the rating page says it.
        counted_s: Seconds at work as the page counted them.
        act, exit, reason: Of the mark that holds.
        answers: The body of the submission and its hidden answers, of a draft the body; read only where
            there is a draft beside a submission.
    """

    assignment: str
    position: int
    state: str
    task_state: str
    leased_at: int
    scenario: Mapping[str, Any]
    submitted_at: int | None
    revision: int | None
    late: bool | None
    extra: bool | None
    set_aside: bool | None
    counted_s: float | None
    act: str | None
    exit: str | None
    reason: str | None
    marked_at: int | None
    drafted: Mapping[str, Any] | None
    body: Mapping[str, Any] | None
    hidden: Mapping[str, Any] | None


_any = submission.alias()
_IS_LAST: Final = submission.c.revision == (
    select(func.max(_any.c.revision))
    .where(_any.c.assignment_id == assignment.c.id)
    .correlate(assignment)
    .scalar_subquery()
)

_IS_MARK: Final = and_(
    mark.c.assignment_id == assignment.c.id,
    mark.c.submission_id.is_(None),
    mark.c.taken_back_at.is_(None),
    ~mark.c.set_aside,
)

_HAS_BOTH: Final = and_(draft.c.assignment_id.is_not(None), assignment.c.state == "submitted")

_ROWS: Final = (
    select(
        assignment.c.id.label("assignment"),
        assignment.c.position,
        assignment.c.state,
        task.c.state.label("task_state"),
        assignment.c.leased_at,
        item.c.scenario,
        submission.c.submitted_at,
        submission.c.revision,
        submission.c.late,
        submission.c.extra,
        submission.c.set_aside,
        submission.c.body[("time", "active_seconds")].as_float().label("counted_s"),
        mark.c.act,
        mark.c.exit,
        mark.c.reason,
        mark.c.made_at.label("marked_at"),
        draft.c.body.label("drafted"),
        case((_HAS_BOTH, submission.c.body)).label("body"),
        case((_HAS_BOTH, submission.c.hidden)).label("hidden"),
    )
    .select_from(assignment)
    .join(task, task.c.id == assignment.c.task_id)
    .join(item, item.c.id == task.c.item_id)
    .outerjoin(submission, and_(submission.c.assignment_id == assignment.c.id, _IS_LAST))
    .outerjoin(mark, _IS_MARK)
    .outerjoin(draft, draft.c.assignment_id == assignment.c.id)
    .where(or_(submission.c.id.is_not(None), mark.c.id.is_not(None)))
    .order_by(func.coalesce(mark.c.made_at, submission.c.submitted_at).desc(), assignment.c.position.desc())
)


def own_rows(
    connection: Connection, study_id: str, rater_id: str, *, limit: int, offset: int
) -> tuple[OwnRow, ...]:
    """Return a stretch of what a rater was through with in a study, the latest first."""
    query = _ROWS.where(assignment.c.study_id == study_id, assignment.c.rater_id == rater_id)
    rows = connection.execute(query.limit(limit).offset(offset))
    return tuple(OwnRow(**row._asdict()) for row in rows)


def count_states(connection: Connection, study_id: str, rater_id: str) -> dict[str, int]:
    """Count a rater's items in a study by what became of them."""
    query = (
        select(assignment.c.state, func.count())
        .where(assignment.c.study_id == study_id, assignment.c.rater_id == rater_id)
        .group_by(assignment.c.state)
    )
    return dict(connection.execute(query).all())


@dataclass(frozen=True, slots=True)
class SpentRow:
    """What one item took: seconds that the page counted, if it did, and the span from getting it."""

    counted_s: float | None
    leased_at: int
    submitted_at: int


def submitted_since(
    connection: Connection, study_id: str, rater_id: str, *, since: int
) -> tuple[SpentRow, ...]:
    """Return the items that a rater submitted first from a moment on, and that are submitted now."""
    query = (
        select(
            submission.c.body[("time", "active_seconds")].as_float(),
            assignment.c.leased_at,
            submission.c.submitted_at,
        )
        .join(assignment, assignment.c.id == submission.c.assignment_id)
        .where(
            assignment.c.study_id == study_id,
            assignment.c.rater_id == rater_id,
            assignment.c.state == "submitted",
            submission.c.revision == 1,
            submission.c.submitted_at >= since,
        )
    )
    return tuple(SpentRow(*row) for row in connection.execute(query))
