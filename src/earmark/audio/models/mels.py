"""Spectra on the mel scale, as the networks were trained on: Slaney's scale and bands of equal area."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.transforms import rfft

_LINEAR_HZ: Final = 200 / 3
_BREAK_HZ: Final = 1000.0
_BREAK_MEL: Final = _BREAK_HZ / _LINEAR_HZ
_LOG_STEP: Final = np.log(6.4) / 27


def mel_powers(
    samples: NDArray[np.float32], *, rate_hz: int, size: int, hop: int, bands: int
) -> NDArray[np.float32]:
    """Return the power of every band, shape (frames, bands).

    Frames are centred on multiples of ``hop``, with silence before the first and after the last sample, and
    have a Hann window of ``size`` samples, odd or even.
    """
    padded = np.pad(samples, size // 2)
    frames = np.lib.stride_tricks.sliding_window_view(padded, size)[::hop]
    shape = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(size) / size)).astype(np.float32)
    spectra = rfft(frames * shape)
    powers: NDArray[np.float32] = (spectra.real**2 + spectra.imag**2) @ _filters(rate_hz, size, bands)
    return powers


@cache
def _filters(rate_hz: int, size: int, bands: int) -> NDArray[np.float32]:
    """Return the triangles from the spectrum to the bands, shape (bins, bands)."""
    bins = np.arange(size // 2 + 1) * rate_hz / size
    edges = _hertz(np.linspace(0, _mel(rate_hz / 2), bands + 2))
    widths = np.diff(edges)
    rising = (bins[:, None] - edges[:-2]) / widths[:-1]
    falling = (edges[2:] - bins[:, None]) / widths[1:]
    triangles = np.maximum(0, np.minimum(rising, falling)) * 2 / (edges[2:] - edges[:-2])
    filters: NDArray[np.float32] = triangles.astype(np.float32)
    return filters


def _mel(hertz: float) -> float:
    return float(_BREAK_MEL + np.log(hertz / _BREAK_HZ) / _LOG_STEP)


def _hertz(mels: NDArray[np.float64]) -> NDArray[np.float64]:
    above = _BREAK_HZ * np.exp(_LOG_STEP * (mels - _BREAK_MEL))
    return np.where(mels < _BREAK_MEL, mels * _LINEAR_HZ, above)
