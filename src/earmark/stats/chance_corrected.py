"""Agreement beyond chance by its older names: Fleiss, Conger, Scott, Brennan-Prediger, AC1 and AC2.

All are ``(pa - pe) / (1 - pe)``: one share of agreeing pairs, and five ideas of what chance would give. The
forms for missing ratings, weights and linearised variances are those of Kilem L. Gwet (2014), "Handbook of
Inter-Rater Reliability", 4th edition.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from earmark.stats.quantiles import check_level, t_quantile
from earmark.stats.ratings import Floats, Ratings, cells_of
from earmark.stats.reasons import ALL_EQUAL, NO_PAIRS, NO_SCORES, ONE_ITEM, ONE_RATER
from earmark.stats.weights import Weighting, agreement_weights

Coefficient = Literal["fleiss", "scott", "conger", "brennan-prediger", "gwet"]
"""Chance by the mean shares of categories (Fleiss; Scott for two raters), by each rater's own shares (Conger;
Cohen for two raters), by equal shares (Brennan-Prediger), or by how far the shares are spread (Gwet: AC1
unweighted, AC2 weighted)."""

TWO: Final = 2


@dataclass(frozen=True, slots=True)
class Agreement:
    """A chance-corrected coefficient. Where it is not measurable it is None and `reason` says why.

    Attributes:
        coefficient: Which one.
        weighting: What credit near misses get.
        value: 1 for full agreement, 0 for what chance would give.
        observed: Share of agreeing pairs, the mean over items with two ratings or more ("percent agreement").
        expected: Share that chance would give.
        standard_error: Linearised, over items: the raters are taken as given.
        low: Lower end of the interval, with Student's t of items - 1 degrees of freedom.
        high: Upper end, at most 1.
        level: Nominal coverage.
        items: Items with at least one rating.
        raters: Raters.
        reason: Why there is no value or no interval, or None.
    """

    coefficient: Coefficient | Literal["krippendorff"]
    weighting: Weighting
    value: float | None
    observed: float | None
    expected: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    level: float
    items: int
    raters: int
    reason: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Ratings as counts, shape (items, categories), with what every coefficient needs of them."""

    ratings: Ratings
    column: NDArray[np.int64]
    counts: Floats
    weights: Floats

    @property
    def per_item(self) -> Floats:
        """How many ratings each item has."""
        return np.asarray(self.counts.sum(axis=1))

    @property
    def shares(self) -> Floats:
        """The share of each category, the mean over items."""
        return np.asarray((self.counts / self.per_item[:, None]).mean(axis=0))

    @property
    def balanced(self) -> Floats:
        """The weights, the same in both directions."""
        return (self.weights + self.weights.T) / 2

    def pairs_agree(self) -> Floats:
        """The share of agreeing pairs of each item; 0 for an item with one rating."""
        m = self.per_item
        agreeing = (self.counts * (self.counts @ self.weights.T - 1)).sum(axis=1)
        return np.asarray(np.where(m >= TWO, agreeing / np.maximum(m * (m - 1), 1), 0))


@dataclass(frozen=True, slots=True, eq=False)
class _Chance:
    """What chance would give: the mean, and each item's share in it (linearised, shape (items,))."""

    mean: float
    of_items: Floats


def agreement(
    ratings: Ratings,
    coefficient: Coefficient = "gwet",
    *,
    weighting: Weighting = "unweighted",
    level: float = 0.95,
    categories: Sequence[object] | None = None,
) -> Agreement:
    """Return a chance-corrected coefficient of agreement with its interval over items.

    Args:
        ratings: In long form.
        coefficient: Which idea of chance.
        weighting: Credit for near misses; "linear" and "quadratic" need values that are numbers.
        level: Nominal coverage.
        categories: The whole scale. None takes the values that occur, which changes Brennan-Prediger and
            Gwet where nobody used a point of the scale.

    Returns:
        The coefficient, or a reason: no ratings, no item with two, or one category only. There is no
        interval with one item.

    Raises:
        ValueError: Scott's coefficient of other than two raters; values are no numbers or not among the
            categories; the level is not inside 0 to 1.
    """
    check_level(level)
    if coefficient == "scott" and ratings.rater.count != TWO:
        message = f"Scott's coefficient is for two raters, got {ratings.rater.count}; Fleiss is for more"
        raise ValueError(message)
    reason = why_not(ratings, coefficient, categories)
    sizes = (ratings.item.count, ratings.rater.count)
    if reason is not None:
        return Agreement(coefficient, weighting, None, None, None, None, None, None, level, *sizes, reason)
    table = tabled(ratings, weighting, ratings.value.labels.tolist() if categories is None else categories)
    agree, m = table.pairs_agree(), table.per_item
    observed = float(agree.sum() / (m >= TWO).sum())
    chance = _CHANCES[coefficient](table)
    value = (observed - chance.mean) / (1 - chance.mean)
    error = _error(table, agree, chance, value)
    half = t_quantile((1 + level) / 2, degrees=sizes[0] - 1) * error if error is not None else None
    return Agreement(
        coefficient=coefficient,
        weighting=weighting,
        value=value,
        observed=observed,
        expected=chance.mean,
        standard_error=error,
        low=None if half is None else value - half,
        high=None if half is None else min(value + half, 1.0),
        level=level,
        items=sizes[0],
        raters=sizes[1],
        reason=None if half is not None else ONE_ITEM,
    )


