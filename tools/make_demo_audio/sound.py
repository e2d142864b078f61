"""Sample arrays: level, trimming, resampling.

Samples are float64 from -1 to 1 (full scale), one channel unless said otherwise; levels are dBFS
of the root mean square, so a full-scale square wave has 0 dBFS.
"""

from itertools import pairwise
from math import gcd

import numpy as np
import numpy.typing as npt
from scipy.signal import resample_poly

Samples = npt.NDArray[np.float64]

SPEECH_LEVEL = -26.0
"""Active level that every talker is set to, dBFS."""

_FRAME_S = 0.02
_ACTIVE_RANGE_DB = 20.0
_TRIM_RANGE_DB = 32.0
_EDGE_S = 0.004
_LONGEST_PAUSE_S = 0.5
_FLOOR = 1e-9


def amplitude(level_db: float) -> float:
    """The factor that a level in dB stands for."""
    return float(10 ** (level_db / 20))


def level(samples: Samples) -> float:
    """Level of all samples, dBFS; about -180 for silence or no samples."""
    power = float(np.mean(samples**2)) if samples.size else 0.0
    return float(20 * np.log10(max(np.sqrt(power), _FLOOR)))


def frame_levels(samples: Samples, rate: int) -> Samples:
    """Level of each whole 20 ms frame, dBFS."""
    size = int(_FRAME_S * rate)
    frames = samples[: samples.size // size * size].reshape(-1, size)
    return np.asarray(20 * np.log10(np.sqrt(np.mean(frames**2, axis=1)) + _FLOOR))


def active_level(samples: Samples, rate: int) -> float:
    """Level of speech without its pauses, dBFS: frames less than 20 dB under the loud ones."""
    levels = frame_levels(samples, rate)
    if not levels.size:
        return level(samples)
    active = levels[levels > np.percentile(levels, 95) - _ACTIVE_RANGE_DB]
    return float(10 * np.log10(np.mean(10 ** (active / 10))))


def at_speech_level(samples: Samples, rate: int) -> Samples:
    """The same speech at `SPEECH_LEVEL`."""
    return samples * amplitude(SPEECH_LEVEL - active_level(samples, rate))


def trimmed(samples: Samples, rate: int) -> Samples:
    """Speech without the silence before and after it, with 4 ms fades at the edges."""
    loud = _loud_frames(samples, rate)
    size = _short_frame(rate)
    return faded(samples[loud[0] * size : (loud[-1] + 2) * size], rate)


def tightened(samples: Samples, rate: int) -> Samples:
    """Speech whose pauses last half a second at most; the middle of longer ones is taken out."""
    loud = _loud_frames(samples, rate) * _short_frame(rate)
    longest = round(_LONGEST_PAUSE_S * rate)
    keep = np.ones(samples.size, dtype=bool)
    for start, end in pairwise(loud):
        if end - start > longest:
            keep[start + longest // 2 : end - longest // 2] = False
    return samples[keep]


def _short_frame(rate: int) -> int:
    """Samples in 5 ms."""
    return rate // 200


def _loud_frames(samples: Samples, rate: int) -> npt.NDArray[np.intp]:
    """Numbers of the 5 ms frames less than 32 dB under the active level; never empty."""
    size = _short_frame(rate)
    frames = samples[: samples.size // size * size].reshape(-1, size)
    threshold = amplitude(active_level(samples, rate) - _TRIM_RANGE_DB)
    loud = np.flatnonzero(np.sqrt(np.mean(frames**2, axis=1)) > threshold)
    if not loud.size:
        message = "no speech in these samples"
        raise ValueError(message)
    return loud


def faded(samples: Samples, rate: int) -> Samples:
    """A copy whose first and last 4 ms rise from and fall to zero."""
    out = samples.copy()
    ramp = np.linspace(0, 1, int(_EDGE_S * rate))
    out[: ramp.size] *= ramp
    out[-ramp.size :] *= ramp[::-1]
    return out


def resampled(samples: Samples, old_rate: int, new_rate: int) -> Samples:
    """The same sound at another sample rate (rates in Hz)."""
    common = gcd(old_rate, new_rate)
    return np.asarray(resample_poly(samples, new_rate // common, old_rate // common))


def silence(seconds: float, rate: int) -> Samples:
    """Zeros of that length."""
    return np.zeros(round(seconds * rate))
