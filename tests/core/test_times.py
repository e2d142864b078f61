from __future__ import annotations

import pytest

from earmark.core.times import DAY, MINUTE, SECOND, iso


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
