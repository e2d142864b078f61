"""What a voice does every 10 ms: its pitch, and how loud its vowels are.

Both come from one spectrum of 50 ms at 8 kHz. The autocorrelation, freed of that of the window, peaks at the
period of the voice; of its three best peaks the one counts that lies nearest to those around it, which takes
back most leaps to half or double the pitch. Syllables are the humps of the level between 300 and 2500 Hz.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.detectors import RATE_HZ
from earmark.audio.evidence.material import Material
from earmark.audio.evidence.talk import speech_of
from earmark.audio.voice_file import pieces_of

HOP_S: Final = 0.01
_RATE: Final = RATE_HZ // 2
_HOP: Final = round(HOP_S * _RATE)
_SIZE: Final = 400
_LENGTH: Final = 1024
_PITCH_HZ: Final = (60.0, 500.0)
_VOWELS_HZ: Final = (300.0, 2500.0)
_VOICED: Final = 0.5
_CANDIDATES: Final = 3
_OCTAVE_COST: Final = 0.02
_GIVEN_UP: Final = 0.2
"""So much of its strength the best peak may lose to one that lies nearer to the neighbourhood."""
_NEIGHBOURS: Final = 15
_AT_ONCE: Final = 512


@dataclass(frozen=True, slots=True)
class VoiceFrames:
    """One channel every 10 ms.

    Attributes:
        pitch_hz: Shape (frames,): NaN where nothing is voiced, or nobody speaks.
        vowels_db: Shape (frames,): level between 300 and 2500 Hz; -120 where nobody speaks.
    """

    pitch_hz: NDArray[np.float64]
    vowels_db: NDArray[np.float64]

    def within(self, start_s: float, end_s: float) -> VoiceFrames:
        """Return the frames of a span."""
        part = slice(round(start_s / HOP_S), round(end_s / HOP_S))
        return VoiceFrames(self.pitch_hz[part], self.vowels_db[part])


def voice_of(material: Material, channel: int) -> VoiceFrames:
    """Return the frames of a channel; several detectors share them."""
    return material.shared(f"voice {channel}", lambda: _measured(material, channel))


def _measured(material: Material, channel: int) -> VoiceFrames:
    count = round(material.recording.duration_s / HOP_S) + 1
    pitch, vowels = np.full(count, np.nan), np.full(count, -120.0)
    for start, end in speech_of(material)[channel]:
        first = int(start / HOP_S)
        windows = _windows(material, channel, first, int(end / HOP_S) + 1 - first)
        for at in range(0, len(windows), _AT_ONCE):
            powers = _powers(windows[at : at + _AT_ONCE])
            here = slice(first + at, min(count, first + at + len(powers)))
            pitch[here] = _pitches(powers)[: here.stop - here.start]
            vowels[here] = _levels(powers)[: here.stop - here.start]
    return VoiceFrames(pitch, vowels)


def _windows(material: Material, channel: int, first: int, frames: int) -> NDArray[np.float32]:
    """Return the samples around each frame at 8 kHz, shape (frames, 400), fewer at the end of the sound."""
    band = material.voice_band()
    start = max(0, first * _HOP - _SIZE // 2) * 2
    length = ((frames - 1) * _HOP + _SIZE) * 2
    length = min(length, len(band.powers_db[channel]) * _HOP * 2 - start)
    pieces = pieces_of(band.path, channels=band.channels, starts=np.array([start]), samples=length)
    wide = next(pieces)[channel]
    smooth = np.convolve(wide, np.array([0.25, 0.5, 0.25], np.float32), "same")[::2]
    if len(smooth) < _SIZE:
        return np.empty((0, _SIZE), np.float32)
    windows: NDArray[np.float32] = np.lib.stride_tricks.sliding_window_view(smooth, _SIZE)[::_HOP]
    return windows


def _powers(windows: NDArray[np.float32]) -> NDArray[np.float32]:
    from scipy.fft import rfft  # noqa: PLC0415 - only analysis pays for it

    shape = np.hanning(_SIZE).astype(np.float32)
    spectra = rfft((windows - windows.mean(axis=1, keepdims=True)) * shape, _LENGTH, axis=1)
    powers: NDArray[np.float32] = spectra.real**2 + spectra.imag**2
    return powers


def _levels(powers: NDArray[np.float32]) -> NDArray[np.float64]:
    low, high = (round(hertz * _LENGTH / _RATE) for hertz in _VOWELS_HZ)
    levels: NDArray[np.float64] = 10 * np.log10(powers[:, low:high].sum(axis=1) / _SIZE**2 + 1e-12)
    return levels


def _pitches(powers: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the pitch of each frame in Hz; NaN where none is voiced."""
    from scipy.fft import irfft  # noqa: PLC0415 - only analysis pays for it

    shortest, longest = round(_RATE / _PITCH_HZ[1]), round(_RATE / _PITCH_HZ[0])
    shape = np.hanning(_SIZE)
    window = np.fft.irfft(np.abs(np.fft.rfft(shape, _LENGTH)) ** 2)[: longest + 2]
    likeness = irfft(powers, axis=1)[:, : longest + 2]
    likeness = likeness / np.maximum(likeness[:, :1], 1e-12) * (window[0] / window)
    inner = likeness[:, shortest : longest + 1]
    peaks = (inner >= likeness[:, shortest - 1 : longest]) & (inner > likeness[:, shortest + 1 : longest + 2])
    cost = _OCTAVE_COST * np.log2(np.arange(shortest, longest + 1) / shortest)
    strengths = np.where(peaks, inner - cost, -1.0)
    best = np.argsort(-strengths, axis=1)[:, :_CANDIDATES]
    rows = np.arange(len(best))[:, None]
    lags = _refined(likeness, best + shortest, rows)
    return _nearest(_RATE / lags, strengths[rows, best])


def _refined(
    likeness: NDArray[np.float64], lags: NDArray[np.int64], rows: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return lags at the tops of parabolas through their neighbours."""
    before, at, after = (likeness[rows, lags + step] for step in (-1, 0, 1))
    bend = before - 2 * at + after
    moved = np.where(bend < 0, (before - after) / (2 * np.minimum(bend, -1e-9)), 0.0)
    refined: NDArray[np.float64] = lags + np.clip(moved, -0.5, 0.5)
    return refined


def _nearest(hertz: NDArray[np.float64], strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return of each frame the candidate nearest to the median around it, among those nearly as strong."""
    voiced = strengths[:, 0] > _VOICED
    first = np.where(voiced, np.log2(hertz[:, 0]), np.nan)
    padded = np.pad(first, _NEIGHBOURS, constant_values=np.nan)
    around = np.lib.stride_tricks.sliding_window_view(padded, 2 * _NEIGHBOURS + 1)
    ordered = np.sort(around, axis=1)  # NaN comes last
    counts = np.isfinite(ordered).sum(axis=1)
    middle = ordered[np.arange(len(ordered)), np.maximum(0, (counts - 1) // 2)]
    away = np.abs(np.log2(hertz) - middle[:, None])
    away = np.where(strengths > strengths[:, :1] - _GIVEN_UP, away, np.inf)
    chosen = np.where(counts > 0, np.argmin(np.nan_to_num(away, nan=np.inf), axis=1), 0)
    return np.where(voiced, hertz[np.arange(len(hertz)), chosen], np.nan)
