"""Means of conditions when raters, and items, are drawn anew: all at once, which keeps them paired."""

from __future__ import annotations

from typing import Any

import numpy as np

from earmark.stats.coding import Coded
from earmark.stats.draws import draws
from earmark.stats.ratings import Floats, Ratings


def resampled_means(ratings: Ratings, *, resamples: int, seed: int) -> Floats:
    """Return how far each condition's mean is off in resamples of raters plus resamples of items.

    Resampling both at once would count the chance of single ratings three times, adding the two deviations
    counts it twice; who uses these puts them to the two-way error (`earmark.stats.clusters`).

    Args:
        ratings: In long form, with numbers as values.
        resamples: Number of resamples of each.
        seed: What they are drawn by.

    Returns:
        Shape (resamples, conditions). Where a resample holds no score of a condition it is not off: 0.
    """
    random = np.random.default_rng(seed)
    usual = np.bincount(ratings.condition.codes, weights=ratings.scores) / np.bincount(
        ratings.condition.codes
    )
    return _off(ratings, ratings.rater, usual, resamples, random) + _off(
        ratings, ratings.item, usual, resamples, random
    )


def _off(
    ratings: Ratings, drawn: Coded, usual: Floats, resamples: int, random: np.random.Generator
) -> Floats:
    count, total = (_by_condition(ratings, drawn, of).T for of in (None, ratings.scores))
    blocks = []
    for weights in draws(drawn.count, resamples, random):
        n, sums = (count @ weights).T, (total @ weights).T
        blocks.append(np.where(n > 0, sums / np.maximum(n, 1) - usual, 0))
    return np.concatenate(blocks)


def _by_condition(ratings: Ratings, by: Coded, weights: Floats | None) -> Any:  # noqa: ANN401 - SciPy's matrices have no types
    from scipy.sparse import csr_array  # noqa: PLC0415 - only resampling pays for it

    data = np.ones(ratings.n) if weights is None else weights
    shape = (by.count, ratings.condition.count)
    return csr_array(
        (data, (by.codes.astype(np.int64), ratings.condition.codes.astype(np.int64))), shape=shape
    )
