"""Squared errors of the differences of every two conditions' means, in one pass over the scores.

As in `earmark.stats.clusters`, influences are added up by rater, by item and by both. Added up by condition,
too, their products give the squared error of each difference: ``V(a - b) = V_aa + V_bb - 2 V_ab``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from earmark.stats.clusters import Codes, compact
from earmark.stats.ratings import Floats, Ratings

Counts = NDArray[np.int64]

_NOTHING: Final = 1e-13
"""The share of two conditions' squared influences below which a sum is what rounding left."""


@dataclass(frozen=True, slots=True, eq=False)
class Differences:
    """Errors of all differences. All arrays have the shape (conditions, conditions).

    Attributes:
        by_rater: Squared errors where raters vary, each with its factor G / (G - 1).
        by_item: Where items vary.
        by_both: Where ratings of one rater on one item vary.
        raters: How many raters scored either condition.
        items: How many items came under either.
    """

    by_rater: Floats
    by_item: Floats
    by_both: Floats
    raters: Counts
    items: Counts


def difference_errors(ratings: Ratings) -> Differences:
    """Return the squared errors of the differences of conditions' means.

    Args:
        ratings: In long form, with numbers as values.
    """
    condition, scores = ratings.condition.codes, ratings.scores
    n = np.bincount(condition)
    mean = np.bincount(condition, weights=scores) / n
    influence = (scores - mean[condition]) / n[condition]
    rater, item = ratings.rater.codes.astype(np.int64), ratings.item.codes.astype(np.int64)
    both, _ = compact(rater * ratings.item.count + item)
    (by_rater, raters), (by_item, items), (by_both, _) = (
        _one_way(influence, way, condition, conditions=n.size) for way in (rater, item, both)
    )
    return Differences(by_rater, by_item, by_both, raters, items)


def _one_way(
    influence: Floats, cluster: NDArray[np.int64], condition: Codes, *, conditions: int
) -> tuple[Floats, Counts]:
    """Return the squared errors by one way, 0 for a single cluster, and the numbers of clusters."""
    sums = _table(influence, cluster, condition, conditions)
    here = sums.copy()
    here.data = np.ones_like(here.data)
    of_two, there = (np.asarray((one.T @ one).todense()) for one in (sums, here))
    clusters = (_both(np.diag(there)) - there).astype(np.int64)
    factor = np.divide(clusters, clusters - 1, out=np.zeros(clusters.shape), where=clusters > 1)
    found = _both(np.diag(of_two)) - 2 * of_two
    least = _NOTHING * _both(np.bincount(condition, influence**2, conditions).astype(np.float64))
    return np.where(found > least, found, 0.0) * factor, clusters


def _both(own: Floats) -> Floats:
    return np.asarray(own[:, None] + own[None, :])


def _table(influence: Floats, cluster: NDArray[np.int64], condition: Codes, conditions: int) -> Any:  # noqa: ANN401 - SciPy's matrices have no types
    from scipy.sparse import coo_array  # noqa: PLC0415 - only differences pay for it

    shape = (int(cluster.max(initial=-1)) + 1, conditions)
    return coo_array((influence, (cluster, condition.astype(np.int64))), shape=shape).tocsr()
