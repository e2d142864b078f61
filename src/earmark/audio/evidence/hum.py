"""Hum of the mains: steady lines at 50 or 60 Hz and their multiples.

Speech moves and hum stands still, so each frequency is judged by the softest fifth of its moments. A line
counts if it stands out of the 14 Hz beside it in at least three quarters of the recording. Lines that
together are 56 dB below the speech are left alone: beside speech as loud as in a talk, that is 9 dB of sound
pressure, which nobody hears at such low frequencies.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import soxr
from numpy.typing import NDArray

from earmark.audio.evidence.material import SILENT, Detector, Findings, Material
from earmark.audio.transforms import rfft

KIND: Final = "hum"
_RATE_HZ: Final = 2000
_BETWEEN_HZ: Final = 6000
_WINDOW: Final = 4096
_HOP: Final = 1024
_FEWEST_WINDOWS: Final = 8
_MOST_WINDOWS: Final = 600
_SHORT: Final = "It is shorter than 6 s, too short to tell a steady hum from a steady voice."
_BASES_HZ: Final = (50.0, 60.0)
_HARMONICS: Final = 8
_BESIDE_HZ: Final = 14.0
_LINE_HZ: Final = 1.0
_QUANTILE: Final = 0.2
_SEVERAL_DB: Final = 12.0
_ONE_DB: Final = 22.0
_QUARTERS: Final = 3
_LEAST_DB: Final = -56.0
"""Relative to the speech."""
_HANN_GAIN: Final = 0.5
_HANN_WIDTH: Final = 1.5  # bins over which the window spreads a line


@dataclass(frozen=True, slots=True)
class _Line:
    """One steady line."""

    harmonic: int
    power: float
    prominence_db: float


def _find(material: Material, findings: Findings) -> None:
    for channel, levels in enumerate(material.levels):
        if levels.speech_db is None:
            findings.cannot(KIND, SILENT, channel=channel)
            continue
        moments = _moments(material, channel)
        if len(moments) < _FEWEST_WINDOWS:
            findings.cannot(KIND, _SHORT, channel=channel)
            continue
        steady = _steady(moments)
        quarters = [_steady(part) for part in np.array_split(moments, 4)]
        found = [(base, _lines(steady, quarters, base)) for base in _BASES_HZ]
        base, lines = max(found, key=lambda each: sum(line.prominence_db for line in each[1]))
        if not (len(lines) > 1 or any(line.prominence_db > _ONE_DB for line in lines)):
            continue
        level = 10 * np.log10(sum(line.power for line in lines))
        if level < levels.speech_db + _LEAST_DB:
            continue
        findings.add(
            KIND,
            (0.0, material.recording.duration_s),
            channel=channel,
            value=level,
            unit="dBFS",
            size=level - levels.speech_db,
            confidence=min(0.95, 0.5 + max(line.prominence_db for line in lines) / 60),
            scope="recording",
            extra={"base_hz": base, "harmonics": ", ".join(str(line.harmonic) for line in lines)},
        )


def _steady(moments: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the power of each bin that a fifth of its moments stay below, shape (bins,)."""
    rank = _QUANTILE * (len(moments) - 1)
    low = int(rank)
    ordered = np.partition(np.ascontiguousarray(moments.T), (low, min(low + 1, len(moments) - 1)), axis=1)
    lower, upper = ordered[:, low], ordered[:, min(low + 1, len(moments) - 1)]
    steady: NDArray[np.float32] = lower + (upper - lower) * np.float32(rank - low)
    return steady


def _moments(material: Material, channel: int) -> NDArray[np.float32]:
    """Return the power spectra of windows of two seconds at 2 kHz that are not silent, shape (windows, bins).

    They begin each half second; in sound of more than 5 minutes as much more seldom as it is longer.
    """
    shape = (np.hanning(_WINDOW) / (_WINDOW / 2 * _HANN_GAIN)).astype(np.float32)
    highest = _bins(_BASES_HZ[-1] * _HARMONICS, _BESIDE_HZ).stop
    seldom = max(1, math.ceil(material.recording.duration_s * _RATE_HZ / _HOP / _MOST_WINDOWS))
    powers = [np.empty((0, highest), np.float32)]
    for windows in _windows(_lowest(material, channel), hop=_HOP * seldom):
        sounding = windows[np.any(windows != 0, axis=1)]
        spectra = rfft(sounding * shape)[:, :highest]
        powers.append((spectra.real**2 + spectra.imag**2) / np.float32(2))
    return np.concatenate(powers)


def _windows(parts: Iterable[NDArray[np.float32]], *, hop: int) -> Iterator[NDArray[np.float32]]:
    """Yield the windows that are whole with each part of the sound, shape (windows, samples)."""
    left, ahead = np.empty(0, np.float32), 0
    for part in parts:
        joined = np.concatenate([left, part[ahead:]])
        ahead = max(0, ahead - len(part))
        if len(joined) >= _WINDOW:
            windows = np.lib.stride_tricks.sliding_window_view(joined, _WINDOW)[::hop]
            yield windows
            ahead = max(0, len(windows) * hop - len(joined))
            joined = joined[len(windows) * hop :]
        left = joined


def _lowest(material: Material, channel: int) -> Iterator[NDArray[np.float32]]:
    """Yield a channel at 2 kHz in parts.

    Neighbours are averaged first, as many as leave 6 kHz: what folds down on the hum by that comes from above
    5 kHz, 20 dB softer.
    """
    joined = max(1, material.rate // _BETWEEN_HZ)
    stream = soxr.ResampleStream(material.rate / joined, _RATE_HZ, 1, dtype=np.float32, quality=soxr.LQ)
    row, scale = material.recording.samples[channel], np.float32(1 / (material.recording.full_scale * joined))
    size = joined << 15
    for first in range(0, len(row), size):
        part = row[first : first + size]
        part = part[: len(part) // joined * joined]
        means = part[::joined] * scale
        for at in range(1, joined):
            means += part[at::joined] * scale
        yield stream.resample_chunk(means)
    yield stream.resample_chunk(np.empty(0, np.float32), last=True)


def _lines(steady: NDArray[np.float32], quarters: list[NDArray[np.float32]], base: float) -> list[_Line]:
    lines = []
    for harmonic in range(1, _HARMONICS + 1):
        prominence = _prominence_db(steady, base * harmonic)
        lasting = sum(_prominence_db(part, base * harmonic) > _SEVERAL_DB for part in quarters)
        if prominence > _SEVERAL_DB and lasting >= _QUARTERS:
            power = float(steady[_bins(base * harmonic, _LINE_HZ)].sum()) / _HANN_WIDTH
            lines.append(_Line(harmonic, power, prominence))
    return lines


def _bins(hertz: float, reach: float) -> slice:
    width = _RATE_HZ / _WINDOW
    return slice(round((hertz - reach) / width), round((hertz + reach) / width) + 1)


def _prominence_db(powers: NDArray[np.float32], hertz: float) -> float:
    """Return how far the line stands above the median of what is beside it."""
    beside = np.median(powers[_bins(hertz, _BESIDE_HZ)])
    return float(10 * np.log10((powers[_bins(hertz, _LINE_HZ)].max() + 1e-15) / (beside + 1e-15)))


HUM: Final = Detector("hum", 4, (KIND,), _find)
