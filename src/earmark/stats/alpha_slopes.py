"""How alpha changes with the weight of one rating: what the delta method is made of."""

from __future__ import annotations

import numpy as np

from earmark.stats.alpha import Distance, between, places, ratio_distances, within
from earmark.stats.ratings import Cells, Floats


def alpha_slopes(cells: Cells, levels: Floats, distance: Distance) -> Floats:
    """Return the derivative of alpha by the weight of one rating in each cell, at equal weights.

    With weights w, an item's pairs weigh ``w_r w_s`` for unlike raters r and s, so that a rating that counts
    twice is no pair with itself. Shape (cells,); `cells` are pairable and alpha is measurable.
    """
    per_item, n = cells.sizes, cells.count.sum()
    m = per_item[cells.item]
    inside, outside = within(cells, levels, distance), between(cells.per_level(), levels, distance)
    observed = float((inside / (np.maximum(per_item, 2) - 1)).sum() / n)
    expected = outside / (n * (n - 1))
    to_item, to_all = _distances(cells, levels, distance)
    inner = 2 * to_item / (m - 1) - inside[cells.item] / (m * (m - 1))
    outer = 2 * to_all
    if distance == "ordinal":
        moved_inner, moved_outer = _through_ranks(cells, levels)
        inner, outer = inner + moved_inner, outer + moved_outer
    by_observed = (inner - observed) / n
    by_expected = (outer - 2 * outside / n) / (n * (n - 1))
    return np.asarray((observed * by_expected - by_observed * expected) / expected**2)


def _distances(cells: Cells, levels: Floats, distance: Distance) -> tuple[Floats, Floats]:
    """Return the summed squared distances of a cell's value to the ratings of its item, and to all."""
    per_level = cells.per_level()
    m, n = cells.sizes[cells.item], per_level.sum()
    if distance == "nominal":
        return m - cells.count, n - per_level[cells.level]
    if distance == "ratio":
        apart = ratio_distances(levels)
        return (cells.table() @ apart)[cells.item, cells.level], (apart @ per_level)[cells.level]
    at = places(per_level, levels, distance)
    x = at[cells.level]
    first, second = cells.per_item(x)[cells.item], cells.per_item(x**2)[cells.item]
    return m * x**2 - 2 * x * first + second, n * x**2 - 2 * x * (per_level @ at) + per_level @ at**2


def _through_ranks(cells: Cells, levels: Floats) -> tuple[Floats, Floats]:
    """Return how both sums change because one rating more moves the ranks of all values from its own up."""
    per_level = cells.per_level()
    at = places(per_level, levels, "ordinal")
    x, m = at[cells.level], cells.sizes[cells.item]
    slope = 4 * cells.count * (m * x - cells.per_item(x)[cells.item]) / (m - 1)
    inner = np.bincount(cells.level, weights=slope, minlength=cells.levels).astype(np.float64)
    outer = 4 * per_level * (per_level.sum() * at - per_level @ at)
    return _from_here_up(inner)[cells.level], _from_here_up(outer)[cells.level]


def _from_here_up(slopes: Floats) -> Floats:
    """Return the sum of what lies above each value, and half of its own."""
    return np.asarray(np.cumsum(slopes[::-1])[::-1] - slopes / 2)
