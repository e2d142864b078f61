"""How long raters are at an item, and how a study goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from earmark.core.times import DAY, SECOND


def work_seconds(body: Mapping[str, Any], leased_at: int, submitted_at: int) -> float:
    """Return the seconds that a rater spent on an item.

    Where the page has counted the time at work, idle time left out (``time.active_seconds`` of a body), that
    is it; else it is the time from being handed the item to submitting it. Moments in microseconds UTC.
    """
    time = body.get("time")
    counted = time.get("active_seconds") if isinstance(time, Mapping) else None
    if not isinstance(counted, (int, float)) or isinstance(counted, bool):
        counted = None
    return spent(counted, leased_at, submitted_at)


def spent(counted: float | None, leased_at: int, submitted_at: int) -> float:
    """Return the seconds that were counted, or, where none were, those between two moments."""
    return counted if counted is not None and counted >= 0 else max(0.0, (submitted_at - leased_at) / SECOND)


@dataclass(frozen=True, slots=True)
class Pace:
    """How many submissions came on each of the last days, today last, and what that says of the rest.

    Attributes:
        days: Start of each day in microseconds UTC, and how many came on it.
        left: Submissions that are still wanted.
        days_left: Days they take at the mean pace of those days on which any came; None where none did.
    """

    days: tuple[tuple[int, int], ...]
    left: int
    days_left: float | None


def pace_of(moments: Iterable[int], *, now: int, days: int, left: int) -> Pace:
    """Count moments by day of UTC and estimate the rest; moments before the first day are left out."""
    today = now // DAY
    counts = Counter(moment // DAY for moment in moments)
    shown = tuple((day * DAY, counts[day]) for day in range(today - days + 1, today + 1))
    busy = [n for _, n in shown if n]
    days_left = left * len(busy) / sum(busy) if busy else None
    return Pace(shown, left, days_left)
