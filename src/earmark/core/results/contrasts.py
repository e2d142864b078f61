"""Differences between conditions, with the claims that they allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Finding = Literal["first", "second", "alike", "open"]
"""Which mean is higher, as far as all pairs together allow to say; `alike` within the margin; or neither."""


@dataclass(frozen=True, slots=True)
class ContrastResult:
    """The difference of two conditions' means, first less second, paired by raters and items.

    Attributes:
        first: Name of the one condition; None for recordings without one.
        second: Name of the other.
        difference: In scale points.
        standard_error: None where there is none, and `reason` says why.
        low: Lower end of the interval that holds for all pairs at once.
        high: Its upper end.
        single_low: Lower end of the interval of this pair by itself.
        single_high: Its upper end.
        adjusted_p: p value of no difference, adjusted for the number of pairs after Holm.
        equivalent_p: p value of a difference beyond the margin, adjusted likewise.
        finding: What may be said.
        reason: Why there is no error, or None.
    """

    first: str | None
    second: str | None
    difference: float
    standard_error: float | None
    low: float | None
    high: float | None
    single_low: float | None
    single_high: float | None
    adjusted_p: float | None
    equivalent_p: float | None
    finding: Finding
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Contrasts:
    """The differences of one question.

    Attributes:
        pairs: Every two conditions with scores, in the order of names; of very many conditions only each with
            the one of the highest mean.
        compared: Which of the two: `all-pairs` or `with-highest`.
        margin: The largest difference that does not matter, in scale points.
        level: Coverage, of each interval and of all at once.
        method: What errors are from.
        limits: How intervals were made to hold at once: from the largest deviation of each resample.
        resamples: Resamples of raters and of items.
        seed: What they were drawn by.
    """

    pairs: tuple[ContrastResult, ...]
    compared: Literal["all-pairs", "with-highest"]
    margin: float
    level: float
    method: Literal["two-way"] = "two-way"
    limits: Literal["max-t"] = "max-t"
    resamples: int = 0
    seed: int = 0


NO_CONTRASTS: Final = Contrasts((), "all-pairs", 0.0, 0.95)
