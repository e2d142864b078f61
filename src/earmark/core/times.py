"""Times as Earmark keeps them: whole microseconds, moments since 1970 in UTC."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo
from typing import Final

SECOND: Final = 1_000_000
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE

_EPOCH: Final = datetime(1970, 1, 1)  # noqa: DTZ001 - UTC; `iso` adds the letter that says so


def iso(micros: int) -> str:
    """Return a moment as ISO 8601 in UTC with microseconds, such as ``2026-01-01T12:00:00.000000Z``."""
    moment = _EPOCH + timedelta(microseconds=micros)
    return moment.isoformat(timespec="microseconds") + "Z"


def start_of_day(now: int, zone: tzinfo) -> int:
    """Return when the day of a moment began in a zone; both in microseconds UTC."""
    moment = datetime.fromtimestamp(now / SECOND, zone)
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return int(midnight.timestamp()) * SECOND
