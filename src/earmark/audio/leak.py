"""One channel's speech heard in the other: found by its echo path, and told apart from speech by its level.

A leak of -40 dB sounds like speech to any detector, which looks at shapes and not at levels. The path is
estimated where the one side speaks and the other does not: the transfer function between the channels,
averaged over half-second windows, becomes an impulse response, whose peak stands out where there is a leak.
After that the level of the leak can be predicted at every moment, and only what is well above it is the other
side's own. Found in trials with added leaks: all from -20 to -40 dB below the speech, most at -50 dB and at
-10 dB, in calls of 10 s and more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.detectors import RATE_HZ
from earmark.audio.speech_level import FRAME_S
from earmark.audio.stretches import Stretch, join
from earmark.audio.voice_band import LEVEL_SAMPLES, VoiceBand
from earmark.audio.voice_file import pieces_of

_HOP_FRAMES: Final = 25
_WINDOW_SAMPLES: Final = 2 * _HOP_FRAMES * LEVEL_SAMPLES
_BAND_HZ: Final = (300, 3400)  # a telephone's: hum that both channels share is no leak
_LONGEST_DELAY_S: Final = 0.15
_FEWEST_WINDOWS: Final = 10
_MOST_WINDOWS: Final = 400
_PROMINENCE: Final = 9.0
"""How far the peak must stand above the rest. Without a leak 8.5 was the most in 84 pairs of channels."""

_ACTIVE_DB: Final = -15
_DOMINANT_DB: Final = 6
_SILENCE_DB: Final = -95
_BEFORE_S: Final = 0.002
_TAIL_S: Final = 0.08
_TAIL_FRAMES: Final = 8
_MARGIN_DB: Final = 6
_SHORTEST_OWN_S: Final = 0.08
_CLOSED_S: Final = 0.2


@dataclass(frozen=True, slots=True)
class Leak:
    """Channel ``source`` is heard in channel ``target``.

    Attributes:
        source: The channel that leaks, 0 or 1.
        target: The channel that it leaks into.
        gain_db: Level of the leak relative to its source, below 0 as a rule.
        delay_s: How much later it is heard, 0..0.15 s.
    """

    source: int
    target: int
    gain_db: float
    delay_s: float


def find_leak(band: VoiceBand, *, source: int, target: int) -> Leak | None:
    """Return the leak of one channel into the other; None without one, or without 3 s to find it in."""
    level = band.level_db(source), band.level_db(target)
    if level[0] is None or level[1] is None:
        return None
    powers = band.powers_db[[source, target]]
    dominant = _dominant(powers, level[0], level[1])
    windows = np.flatnonzero(_in_windows(dominant.astype(np.float32)) > 0.5)  # noqa: PLR2004 - for half of it
    if len(windows) < _FEWEST_WINDOWS:
        return None
    chosen = windows[np.linspace(0, len(windows) - 1, min(len(windows), _MOST_WINDOWS)).astype(int)]
    response = _impulse_response(band, chosen, source=source, target=target)
    lags = round(_LONGEST_DELAY_S * RATE_HZ)
    peak = int(np.argmax(response[:lags]))
    if not response[peak] > _PROMINENCE * np.median(response[lags:]) / 0.6745:
        return None
    return Leak(source, target, _gain_db(response, peak), peak / RATE_HZ)


def own_speech(stretches: Sequence[Stretch], band: VoiceBand, leak: Leak) -> tuple[Stretch, ...]:
    """Return what is left of the target's stretches where they are more than the leak."""
    powers = band.powers_db[leak.target]
    own = powers > _leak_or_floor(band, leak) + _MARGIN_DB
    return tuple(piece for one in stretches for piece in _own_of(one, own))


def _dominant(powers: NDArray[np.float32], source_db: float, target_db: float) -> NDArray[np.bool_]:
    """Mark the frames where the source speaks and the target, each against its own level, much less."""
    above_own = powers - np.array([[source_db], [target_db]], np.float32)
    marks: NDArray[np.bool_] = (
        (above_own[0] > _ACTIVE_DB)
        & (above_own[0] - above_own[1] > _DOMINANT_DB)
        & (powers[1] > _SILENCE_DB)  # digital silence tells of no leak
    )
    return marks


