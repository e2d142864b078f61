"""How long a rater was at an item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from earmark.core.times import SECOND


def work_seconds(body: Mapping[str, Any], leased_at: int, submitted_at: int) -> float:
    """Return the seconds that a rater spent on an item.

    Where the page has counted the time at work, idle time left out (``time.active_seconds`` of a body), that
    is it; else it is the time from being handed the item to submitting it. Moments in microseconds UTC.
    """
    time = body.get("time")
    counted = time.get("active_seconds") if isinstance(time, Mapping) else None
    if isinstance(counted, (int, float)) and not isinstance(counted, bool) and counted >= 0:
        return float(counted)
    return max(0.0, (submitted_at - leased_at) / SECOND)
