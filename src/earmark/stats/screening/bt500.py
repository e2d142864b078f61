"""Observer screening of Recommendation ITU-R BT.500, as printed and as the program sureal does it.

For each presentation, the scores more than two standard deviations from the mean are counted; where scores
are not near normal (kurtosis outside 2 to 4) the band is the square root of 20 standard deviations. An
observer is rejected who is out of the band in more than 5 % of presentations, and about as often above as
below: who is steadily high or low stays. One pass only; meant for complete designs in the laboratory.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np

from earmark.stats.ratings import Floats, Ratings

Edition = Literal["BT.500 as printed", "BT.500 as in sureal 0.9"]

MOST_OUTSIDE: Final = 0.05
LEAST_ONE_SIDED: Final = 0.3


@dataclass(frozen=True, slots=True)
class ObserverFinding:
    """What screening found on one observer.

    Attributes:
        rater: Label.
        n: Ratings.
        above: How many are at or above the upper limit.
        below: How many are at or below the lower one.
        outside: Share outside, of the presentations that the edition divides by.
        one_sided: ``|above - below| / (above + below)``: 1 for always the same side. None where none is
        outside.
        rejected: More than 5 % outside, and less than 0.3 one-sided.
    """

    rater: Any
    n: int
    above: int
    below: int
    outside: float
    one_sided: float | None
    rejected: bool


def bt500(ratings: Ratings, *, edition: Edition = "BT.500 as printed") -> tuple[ObserverFinding, ...]:
    """Screen observers by BT.500.

    The print takes the sample standard deviation, and the presentations that the observer rated; sureal
    takes that of the population, and all presentations.

    Args:
        ratings: In long form, with numbers as values; an item is a presentation.
        edition: Which of the two.

    Returns:
        One finding a rater, in the order of labels. A presentation with one score, or with equal ones, has
        no band and puts nobody outside.

    Raises:
        ValueError: The values are no numbers.
    """
    printed = edition == "BT.500 as printed"
    above, below = _outside(ratings, ratings.scores, spare=1 if printed else 0)
    codes, raters = ratings.rater.codes, ratings.rater.count
    given = np.bincount(codes, minlength=raters)
    high, low = (np.bincount(codes[rows], minlength=raters) for rows in (above, below))
    return tuple(
        _finding(label, n=int(n), above=int(p), below=int(q), of=int(n) if printed else ratings.item.count)
        for label, n, p, q in zip(ratings.rater.labels.tolist(), given, high, low, strict=True)
    )


def _outside(ratings: Ratings, scores: Floats, *, spare: int) -> tuple[np.ndarray, np.ndarray]:
    """Return which scores are at or above the upper limit, and at or below the lower one."""
    item = ratings.item.codes
    n = np.bincount(item, minlength=ratings.item.count)
    off = scores - (np.bincount(item, weights=scores, minlength=n.size) / np.maximum(n, 1))[item]
    second = np.bincount(item, weights=off**2, minlength=n.size)
    fourth = np.bincount(item, weights=off**4, minlength=n.size)
    spread = np.sqrt(second / np.maximum(n - spare, 1))
    kurtosis = fourth * n / np.where(second > 0, second**2, 1)
    band = np.where((kurtosis >= 2) & (kurtosis <= 4), 2.0, math.sqrt(20)) * spread  # noqa: PLR2004 - as printed
    reach = np.where((n > 1) & (second > 0), band, np.inf)[item]
    slack = 1e-9 * np.where(np.isfinite(reach), reach, 0)
    return off >= reach - slack, off <= slack - reach


def _finding(label: object, *, n: int, above: int, below: int, of: int) -> ObserverFinding:
    outside = (above + below) / max(of, 1)
    one_sided = abs(above - below) / (above + below) if above + below else None
    rejected = outside > MOST_OUTSIDE and one_sided is not None and one_sided < LEAST_ONE_SIDED
    return ObserverFinding(label, n, above, below, outside, one_sided, rejected)
