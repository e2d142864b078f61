"""The time zone of a visitor, as their browser has left it in a cookie (static/js/time-zone.js)."""

from __future__ import annotations

import re
from datetime import UTC, tzinfo
from typing import Final
from urllib.parse import unquote
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from starlette.requests import Request

COOKIE: Final = "earmark-zone"

_NAME: Final = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}")


def zone_of(request: Request) -> tzinfo:
    """Return the zone of whoever asks; UTC where the browser has named none, or none that is known here."""
    name = unquote(request.cookies.get(COOKIE, ""))
    if not _NAME.fullmatch(name):
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError):  # a name may be that of a folder of zones
        return UTC
