"""What each rater is like beside the others: bias, inconsistency, agreement; and scores on one footing."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from earmark.stats.coding import Codes
from earmark.stats.ratings import Floats, Ratings
from earmark.stats.reasons import ALL_EQUAL, NO_PAIRS, ONE_SCORE

_NO_SPREAD: Final = 1e-20


@dataclass(frozen=True, slots=True)
class RaterFacts:
    """One rater beside the others. What is not measurable is None, and `reason` says why.

    Attributes:
        rater: Label.
        n: Ratings.
        compared: Those of items that somebody else rated, too.
        mean: Mean of all the rater's scores.
        bias: Mean of the rater's scores less the others' means of the same items, in scale points.
        inconsistency: Standard deviation of those differences about the bias (with n - 1).
        correlation: Of the rater's scores with the others' means, -1 to 1.
        reason: Why something is missing: nobody else rated these items, one such rating only, or no spread.
    """

    rater: Any
    n: int
    compared: int
    mean: float
    bias: float | None
    inconsistency: float | None
    correlation: float | None
    reason: str | None = None


def rater_facts(ratings: Ratings) -> tuple[RaterFacts, ...]:
    """Return what each rater is like beside the others, in the order of labels.

    The others' mean of an item leaves all of the rater's own ratings out, so that nobody is compared with
    himself.

    Args:
        ratings: In long form, with numbers as values.

    Returns:
        One a rater. With fewer than two items that others rated, too, there is a reason instead of spreads.

    Raises:
        ValueError: The values are no numbers.
    """
    others, met = _others(ratings)
    rater, scores = ratings.rater.codes, ratings.scores
    n, sums = np.bincount(rater), np.bincount(rater, weights=scores)
    rows = np.flatnonzero(met)
    beside = _beside(rater[rows], scores[rows], others[rows], raters=n.size)
    columns = (ratings.rater.labels.tolist(), n.tolist(), (sums / n).tolist(), beside.T.tolist())
    return tuple(_facts(*facts) for facts in zip(*columns, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Standardised:
    """Scores as z: less the rater's mean, over the rater's standard deviation.

    Attributes:
        rows: Shape (m,), which ratings they are of.
        z: Shape (m,).
        flat: Labels of the raters who gave one score only, or always the same; theirs are left out.
    """

    rows: NDArray[np.int64]
    z: Floats
    flat: tuple[Any, ...]


def standardised(ratings: Ratings) -> Standardised:
    """Return each rater's scores as z, with the sample standard deviation.

    It takes out how high and how wide a rater scores, and is fair only where raters heard alike items: who
    got the better half is pulled down.

    Args:
        ratings: In long form, with numbers as values.

    Returns:
        The z scores, without the ratings of who gave one score only, or equal ones; those raters are named.

    Raises:
        ValueError: The values are no numbers.
    """
    rater, scores = ratings.rater.codes, ratings.scores
    n = np.bincount(rater, minlength=ratings.rater.count)
    off = scores - _mean(rater, scores, n)[rater]
    squares = np.bincount(rater, weights=off**2, minlength=n.size)
    flat = squares <= 1e-12 * np.maximum(n, 1)
    spread = np.sqrt(squares / np.maximum(n - 1, 1))
    rows = np.flatnonzero(~flat[rater])
    return Standardised(rows, off[rows] / spread[rater[rows]], tuple(ratings.rater.labels[flat].tolist()))


def _mean(codes: Codes, scores: Floats, n: NDArray[Any]) -> Floats:
    return np.asarray(np.bincount(codes, weights=scores, minlength=n.size) / np.maximum(n, 1))


def _others(ratings: Ratings) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the mean of all other raters' ratings of each rating's item, and whether there are any."""
    item, scores = ratings.item.codes, ratings.scores
    pair = item.astype(np.int64) * max(ratings.rater.count, 1) + ratings.rater.codes
    _, own = np.unique(pair, return_inverse=True)
    n = (np.bincount(item)[item] - np.bincount(own)[own]).astype(np.float64) if scores.size else scores
    total = np.bincount(item, weights=scores)[item] - np.bincount(own, weights=scores)[own]
    return np.asarray(total / np.maximum(n, 1)), n > 0


def _beside(rater: Codes, scores: Floats, others: Floats, *, raters: int) -> Floats:
    """Return how each rater's scores lie to the others' means of the same items.

    Returns:
        Shape (4, raters): how many scores, the mean difference, the sum of squared differences about it, and
        the correlation, which is NaN where either has no spread.
    """
    n = np.bincount(rater, minlength=raters)
    off = scores - others
    bias = _mean(rater, off, n)
    one, other = scores - _mean(rater, scores, n)[rater], others - _mean(rater, others, n)[rater]
    about, of_one, of_other, together = (
        np.bincount(rater, weights=products, minlength=raters)
        for products in ((off - bias[rater]) ** 2, one**2, other**2, one * other)
    )
    spread = of_one * of_other
    agreeing = np.full(raters, np.nan)
    np.divide(together, np.sqrt(spread), out=agreeing, where=spread > _NO_SPREAD)
    return np.stack([n.astype(np.float64), bias, about, np.clip(agreeing, -1, 1)])


def _facts(label: object, n: int, mean: float, beside: list[float]) -> RaterFacts:
    compared, bias, squares, agreeing = beside
    reason = NO_PAIRS if compared == 0 else (ONE_SCORE if compared == 1 else None)
    has_spread = reason is None and not math.isnan(agreeing)
    return RaterFacts(
        rater=label,
        n=n,
        compared=int(compared),
        mean=mean,
        bias=bias if compared else None,
        inconsistency=None if reason else math.sqrt(squares / (compared - 1)),
        correlation=agreeing if has_spread else None,
        reason=reason or (None if has_spread else ALL_EQUAL),
    )


def correlation(first: Floats, second: Floats) -> float | None:
    """Return Pearson's correlation of two columns of shape (n,), n above 0; None where one has no spread."""
    one, other = first - first.mean(), second - second.mean()
    spread = float(one @ one) * float(other @ other)
    return float(np.clip(one @ other / np.sqrt(spread), -1, 1)) if spread > _NO_SPREAD else None
