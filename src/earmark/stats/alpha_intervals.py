"""Intervals for Krippendorff's alpha that know that raters and items come back.

Pairs of ratings are anything but independent: each rating is in many pairs, each item and each rater in many
ratings. Both ways below let whole items and whole raters vary, and take off what they count twice, as the
two-way variance of Cameron, Gelbach and Miller (2011) does: ``V = V_item + V_rater - V_rating``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from earmark.stats.alpha import Alpha, Distance, krippendorff_alpha
from earmark.stats.alpha_resampling import Resampler, resampler
from earmark.stats.alpha_slopes import alpha_slopes
from earmark.stats.quantiles import check_level, normal_quantile, t_quantile
from earmark.stats.ratings import Floats, Ratings
from earmark.stats.reasons import ALIKE, FULL_AGREEMENT, NO_SCORES, ONE_ITEM, ONE_RATER

Method = Literal["delta", "bootstrap"]


_NO_ERROR: Final = 1e-24


@dataclass(frozen=True, slots=True)
class AlphaInterval:
    """Alpha with its interval. Where there is none, its ends are None and `reason` says why.

    Attributes:
        alpha: The estimate.
        low: Lower end.
        high: Upper end; never above 1.
        standard_error: Two-way standard error of alpha.
        items_error: The part that comes from the choice of items.
        raters_error: The part that comes from the choice of raters.
        level: Nominal coverage.
        method: Linearised (delta) or resampled.
        resamples: Number of resamples of items, and as many of raters.
        seed: What the resamples were drawn by.
        reason: Why there is no interval, or None.
    """

    alpha: Alpha
    low: float | None
    high: float | None
    standard_error: float | None
    items_error: float | None
    raters_error: float | None
    level: float
    method: Method
    resamples: int | None = None
    seed: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Spread:
    """What both intervals start from: squared errors of alpha by what varies."""

    alpha: Alpha
    value: float
    ready: Resampler
    by_item: float
    by_rater: float
    by_rating: float
    degrees: int

    @property
    def variance(self) -> float:
        return max(self.by_item + self.by_rater - self.by_rating, self.by_item, self.by_rater)


def alpha_interval(ratings: Ratings, distance: Distance = "ordinal", *, level: float = 0.95) -> AlphaInterval:
    """Return alpha with the interval of the two-way delta method, on the scale of ``log(1 - alpha)``.

    It holds for other items and other raters of the same kind. Student's t has ``min(items, raters) - 1``
    degrees of freedom. The scale keeps the interval at or below 1.

    Args:
        ratings: In long form.
        distance: How far two values are apart.
        level: Nominal coverage, inside 0 to 1.

    Returns:
        The interval, or a reason: alpha itself is not measurable, there is one item or one rater only, or all
        agree.

    Raises:
        ValueError: As `krippendorff_alpha`, or the level does not lie inside 0 to 1.
    """
    check_level(level)
    alpha = krippendorff_alpha(ratings, distance)
    spread = _spread(ratings, alpha)
    if isinstance(spread, str):
        return AlphaInterval(alpha, None, None, None, None, None, level, "delta", reason=spread)
    error = math.sqrt(spread.variance)
    half = t_quantile((1 + level) / 2, degrees=spread.degrees) * error / (1 - spread.value)
    return AlphaInterval(
        alpha=alpha,
        low=1 - (1 - spread.value) * math.exp(half),
        high=1 - (1 - spread.value) * math.exp(-half),
        standard_error=error,
        items_error=math.sqrt(spread.by_item),
        raters_error=math.sqrt(spread.by_rater),
        level=level,
        method="delta",
    )


def alpha_bootstrap(
    ratings: Ratings,
    distance: Distance = "ordinal",
    *,
    level: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
) -> AlphaInterval:
    """Return alpha with the interval of a two-way bootstrap: items are resampled, and raters are.

    Each resample of items is put beside one of raters. Their deviations of ``log(1 - alpha)`` add up, and are
    shrunk by the share that both count (the ratings' own chance). Since percentiles are too narrow with few
    raters or items, they are widened by the factor of Student's t to the normal distribution.

    Args:
        ratings: In long form.
        distance: How far two values are apart.
        level: Nominal coverage.
        resamples: Of items, and of raters.
        seed: What they are drawn by.

    Returns:
        The interval, or a reason as in `alpha_interval`.

    Raises:
        ValueError: As `alpha_interval`.
    """
    check_level(level)
    alpha = krippendorff_alpha(ratings, distance)
    spread = _spread(ratings, alpha)
    if isinstance(spread, str):
        return AlphaInterval(
            alpha, None, None, None, None, None, level, "bootstrap", resamples, seed, reason=spread
        )
    random = np.random.default_rng(seed)
    by_item = _deviations(spread, spread.ready.drawn(spread.ready.items, resamples, random))
    by_rater = _deviations(spread, spread.ready.drawn(spread.ready.raters, resamples, random))
    deviations = (by_item + by_rater) * _scale(spread, level)
    below, above = np.quantile(deviations, [(1 - level) / 2, (1 + level) / 2])
    return AlphaInterval(
        alpha=alpha,
        low=1 - (1 - spread.value) * math.exp(above),
        high=1 - (1 - spread.value) * math.exp(below),
        standard_error=float(deviations.std()) * (1 - spread.value),
        items_error=float(by_item.std()) * (1 - spread.value),
        raters_error=float(by_rater.std()) * (1 - spread.value),
        level=level,
        method="bootstrap",
        resamples=resamples,
        seed=seed,
    )


def _spread(ratings: Ratings, alpha: Alpha) -> _Spread | str:
    """Return the parts of alpha's variance, or the reason why there are none."""
    if alpha.alpha is None:
        return alpha.reason or NO_SCORES
    ready = resampler(ratings, alpha.distance)
    raters = int(ready.rater.max()) + 1
    if ready.cells.items == 1 or raters == 1:
        return ONE_ITEM if ready.cells.items == 1 else ONE_RATER
    if alpha.observed == 0:
        return FULL_AGREEMENT
    slopes = alpha_slopes(ready.cells, ready.levels, alpha.distance)[ready.cell]
    by_item, by_rater = _one_way(slopes, ready.cells.item[ready.cell]), _one_way(slopes, ready.rater)
    if by_item + by_rater < _NO_ERROR:
        return ALIKE
    return _Spread(
        alpha=alpha,
        value=alpha.alpha,
        ready=ready,
        by_item=by_item,
        by_rater=by_rater,
        by_rating=float(slopes @ slopes),
        degrees=min(ready.cells.items, raters) - 1,
    )


def _one_way(slopes: Floats, cluster: NDArray[np.int64]) -> float:
    sums = np.bincount(cluster, weights=slopes)
    return float(sums @ sums) * sums.size / (sums.size - 1)


def _deviations(spread: _Spread, ratios: Floats) -> Floats:
    """Return how far each resample's ``log(1 - alpha)`` is off; none without is beyond ``log(n)``."""
    usual = 1 - spread.value
    usable = np.where(np.isfinite(ratios), ratios, usual)
    return np.asarray(np.log(np.maximum(usable, usual / spread.alpha.n) / usual))


def _scale(spread: _Spread, level: float) -> float:
    """Return what the added deviations are multiplied by: less what both count, and t's width."""
    shrink = spread.variance / (spread.by_item + spread.by_rater)
    few = (spread.degrees + 1) / spread.degrees
    widen = t_quantile((1 + level) / 2, degrees=spread.degrees) / normal_quantile((1 + level) / 2)
    return math.sqrt(shrink * few) * widen
