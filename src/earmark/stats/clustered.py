"""Variances of means whose rows go together by rater, by item, or by both.

Cameron, Gelbach and Miller (2011), "Robust Inference With Multiway Clustering", Journal of Business &
Economic Statistics 29(2): ``V = V_rater + V_item - V_both``, each ``G / (G - 1)`` times the sum over clusters
of the squared sums.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]


def clustered_covariance(influence: Floats, ways: Sequence[NDArray[np.integer]]) -> Floats:
    """Return the covariance of estimates from what each row adds to them.

    Args:
        influence: Shape (n, p), each column adding up to 0 or about.
        ways: No, one or two columns of shape (n,): the clusters of each row. No way takes rows as alone.

    Returns:
        Shape (p, p). No variance is less than that of either way alone. A way with one cluster is left out.
    """
    coded = [np.unique(way, return_inverse=True)[1] for way in ways]
    found = [_one_way(influence, way) for way in coded if way.max() > 0]
    if len(found) > 1:
        both = np.unique(coded[0] * (coded[1].max() + 1) + coded[1], return_inverse=True)[1]
        found.append(found[0] + found[1] - _one_way(influence, both))
    return _widest(found or [_one_way(influence, np.arange(len(influence)))])


def fewest_clusters(ways: Sequence[NDArray[np.integer]], n: int) -> int:
    """Return how many clusters the scarcer way has, of those with more than one; `n` without any."""
    counts = [np.unique(way).size for way in ways]
    return min([count for count in counts if count > 1], default=n)


def _one_way(influence: Floats, cluster: Codes) -> Floats:
    clusters = int(cluster.max()) + 1
    sums = np.column_stack([np.bincount(cluster, column, clusters) for column in influence.T])
    return np.asarray(sums.T @ sums * clusters / max(clusters - 1, 1))


def _widest(found: list[Floats]) -> Floats:
    """Return the covariance of the largest total variance, with no single variance below any other's."""
    widest = max(found, key=np.trace).copy()
    np.fill_diagonal(widest, np.max([np.diag(each) for each in found], axis=0))
    return widest
