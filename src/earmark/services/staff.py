"""The raters of a study as its owner looks after them: their pace, a pause, a cap; and the study's pace."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from sqlalchemy import Connection

from earmark.core.errors import NotFoundError, WrongInputError
from earmark.core.results import Progress
from earmark.core.times import DAY
from earmark.core.work_time import Pace, pace_of, spent
from earmark.services.members import group_named
from earmark.services.steering import By
from earmark.storage import members, pace
from earmark.storage import oversight as rows
from earmark.storage.events import record_event
from earmark.storage.oversight import RaterRow
from earmark.storage.steering import LeaseRow, leases_of_raters

DAYS: Final = 14
"""Days that the picture of progress shows."""

MOST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class RaterAtWork:
    """One rater with what they hold and how long an item takes them: the median, in seconds."""

    row: RaterRow
    median_s: float | None
    leases: tuple[LeaseRow, ...]


def raters_at_work(connection: Connection, study_id: str, *, now: int) -> tuple[RaterAtWork, ...]:
    """Return the raters of a study, most work first."""
    times: defaultdict[str, list[float]] = defaultdict(list)
    for rater, counted, leased_at, submitted_at in pace.work_of(connection, study_id):
        times[rater].append(spent(counted, leased_at, submitted_at))
    held: defaultdict[str, list[LeaseRow]] = defaultdict(list)
    for lease in leases_of_raters(connection, study_id, now=now):
        held[lease.rater_id].append(lease)
    return tuple(
        RaterAtWork(row, _median(times[row.person_id]), tuple(held[row.person_id]))
        for row in rows.rater_rows(connection, study_id, now=now)
    )


def _median(seconds: Sequence[float]) -> float | None:
    return median(seconds) if seconds else None


def study_pace(connection: Connection, study_id: str, progress: Progress, *, now: int) -> Pace:
    """Return how many submissions came in on each of the last days, and an estimate of the rest."""
    since = (now // DAY - DAYS + 1) * DAY
    left = max(0, progress.votes_wanted - progress.votes_in)
    return pace_of(pace.moments(connection, study_id, since=since), now=now, days=DAYS, left=left)


def pause_rater(connection: Connection, by: By, person_id: str, *, paused: bool) -> None:
    """Hand no task to a rater any more, or hand them out again; what they hold can still be submitted.

    Raises:
        NotFoundError: There is no such member.
    """
    _set(connection, by, person_id, paused_at=by.now if paused else None)
    _record(connection, by, "rater-paused" if paused else "rater-resumed", rater=person_id)


def cap_rater(connection: Connection, by: By, person_id: str, cap: int | None) -> None:
    """Let a rater submit so many items at most; None leaves it to the study's setting.

    Raises:
        NotFoundError: There is no such member.
        WrongInputError: The number is out of bounds.
    """
    if cap is not None and not 0 <= cap <= MOST:
        message = f"A cap is a whole number from 0 to {MOST:,}, or nothing."
        raise WrongInputError(message)
    _set(connection, by, person_id, task_cap=cap)
    _record(connection, by, "rater-capped", rater=person_id, cap=cap)


def group_rater(connection: Connection, by: By, person_id: str, group: str) -> None:
    """Put a rater into a group, by which results can be filtered; an empty name takes them out.

    Raises:
        NotFoundError: There is no such member.
        WrongInputError: The name is none.
    """
    name = group_named(group)
    _set(connection, by, person_id, group_name=name)
    who = {"study_id": by.study_id, "person_id": by.person_id}
    record_event(connection, "rater-grouped", now=by.now, **who, rater=person_id, group=name)


def _set(connection: Connection, by: By, person_id: str, **values: object) -> None:
    if not members.change(connection, study_id=by.study_id, person_id=person_id, **values):
        message = "There is no such member of this study."
        raise NotFoundError(message)


def _record(connection: Connection, by: By, kind: str, *, rater: str, cap: int | None = None) -> None:
    record_event(
        connection, kind, now=by.now, study_id=by.study_id, person_id=by.person_id, rater=rater, cap=cap
    )
