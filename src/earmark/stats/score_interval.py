"""An interval for a mean on a bounded scale that stays on the scale, also where everybody agrees.

The Wilson interval's idea for more than two points: a mean m is in the interval if the data are not too far
from it, measured by the standard deviation that scores *with mean m* would have, not by that of the data.
Their shares are the likeliest ones with that mean (Owen 2001, "Empirical Likelihood", chapter 2; Wilson
1927). So five votes of 5 give 3.26 to 5, where Student's t gives 5 to 5.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from earmark.stats.quantiles import check_level, normal_quantile
from earmark.stats.ratings import Floats

_HALVINGS = 40


def score_limits(counts: ArrayLike, points: ArrayLike, *, level: float = 0.95) -> tuple[Floats, Floats]:
    """Return the score-type limits of many means at once.

    Args:
        counts: Shape (items, points), how often each point was given. Each item needs one score at least;
            they are taken as independent, so one rater gives one of them.
        points: Shape (points,), the whole scale, ascending: two at least.
        level: Nominal coverage.

    Returns:
        Lower and upper limits, shape (items,) each.

    Raises:
        ValueError: Points are not ascending or fewer than two, an item has no score, or the level is not
            inside 0 to 1.
    """
    check_level(level)
    table, scale = np.atleast_2d(np.asarray(counts, dtype=np.float64)), np.asarray(points, dtype=np.float64)
    if scale.size < 2 or (np.diff(scale) <= 0).any():  # noqa: PLR2004 - a scale has two ends
        message = f"points must be two or more, ascending, got {scale.tolist()}"
        raise ValueError(message)
    n = table.sum(axis=1)
    if (n == 0).any():
        message = f"item {int(np.argmax(n == 0))} has no score"
        raise ValueError(message)
    different, place = np.unique(table, axis=0, return_inverse=True)  # few votes fall in few ways
    n = different.sum(axis=1)
    mean = different @ scale / n
    reach = normal_quantile((1 + level) / 2) ** 2 / n
    low, high = (
        _limit(different, scale, mean, reach, np.full_like(mean, end)) for end in (scale[0], scale[-1])
    )
    return low[place], high[place]


def _limit(table: Floats, scale: Floats, mean: Floats, reach: Floats, end: Floats) -> Floats:
    """Search between the mean and one end of the scale for where the distance is `reach` variances."""
    inside, outside = mean.copy(), end
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        held = (mean - middle) ** 2 <= reach * _variance(table, scale, middle)
        inside, outside = np.where(held, middle, inside), np.where(held, outside, middle)
    return (inside + outside) / 2


def _variance(table: Floats, scale: Floats, mean: Floats) -> Floats:
    """Return the variance of the likeliest shares with given means, shape (items,).

    They are ``count / n / (1 + t (point - mean))`` for a tilt t. Where no tilt gives the mean, it stops at
    the end of its range, and what is missing lies on the end of the scale that nobody chose.
    """
    off = scale - mean[:, None]
    low, high = -1 / np.maximum(off[:, -1], 1e-12), -1 / np.minimum(off[:, 0], -1e-12)
    for _ in range(_HALVINGS):
        tilt = (low + high) / 2
        above = (table * off / (1 + tilt[:, None] * off)).sum(axis=1) > 0
        low, high = np.where(above, tilt, low), np.where(above, high, tilt)
    shares = table / table.sum(axis=1, keepdims=True) / (1 + ((low + high) / 2)[:, None] * off)
    missing = np.maximum(1 - shares.sum(axis=1), 0)
    lost = np.where((shares * off).sum(axis=1) > 0, off[:, 0], off[:, -1])
    return np.asarray((shares * off**2).sum(axis=1) + missing * lost**2)
