"""Variance of a sum whose terms share raters and items.

A score's *influence* on an estimate is what the estimate would move by if the score alone were its own
deviation: for a mean ``(score - mean) / n``. Influences added up by rater, by item and by both give the
two-way variance of Cameron, Gelbach and Miller (2011), "Robust Inference With Multiway Clustering", Journal
of Business & Economic Statistics 29(2): ``V = V_rater + V_item - V_both``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from earmark.stats.ratings import Floats

Codes = NDArray[np.integer[Any]]


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
    """
    of_rater, raters = compact(rater)
    of_item, items = compact(item)
    pair, _ = compact(of_rater * np.int64(items) + of_item)
    return Clustered(
        by_rater=_one_way(influences, of_rater),
        by_item=_one_way(influences, of_item),
        by_both=_one_way(influences, pair),
        raters=raters,
        items=items,
    )


def compact(codes: Codes) -> tuple[NDArray[np.int64], int]:
    """Number the different codes from 0 and return them with how many there are."""
    different, places = np.unique(codes, return_inverse=True)
    return places.astype(np.int64, copy=False), different.size


def _one_way(influences: Floats, cluster: NDArray[np.int64]) -> float:
    """Return the squared error by one way, or 0 for a single cluster, which tells nothing of others."""
    sums = np.bincount(cluster, weights=influences)
    return float(sums @ sums) * sums.size / (sums.size - 1) if sums.size > 1 else 0.0
