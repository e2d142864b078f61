"""A mean opinion score with an interval that knows that raters and items come back.

Scores of one condition are crossed: a rater gives many of them and an item receives many, so they are not
independent, and the usual ``s / sqrt(n)`` is too small. The variance here is the two-way cluster-robust one
of Cameron, Gelbach and Miller (2011), "Robust Inference With Multiway Clustering", Journal of Business &
Economic Statistics 29(2), for the simplest regression there is: a constant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from earmark.stats.clusters import Codes, clustered, compact
from earmark.stats.quantiles import check_level, t_quantile
from earmark.stats.ratings import Floats
from earmark.stats.reasons import ALL_EQUAL, NO_SCORES, ONE_RATER, ONE_SCORE

Method = Literal["two-way", "raters", "t", "score", "mixed", "bootstrap", "none"]
"""How the interval was made: clustered by rater and item, by rater alone (one item), Student's t of scores
taken as independent, score-type, from the crossed mixed model, resampled two ways, or not at all."""


@dataclass(frozen=True, slots=True)
class MeanScore:
    """A mean with its interval. Where an interval cannot be given it is None and `reason` says why.

    Attributes:
        mean: Arithmetic mean of the scores; None without scores.
        low: Lower end of the interval.
        high: Upper end of the interval.
        standard_error: Cluster-robust standard error of the mean, in scale points.
        n: Number of scores.
        raters: Number of different raters.
        items: Number of different items.
        level: Nominal coverage of the interval, between 0 and 1.
        method: What the interval is clustered by.
        reason: Why there is no interval, or None where there is one.
    """

    mean: float | None
    low: float | None
    high: float | None
    standard_error: float | None
    n: int
    raters: int
    items: int
    level: float
    method: Method
    reason: str | None = None


def mean_score(
    values: ArrayLike,
    raters: ArrayLike,
    items: ArrayLike,
    *,
    level: float = 0.95,
    limits: tuple[float, float] | None = None,
) -> MeanScore:
    """Return the mean of one condition on one question with its interval.

    With residuals e and G clusters, one direction's variance of the mean is
    ``G / (G - 1) * sum over clusters of (sum of e)^2 / n^2``. The three directions combine as
    ``V = V_rater + V_item - V_rater x item``. Since that difference can fall below what either direction
    alone demands, V is never less than V_rater, V_item or the plain ``s^2 / n``. The interval uses Student's
    t with ``min(raters, items) - 1`` degrees of freedom. One item by itself tells nothing about
    others: then raters alone are clusters, and the interval holds for that item only.

    Args:
        values: Shape (n,), the scores, finite.
        raters: Shape (n,), an integer code a rater. A rater may come with an item more than once.
        items: Shape (n,), an integer code an item.
        level: Nominal coverage, inside 0 to 1.
        limits: Lowest and highest point of the scale; the interval is cut there.

    Returns:
        The mean. With no score, one score, one rater or all scores equal there is no interval but a reason.

    Raises:
        ValueError: Shapes differ, a value is not finite, or the level is not inside 0 to 1.
    """
    scores = np.asarray(values, dtype=np.float64)
    rater, rater_count = compact(np.asarray(raters))
    item, item_count = compact(np.asarray(items))
    _check(scores, rater, item, level=level)
    missing = _why_not(scores, rater_count)
    mean = float(scores.mean()) if scores.size else None
    if mean is None or missing is not None:
        return MeanScore(mean, None, None, None, scores.size, rater_count, item_count, level, "none", missing)
    error = float(np.sqrt(_variance((scores - mean) / scores.size, rater, item, items=item_count)))
    clusters = rater_count if item_count == 1 else min(rater_count, item_count)
    half = t_quantile((1 + level) / 2, degrees=clusters - 1) * error
    floor, ceiling = limits or (-np.inf, np.inf)
    return MeanScore(
        mean=mean,
        low=max(mean - half, floor),
        high=min(mean + half, ceiling),
        standard_error=error,
        n=scores.size,
        raters=rater_count,
        items=item_count,
        level=level,
        method="raters" if item_count == 1 else "two-way",
    )


def _variance(influences: Floats, rater: Codes, item: Codes, *, items: int) -> float:
    """Return the squared standard error of the mean; at least two raters are there."""
    plain = float(influences @ influences) * influences.size / (influences.size - 1)
    ways = clustered(influences, rater, item)
    if items == 1:
        return max(ways.by_rater, plain)
    return max(ways.two_way, ways.by_rater, ways.by_item, plain)


def _why_not(scores: Floats, raters: int) -> str | None:
    """Return why there can be no interval, or None."""
    if scores.size == 0:
        return NO_SCORES
    if scores.size == 1:
        return ONE_SCORE
    if raters == 1:
        return ONE_RATER
    return ALL_EQUAL if np.ptp(scores) == 0 else None


def _check(scores: Floats, rater: NDArray[Any], item: NDArray[Any], *, level: float) -> None:
    if scores.ndim != 1 or not scores.shape == rater.shape == item.shape:
        message = "values, raters and items must be one-dimensional and of one length"
        raise ValueError(message)
    if not np.isfinite(scores).all():
        message = "values must be finite"
        raise ValueError(message)
    check_level(level)
