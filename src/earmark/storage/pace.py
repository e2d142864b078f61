"""Reads of when and how long raters worked."""

from __future__ import annotations

from sqlalchemy import Connection, Row, select

from earmark.storage.results import COUNTED
from earmark.storage.tables import assignment, submission


def work_of(connection: Connection, study_id: str) -> list[Row[str, float | None, int, int]]:
    """Return of each first submission its rater, the seconds at work that the page counted, and its span.

    The span is when the item was handed out and when it was submitted, in microseconds UTC.
    """
    query = (
        select(
            submission.c.rater_id,
            submission.c.body[("time", "active_seconds")].as_float(),
            assignment.c.leased_at,
            submission.c.submitted_at,
        )
        .join(assignment, assignment.c.id == submission.c.assignment_id)
        .where(submission.c.study_id == study_id, submission.c.revision == 1)
    )
    return list(connection.execute(query))


def moments(connection: Connection, study_id: str, *, since: int) -> list[int]:
    """Return when the submissions that count arrived, from a moment on."""
    query = select(submission.c.submitted_at).where(
        submission.c.study_id == study_id, COUNTED, submission.c.submitted_at >= since
    )
    return list(connection.execute(query).scalars())
