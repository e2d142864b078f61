"""Mean opinion scores of clips and of conditions, each with the interval that fits its design.

A clip's votes come from different raters and are independent: Student's t, or the score-type interval,
which stays on the scale also where all agree. A condition's scores share raters and clips: a t interval on
them covers the truth only 6 times in 10 on a usual design, so the default clusters by both.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from earmark.stats.mean import MeanScore, mean_score
from earmark.stats.mean_resampling import resampled_means
from earmark.stats.mixed import crossed_model
from earmark.stats.mixed_tastes import covariance_with_tastes
from earmark.stats.quantiles import check_level, t_quantile
from earmark.stats.ratings import Floats, Ratings, cells_of
from earmark.stats.reasons import ALL_EQUAL, ONE_SCORE
from earmark.stats.score_interval import score_limits

Label = Any
ConditionMethod = Literal["two-way", "mixed", "bootstrap", "t"]
ClipMethod = Literal["t", "score"]
Limits = tuple[float, float]

_ENDLESS: Final = (-math.inf, math.inf)


def condition_means(
    ratings: Ratings,
    *,
    method: ConditionMethod = "two-way",
    level: float = 0.95,
    limits: Limits | None = None,
    resamples: int = 1000,
    seed: int = 0,
) -> dict[Label, MeanScore]:
    """Return each condition's mean with its interval, by the condition's label.

    Args:
        ratings: In long form, with numbers as values.
        method: `two-way`: clustered by rater and item (`earmark.stats.mean`). `mixed`: the crossed mixed
            model, whose mean gives every rater and item its due where they are unequally represented, with
            what raters' tastes for a condition add to its error (`earmark.stats.mixed_tastes`).
            `bootstrap`: raters and items are resampled. `t`: all scores taken as independent, which they
            are not; for comparison.
        level: Nominal coverage.
        limits: Lowest and highest point of the scale; intervals are cut there.
        resamples: For the bootstrap.
        seed: What they are drawn by.

    Raises:
        ValueError: The values are no numbers, or the level is not inside 0 to 1.
    """
    check_level(level)
    two_way = {label: _clustered(part, level, limits) for label, part in by_condition(ratings)}
    if method == "two-way" or not two_way:
        return two_way
    if method == "t":
        return {label: _plain(part, level, limits) for label, part in by_condition(ratings)}
    if method == "mixed":
        return _mixed(ratings, two_way, limits)
    return _bootstrapped(ratings, two_way, limits, resamples=resamples, seed=seed)


def item_means(
    ratings: Ratings,
    *,
    method: ClipMethod = "t",
    level: float = 0.95,
    points: tuple[float, ...] | None = None,
) -> dict[Label, MeanScore]:
    """Return each item's mean with its interval, by the item's label.

    Args:
        ratings: In long form, with numbers as values; one rating a rater and item, or they are no
        independent votes.
        method: Student's t with n - 1 degrees of freedom, which has no interval where all scores are equal
            and can leave the scale, or the score-type interval.
        level: Nominal coverage.
        points: The whole scale, which the score-type interval needs; None takes the values that occur.

    Raises:
        ValueError: The values are no numbers, a value is no point of the scale, or the level is not inside
        0 to 1.
    """
    check_level(level)
    scale = np.asarray(ratings.levels if points is None else points, dtype=np.float64)
    if not np.isin(ratings.levels, scale).all():
        message = f"every score must be one of {scale.tolist()}"
        raise ValueError(message)
    table = np.zeros((ratings.item.count, scale.size))
    table[:, np.searchsorted(scale, ratings.levels)] = cells_of(ratings).table()
    raters = _raters_of_items(ratings)
    means = _scored(table, scale, level) if method == "score" else _t_of_counts(table, scale, level)
    found = [replace(mean, raters=int(own)) for mean, own in zip(means, raters, strict=True)]
    return dict(zip(ratings.item.labels.tolist(), found, strict=True))


def by_condition(ratings: Ratings) -> list[tuple[Label, Ratings]]:
    """Return the ratings of each condition, by its label."""
    return [
        (label, ratings.rows(ratings.condition.codes == code))
        for code, label in enumerate(ratings.condition.labels.tolist())
    ]


def _clustered(part: Ratings, level: float, limits: Limits | None) -> MeanScore:
    return mean_score(part.scores, part.rater.codes, part.item.codes, level=level, limits=limits)


def _plain(part: Ratings, level: float, limits: Limits | None) -> MeanScore:
    alone = np.arange(part.n)
    found = mean_score(part.scores, alone, alone, level=level, limits=limits)
    method: Literal["t", "none"] = "t" if found.low is not None else "none"
    return replace(found, raters=part.rater.count, items=part.item.count, method=method)


def _mixed(
    ratings: Ratings, two_way: dict[Label, MeanScore], limits: Limits | None
) -> dict[Label, MeanScore]:
    """Put the model's means, and its errors with what tastes add, in place of the plain ones."""
    model = crossed_model(ratings)
    covariance = covariance_with_tastes(ratings, model)
    if model.means is None or covariance is None:
        return {
            label: replace(one, low=None, high=None, standard_error=None, method="none", reason=model.reason)
            for label, one in two_way.items()
        }
    errors = dict(zip(model.conditions, np.sqrt(np.diag(covariance)).tolist(), strict=True))
    means = dict(zip(model.conditions, model.means.tolist(), strict=True))
    return {
        label: _with_error(replace(one, mean=means[label]), errors[label], "mixed", limits)
        for label, one in two_way.items()
    }


