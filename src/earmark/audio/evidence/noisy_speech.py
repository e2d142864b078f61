"""Speech in noise: where it ends, though a detector takes the noise for half a voice.

A detector of speech that is surer of noise than of silence tells the end of speech late, by half a second and
more, or never. So its bound rises with what it says of the channel's own noise, and where the noise is loud,
speech ends where the level falls.

Fitted to prompts of three people in white, pink and speech-shaped noise (5 to 35 dB), whose ends are known;
of fits that were alike the one was taken that does better where ends were marked by hand. Two other
people were held out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.runs import runs_of
from earmark.audio.speech_level import FRAME_S
from earmark.audio.stretches import Stretch
from earmark.audio.voice import VoiceSettings

_LEAST_DB: Final = -90.0
_SMOOTH: Final = 5
_NOISE_SHARE: Final = 0.1
_STILL_DB: Final = 4.0
_STILL_S: Final = 0.3
_MARGINS_S: Final = (0.1, 0.05)
"""After speech and before it, where a detector still or already hears it."""
_FEWEST: Final = 10
_UPPER: Final = 0.8
_OF_SPEECH: Final = 0.93
_BETWEEN: Final = 0.55
_HIGHEST: Final = 0.9
_SOONER: Final = 0.4
"""The higher the bound, the sooner it is passed: 40 ms for each tenth."""

_LOUD_NOISE_DB: Final = 12.0
_LOUDEST_SHARE: Final = 0.05
_OF_WAY: Final = 0.35
_ABOVE_DB: Final = (2.0, 15.0)
_BACK_S: Final = 0.4
_ON_S: Final = 0.1
_SHORTEST_S: Final = 0.05


def settings_in_noise(
    settings: VoiceSettings, heard: NDArray[np.float32], frame_s: float, powers_db: NDArray[np.float32]
) -> VoiceSettings:
    """Return settings whose bound lies above what a detector says of the noise of a channel.

    Args:
        settings: Those for speech without noise.
        heard: Shape (frames,): probability of speech, 0..1.
        frame_s: Length of a frame in seconds.
        powers_db: Shape (steps,): mean power of every 10 ms in dB.
    """
    still = _still(smoothed(powers_db))
    places = (np.arange(len(heard)) * (frame_s / FRAME_S)).astype(np.int64)
    of_noise = heard[still[np.minimum(places, len(still) - 1)]]
    if len(of_noise) < _FEWEST:
        return settings
    noise = float(np.quantile(of_noise, _UPPER))
    bound = min(_HIGHEST, max(settings.threshold, noise + _BETWEEN * (_OF_SPEECH - noise)))
    late = settings.offset_late_s - _SOONER * (bound - settings.threshold)
    return replace(settings, threshold=bound, release=bound, offset_late_s=late)


def ended_by_level(stretches: tuple[Stretch, ...], powers_db: NDArray[np.float32]) -> tuple[Stretch, ...]:
    """Return stretches that end where the level falls a good way to the noise; as they are in soft noise."""
    levels = smoothed(powers_db)
    sounding = levels[levels > _LEAST_DB]
    if not len(sounding):
        return stretches
    noise, loud = np.quantile(sounding, (_NOISE_SHARE, 1 - _LOUDEST_SHARE))
    if loud - noise >= _LOUD_NOISE_DB:
        return stretches
    return tuple(_ended(one, levels, float(noise)) for one in stretches)


def smoothed(powers_db: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the level of every 50 ms around each step in dB."""
    power = np.convolve(10 ** (powers_db.astype(np.float64) / 10), np.ones(_SMOOTH) / _SMOOTH, "same")
    levels: NDArray[np.float64] = 10 * np.log10(power + 1e-12)
    return levels


def _still(levels: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Mark the steps of a channel in which for a third of a second there is steady noise alone."""
    sounding = levels[levels > _LEAST_DB]
    marks = np.zeros(len(levels), np.bool_)
    if not len(sounding):
        return marks
    soft = (levels > _LEAST_DB) & (levels < np.quantile(sounding, _NOISE_SHARE) + _STILL_DB)
    after, before = (round(margin / FRAME_S) for margin in _MARGINS_S)
    for start, end in runs_of(soft).tolist():
        if end - start >= _STILL_S / FRAME_S:
            marks[start + after : end - before] = True
    return marks


def _ended(one: Stretch, levels: NDArray[np.float64], noise_db: float) -> Stretch:
    first, last = (int(at / FRAME_S) for at in (one.start_s, one.end_s))
    inside = levels[first:last]
    if len(inside) < _SHORTEST_S / FRAME_S:
        return one
    speech_db = float(10 * np.log10(np.mean(10 ** (inside / 10))))
    bound = noise_db + float(np.clip(_OF_WAY * (speech_db - noise_db), *_ABOVE_DB))
    begin = max(first + round(_SHORTEST_S / FRAME_S), last - round(_BACK_S / FRAME_S))
    near = levels[begin : last + round(_ON_S / FRAME_S)]
    above = np.flatnonzero(near > bound)
    if not len(above) or above[-1] == len(near) - 1:
        return one
    end_s = (begin + int(above[-1]) + 1 - _SMOOTH // 2) * FRAME_S
    return Stretch(one.start_s, max(one.start_s + _SHORTEST_S, end_s))
