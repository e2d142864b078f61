from __future__ import annotations

from datetime import UTC
from zoneinfo import ZoneInfo

import pytest

from earmark.core.times import DAY, MINUTE, SECOND, iso, start_of_day
from earmark.core.times_written import written_clock


@pytest.mark.parametrize(
    ("micros", "text"),
    [
        (0, "1970-01-01T00:00:00.000000Z"),
        (DAY + MINUTE + SECOND + 1, "1970-01-02T00:01:01.000001Z"),
        (1_767_268_799_999_999, "2026-01-01T11:59:59.999999Z"),
    ],
)
def test_a_moment_is_written_to_the_microsecond(micros: int, text: str) -> None:
    assert iso(micros) == text


def test_a_day_begins_at_midnight_of_its_zone() -> None:
    three = 1_767_279_600_000_000  # 2026-01-01 15:00 UTC, when the second of January begins in Seoul
    assert start_of_day(three, ZoneInfo("Asia/Seoul")) == three
    assert start_of_day(three - 1, ZoneInfo("Asia/Seoul")) == three - DAY
    assert start_of_day(three, UTC) == three - 15 * 60 * MINUTE


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00.0"), (59.97, "0:59.9"), (12.3, "0:12.3"), (3661, "61:01.0")]
)
def test_tenths_of_a_clock_time_are_cut(seconds: float, text: str) -> None:
    assert written_clock(seconds) == text
