"""What a voice does every 10 ms: its pitch, and how loud its vowels are.

Both come from one spectrum of 50 ms at 8 kHz. The autocorrelation, freed of that of the window, peaks at the
period of the voice; of its three best peaks the one counts that lies nearest to those around it, which takes
back most leaps to half or double the pitch. Syllables are the humps of the level between 300 and 2500 Hz.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.detectors import RATE_HZ
from earmark.audio.evidence.material import Material
from earmark.audio.evidence.talk import speech_of
from earmark.audio.transforms import irfft, rfft
from earmark.audio.voice_band import VoiceBand
from earmark.audio.voice_file import blocks_of

HOP_S: Final = 0.01
_RATE: Final = RATE_HZ // 2
_HOP: Final = round(HOP_S * _RATE)
_SIZE: Final = 400
_LENGTH: Final = 512
"""Of the transform. What wraps around are lags of 377 and more, of which the window leaves a millionth."""
_SCALE_LENGTH: Final = 1024
"""Levels are those of a transform of this length."""
_PITCH_HZ: Final = (60.0, 500.0)
_VOWELS_HZ: Final = (300.0, 2500.0)
_VOICED: Final = 0.5
_CANDIDATES: Final = 3
_OCTAVE_COST: Final = 0.02
_GIVEN_UP: Final = 0.2
"""So much of its strength the best peak may lose to one that lies nearer to the neighbourhood."""
_NEIGHBOURS: Final = 15
_AT_ONCE: Final = 256
_MEDIANS_AT_ONCE: Final = 2048


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
    vowels = np.full(count, -120.0)
    hertz, strengths = np.full((2, count, _CANDIDATES), np.nan, np.float32)
    spoken = np.zeros(count, np.bool_)
    for start, end in speech_of(material)[channel]:
        spoken[int(start / HOP_S) : int(end / HOP_S) + 1] = True
    for first, windows in _windows(material.voice_band(), channel):
        wanted = np.flatnonzero(spoken[first : first + len(windows)])
        for at in range(0, len(wanted), _AT_ONCE):
            some = wanted[at : at + _AT_ONCE]
            powers = _powers(windows[some])
            hertz[first + some], strengths[first + some] = _candidates(powers)
            vowels[first + some] = _levels(powers)
    return VoiceFrames(_nearest(hertz, strengths), vowels)


def _windows(band: VoiceBand, channel: int) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """Yield the samples around each frame at 8 kHz, shape (frames, 400), each time with the first frame."""
    left = np.zeros(_SIZE // 2, np.float32)
    before, first = np.float32(0), 0
    for block in blocks_of(band.path, channels=band.channels, channel=channel):
        # An even place and its neighbours, of which the first is the block's before.
        even, odd = block[0, ::2], block[0, 1::2]
        smooth = even * np.float32(0.5)
        smooth[: len(odd)] += odd * np.float32(0.25)
        smooth[1:] += odd[: len(smooth) - 1] * np.float32(0.25)
        smooth[0] += before * np.float32(0.25)
        before = odd[-1] if len(odd) else np.float32(0)
        joined = np.concatenate([left, smooth])
        if len(joined) >= _SIZE:
            windows = np.lib.stride_tricks.sliding_window_view(joined, _SIZE)[::_HOP]
            yield first, windows
            first += len(windows)
            joined = joined[len(windows) * _HOP :]
        left = joined


def _powers(windows: NDArray[np.float32]) -> NDArray[np.float32]:
    shape = np.hanning(_SIZE).astype(np.float32)
    spectra = rfft((windows - windows.mean(axis=1, keepdims=True)) * shape, _LENGTH)
    powers: NDArray[np.float32] = spectra.real**2 + spectra.imag**2
    return powers


def _levels(powers: NDArray[np.float32]) -> NDArray[np.float64]:
    low, high = (round(hertz * _LENGTH / _RATE) for hertz in _VOWELS_HZ)
    share = _SCALE_LENGTH / _LENGTH / _SIZE**2
    levels: NDArray[np.float64] = 10 * np.log10(powers[:, low:high].sum(axis=1) * share + 1e-12)
    return levels


def _candidates(powers: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the three best pitches of each frame in Hz, and how strong they are; -1 where there is none."""
    shortest, longest = round(_RATE / _PITCH_HZ[1]), round(_RATE / _PITCH_HZ[0])
    likeness = irfft(powers)[:, : longest + 2]
    likeness *= _window_gains(longest + 2) / np.maximum(likeness[:, :1], np.float32(1e-12))
    inner = likeness[:, shortest : longest + 1]
    peaks = (inner >= likeness[:, shortest - 1 : longest]) & (inner > likeness[:, shortest + 1 : longest + 2])
    cost = _OCTAVE_COST * np.log2(np.arange(shortest, longest + 1) / shortest)
    strengths = np.where(peaks, inner - cost.astype(np.float32), np.float32(-1))
    rows, best, found = np.arange(len(powers)), [], []
    for _ in range(_CANDIDATES):
        best.append(np.argmax(strengths, axis=1))
        found.append(strengths[rows, best[-1]])
        strengths[rows, best[-1]] = -1
    lags = _refined(likeness, np.stack(best, axis=1) + shortest, rows[:, None])
    return np.float32(_RATE) / lags, np.stack(found, axis=1)


@cache
def _window_gains(lags: int) -> NDArray[np.float32]:
    """Return by how much the window makes each lag less alike, so as to take it back."""
    window = np.fft.irfft(np.abs(np.fft.rfft(np.hanning(_SIZE), 2 * _SIZE)) ** 2)[:lags]
    gains: NDArray[np.float32] = (window[0] / window).astype(np.float32)
    return gains


def _refined(
    likeness: NDArray[np.float32], lags: NDArray[np.int64], rows: NDArray[np.int64]
) -> NDArray[np.float32]:
    """Return lags at the tops of parabolas through their neighbours."""
    before, at, after = (likeness[rows, lags + step] for step in (-1, 0, 1))
    bend = before - 2 * at + after
    moved = np.where(bend < 0, (before - after) / (2 * np.minimum(bend, np.float32(-1e-9))), np.float32(0))
    refined: NDArray[np.float32] = lags.astype(np.float32) + np.clip(moved, -0.5, 0.5)
    return refined


def _nearest(hertz: NDArray[np.float32], strengths: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the pitch of each frame in Hz: the candidate nearest to the median around it; NaN for none.

    Only candidates nearly as strong as the best count, and only voiced frames have one.
    """
    voiced = strengths[:, 0] > _VOICED
    octaves = np.log2(hertz)
    padded = np.full(len(hertz) + 2 * _NEIGHBOURS, np.nan, np.float32)
    padded[_NEIGHBOURS : _NEIGHBOURS + len(hertz)] = np.where(voiced, octaves[:, 0], np.nan)
    around = np.lib.stride_tricks.sliding_window_view(padded, 2 * _NEIGHBOURS + 1)
    pitch = np.full(len(hertz), np.nan)
    places = np.flatnonzero(voiced)
    for at in range(0, len(places), _MEDIANS_AT_ONCE):
        some = places[at : at + _MEDIANS_AT_ONCE]
        ordered = np.sort(around[some], axis=1)  # NaN comes last
        counts = np.isfinite(ordered).sum(axis=1)
        middle = ordered[np.arange(len(some)), (counts - 1) // 2]
        away = np.abs(octaves[some] - middle[:, None])
        away[strengths[some] <= strengths[some, :1] - np.float32(_GIVEN_UP)] = np.inf
        pitch[some] = hertz[some, np.argmin(away, axis=1)]
    return pitch
