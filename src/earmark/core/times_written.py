"""Times as people and programs write them: seconds, decimal commas, clock times, units."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final, Literal

Form = Literal["plain", "comma", "clock", "unit"]

_PLAIN: Final = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_COMMA: Final = re.compile(r"[+-]?\d+,\d+", re.ASCII)
_CLOCK: Final = re.compile(
    r"(?P<sign>[+-]?)(?:(?P<hours>\d+):(?=\d{1,2}:))?(?P<minutes>\d+):(?P<seconds>\d{1,2}(?:[.,]\d+)?)",
    re.ASCII,
)
_UNIT: Final = re.compile(
    r"(?P<number>[+-]?[\d.,]+)\s*(?P<unit>ms|s|sec|seconds|msec|milliseconds)", re.ASCII
)
_SIXTY: Final = 60
_LONGEST: Final = 100  # characters; far more than any time has, and few enough to be read at once


@dataclass(frozen=True, slots=True)
class ReadTime:
    """A time in seconds, always finite, and the form in which it was written."""

    seconds: float
    form: Form = "plain"


def read_time(value: object) -> ReadTime | None:
    """Return a time from JSON or from a cell of text; None where it is none.

    ``12.5``, ``"12.5"``, ``"12,5"``, ``"1:02.5"`` (minutes and seconds), ``"0:01:02,5"``, ``"500 ms"``. True,
    NaN, infinities, digits of other scripts and more than 100 characters are no times.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    read = _read_text(value.strip()) if isinstance(value, str) else _read_number(value)
    return read if read is not None and math.isfinite(read.seconds) else None


def written_clock(seconds: float) -> str:
    """Return a time as ``0:12.4``; tenths are cut, so that an end is never shown before it is reached."""
    tenths = int(max(0.0, seconds) * 10 + 1e-6)
    return f"{tenths // 600}:{tenths % 600 // 10:02d}.{tenths % 10}"


def _read_number(value: float) -> ReadTime | None:
    try:
        return ReadTime(float(value))
    except OverflowError:  # an integer beyond all floats
        return None


def _read_text(text: str) -> ReadTime | None:
    if len(text) > _LONGEST:
        return None
    if _PLAIN.fullmatch(text):
        return ReadTime(float(text))
    if _COMMA.fullmatch(text):
        return ReadTime(float(text.replace(",", ".")), "comma")
    if clock := _CLOCK.fullmatch(text):
        return _read_clock(clock)
    if unit := _UNIT.fullmatch(text):
        number = read_time(unit["number"])
        scale = 0.001 if unit["unit"].startswith("m") else 1
        return None if number is None else ReadTime(number.seconds * scale, "unit")
    return None


def _read_clock(clock: re.Match[str]) -> ReadTime | None:
    minutes, seconds = float(clock["minutes"]), float(clock["seconds"].replace(",", "."))
    if seconds >= _SIXTY or (clock["hours"] and minutes >= _SIXTY):
        return None
    total = (float(clock["hours"] or 0) * _SIXTY + minutes) * _SIXTY + seconds
    return ReadTime(-total if clock["sign"] == "-" else total, "clock")
