"""Alpha of resampled items or raters, many resamples at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from earmark.stats.alpha import Distance, levels_of, ratio_distances
from earmark.stats.draws import draws
from earmark.stats.ratings import Cells, Floats, Ratings, cells_of, keys_of

Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class LevelPairs:
    """Which two values meet within items, and how much each item adds to it.

    Attributes:
        first: Shape (p,), the one value.
        second: Shape (p,), the other.
        within: Sparse, shape (p, items): the ordered pairs of an item's ratings, over its ratings less one.
        given: Sparse, shape (levels, items): how often each item got each value.
    """

    first: Whole
    second: Whole
    within: Any
    given: Any


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """What each rater gave.

    Attributes:
        in_cells: Sparse, shape (cells, raters): ratings in each cell.
        on_items: Sparse, shape (items, raters): ratings of each item.
    """

    in_cells: Any
    on_items: Any


@dataclass(frozen=True, slots=True, eq=False)
class Resampler:
    """Pairable ratings, ready to be resampled. Sparse matrices add up what belongs together.

    Attributes:
        cells: What was rated how, with items numbered without a gap.
        levels: The values as numbers.
        distance: How far two values are apart.
        cell: Shape (n,), the cell of each rating.
        rater: Shape (n,), the rater of each, numbered without a gap.
        to_item: Adds up cells by item: (cells, b) to (items, b).
        to_level: Adds up cells by value.
    """

    cells: Cells
    levels: Floats
    distance: Distance
    cell: Whole
    rater: Whole
    to_item: Any
    to_level: Any

    def by_item(self, resamples: int, random: np.random.Generator) -> Floats:
        """Return ``1 - alpha`` of resamples of items; NaN where all ratings are equal."""
        drawn = draws(self.cells.items, resamples, random)
        pairs = self._pairs()
        return np.concatenate([self.of_items(weights, pairs) for weights in drawn])

    def by_rater(self, resamples: int, random: np.random.Generator) -> Floats:
        """Return it of resamples of raters. Who is drawn twice is two to others, and no pair with himself."""
        raters = int(self.rater.max()) + 1
        drawn = draws(raters, resamples, random, beside=self.cells.item.size)
        given = self._given(raters)
        return np.concatenate([self.of_raters(weights, given) for weights in drawn])

    def of_items(self, weights: Floats, pairs: LevelPairs | None = None) -> Floats:
        """Return ``1 - alpha`` where each item counts as often as told, shape (b,).

        Args:
            weights: Shape (items, b).
            pairs: The pairs of values within items, where they are at hand.
        """
        of = pairs or self._pairs()
        per_level = np.asarray(of.given @ weights)
        n = per_level.sum(axis=0)
        apart = self._apart(per_level, of.first, of.second)
        observed = ((of.within @ weights) * apart).sum(axis=0) / n
        with_itself = (weights**2 * self.cells.per_item()[:, None]).sum(axis=0)
        return _over(observed, self._between(per_level) / (n * n - with_itself))

    def of_raters(self, weights: Floats, given: Given | None = None) -> Floats:
        """Return it where each rater counts as often as told.

        Args:
            weights: Shape (raters, b).
            given: What each rater gave, where it is at hand.
        """
        given = given or self._given(weights.shape[0])
        count = np.asarray(given.in_cells @ weights)
        per_level = np.asarray(self.to_level @ count)
        m, twice = given.on_items @ weights, given.on_items @ weights**2
        pairs = m * m - twice
        paired = pairs > 0
        inside = np.where(paired, self._within(count, per_level, m) * m / np.where(paired, pairs, 1), 0)
        n = per_level.sum(axis=0)
        observed = _over(inside.sum(axis=0), np.where(paired, m, 0).sum(axis=0))
        return _over(observed, self._between(per_level) / (n * n - twice.sum(axis=0)))

    def _given(self, raters: int) -> Given:
        in_cells = _sparse(self.cell, self.rater, shape=(self.cells.item.size, raters))
        return Given(in_cells, self.to_item @ in_cells)

    def _pairs(self) -> LevelPairs:
        """Gather which values meet within items."""
        size = self.cells.per_item()[self.cells.item]
        one, other = _meetings(self.cells.item)
        met = self.cells.count[one] * self.cells.count[other] / (size[one] - 1)
        keys = self.cells.level[one] * self.cells.levels + self.cells.level[other]
        different, place = np.unique(keys, return_inverse=True)
        within = _sparse(place, self.cells.item[one], met, shape=(different.size, self.cells.items))
        shape = (self.cells.levels, self.cells.items)
        given = _sparse(self.cells.level, self.cells.item, self.cells.count, shape=shape)
        return LevelPairs(different // self.cells.levels, different % self.cells.levels, within, given)

    def _apart(self, per_level: Floats, first: Whole, second: Whole) -> Floats:
        """Return the squared distances of pairs of values, shape (pairs, b) or (pairs, 1)."""
        if self.distance == "nominal":
            return np.asarray(first != second, dtype=np.float64)[:, None]
        if self.distance == "ratio":
            return np.asarray(ratio_distances(self.levels)[first, second])[:, None]
        at = self._places(per_level)
        return np.asarray((at[first] - at[second]) ** 2)

    def _within(self, count: Floats, per_level: Floats, m: Floats) -> Floats:
        """Return the squared distances over ordered pairs within each item, shape (items, b)."""
        if self.distance == "nominal":
            return np.asarray(m * m - self.to_item @ (count * count))
        if self.distance == "ratio":
            apart = ratio_distances(self.levels)
            met = [self._met(count[:, place], apart) for place in range(count.shape[1])]
            return np.stack(met, axis=1)
        at = self._places(per_level)
        x = at[self.cells.level]
        moment = count * x
        first = self.to_item @ moment
        moment *= x
        return np.asarray(2 * np.maximum(m * (self.to_item @ moment) - first * first, 0))

    def _met(self, count: Floats, apart: Floats) -> Floats:
        table = np.zeros((self.cells.items, self.cells.levels))
        table[self.cells.item, self.cells.level] = count
        return np.asarray(((table @ apart) * table).sum(axis=1))

    def _between(self, per_level: Floats) -> Floats:
        """Return the squared distances over ordered pairs of all ratings, shape (b,)."""
        n = per_level.sum(axis=0)
        if self.distance == "nominal":
            return np.asarray(n * n - (per_level**2).sum(axis=0))
        if self.distance == "ratio":
            return np.asarray((per_level * (ratio_distances(self.levels) @ per_level)).sum(axis=0))
        at = self._places(per_level)
        return np.asarray(2 * (n * (per_level * at**2).sum(axis=0) - (per_level * at).sum(axis=0) ** 2))

    def _places(self, per_level: Floats) -> Floats:
        if self.distance == "ordinal":
            ranks = np.cumsum(per_level, axis=0) - per_level / 2
            return np.asarray(ranks - per_level.sum(axis=0) / 2)
        return np.asarray(self.levels - self.levels.mean())[:, None]


def resampler(ratings: Ratings, distance: Distance) -> Resampler:
    """Lay pairable ratings out for resampling. Items and raters with none are left out."""
    kept = ratings.rows(np.bincount(ratings.item.codes)[ratings.item.codes] > 1)
    cells = cells_of(kept)
    places = np.searchsorted(cells.item * cells.levels + cells.level, keys_of(kept))
    return Resampler(
        cells=cells,
        levels=levels_of(kept, distance),
        distance=distance,
        cell=places,
        rater=kept.rater.codes.astype(np.int64),
        to_item=_adder(cells.item, cells.items),
        to_level=_adder(cells.level, cells.levels),
    )


def _adder(codes: Whole, size: int) -> Any:  # noqa: ANN401 - SciPy's matrices have no types
    return _sparse(codes, np.arange(codes.size), shape=(size, codes.size))


def _sparse(rows: Whole, columns: Whole, data: Floats | None = None, *, shape: tuple[int, int]) -> Any:  # noqa: ANN401 - as above
    from scipy.sparse import csr_array  # noqa: PLC0415 - only resampling pays for it

    return csr_array((np.ones(rows.size) if data is None else data, (rows, columns)), shape=shape)


def _meetings(item: Whole) -> tuple[Whole, Whole]:
    """Return all ordered pairs of cells of one item; cells are sorted by item."""
    start = np.searchsorted(item, item)
    size = np.searchsorted(item, item, side="right") - start
    one = np.repeat(np.arange(item.size), size)
    before = np.cumsum(size) - size
    return one, start[one] + np.arange(one.size) - before[one]


def _over(above: Floats, below: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(above / below)
