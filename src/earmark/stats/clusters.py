"""Variances of sums whose rows go together by rater, by item, or by both.

A row's *influence* on an estimate is what the estimate would move by if the row alone were its own deviation:
for a mean ``(score - mean) / n``. Influences added up by rater, by item and by both give the two-way variance
of Cameron, Gelbach and Miller (2011), "Robust Inference With Multiway Clustering", Journal of Business &
Economic Statistics 29(2): ``V = V_rater + V_item - V_both``, each ``G / (G - 1)`` times the sum over its G
clusters of the squared sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from earmark.stats.ratings import Floats

Codes = NDArray[np.integer[Any]]

_SPARSE: Final = 4
"""Up to so many numbers for each row, counting them is quicker than sorting the rows."""


@dataclass(frozen=True, slots=True)
class Clustered:
    """The squared errors that each way of clustering gives, each with its factor G / (G - 1).

    Attributes:
        by_rater: Raters vary, items stay.
        by_item: Items vary, raters stay.
        by_both: Ratings of one rater on one item vary.
        raters: Number of raters with influence.
        items: Number of items.
    """

    by_rater: float
    by_item: float
    by_both: float
    raters: int
    items: int

    @property
    def two_way(self) -> float:
        """The two-way variance; by chance it can be below what either way demands, or below 0."""
        return self.by_rater + self.by_item - self.by_both


def clustered(influences: Floats, rater: Codes, item: Codes) -> Clustered:
    """Return the squared errors of a sum of influences, clustered by rater, by item, and by both.

    Args:
        influences: Shape (n,).
        rater: Shape (n,), codes of raters.
        item: Shape (n,), codes of items.

    Returns:
        A way with a single cluster, which tells nothing of others, has 0.
    """
    column = influences[:, None]
    of_rater, raters = compact(rater)
    of_item, items = compact(item)
    pair, _ = compact(of_rater * np.int64(items) + of_item)
    by_rater, by_item, by_both = (float(_one_way(column, way)[0, 0]) for way in (of_rater, of_item, pair))
    return Clustered(by_rater=by_rater, by_item=by_item, by_both=by_both, raters=raters, items=items)


def clustered_covariance(influence: Floats, ways: Sequence[Codes]) -> Floats:
    """Return the covariance of estimates from what each row adds to them.

    Args:
        influence: Shape (n, p), each column adding up to 0 or about.
        ways: No, one or two columns of shape (n,): the clusters of each row. No way takes rows as alone.

    Returns:
        Shape (p, p). No variance is less than that of either way alone. A way with one cluster is left out.
    """
    coded = [way for way, count in map(compact, ways) if count > 1]
    found = [_one_way(influence, way) for way in coded]
    if len(found) > 1:
        both, _ = compact(coded[0] * (coded[1].max() + 1) + coded[1])
        found.append(found[0] + found[1] - _one_way(influence, both))
    return _widest(found or [_one_way(influence, np.arange(len(influence)))])


def fewest_clusters(ways: Sequence[Codes], n: int) -> int:
    """Return how many clusters the scarcer way has, of those with more than one; `n` without any."""
    return min([count for _, count in map(compact, ways) if count > 1], default=n)


def compact(codes: Codes) -> tuple[NDArray[np.int64], int]:
    """Number the different codes from 0 and return them with how many there are."""
    if codes.ndim == 1 and codes.size and codes.min() >= 0 and codes.max() < _SPARSE * codes.size:
        present = np.bincount(codes) > 0  # without sorting
        return (np.cumsum(present) - 1)[codes], int(np.count_nonzero(present))
    different, places = np.unique(codes, return_inverse=True)
    return places.astype(np.int64, copy=False), different.size


def _one_way(influence: Floats, cluster: NDArray[np.int64]) -> Floats:
    """Return the squared errors by one way; 0 for a single cluster."""
    clusters = int(cluster.max(initial=0)) + 1
    sums = np.column_stack([np.bincount(cluster, column, clusters) for column in influence.T])
    return np.asarray(sums.T @ sums * (clusters / (clusters - 1) if clusters > 1 else 0.0))


def _widest(found: list[Floats]) -> Floats:
    """Return the covariance of the largest total variance, with no single variance below any other's."""
    widest = max(found, key=np.trace).copy()
    np.fill_diagonal(widest, np.max([np.diag(each) for each in found], axis=0))
    return widest
