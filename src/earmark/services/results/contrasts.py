"""The differences between conditions on a scale question, and what may be said of them."""

from __future__ import annotations

from typing import Final

import numpy as np

from earmark.core.results import ContrastResult, Contrasts
from earmark.core.results.contrasts import Finding
from earmark.stats.contrasts import Contrast, contrasts
from earmark.stats.equivalence import equivalence
from earmark.stats.holm import holm
from earmark.stats.ratings import Ratings

MARGIN: Final = 0.05
"""The largest difference that does not matter, as a share of the scale: 0.2 points from 1 to 5."""

MOST_CONDITIONS: Final = 20
"""With so many conditions every two are compared: 190 pairs. Of more, each with the highest."""

RESAMPLES: Final = 1_000


def contrasts_of(
    scores: Ratings,
    names: tuple[str | None, ...],
    *,
    limits: tuple[float, float],
    level: float,
    seed: int,
) -> Contrasts:
    """Return the differences between the conditions that have scores.

    Args:
        scores: Conditions are places in `names`.
        names: Names of conditions.
        limits: Lowest and highest point of the scale.
        level: Coverage.
        seed: Of the limits that hold for all at once.
    """
    margin = MARGIN * (limits[1] - limits[0])
    many = scores.condition.count > MOST_CONDITIONS
    against = _highest(scores) if many else None
    found = contrasts(scores, against=against, level=level, resamples=RESAMPLES, seed=seed)
    tested = [equivalence(one, margin=margin, alpha=1 - level) for one in found]
    equivalent = holm([one.p_equivalent for one in tested])
    return Contrasts(
        pairs=tuple(
            _result(one, p, names=names, most=limits[1] - limits[0], alpha=1 - level)
            for one, p in zip(found, equivalent, strict=True)
        ),
        compared="with-highest" if many else "all-pairs",
        margin=margin,
        level=level,
        resamples=RESAMPLES,
        seed=seed,
    )


def _highest(scores: Ratings) -> int:
    codes = scores.condition.codes
    means = np.bincount(codes, weights=scores.scores) / np.bincount(codes)
    return int(scores.condition.labels[int(means.argmax())])


def _result(
    one: Contrast, equivalent: float | None, *, names: tuple[str | None, ...], most: float, alpha: float
) -> ContrastResult:
    return ContrastResult(
        first=names[one.first],
        second=names[one.second],
        difference=one.difference,
        standard_error=one.standard_error,
        low=_within(one.all_low, most),
        high=_within(one.all_high, most),
        single_low=_within(one.low, most),
        single_high=_within(one.high, most),
        adjusted_p=one.adjusted_p,
        equivalent_p=equivalent,
        finding=_finding(one, equivalent, alpha=alpha),
        reason=one.reason,
    )


def _within(end: float | None, most: float) -> float | None:
    """Cut an end at what two means on the scale can differ by: nothing beyond is possible."""
    return None if end is None else float(max(-most, min(end, most)))


def _finding(one: Contrast, equivalent: float | None, *, alpha: float) -> Finding:
    if one.all_low is None or one.all_high is None:
        return "open"
    if one.all_low > 0:
        return "first"
    if one.all_high < 0:
        return "second"
    return "alike" if equivalent is not None and equivalent < alpha else "open"
