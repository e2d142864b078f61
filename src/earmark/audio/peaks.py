"""What a waveform is drawn from: the lowest and highest sample of each stretch, taken while samples pass."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

POINTS_PER_SECOND: Final = 50
_VERSION: Final = 1
_DECIMALS: Final = 3


@dataclass(frozen=True, slots=True)
class Peaks:
    """Extremes of a recording.

    Attributes:
        minima: Shape (channels, points), each value in -1..1.
        maxima: The same for the highest sample.
        duration_s: Length of the recording; the last point may cover less than 1/50 s.
    """

    minima: NDArray[np.float32]
    maxima: NDArray[np.float32]
    duration_s: float

    def to_json(self) -> bytes:
        """Return the document that pages draw from, values with three decimals."""
        document = {
            "version": _VERSION,
            "channels": len(self.minima),
            "duration_s": self.duration_s,
            "points_per_second": POINTS_PER_SECOND,
            "min": _rounded(self.minima),
            "max": _rounded(self.maxima),
        }
        return json.dumps(document, allow_nan=False, separators=(",", ":")).encode()


class PeakMeter:
    """Gathers peaks block by block. Point i covers the samples n with ``n * 50 // rate == i``."""

    def __init__(self, *, channels: int, sample_rate_hz: int) -> None:
        self._rate = sample_rate_hz
        self._seen = 0
        self._points = 0
        self._minima: list[NDArray[np.float32]] = [np.empty((channels, 0), np.float32)]
        self._maxima: list[NDArray[np.float32]] = [np.empty((channels, 0), np.float32)]

    def add(self, block: NDArray[np.float32]) -> None:
        """Take the next samples, shape (channels, samples), values in -1..1."""
        if block.shape[1] == 0:
            return
        first = self._seen * POINTS_PER_SECOND // self._rate
        last = (self._seen + block.shape[1] - 1) * POINTS_PER_SECOND // self._rate
        starts = -(-np.arange(first, last + 1) * self._rate // POINTS_PER_SECOND) - self._seen  # rounded up
        starts[0] = 0
        lowest = np.minimum.reduceat(block, starts, axis=1)
        highest = np.maximum.reduceat(block, starts, axis=1)
        if first < self._points:  # the last point of the block before goes on in this one
            before = self._minima[-1], self._maxima[-1]
            np.minimum(lowest[:, 0], before[0][:, -1], out=lowest[:, 0])
            np.maximum(highest[:, 0], before[1][:, -1], out=highest[:, 0])
            self._minima[-1], self._maxima[-1] = before[0][:, :-1], before[1][:, :-1]
        self._minima.append(lowest)
        self._maxima.append(highest)
        self._points = last + 1
        self._seen += block.shape[1]

    def peaks(self) -> Peaks:
        """Return the peaks of all samples so far."""
        return Peaks(
            np.concatenate(self._minima, axis=1),
            np.concatenate(self._maxima, axis=1),
            self._seen / self._rate,
        )


def _rounded(values: NDArray[np.float32]) -> list[list[float]]:
    rounded: list[list[float]] = np.round(values.astype(np.float64), _DECIMALS).tolist()
    return rounded
