"""Differences between conditions, paired by the raters and items that they share, with many told from one.

The error of a difference is not that of two means: a strict rater lowers both, a hard item is hard for
both. Two-way clustering (`earmark.stats.clusters`) or the crossed mixed model sees this. Of many
differences some are large by chance: p values are adjusted after Holm (1979), and simultaneous limits hold
for all differences at once, from the largest deviation of each resample (max-t: Romano and Wolf 2005).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from earmark.stats.condition_errors import Differences, difference_errors
from earmark.stats.holm import holm
from earmark.stats.mean_resampling import resampled_means
from earmark.stats.mixed import crossed_model
from earmark.stats.mixed_tastes import covariance_with_tastes
from earmark.stats.quantiles import check_level, normal_tail, t_quantile, t_tail
from earmark.stats.ratings import Floats, Ratings
from earmark.stats.reasons import ALL_EQUAL, ONE_RATER, ONE_SCORE

Method = Literal["two-way", "mixed"]


@dataclass(frozen=True, slots=True)
class Contrast:
    """The difference of two conditions' means: first less second.

    Attributes:
        first: Label of the one condition.
        second: Label of the other.
        difference: In scale points.
        standard_error: Paired; None where there is none, and `reason` says why.
        low: Lower end of the interval of this difference by itself.
        high: Its upper end.
        all_low: Lower end that holds for all differences at once.
        all_high: Its upper end.
        p: Two-sided p value of no difference.
        adjusted_p: The same after Holm, for all differences at once.
        degrees: Degrees of freedom: the fewer of raters and items, less one.
        level: Nominal coverage, of each and of all.
        method: What the error is from.
        reason: Why there is no error.
    """

    first: Any
    second: Any
    difference: float
    standard_error: float | None
    low: float | None
    high: float | None
    all_low: float | None
    all_high: float | None
    p: float | None
    adjusted_p: float | None
    degrees: int
    level: float
    method: Method
    reason: str | None = None


def contrasts(
    ratings: Ratings,
    *,
    against: object = None,
    method: Method = "two-way",
    level: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
) -> tuple[Contrast, ...]:
    """Return the differences between conditions.

    Args:
        ratings: In long form, with numbers as values.
        against: Label of the condition that all others are compared with; None compares every two.
        method: Errors from two-way clusters, or from the crossed mixed model (whose means count each rater
            and item once, however often they come) with what raters' tastes add.
        level: Nominal coverage.
        resamples: Of raters and of items, for the simultaneous limits.
        seed: What they are drawn by.

    Returns:
        One difference a pair, in the order of labels; with `against`, others less it. None where there are
        fewer than two conditions.

    Raises:
        ValueError: There is no condition `against`, values are no numbers, or the level is not inside 0 to 1.
    """
    check_level(level)
    pairs = _pairs(ratings.condition.labels.tolist(), against)
    if not pairs:
        return ()
    found = _by_model(ratings, pairs, level) if method == "mixed" else _by_clusters(ratings, pairs, level)
    found = _adjusted(found)
    off = resampled_means(ratings, resamples=resamples, seed=seed)
    return _simultaneous(found, np.stack([off[:, a] - off[:, b] for a, b in pairs], axis=1))


def _pairs(labels: list[Any], against: object) -> list[tuple[int, int]]:
    if against is None:
        return list(itertools.combinations(range(len(labels)), 2))
    if against not in labels:
        message = f"there is no condition {against!r}; there are {', '.join(map(repr, labels))}"
        raise ValueError(message)
    reference = labels.index(against)
    return [(place, reference) for place in range(len(labels)) if place != reference]


def _by_clusters(ratings: Ratings, pairs: Sequence[tuple[int, int]], level: float) -> list[Contrast]:
    code = ratings.condition.codes
    n = np.bincount(code)
    mean = np.bincount(code, weights=ratings.scores) / n
    errors, names = difference_errors(ratings), ratings.condition.labels.tolist()
    return [
        _contrast(
            (names[first], names[second]),
            float(mean[first] - mean[second]),
            _variance(errors, first, second),
            degrees=_fewer(errors, first, second) - 1,
            level=level,
            method="two-way",
            flat=ONE_SCORE if n[first] == n[second] == 1 else ALL_EQUAL,
        )
        for first, second in pairs
    ]


def _variance(errors: Differences, first: int, second: int) -> float:
    by_rater, by_item, by_both = (
        float(way[first, second]) for way in (errors.by_rater, errors.by_item, errors.by_both)
    )
    # What chance leaves below the smaller way, or below what ratings on their own would show, is no knowledge
    # of a smaller error: with three items their differences are alike now and then.
    return max(by_rater + by_item - by_both, min(by_rater, by_item or math.inf), by_both)


def _fewer(errors: Differences, first: int, second: int) -> int:
    raters, items = int(errors.raters[first, second]), int(errors.items[first, second])
    return raters if items == 1 else min(raters, items)


def _by_model(ratings: Ratings, pairs: Sequence[tuple[int, int]], level: float) -> list[Contrast]:
    model = crossed_model(ratings)
    c = covariance_with_tastes(ratings, model)
    if model.means is None or c is None:
        plain = _by_clusters(ratings, pairs, level)
        return [
            replace(
                one, standard_error=None, low=None, high=None, p=None, method="mixed", reason=model.reason
            )
            for one in plain
        ]
    found = []
    for first, second in pairs:
        rows = (ratings.condition.codes == first) | (ratings.condition.codes == second)
        fewer = min(np.unique(ratings.rater.codes[rows]).size, np.unique(ratings.item.codes[rows]).size)
        variance = float(c[first, first] + c[second, second] - 2 * c[first, second])
        labels = (model.conditions[first], model.conditions[second])
        difference = float(model.means[first] - model.means[second])
        found.append(
            _contrast(labels, difference, variance, degrees=max(fewer - 1, 1), level=level, method="mixed")
        )
    return found


def _contrast(
    labels: tuple[Any, Any],
    difference: float,
    variance: float,
    *,
    degrees: int,
    level: float,
    method: Method,
    flat: str = ALL_EQUAL,
) -> Contrast:
    """Return one difference; ``flat`` is why a variance of 0 tells nothing."""
    first, second = labels
    if degrees < 1 or variance <= 0:
        reason = ONE_RATER if degrees < 1 else flat
        none = (None, None, None, None, None, None, None)
        return Contrast(first, second, difference, *none, max(degrees, 0), level, method, reason)
    error = math.sqrt(variance)
    half = t_quantile((1 + level) / 2, degrees=degrees) * error
    p = 2 * t_tail(abs(difference) / error, degrees=degrees)
    ends = (difference - half, difference + half, None, None)
    return Contrast(first, second, difference, error, *ends, p, None, degrees, level, method)


def _adjusted(found: list[Contrast]) -> list[Contrast]:
    adjusted = holm([one.p for one in found])
    return [replace(one, adjusted_p=p) for one, p in zip(found, adjusted, strict=True)]


def _simultaneous(found: list[Contrast], off: Floats) -> tuple[Contrast, ...]:
    """Give limits that hold for all at once: as wide as the largest standardised deviation of a resample."""
    spread = off.std(axis=0)
    tested = np.array([one.standard_error is not None for one in found]) & (spread > 0)
    if not tested.any():
        return tuple(found)
    level = found[0].level
    largest = np.abs(off[:, tested] / spread[tested]).max(axis=1)
    critical = float(np.quantile(largest, level))
    tail = min(normal_tail(critical), (1 - level) / 2)
    return tuple(_widened(one, tail) for one in found)


def _widened(one: Contrast, tail: float) -> Contrast:
    """Give a difference limits that leave so much out at each end, by the t of its own degrees of freedom."""
    if one.standard_error is None:
        return one
    half = t_quantile(1 - tail, degrees=one.degrees) * one.standard_error
    return replace(one, all_low=one.difference - half, all_high=one.difference + half)
