"""Speech that is cut off at its end, or begins in the middle of a sound.

The last 12 ms before silence, or before the end of the file, are as loud as speech: a mouth takes longer.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.dropouts import level_db, zero_runs
from earmark.audio.evidence.levels import SILENCE_DB, Levels
from earmark.audio.evidence.material import SILENT, Detector, Findings, Material
from earmark.audio.evidence.noise import noise_in_pauses

END: Final = "cutoff"
START: Final = "late_start"
_LOSSY: Final = (
    "A lossy codec has bent the ends: whether speech is cut there cannot be told from the samples."
)
_EDGE_S: Final = 0.012
_BEFORE_S: Final = 0.04
_CERTAIN_DB: Final = -22.0
_SUSPECT_DB: Final = -28.0
_ABOVE_FLOOR_DB: Final = 6.0
_STEADY_DB: Final = 6.0
_DIGITAL_SHARE: Final = 0.05
_SOFT_SHARES: Final = (0.02, 0.1)
_NOISE_VARIES_DB: Final = 5.0
"""Between those shares of the softest frames, noise differs by less, and speech without a pause by more."""
_JUMP: Final = 0.25
_BLOCK: Final = 1 << 16
_SILENCE_S: Final = 0.5
"""So much digital silence within a recording is the end of a turn, and shorter a dropout."""


def _find(material: Material, findings: Findings) -> None:
    if material.recording.lossy:
        for kind in (END, START):
            findings.cannot(kind, _LOSSY)
        return
    for channel, levels in enumerate(material.levels):
        if levels.speech_db is None:
            for kind in (END, START):
                findings.cannot(kind, SILENT, channel=channel)
            continue
        _look_at_ends(material, findings, channel, levels)


def _look_at_ends(material: Material, findings: Findings, channel: int, levels: Levels) -> None:
    samples = material.recording.samples[channel]
    first, past = _first_sound(samples), len(samples) - _first_sound(samples[::-1])
    pauses, floor = zero_runs(material, channel, _SILENCE_S), _floor(levels)
    within = [start for start, end in pauses.tolist() if first < start and end < past]
    for end in [*within, past]:
        _judge(material, findings, channel, floor, place=end, sign=-1)
    _judge(material, findings, channel, floor, place=first, sign=1)


def _first_sound(samples: NDArray[np.int16]) -> int:
    """Return the place of the first sample that is more than the last bit's flicker; 0 for none."""
    for start in range(0, len(samples), _BLOCK):
        part = samples[start : start + _BLOCK]
        sounding = (part > 1) | (part < -1)
        if sounding.any():
            return start + int(np.argmax(sounding))
    return 0


def _judge(
    material: Material, findings: Findings, channel: int, floor: float | None, *, place: int, sign: int
) -> None:
    """Judge the 12 ms before a place (sign -1), or after it (1), by the speech and the 40 ms beyond."""
    rate, speech = material.rate, material.levels[channel].speech_db or 0.0
    edge, before = (
        level_db(material.recording, channel, *sorted((place, place + sign * round(length * rate))))
        for length in (_EDGE_S, _BEFORE_S)
    )
    relative = edge - speech
    noisy = floor is not None and edge < floor + _ABOVE_FLOOR_DB
    suspect = relative > _SUSPECT_DB and before - edge <= _STEADY_DB
    if (
        noisy
        or not (relative > _CERTAIN_DB or suspect)
        or (sign > 0 and not _broken(material, channel, place, edge, sign))
    ):
        return
    span = sorted((place / rate, place / rate + sign * _EDGE_S))
    findings.add(
        END if sign < 0 else START,
        (max(0.0, span[0]), span[1]),
        channel=channel,
        value=relative,
        unit="dB",
        confidence=(0.95 if _broken(material, channel, place, edge, sign) else 0.75)
        if relative > _CERTAIN_DB
        else 0.6,
    )


def _floor(levels: Levels) -> float | None:
    """Return the level of the noise in pauses, or of the softest frames where there is no pause.

    Those of speech alone are far from alike, and say nothing of a noise; None then.
    """
    in_pauses = noise_in_pauses(levels)
    if in_pauses is not None or levels.floor_db is None:
        return in_pauses
    digital = np.count_nonzero(levels.frames_db <= SILENCE_DB) > _DIGITAL_SHARE * len(levels.frames_db)
    softest, soft = np.quantile(levels.frames_db[levels.frames_db > SILENCE_DB], _SOFT_SHARES)
    return None if digital or soft - softest > _NOISE_VARIES_DB else levels.floor_db


def _broken(material: Material, channel: int, place: int, edge_db: float, sign: int) -> bool:
    """Tell whether a sound breaks off in the middle of a wave; what mouths do begins and ends near zero."""
    samples = material.recording.samples[channel]
    sample = abs(int(samples[place if sign > 0 else place - 1])) / material.recording.full_scale
    return sample > _JUMP * 10 ** (edge_db / 20)


CUTS: Final = Detector("cuts", 2, (END, START), _find)
