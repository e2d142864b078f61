"""The highest and the lowest sample of every millisecond, by which the rare ones are found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.levels import Levels

_STEPS_AT_ONCE: Final = 1024


@dataclass(frozen=True, slots=True)
class Extremes:
    """One channel on the grid of its levels.

    Attributes:
        samples: Shape (samples,).
        step: Samples of the grid.
        tops: Shape (steps,): the highest of each step; the last step may be shorter.
        lows: The same of the lowest.
    """

    samples: NDArray[np.int16]
    step: int
    tops: NDArray[np.int16]
    lows: NDArray[np.int16]

    def within(self, start: int, end: int) -> tuple[int, int]:
        """Return the highest sample, and the negative of the lowest, of whole steps between two samples."""
        part = slice(start // self.step, -(-end // self.step))
        return int(self.tops[part].max()), -int(self.lows[part].min())

    def beyond(self, bound: int, sign: int, start: int, end: int) -> NDArray[np.int64]:
        """Return the samples from start to before end that reach the bound, or the negative of it."""
        first = start // self.step
        part = slice(first, -(-end // self.step))
        reached = self.tops[part] >= bound if sign > 0 else self.lows[part] <= -bound
        found = [np.empty(0, np.int64)]
        for places in self.places(np.flatnonzero(reached) + first):
            inside = places[(places >= start) & (places < end)]
            values = self.samples[inside]
            found.append(inside[values >= bound if sign > 0 else values <= -bound])
        return np.concatenate(found)

    def places(self, steps: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
        """Yield the samples of these steps, some at a time."""
        for at in range(0, len(steps), _STEPS_AT_ONCE):
            some = steps[at : at + _STEPS_AT_ONCE, None] * self.step + np.arange(self.step)
            yield some[some < len(self.samples)]


def extremes_of(samples: NDArray[np.int16], levels: Levels) -> Extremes:
    """Measure a channel in one pass."""
    step = levels.step
    whole = len(samples) // step
    count = -(-len(samples) // step)
    tops, lows = np.zeros((2, count), np.int16)
    edges = np.append(np.arange(0, whole, _STEPS_AT_ONCE), whole)
    sounding = levels.sounds_between(edges * step)
    for first, last in zip(edges[:-1][sounding].tolist(), edges[1:][sounding].tolist(), strict=True):
        # With a row for each place in a step, NumPy works on many steps at a time.
        columns = np.ascontiguousarray(samples[first * step : last * step].reshape(-1, step).T)
        columns.max(axis=0, out=tops[first:last])
        columns.min(axis=0, out=lows[first:last])
    if count > whole:
        tops[whole], lows[whole] = samples[whole * step :].max(), samples[whole * step :].min()
    return Extremes(samples, step, tops, lows)