def tabled(ratings: Ratings, weighting: Weighting, categories: Sequence[object]) -> Table:
    """Return the counts of ratings by item and category, with the weights between categories.

    Raises:
        ValueError: A value is not among the categories, or is no number where weights need numbers.
    """
    place = {category: place for place, category in enumerate(categories)}
    strange = [value for value in ratings.value.labels.tolist() if value not in place]
    if strange:
        message = f"{strange[0]!r} is not among the categories {list(categories)!r}"
        raise ValueError(message)
    column = np.array([place[value] for value in ratings.value.labels.tolist()])
    counts = np.zeros((ratings.item.count, len(place)))
    counts[:, column] = cells_of(ratings).table()
    return Table(ratings, column, counts, agreement_weights(_numbers(categories, weighting), weighting))


def _numbers(categories: Sequence[object], weighting: Weighting) -> Floats:
    if weighting not in {"linear", "quadratic"}:
        return np.arange(len(categories), dtype=np.float64)
    try:
        return np.asarray(categories, dtype=np.float64)
    except (TypeError, ValueError) as error:
        message = f"{weighting} weights need numbers, got {list(categories)!r}"
        raise ValueError(message) from error


def why_not(ratings: Ratings, coefficient: Coefficient, categories: Sequence[object] | None) -> str | None:
    """Return why a coefficient cannot be measured, or None."""
    if ratings.n == 0:
        return NO_SCORES
    if (np.bincount(ratings.item.codes) < TWO).all():
        return NO_PAIRS
    if ratings.value.count == 1 and len(categories or ()) < TWO:
        return ALL_EQUAL
    return ONE_RATER if coefficient == "conger" and ratings.rater.count == 1 else None


def _error(table: Table, agree: Floats, chance: _Chance, value: float) -> float | None:
    """Return the linearised standard error over items, or None for one item."""
    n, paired = table.per_item.size, table.per_item >= TWO
    if n == 1:
        return None
    own = n / paired.sum() * (agree - chance.mean * paired) / (1 - chance.mean)
    linear = own - 2 * (1 - value) * (chance.of_items - chance.mean) / (1 - chance.mean)
    return math.sqrt(float(((linear - value) ** 2).sum()) / (n * (n - 1)))


def _by_mean_shares(table: Table) -> _Chance:
    shares = table.shares
    return _Chance(
        float(shares @ table.weights @ shares),
        table.counts @ (table.balanced @ shares) / table.per_item,
    )


def _by_equal_shares(table: Table) -> _Chance:
    mean = float(table.weights.sum() / table.weights.size)
    return _Chance(mean, np.full(table.per_item.size, mean))


def _by_spread(table: Table) -> _Chance:
    shares, k = table.shares, table.weights.shape[0]
    credit = table.weights.sum() / (k * (k - 1))
    return _Chance(
        float(credit * (shares * (1 - shares)).sum()),
        credit * (table.counts @ (1 - shares)) / table.per_item,
    )


def _by_own_shares(table: Table) -> _Chance:
    """Conger: two different raters meet, each with shares of categories of his own."""
    ratings = table.ratings
    raters, n = ratings.rater.count, table.per_item.size
    value = table.column[ratings.value.codes]
    own = np.zeros((raters, table.weights.shape[0]))
    np.add.at(own, (ratings.rater.codes, value), 1)
    given = own.sum(axis=1)
    own /= given[:, None]
    total = own.sum(axis=0)
    others = (total - own) @ table.balanced
    pairs = raters * (raters - 1)
    # What one rating adds beyond its rater's average, and what each item would have if all had rated it.
    beyond = others[ratings.rater.codes, value] - (own * others).sum(axis=1)[ratings.rater.codes]
    added = np.bincount(ratings.item.codes, weights=beyond * (n / given)[ratings.rater.codes], minlength=n)
    mean = float((own * others).sum() / pairs)
    return _Chance(mean, mean + added / pairs)


_CHANCES: Final[dict[Coefficient, Callable[[Table], _Chance]]] = {
    "fleiss": _by_mean_shares,
    "scott": _by_mean_shares,
    "conger": _by_own_shares,
    "brennan-prediger": _by_equal_shares,
    "gwet": _by_spread,
}