def _in_windows(frames: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean over windows that overlap by half."""
    whole = len(frames) // _HOP_FRAMES * _HOP_FRAMES
    halves = frames[:whole].reshape(-1, _HOP_FRAMES).mean(axis=1)
    means: NDArray[np.float32] = (halves[:-1] + halves[1:]) / 2
    return means


def _impulse_response(
    band: VoiceBand, windows: NDArray[np.int64], *, source: int, target: int
) -> NDArray[np.float32]:
    """Return the size of the response from source to target, each window weighing the same."""
    shape = np.hanning(_WINDOW_SAMPLES).astype(np.float32)
    hertz = np.fft.rfftfreq(_WINDOW_SAMPLES, 1 / RATE_HZ)
    inside = (hertz > _BAND_HZ[0]) & (hertz < _BAND_HZ[1])
    cross = np.zeros(len(hertz), np.complex64)
    power = np.zeros(len(hertz), np.float32)
    starts = windows * _HOP_FRAMES * LEVEL_SAMPLES
    for piece in pieces_of(band.path, channels=band.channels, starts=starts, samples=_WINDOW_SAMPLES):
        spectra = np.fft.rfft(piece * shape, axis=1)
        weight = np.float32(1 / np.sqrt((np.abs(spectra[:, inside]) ** 2).mean(axis=1) + 1e-12).prod())
        cross += spectra[source].conj() * spectra[target] * weight
        power += np.abs(spectra[source]) ** 2 * weight
    transfer = np.where(inside, cross / (power + 1e-3 * power[inside].mean()), 0)
    response: NDArray[np.float32] = np.abs(np.fft.irfft(transfer))
    return response


def _gain_db(response: NDArray[np.float32], peak: int) -> float:
    """Return the level of the path from its energy around the peak, whatever is heard beside the leak.

    That is noise in the response, as much before the source as after it, and is taken off. Added is what
    windows lose of a late echo.
    """
    first, last = max(0, peak - round(_BEFORE_S * RATE_HZ)), peak + round(_TAIL_S * RATE_HZ)
    power = response**2
    noise = float(power[len(power) - last : len(power) - first].sum())
    energy = max(float(power[first:last].sum()) - noise, float(power[peak]))
    window = np.hanning(_WINDOW_SAMPLES)
    kept = float(window[peak:] @ window[: len(window) - peak] / (window @ window))
    inside = (_BAND_HZ[1] - _BAND_HZ[0]) / (RATE_HZ / 2)  # elsewhere the response is 0
    return float(10 * np.log10(energy / inside) - 20 * np.log10(kept))


def _leak_or_floor(band: VoiceBand, leak: Leak) -> NDArray[np.float32]:
    """Return the power in dB that the target has in each frame where only the leak and its floor sound."""
    source, target = band.powers_db[leak.source], band.powers_db[leak.target]
    delay = round(leak.delay_s / FRAME_S)
    quiet = np.full(delay + _TAIL_FRAMES - 1, _SILENCE_DB, np.float32)
    delayed = np.concatenate([quiet, source])[: len(source) + _TAIL_FRAMES - 1]
    ringing = np.lib.stride_tricks.sliding_window_view(delayed, _TAIL_FRAMES).max(axis=1)
    floor = np.percentile(target[target > _SILENCE_DB], 10)
    together = 10 ** ((ringing + leak.gain_db) / 10) + 10 ** (floor / 10)
    decibels: NDArray[np.float32] = 10 * np.log10(together)
    return decibels


def _own_of(stretch: Stretch, own: NDArray[np.bool_]) -> tuple[Stretch, ...]:
    first, last = round(stretch.start_s / FRAME_S), round(stretch.end_s / FRAME_S)
    inside = np.concatenate([[False], own[first:last], [False]])
    runs = np.flatnonzero(inside[1:] != inside[:-1]).reshape(-1, 2) + first
    pieces = join((Stretch(a * FRAME_S, b * FRAME_S) for a, b in runs.tolist()), _CLOSED_S)
    return tuple(
        Stretch(max(one.start_s, stretch.start_s), min(one.end_s, stretch.end_s))
        for one in pieces
        if own[round(one.start_s / FRAME_S) : round(one.end_s / FRAME_S)].sum() * FRAME_S >= _SHORTEST_OWN_S
    )
