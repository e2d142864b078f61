"""Alpha of resampled items or raters, many resamples at once.

All that alpha needs of a resample is how often each two values met within items, and how often each was
given. Both are sums of what each item adds. They are sums of what each rater adds, too, if an item's pairs
are shared among those who made them: what a rater adds is then linear in how often the rater counts. Counting
the pairs of drawn raters instead leaves some items of a sparse design without a pair and others with many,
and that chance would count as the raters': with two ratings an item, intervals of nominal 95 % then hold the
truth 99.5 % of the time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from earmark.stats.alpha import Distance, levels_of, ratio_distances
from earmark.stats.coding import encode
from earmark.stats.draws import draws
from earmark.stats.ratings import Cells, Floats, Ratings, cells_of, keys_of

Whole = NDArray[np.int64]
_DENSE: Final = 50_000
"""Numbers that are laid out as a table, however many are 0."""


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """What each item, or each rater, adds to the counts that alpha is made of.

    Attributes:
        first: Shape (p,), the one of two unlike values that meet within some item.
        second: Shape (p,), the other.
        met: Shape (p, clusters), how often they meet: an item's pairs over its ratings less one.
        given: Shape (levels, clusters), how often each value was given.
        size: Shape (clusters,), how many ratings there are.
    """

    first: Whole
    second: Whole
    met: Any
    given: Any
    size: Floats

    def rounded(self) -> Clusters:
        """Return the same in seven digits, in which products with weights take half the time."""
        return replace(self, met=self.met.astype(np.float32), given=self.given.astype(np.float32))

    def counted(self, weights: NDArray[Any]) -> tuple[Floats, Floats]:
        """Return `met` and `given` of resamples, shapes (p, b) and (levels, b)."""
        if not isinstance(self.met, np.ndarray) or not isinstance(self.given, np.ndarray):
            return np.asarray(self.met @ weights, np.float64), np.asarray(self.given @ weights, np.float64)
        both = (np.concatenate([self.met, self.given]) @ weights).astype(np.float64)  # weights are read once
        return both[: self.first.size], both[self.first.size :]


@dataclass(frozen=True, slots=True, eq=False)
class Resampler:
    """Pairable ratings, ready to be resampled.

    Attributes:
        cells: What was rated how, with items numbered without a gap.
        levels: The values as numbers.
        distance: How far two values are apart.
        cell: Shape (n,), the cell of each rating.
        rater: Shape (n,), the rater of each, numbered without a gap.
        items: What each item adds.
        raters: What each rater adds.
    """

    cells: Cells
    levels: Floats
    distance: Distance
    cell: Whole
    rater: Whole
    items: Clusters
    raters: Clusters

    def drawn(self, clusters: Clusters, resamples: int, random: np.random.Generator) -> Floats:
        """Return ``1 - alpha`` of resamples of items, or of raters; NaN where all ratings are equal."""
        beside = clusters.first.size + self.cells.levels
        blocks = draws(clusters.size.size, resamples, random, beside=beside)
        rounded = clusters.rounded()
        return np.concatenate([self.weighted(rounded, weights) for weights in blocks])

    def weighted(self, clusters: Clusters, weights: NDArray[Any]) -> Floats:
        """Return ``1 - alpha`` where each item, or each rater, counts as often as told, shape (b,).

        Args:
            clusters: `items` or `raters`.
            weights: Shape (clusters, b). Who counts twice is no pair with itself.
        """
        met, per_level = clusters.counted(weights)
        n = per_level.sum(axis=0)
        apart, between = self._distances(per_level, clusters)
        observed = 2 * (met * apart).sum(axis=0) / n
        with_itself = np.asarray(clusters.size.astype(weights.dtype) @ np.square(weights))
        with np.errstate(divide="ignore", invalid="ignore"):  # one rating only, or equal ones
            return np.asarray(observed / (between / (n * n - with_itself)))

    def _distances(self, per_level: Floats, of: Clusters) -> tuple[Floats, Floats]:
        """Return the squared distances of pairs of values, and their sum over ordered pairs of all ratings.

        Shapes (pairs, b), or (pairs, 1) where they do not depend on the resample, and (b,).
        """
        n = per_level.sum(axis=0)
        if self.distance == "nominal":
            return np.ones((of.first.size, 1)), n * n - (per_level**2).sum(axis=0)
        if self.distance == "ratio":
            apart = ratio_distances(self.levels)
            return apart[of.first, of.second][:, None], (per_level * (apart @ per_level)).sum(axis=0)
        at = self._places(per_level)
        moments = (per_level * at**2).sum(axis=0), (per_level * at).sum(axis=0)
        return (at[of.first] - at[of.second]) ** 2, 2 * (n * moments[0] - moments[1] ** 2)

    def _places(self, per_level: Floats) -> Floats:
        if self.distance == "ordinal":
            ranks = np.cumsum(per_level, axis=0) - per_level / 2
            return np.asarray(ranks - per_level.sum(axis=0) / 2)
        return np.asarray(self.levels - self.levels.mean())[:, None]


def resampler(ratings: Ratings, distance: Distance) -> Resampler:
    """Lay pairable ratings out for resampling. Items and raters with none are left out."""
    kept = ratings.rows(np.bincount(ratings.item.codes)[ratings.item.codes] > 1)
    cells, rater = cells_of(kept), kept.rater.codes.astype(np.int64)
    cell = _places_of(keys_of(kept), cells.item * cells.levels + cells.level)
    items, raters = _clusters(cells, cell, rater, kept.rater.count)
    return Resampler(cells, levels_of(kept, distance), distance, cell, rater, items, raters)


def _places_of(keys: Whole, listed: Whole) -> Whole:
    """Return where in an ascending list each key stands; every one does."""
    if listed[-1:].sum() > 4 * keys.size + 1_000_000:
        return np.searchsorted(listed, keys).astype(np.int64)
    places = np.zeros(int(listed[-1:].sum()) + 1, dtype=np.int64)
    places[listed] = np.arange(listed.size)
    return np.asarray(places[keys])


def _clusters(cells: Cells, cell: Whole, rater: Whole, raters: int) -> tuple[Clusters, Clusters]:
    """Share what alpha is made of among items, and among raters.

    Of an item's ``c d / (m - 1)`` pairs of two values, a rating of the one has ``d / (m - 1)``, less a share
    of ``c d / (m (m - 1))`` that each of the item's ratings gives back: the pairs are over one rating more.
    """
    size, levels = cells.sizes, cells.levels
    one, other = _meetings(cells.item)
    ends = cells.level[one], cells.level[other]
    met = encode(np.minimum(*ends) * levels + np.maximum(*ends))
    pair, (first, second) = met.codes.astype(np.int64), np.divmod(met.labels, levels)
    share = cells.count[other] / (size[cells.item[one]] - 1)
    by_item = _added(pair, cells.item[one], cells.count[one] * share / 2, shape=(first.size, cells.items))
    of_cell = _added(pair, one, share, shape=(first.size, cells.item.size))
    of_cell = of_cell - _columns(by_item / np.maximum(size, 1), cells.item)
    by_rater = _by_rater(of_cell, cell, rater, raters=raters)
    given = _added(cells.level, cells.item, cells.count, shape=(levels, cells.items))
    gave = _added(cells.level[cell], rater, shape=(levels, raters))
    counts = np.bincount(rater, minlength=raters).astype(np.float64)
    return Clusters(first, second, by_item, given, size), Clusters(first, second, by_rater, gave, counts)


def _added(rows: Whole, columns: Whole, data: Floats | None = None, *, shape: tuple[int, int]) -> Any:  # noqa: ANN401 - SciPy's matrices have no types
    """Add up numbers (or ones) by row and column: as a table, if it is not mostly empty, which is quicker."""
    size = shape[0] * shape[1]
    if size <= _DENSE + 2 * rows.size:
        return (
            np.bincount(rows * shape[1] + columns, data, size).astype(np.float64, copy=False).reshape(shape)
        )
    from scipy.sparse import csr_array  # noqa: PLC0415 - only large tables pay for it

    return csr_array((np.ones(rows.size) if data is None else data, (rows, columns)), shape=shape)


def _by_rater(of_cell: Any, cell: Whole, rater: Whole, *, raters: int) -> Any:  # noqa: ANN401 - as above
    """Add up by rater what each cell's ratings have, shape (pairs, raters)."""
    if isinstance(of_cell, np.ndarray):
        added = [np.bincount(rater, of_pair[cell], raters) for of_pair in of_cell]
        return np.array(added).reshape(-1, raters)
    return of_cell @ _added(cell, rater, shape=(cell.max() + 1, raters))


def _columns(matrix: Any, which: Whole) -> Any:  # noqa: ANN401 - as above
    """Return some columns; of a table by NumPy's own way, which is five times as quick as indexing."""
    return np.take(matrix, which, axis=1) if isinstance(matrix, np.ndarray) else matrix[:, which]


def _meetings(item: Whole) -> tuple[Whole, Whole]:
    """Return all ordered pairs of unlike cells of one item; cells are sorted by item."""
    per_item = np.bincount(item)
    size, start = per_item[item], (np.cumsum(per_item) - per_item)[item]
    one = np.repeat(np.arange(item.size), size)
    before = np.cumsum(size) - size
    other = start[one] + np.arange(one.size) - before[one]
    unlike = one != other
    return one[unlike], other[unlike]