def _with_error(
    one: MeanScore, error: float, method: Literal["mixed", "t"], limits: Limits | None
) -> MeanScore:
    """Give a mean the t interval of an error, by the fewer of its raters and items."""
    if one.mean is None or one.reason is not None:
        return one
    fewer = one.raters if one.items == 1 else min(one.raters, one.items)
    half = t_quantile((1 + one.level) / 2, degrees=fewer - 1) * error
    floor, ceiling = limits or _ENDLESS
    low, high = max(one.mean - half, floor), min(one.mean + half, ceiling)
    return replace(one, low=low, high=high, standard_error=error, method=method)


def _bootstrapped(
    ratings: Ratings, two_way: dict[Label, MeanScore], limits: Limits | None, *, resamples: int, seed: int
) -> dict[Label, MeanScore]:
    off = resampled_means(ratings, resamples=resamples, seed=seed)
    floor, ceiling = limits or _ENDLESS
    found = {}
    for place, (label, one) in enumerate(two_way.items()):
        if one.mean is None or one.reason is not None or one.standard_error is None:
            found[label] = one
            continue
        tail = (1 - one.level) / 2
        below, above = np.quantile(_sized(off[:, place], one), [tail, 1 - tail])
        low, high = max(one.mean + float(below), floor), min(one.mean + float(above), ceiling)
        found[label] = replace(one, low=low, high=high, method="bootstrap")
    return found


def _sized(off: Floats, one: MeanScore) -> Floats:
    """Give deviations the two-way error and the width of t: resampling both ways counts chance twice.

    What is left to the bootstrap is the shape: near an end of the scale it is lopsided.
    """
    fewer = one.raters if one.items == 1 else min(one.raters, one.items)
    normal = t_quantile((1 + one.level) / 2, degrees=math.inf)
    widen = t_quantile((1 + one.level) / 2, degrees=fewer - 1) / normal
    spread = float(off.std())
    return off * ((one.standard_error or 0.0) * widen / spread) if spread > 0 else off


def _raters_of_items(ratings: Ratings) -> NDArray[np.int64]:
    pairs = ratings.item.codes.astype(np.int64) * max(ratings.rater.count, 1) + ratings.rater.codes
    once = np.unique(pairs) // max(ratings.rater.count, 1)
    return np.bincount(once, minlength=ratings.item.count)


def _t_of_counts(table: Floats, scale: Floats, level: float) -> list[MeanScore]:
    n = table.sum(axis=1)
    mean = table @ scale / n
    squares = (table * (scale - mean[:, None]) ** 2).sum(axis=1)
    error = np.sqrt(squares / np.maximum(n - 1, 1) / n)
    quantile = {
        size: t_quantile((1 + level) / 2, degrees=size - 1) for size in np.unique(n).tolist() if size > 1
    }
    found = []
    for size, middle, own in zip(n.tolist(), mean.tolist(), error.tolist(), strict=True):
        reason = ONE_SCORE if size == 1 else (ALL_EQUAL if own == 0 else None)
        half = None if reason else quantile[size] * own
        none = MeanScore(middle, None, None, None, int(size), int(size), 1, level, "none", reason)
        found.append(none if half is None else _around(none, half, own))
    return found


def _around(one: MeanScore, half: float, error: float) -> MeanScore:
    mean = one.mean or 0.0
    return replace(one, low=mean - half, high=mean + half, standard_error=error, method="t")


def _scored(table: Floats, scale: Floats, level: float) -> list[MeanScore]:
    if scale.size == 1:
        return _t_of_counts(table, scale, level)
    low, high = score_limits(table, scale, level=level)
    plain = _t_of_counts(table, scale, level)
    return [
        replace(one, low=float(below), high=float(above), method="score", reason=None)
        for one, below, above in zip(plain, low, high, strict=True)
    ]
