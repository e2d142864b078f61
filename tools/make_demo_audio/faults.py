"""Faults put into the sound on purpose, and the record of where they are."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.signal import butter, sosfiltfilt

from .sound import SPEECH_LEVEL, Samples, amplitude

_CLIP_CEILING = 0.3
_CLICK_S = 0.001


@dataclass(frozen=True, kw_only=True)
class Effect:
    """A sound fault as a script asks for it.

    `at` is the place in the turn or clip from 0 (start) to 1 (end); `seconds` the length, 0 for all
    that follows `at`; the unit of `value` depends on the kind, see `UNITS`.
    """

    kind: str
    at: float = 0.0
    seconds: float = 0.0
    value: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Fault:
    """A fault in a file: channel (0 left, 1 right) and time in seconds from the file's start."""

    kind: str
    channel: int
    start_s: float
    end_s: float
    note: str
    value: float | None = None
    unit: str | None = None


UNITS = {
    "click": "full scale",
    "clip": "dB drive",
    "dropout": None,
    "noise": "dB signal to noise",
    "band_limit": "Hz",
    "wrong_words": None,
}

_NOTES = {
    "click": "a click",
    "clip": f"overdriven, then clipped at {_CLIP_CEILING} of full scale",
    "dropout": "samples lost, replaced by zeros",
    "noise": "white noise added",
    "band_limit": "low-pass filtered",
    "wrong_words": "words left out or changed against the text",
}


def _click(part: Samples, value: float, _rate: int, _rng: np.random.Generator) -> Samples:
    out = part.copy()
    middle = part.size // 2
    out[middle : middle + 2] = [value, -value / 2]
    return out


def _clip(part: Samples, value: float, _rate: int, _rng: np.random.Generator) -> Samples:
    return np.clip(part * amplitude(value), -_CLIP_CEILING, _CLIP_CEILING)


def _dropout(part: Samples, _value: float, _rate: int, _rng: np.random.Generator) -> Samples:
    return np.zeros_like(part)


def _noise(part: Samples, value: float, _rate: int, rng: np.random.Generator) -> Samples:
    return part + rng.normal(scale=amplitude(SPEECH_LEVEL - value), size=part.size)


def _band_limit(part: Samples, value: float, rate: int, _rng: np.random.Generator) -> Samples:
    return np.asarray(sosfiltfilt(butter(6, value, fs=rate, output="sos"), part))


def _wrong_words(part: Samples, _value: float, _rate: int, _rng: np.random.Generator) -> Samples:
    return part


_EFFECTS: dict[str, Callable[[Samples, float, int, np.random.Generator], Samples]] = {
    "click": _click,
    "clip": _clip,
    "dropout": _dropout,
    "noise": _noise,
    "band_limit": _band_limit,
    "wrong_words": _wrong_words,
}


def applied(
    samples: Samples, effect: Effect, *, rate: int, channel: int, rng: np.random.Generator
) -> tuple[Samples, Fault]:
    """The samples with the effect in them, and the fault with times from the samples' start."""
    seconds = _CLICK_S if effect.kind == "click" else effect.seconds
    start = round(effect.at * samples.size)
    end = min(start + round(seconds * rate), samples.size) if seconds else samples.size
    out = samples.copy()
    out[start:end] = _EFFECTS[effect.kind](samples[start:end], effect.value, rate, rng)
    unit = UNITS[effect.kind]
    return out, Fault(
        kind=effect.kind,
        channel=channel,
        start_s=start / rate,
        end_s=end / rate,
        note=_NOTES[effect.kind],
        value=effect.value if unit else None,
        unit=unit,
    )
