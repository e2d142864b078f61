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
        for channel, row in enumerate(10 * np.log10(power + 1e-12)):
            self._counts[channel] += _histogram(row)

    def levels_db(self) -> tuple[float | None, ...]:
        """Return the level of each channel so far, as `speech_level` defines it."""
        return tuple(_level(counts) for counts in self._counts)


def speech_level(powers_db: NDArray[np.float32]) -> float | None:
    """Return the level of speech in a channel, in dB relative to full scale, from the power of every 10 ms.

    It is the mean power of the frames at most 20 dB below the loudest half per cent. Frames of digital
    silence do not count; None where there are no others.
    """
    return _level(_histogram(powers_db))


def _histogram(powers_db: NDArray[np.float32]) -> NDArray[np.int64]:
    steps = np.rint(powers_db).clip(_LOWEST_DB, _HIGHEST_DB).astype(np.int64) - _LOWEST_DB
    return np.bincount(steps, minlength=_HIGHEST_DB - _LOWEST_DB + 1)


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
