"""Gains that let two recordings of a pair be heard at the same level, so that the louder does not win."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import Final

NOMINAL_DB: Final = -26.0
"""Level that both come to where their peaks allow it: the nominal level of ITU-T P.56, dB of full scale."""

PEAK_DB: Final = -1.0
"""Highest sample that a gain may lead to, dB of full scale."""


STEP_DB: Final = 0.5
"""Two sides differ by less than this, which is less than a listener notices."""


@dataclass(frozen=True, slots=True)
class Loudness:
    """How loud a recording is.

    Attributes:
        level_db: Level of the speech that is judged, dB of full scale; None where there is next to none.
        peak_db: Its highest sample, dB of full scale.
    """

    level_db: float | None
    peak_db: float


def matched_gains(one: Loudness, other: Loudness) -> tuple[float, float]:
    """Return the gains in dB that bring two recordings to one level, without cutting off a peak.

    The level is the nominal one, or as near to it as the peaks of both allow. Where one has no level, it
    cannot be matched: both gains are 0. Gains come in steps of half a decibel: an exact one would be a number
    by which recordings of one system are known at a glance (what the sound itself tells stays).
    """
    if one.level_db is None or other.level_db is None:
        return 0.0, 0.0
    highest = min(_highest(one.level_db, one.peak_db), _highest(other.level_db, other.peak_db))
    level = min(NOMINAL_DB, highest)
    return _stepped(level - one.level_db), _stepped(level - other.level_db)


def lowered_gains(gains: tuple[float, float], over_db: float) -> tuple[float, float]:
    """Return both gains lowered alike, by the steps that bring down what is ``over_db`` too high."""
    by = ceil(over_db / STEP_DB) * STEP_DB
    return gains[0] - by, gains[1] - by


def _stepped(gain_db: float) -> float:
    """Return the step at or below a gain: none goes beyond what the peaks allow."""
    return floor(round(gain_db / STEP_DB, 6)) * STEP_DB


def _highest(level_db: float, peak_db: float) -> float:
    """Return the level at which the highest sample reaches `PEAK_DB`."""
    return level_db + PEAK_DB - peak_db
