"""Runs of true values, and places that belong together."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray


def runs_of(marks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the first place of each run and the one after its last, shape (runs, 2)."""
    padded = np.zeros(len(marks) + 2, np.bool_)
    padded[1:-1] = marks
    return np.flatnonzero(padded[1:] != padded[:-1]).reshape(-1, 2)


def widened(marks: NDArray[np.bool_], by: int) -> NDArray[np.bool_]:
    """Return the marks with so many places before and after each of them."""
    sums = np.concatenate([[0], np.cumsum(marks)])
    places = np.arange(len(marks))
    near: NDArray[np.bool_] = sums[np.minimum(places + by + 1, len(marks))] > sums[np.maximum(places - by, 0)]
    return near


def merged(spans: NDArray[np.int64], gap: float) -> list[tuple[int, int]]:
    """Return which spans, in order, lie no further apart than the gap: pairs (first, past the last)."""
    if not len(spans):
        return []
    breaks = np.flatnonzero(spans[1:, 0] - spans[:-1, 1] > gap) + 1
    edges = [0, *breaks.tolist(), len(spans)]
    return list(pairwise(edges))
