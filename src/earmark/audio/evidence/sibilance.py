"""Sharp sibilants: an s that stands out of the speech around it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.levels import FRAME_MS, Levels
from earmark.audio.evidence.material import SILENT, Detector, Findings, Material
from earmark.audio.evidence.runs import runs_of
from earmark.audio.transforms import fast_length, irfft, rfft

KIND: Final = "sibilant"
_BAND_HZ: Final = (5000.0, 9000.0)
_LOWEST_RATE_HZ: Final = 16_000
_BOUND_DB: Final = 3.0
"""Above the speech level: clean sibilants of the voices at hand stay below it."""
_SHORTEST_S: Final = 0.06
_SLACK_DB: Final = 1.0
_HISS_SLACK_DB: Final = 3.0
_BESIDE_FRAMES: Final = 3
"""The filter swings in before what counts, and out behind it."""
_NARROW: Final = "Its rate of under 16 kHz leaves out the band of sibilants, 5 to 9 kHz."


def _find(material: Material, findings: Findings) -> None:
    if material.rate < _LOWEST_RATE_HZ:
        findings.cannot(KIND, _NARROW)
        return
    for channel, levels in enumerate(material.levels):
        if levels.speech_db is None:
            findings.cannot(KIND, SILENT, channel=channel)
            continue
        for first, last in _loud_stretches(levels):
            if not _may_hiss(material, channel, first, last):
                continue
            band = band_powers(material, channel, first, last)
            above = 10 * np.log10(band + 1e-12) - (levels.speech_db + _BOUND_DB)
            for start, end in (runs_of(above > 0) + first).tolist():
                if (end - start) * levels.frame_s >= _SHORTEST_S:
                    excess = float(10 * np.log10(np.mean(10 ** (above[start - first : end - first] / 10))))
                    findings.add(
                        KIND,
                        (start * levels.frame_s, end * levels.frame_s),
                        channel=channel,
                        value=excess + _BOUND_DB,
                        unit="dB",
                        size=excess,
                        confidence=0.8,
                    )


def _loud_stretches(levels: Levels) -> list[tuple[int, int]]:
    """Return the frames, from and to, that are loud enough: no band is louder than the whole."""
    loud = runs_of(levels.frames_db > (levels.speech_db or 0.0) + _BOUND_DB - _SLACK_DB)
    long = loud[(loud[:, 1] - loud[:, 0]) * levels.frame_s >= _SHORTEST_S - levels.frame_s]
    return [(first, last) for first, last in long.tolist()]


def _may_hiss(material: Material, channel: int, first: int, last: int) -> bool:
    """Tell whether these frames, and those beside them, change from sample to sample as a sibilant does.

    A band from 5 kHz on has 1.5 times its own power in the differences of neighbours at 24 kHz; vowels have
    little there. What the band-pass lets through of lower sound is less than the slack.
    """
    levels = material.levels[channel]
    frame = levels.step * FRAME_MS
    start = max(0, first - _BESIDE_FRAMES) * frame
    part = material.recording.samples[channel, start : (last + _BESIDE_FRAMES) * frame].astype(np.float32)
    changes = np.diff(part)
    changes = changes[: len(changes) // frame * frame].reshape(-1, frame)
    powers = np.einsum("fs,fs->f", changes, changes) / frame / np.float32(material.recording.full_scale) ** 2
    gain = 4 * np.sin(np.pi * _BAND_HZ[0] / material.rate) ** 2
    bound = 10 ** (((levels.speech_db or 0.0) + _BOUND_DB - _HISS_SLACK_DB) / 10) * gain
    return bool(np.count_nonzero(powers > bound) * levels.frame_s >= _SHORTEST_S - levels.frame_s)


def band_powers(material: Material, channel: int, first: int, last: int) -> NDArray[np.float64]:
    """Return the mean power of 5 to 9 kHz in each of these frames."""
    frame = material.levels[channel].step * FRAME_MS
    before = min(first, _BESIDE_FRAMES)
    start, end = (first - before) * frame, (last + _BESIDE_FRAMES) * frame
    part = material.recording.samples[channel, start:end] * np.float32(1 / material.recording.full_scale)
    length = fast_length(len(part))
    spectrum = rfft(part, length) * _gains(length, material.rate)
    passed = irfft(spectrum, length)[before * frame :][: (last - first) * frame].reshape(-1, frame)
    powers: NDArray[np.float64] = np.einsum("fs,fs->f", passed, passed, dtype=np.float64) / frame
    return powers


@lru_cache(64)
def _gains(length: int, rate: int) -> NDArray[np.float32]:
    """Return what Butterworth's band-pass of the third order leaves of each frequency."""
    low, high = (np.tan(np.pi * hertz / rate) for hertz in (_BAND_HZ[0], min(_BAND_HZ[1], 0.48 * rate)))
    warped = np.tan(np.pi * np.arange(length // 2 + 1) / length)
    off = (warped**2 - low * high) / np.maximum(warped * (high - low), 1e-9)
    gains: NDArray[np.float32] = (1 / np.sqrt(1 + (off * off * off) ** 2)).astype(np.float32)
    return gains


SIBILANCE: Final = Detector("sibilance", 2, (KIND,), _find)
