"""Whether to stop: which of two conditions is better, as far as one may say after looking at any time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from earmark.stats.anytime import AnytimeInterval, betting_interval
from earmark.stats.quantiles import normal_quantile
from earmark.stats.ratings import Ratings

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
Decision = Literal["first", "second", "alike", "continue"]
Lever = Literal["raters", "items"]

NOBODY_RATED_BOTH: Final = "not measurable: nobody rated both"
FAR_OFF: Final = "not measurable: the difference is too near the limit to say how many more it takes"
_MOST: Final = 50
"""How many times the present number of raters is worth a promise."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the ratings say of two conditions, and what to do.

    Attributes:
        decision: "first" or "second" is better, they are "alike" within the margin, or "continue".
        interval: Of the difference, first less second, in scale points; holds at all times together.
        values: How many raters (or items) gave a value of their own.
        more: When going on: about how many more of these, should the difference stay what it is; None where
            that cannot be told.
        floor: Standard error that would be left if each of these raters had rated endlessly many items; None
            where nobody rated a condition twice.
        lever: When going on: what helps, more raters or more items of the same raters.
        reason: Why `more` or all is missing, or None.
    """

    decision: Decision
    interval: AnytimeInterval
    values: int
    more: int | None
    floor: float | None
    lever: Lever | None
    reason: str | None = None


def pair_verdict(
    scores: ArrayLike,
    first: ArrayLike,
    raters: ArrayLike,
    *,
    limits: tuple[float, float],
    margin: float | None = None,
    level: float = 0.95,
) -> Verdict:
    """Compare two conditions by one value a rater: the difference of the rater's two means.

    Ratings of one rater go together, so the raters, in the order in which they came, are the sequence. It may
    be looked at after each rater has done. To compare on one value an item, give items as `raters`.

    Args:
        scores: Shape (n,), in the order in which they came.
        first: Shape (n,), true for the first condition, false for the second.
        raters: Shape (n,), integer codes.
        limits: Lowest and highest point of the scale.
        margin: Differences up to this many scale points do not matter; None never finds two conditions alike.
        level: Coverage, inside 0 to 1.
    """
    score, one, rater = (
        np.asarray(scores, dtype=np.float64),
        np.asarray(first, dtype=bool),
        np.asarray(raters),
    )
    differences, within = _differences(score, one, rater)
    return verdict_of(differences, within, limits=limits, margin=margin, level=level)


def verdict_of(
    differences: Floats,
    within: Floats,
    *,
    limits: tuple[float, float],
    margin: float | None = None,
    level: float = 0.95,
) -> Verdict:
    """Compare two conditions by differences that are there already, one a rater; else as `pair_verdict`.

    Args:
        differences: Shape (n,), in the order in which the raters came.
        within: Shape (n,), the variance that each rater's own scatter gives the difference; NaN where the
            rater scored a condition once.
        limits: Lowest and highest point of the scale.
        margin: As for `pair_verdict`.
        level: Likewise.
    """
    width = limits[1] - limits[0]
    interval = betting_interval(differences, limits=(-width, width), level=level)
    if interval.low is None or interval.high is None or interval.mean is None:
        return Verdict(
            "continue", interval, differences.size, None, None, None, interval.reason and NOBODY_RATED_BOTH
        )
    decision = _decision(interval.low, interval.high, margin)
    floor = _floor(differences, within)
    if decision != "continue":
        return Verdict(decision, interval, differences.size, None, floor, None)
    more = _more(interval.mean, (interval.high - interval.low) / 2, differences.size, margin)
    lever = _lever(interval.mean, floor, margin=margin, level=level)
    return Verdict(
        "continue", interval, differences.size, more, floor, lever, None if more is not None else FAR_OFF
    )


@dataclass(frozen=True, slots=True, eq=False)
class RaterMeans:
    """What each rater gave each condition. All arrays have the shape (raters, conditions).

    Attributes:
        mean: Of the rater's scores of the condition; 0 without any.
        count: How many those are.
        scatter: Squared error of the mean from the rater's own scatter; NaN with fewer than two scores.
        first: When the rater came first to the condition, as a row; beyond all rows where never.
    """

    mean: Floats
    count: Codes
    scatter: Floats
    first: Codes

    def differences(self, first: int, second: int) -> tuple[Floats, Floats]:
        """Return what `verdict_of` takes of two conditions, given by their codes."""
        pair = [first, second]
        both = np.flatnonzero((self.count[:, pair] > 0).all(axis=1))
        order = both[np.argsort(self.first[both][:, pair].min(axis=1), kind="stable")]
        return self.mean[order, first] - self.mean[order, second], self.scatter[order][:, pair].sum(axis=1)


def rater_means(ratings: Ratings) -> RaterMeans:
    """Return what each rater gave each condition, for verdicts on many pairs at once.

    Args:
        ratings: In long form, in the order in which they came.
    """
    shape = (ratings.rater.count, ratings.condition.count)
    cell = ratings.rater.codes.astype(np.int64) * shape[1] + ratings.condition.codes
    size, scores = shape[0] * shape[1], ratings.scores
    count = np.bincount(cell, minlength=size)
    mean = np.bincount(cell, scores, size) / np.maximum(count, 1)
    squares = np.bincount(cell, (scores - mean[cell]) ** 2, size)
    scatter = np.divide(squares, (count - 1) * count, out=np.full(size, np.nan), where=count > 1)
    first = np.full(size, cell.size)
    first[cell[::-1]] = np.arange(cell.size)[::-1]
    return RaterMeans(mean.reshape(shape), count.reshape(shape), scatter.reshape(shape), first.reshape(shape))


def _differences(score: Floats, one: NDArray[np.bool_], rater: Codes) -> tuple[Floats, Floats]:
    """Return each rater's difference, in order of appearance, and the variance its own scatter gives it."""
    different, place, codes = np.unique(rater, return_index=True, return_inverse=True)
    order = np.argsort(place)
    means, errors, both = [], [], np.ones(different.size, dtype=bool)
    for side in (one, ~one):
        count = np.bincount(codes, side, different.size)
        both &= count > 0
        safe = np.maximum(count, 1)
        mean = np.bincount(codes, score * side, different.size) / safe
        squares = np.bincount(codes, side * (score - mean[codes]) ** 2, different.size)
        scatter = np.divide(squares, (count - 1) * safe, out=np.full(different.size, np.nan), where=count > 1)
        means.append(mean)
        errors.append(scatter)
    kept = order[both[order]]
    return (means[0] - means[1])[kept], (errors[0] + errors[1])[kept]


def _decision(low: float, high: float, margin: float | None) -> Decision:
    if low > 0:
        return "first"
    if high < 0:
        return "second"
    return "alike" if margin is not None and -margin < low and high < margin else "continue"


def _floor(differences: Floats, within: Floats) -> float | None:
    known = within[np.isfinite(within)]
    if not known.size or differences.size == 1:
        return None
    between = max(float(differences.var(ddof=1)) - float(known.mean()), 0.0)
    return float(np.sqrt(between / differences.size))


def _more(mean: float, half: float, n: int, margin: float | None) -> int | None:
    """Say how many more values bring the half-width under what is to be told; it shrinks with the root."""
    target = abs(mean) if margin is None else max(abs(mean), margin - abs(mean))
    if target * np.sqrt(_MOST) < half:
        return None
    return max(int(np.ceil(n * (half / target) ** 2)) - n, 1)


def _lever(mean: float, floor: float | None, *, margin: float | None, level: float) -> Lever | None:
    if floor is None:
        return None
    target = abs(mean) if margin is None else max(abs(mean), margin - abs(mean))
    return "raters" if normal_quantile((1 + level) / 2) * floor >= target else "items"
