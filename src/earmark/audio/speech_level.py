"""How loud the speech of a channel is, whatever share of the time somebody speaks."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

FRAME_S: Final = 0.01
_LOWEST_DB: Final = -100
_HIGHEST_DB: Final = 20
_LOUDEST: Final = 0.005
"""The share of frames that may be clicks and cries, above what counts as the loudest speech."""
_RANGE_DB: Final = 20
"""How far below the loudest speech the rest of it goes; what is lower still is pauses and noise."""


class SpeechLevelMeter:
    """Gathers the power of every 10 ms into a histogram of 1 dB steps; memory does not grow."""

    def __init__(self, *, channels: int, sample_rate_hz: int) -> None:
        self._size = max(1, round(sample_rate_hz * FRAME_S))
        self._counts = np.zeros((channels, _HIGHEST_DB - _LOWEST_DB + 1), np.int64)

    def add(self, block: NDArray[np.float32]) -> None:
        """Take the next samples, shape (channels, samples); a last part of under 10 ms is left out."""
        frames = block.shape[1] // self._size
        if not frames:
            return
        cut = block[:, : frames * self._size].reshape(len(block), frames, self._size)
        power = np.einsum("cfs,cfs->cf", cut, cut) / self._size
        steps = np.rint(10 * np.log10(power + 1e-12)).clip(_LOWEST_DB, _HIGHEST_DB).astype(np.int64)
        for channel, row in enumerate(steps - _LOWEST_DB):
            self._counts[channel] += np.bincount(row, minlength=self._counts.shape[1])

    def levels_db(self) -> tuple[float | None, ...]:
        """Return each channel's level in dB relative to full scale; None where all of it is digital silence.

        It is the mean power of the frames at most 20 dB below the loudest half per cent; frames of digital
        silence do not count.
        """
        return tuple(_level(counts) for counts in self._counts)


def _level(counts: NDArray[np.int64]) -> float | None:
    sounding = counts[1:]
    if not sounding.any():
        return None
    decibels = np.arange(_LOWEST_DB + 1, _HIGHEST_DB + 1, dtype=np.float64)
    from_above = np.cumsum(sounding[::-1])[::-1]
    loudest = decibels[np.flatnonzero(from_above >= _LOUDEST * from_above[0])[-1]]
    speech = (decibels >= loudest - _RANGE_DB) & (decibels <= loudest)
    power = 10 ** (decibels[speech] / 10)
    return float(10 * np.log10(np.average(power, weights=sounding[speech])))
