"""What a study's scores vary by, as planning needs it: clips, raters, their tastes, and the rest.

Mean squared differences of two scores of one condition, and mean products of two scores of unlike conditions,
over all pairs that share the rater, the item, both or neither (Koch 1968, "Some Further Remarks Concerning
'A General Approach to the Estimation of Variance Components'", Technometrics 10). No distribution is
assumed, gaps do no harm, and one pass is enough, whereas restricted maximum likelihood would have to invert
a matrix of all raters' tastes.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray

from earmark.stats.clusters import compact
from earmark.stats.planning import Design, VarianceParts
from earmark.stats.ratings import Floats, Ratings
from earmark.stats.reasons import ALL_EQUAL, NO_PAIRS, NO_SCORES, ONE_ITEM, ONE_RATER

Codes = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class FoundParts:
    """What a study's scores vary by.

    Attributes:
        parts: The variances, none below 0; None where they cannot be told apart.
        design: What the study has: raters and clips a condition, and how many of a condition's clips a rater
            scored (means, where conditions differ).
        conditions: How many conditions.
        n: How many scores.
        reason: Why there are no variances, or None.
    """

    parts: VarianceParts | None
    design: Design
    conditions: int
    n: int
    reason: str | None = None


def variance_parts(ratings: Ratings) -> FoundParts:
    """Estimate the variance parts of scores, pooled over conditions.

    Args:
        ratings: In long form, with numbers as values. An item that comes under several conditions is shared
            by them: what its clips have in common (`VarianceParts.text`) cancels in a difference.

    Returns:
        The parts. With one condition a rater's taste counts with the rater; where nobody scored two, the
        rater counts with the taste, for then nothing cancels. What an item adds that comes under one
        condition counts with the clip. There are no parts but a reason where no rater scored two clips of a
        condition, or no clip has two raters.

    Raises:
        ValueError: The values are no numbers.
    """
    design, conditions = _design(ratings), ratings.condition.count
    reason = _why_not(ratings)
    if reason is not None:
        return FoundParts(None, design, conditions, ratings.n, reason)
    condition = ratings.condition.codes.astype(np.int64)
    item, rater = (way.codes.astype(np.int64) for way in (ratings.item, ratings.rater))
    own = ratings.scores - (np.bincount(condition, ratings.scores) / np.bincount(condition))[condition]
    of_item, of_rater = item * conditions + condition, rater * conditions + condition
    pair = compact(item * ratings.rater.count + rater)[0]
    both = _apart(
        own, compact(pair * conditions + condition)[0]
    )  # as they stand, they would leave gaps of gigabytes
    by_item, by_rater = _apart(own, of_item) - both, _apart(own, of_rater) - both
    neither = _apart(own, condition) - by_item - by_rater - both
    if min(by_item.pairs, by_rater.pairs, neither.pairs) < 1:
        return FoundParts(None, design, conditions, ratings.n, NO_PAIRS)
    whole_clip, whole_rater = neither.mean - by_item.mean, neither.mean - by_rater.mean
    residual = by_item.mean + by_rater.mean - neither.mean
    shared = _shared(own, (item, rater, pair), condition, counts=(ratings.item.count, ratings.rater.count))
    text = _between(shared[0], whole_clip)
    common = _between(whole_rater if conditions == 1 else shared[1], whole_rater)
    parts = VarianceParts(
        clip=max(whole_clip, 0.0) - text,
        rater=common,
        residual=max(residual, 0.0),
        taste=max(whole_rater, 0.0) - common,
        text=text,
    )
    reason = ALL_EQUAL if max(astuple(parts)) <= 0 else None
    return FoundParts(None if reason else parts, design, conditions, ratings.n, reason)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """A sum over pairs of scores, and how many pairs."""

    total: float
    pairs: float

    def __sub__(self, other: _Pairs) -> _Pairs:
        return _Pairs(self.total - other.total, self.pairs - other.pairs)

    @property
    def mean(self) -> float:
        return self.total / self.pairs


def _apart(scores: Floats, group: Codes) -> _Pairs:
    """Return the half squared differences of all pairs within groups."""
    n, sums = np.bincount(group).astype(np.float64), np.bincount(group, scores)
    squares = np.bincount(group, scores**2)
    return _Pairs(float((n * squares - sums**2).sum()) / 2, float((n * (n - 1)).sum()) / 2)


def _across(scores: Floats, group: Codes, condition: Codes) -> _Pairs:
    """Return the products of all pairs within groups that come from unlike conditions."""
    found = []
    for of in (group, compact(group * (int(condition.max()) + 1) + condition)[0]):
        n, sums = np.bincount(of).astype(np.float64), np.bincount(of, scores)
        found.append(_Pairs(float((sums**2).sum()), float((n**2).sum())))
    return found[0] - found[1]


def _shared(
    scores: Floats, ways: tuple[Codes, Codes, Codes], condition: Codes, *, counts: tuple[int, int]
) -> tuple[float | None, float | None]:
    """Return what an item, and a rater, adds to all conditions alike; None where none comes under two.

    Scores are as they are off their condition's mean, which itself moves with its items and raters: of the
    mean product, each loses its own share of its variance, and the other's.

    Args:
        scores: Shape (n,).
        ways: Codes of items, of raters, and of both together.
        condition: Codes of conditions.
        counts: How many items and raters there are.
    """
    both = _across(scores, ways[2], condition)
    of_item, of_rater = (_across(scores, way, condition) - both for way in ways[:2])
    products = [part.mean if part.pairs > 0 else None for part in (of_item, of_rater)]
    lost = [
        1 / count if product is not None else 0.0 for product, count in zip(products, counts, strict=True)
    ]
    held = np.array([[1 - lost[0], -lost[1]], [-lost[0], 1 - lost[1]]])
    # Two items by two raters cannot be told apart: the smallest parts that explain the products
    solved = np.linalg.lstsq(held, np.array([product or 0.0 for product in products]), rcond=None)[0]
    text, common = (
        float(one) if product is not None else None for one, product in zip(solved, products, strict=True)
    )
    return text, common


def _between(part: float | None, whole: float) -> float:
    return min(max(part or 0.0, 0.0), max(whole, 0.0))


def _design(ratings: Ratings) -> Design:
    conditions = max(ratings.condition.count, 1)
    condition = ratings.condition.codes.astype(np.int64)
    clips = compact(ratings.item.codes.astype(np.int64) * conditions + condition)[1] / conditions
    seats = compact(ratings.rater.codes.astype(np.int64) * conditions + condition)[1]
    load = ratings.n / max(seats, 1)
    return Design(seats / conditions, clips, None if load >= clips else load)


def _why_not(ratings: Ratings) -> str | None:
    if ratings.n == 0:
        return NO_SCORES
    if ratings.rater.count == 1 or ratings.item.count == 1:
        return ONE_RATER if ratings.rater.count == 1 else ONE_ITEM
    return ALL_EQUAL if ratings.value.count == 1 else None
