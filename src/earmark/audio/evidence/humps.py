"""Humps of a curve, which stand out of it: high enough, far enough apart, and with a valley on both sides."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def humps_of(
    curve: NDArray[np.float64], *, height: float, prominence: float, distance: int
) -> NDArray[np.int64]:
    """Return the places of the peaks of humps, in order.

    Of two that are nearer than ``distance`` the higher stays. A prominence is how far the curve falls on
    both sides before it rises above the peak, or to its ends. It is what ``scipy.signal.find_peaks`` gives,
    whose package takes half a second and 50 MB to load.
    """
    summits = _summits(curve)
    falls = np.minimum(_falls(curve, summits), _falls(curve[::-1], len(curve) - 1 - summits[::-1])[::-1])
    high = curve[summits] >= height
    kept = _apart(summits[high], curve, distance)
    peaks: NDArray[np.int64] = summits[high][kept & (falls[high] >= prominence)]
    return peaks


def _summits(curve: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the places from which the curve falls on both sides, of a level top its middle."""
    changes = np.flatnonzero(np.diff(curve))
    starts, ends = np.concatenate([[0], changes + 1]), np.concatenate([changes, [len(curve) - 1]])
    levels = curve[starts]
    inner = np.flatnonzero((levels[1:-1] > levels[:-2]) & (levels[1:-1] > levels[2:])) + 1
    middles: NDArray[np.int64] = (starts[inner] + ends[inner]) // 2
    return middles


def _apart(peaks: NDArray[np.int64], curve: NDArray[np.float64], distance: int) -> NDArray[np.bool_]:
    """Mark what is left when each peak, from the highest on, drives out those nearer than the distance."""
    kept = np.ones(len(peaks), np.bool_)
    first, past = (
        np.searchsorted(peaks, bounds).tolist() for bounds in (peaks - distance + 1, peaks + distance)
    )
    for at in np.argsort(curve[peaks])[::-1].tolist():
        if kept[at] and past[at] - first[at] > 1:
            kept[first[at] : at] = kept[at + 1 : past[at]] = False
    return kept


def _falls(curve: NDArray[np.float64], summits: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how far the curve falls between each summit and what is higher before it, or its beginning."""
    if not len(summits):
        return np.empty(0)
    places = np.concatenate([[0], summits])
    lows = np.minimum.reduceat(curve[: summits[-1] + 1], places)[:-1]
    falls, higher = [], [(float(curve[0]), float(curve[0]))]  # with the lowest since the one before
    for level, since in zip(curve[summits].tolist(), lows.tolist(), strict=True):
        lowest = since
        while higher and higher[-1][0] <= level:
            lowest = min(lowest, higher.pop()[1])
        falls.append(level - lowest)
        higher.append((level, lowest))
    return np.array(falls)
