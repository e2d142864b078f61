"""Steps of the level: from one moment to the next everything is louder, or softer.

A voice that rises leaves the noise around it as it is; a gain moves both. So a step counts where the upper
levels of the speech and the softest moments between it move together by about as much. Windows of 5 s are
compared: in shorter ones what is said differs more than most steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.levels import SILENCE_DB, Levels
from earmark.audio.evidence.material import SILENT, Detector, Findings, Material

KIND: Final = "level_jump"
_SIDE_S: Final = 5.0
_LEAST_SPEECH_S: Final = 1.2
_BLOCK_FRAMES: Final = 40
_HOP_FRAMES: Final = 10
_STEP_DB: Final = 4.5
"""Of the mean of both: between windows of 5 s the speech alone differs by 2 dB, so steps of 6 dB pass."""
_EITHER_DB: Final = 3.0
_APART_DB: Final = 2.5
_APART_SHARE: Final = 0.35
_UNCHECKED_DB: Final = 7.0
"""Where pauses are digital silence, no noise moves with the voice, and more is asked of the voice; of one
channel alone, which may hold two speakers, nothing is then said."""
_CONFIDENCE: Final = 0.85
_UNCHECKED_CONFIDENCE: Final = 0.6
_SOUNDING_SHARE: Final = 0.9
_WINDOWS_AT_ONCE: Final = 4096
_UPPER: Final = 0.8
_LOWER: Final = 0.02
_SHORT: Final = "It has under 1.2 s of speech on each side of any moment."


@dataclass(frozen=True, slots=True)
class _Shifts:
    """How much louder what comes after each place is than what was before, in dB.

    Attributes:
        speech: Shape (places,): of the upper levels of the speech; 0 where one side has too little of it.
        noise: Shape (places,): of the softest frames; NaN where one side is digital silence in part, and
            where the speech has no step.
    """

    speech: NDArray[np.float64]
    noise: NDArray[np.float64]


def _find(material: Material, findings: Findings) -> None:
    for channel, levels in enumerate(material.levels):
        if levels.speech_db is None:
            findings.cannot(KIND, SILENT, channel=channel)
            continue
        blocks = _blocks(levels)
        if np.count_nonzero(np.isfinite(blocks)) * _HOP_FRAMES * levels.frame_s < 2 * _LEAST_SPEECH_S:
            findings.cannot(KIND, _SHORT, channel=channel)
            continue
        for place, step, sure in _steps(levels, blocks, one_speaker=material.recording.channels > 1):
            start = place * _HOP_FRAMES * levels.frame_s
            findings.add(
                KIND,
                (start, start + _BLOCK_FRAMES * levels.frame_s),
                channel=channel,
                value=step,
                unit="dB",
                size=abs(step),
                confidence=sure,
            )


def _blocks(levels: Levels) -> NDArray[np.float64]:
    """Return the level of every 400 ms with speech in half of it, each 100 ms; NaN elsewhere."""
    power = 10 ** (levels.frames_db.astype(np.float64) / 10)
    window = np.ones(_BLOCK_FRAMES) / _BLOCK_FRAMES
    if len(power) < _BLOCK_FRAMES:
        return np.empty(0)
    means = np.convolve(power, window, "valid")[::_HOP_FRAMES]
    spoken = np.convolve(levels.speaking.astype(float), window, "valid")[::_HOP_FRAMES]
    return np.where(spoken >= 0.5, 10 * np.log10(means + 1e-12), np.nan)  # noqa: PLR2004 - half of it


def _steps(
    levels: Levels, blocks: NDArray[np.float64], *, one_speaker: bool
) -> list[tuple[int, float, float]]:
    """Return place, size and confidence of each step; of neighbours only the largest."""
    shifts = _shifts(levels, blocks)
    sizes = _checked(shifts)
    if one_speaker:
        unchecked = np.isnan(shifts.noise) & (np.abs(shifts.speech) >= _UNCHECKED_DB)
        sizes = np.where(unchecked, shifts.speech, sizes)
    side = round(_SIDE_S / (_HOP_FRAMES * levels.frame_s))
    found: list[tuple[int, float, float]] = []
    while abs(sizes).max(initial=0) > 0:
        place = int(np.argmax(np.abs(sizes)))
        sure = _UNCHECKED_CONFIDENCE if np.isnan(shifts.noise[place]) else _CONFIDENCE
        found.append((place, float(sizes[place]), sure))
        sizes[max(0, place - side) : place + side] = 0
    return sorted(found)


def _checked(shifts: _Shifts) -> NDArray[np.float64]:
    """Return the mean of both shifts where they agree on a step, and 0 elsewhere."""
    speech, noise = shifts.speech, np.nan_to_num(shifts.noise)
    together = (speech + noise) / 2
    either = np.minimum(np.abs(speech), np.abs(noise))
    apart = np.abs(speech - noise)
    agree = (apart <= np.maximum(_APART_DB, _APART_SHARE * np.abs(speech))) & (either >= _EITHER_DB)
    return np.where(agree & (np.abs(together) >= _STEP_DB), together, 0.0)


def _shifts(levels: Levels, blocks: NDArray[np.float64]) -> _Shifts:
    hop_s = _HOP_FRAMES * levels.frame_s
    side, least, block = round(_SIDE_S / hop_s), round(_LEAST_SPEECH_S / hop_s), _BLOCK_FRAMES // _HOP_FRAMES
    before, spoken_before = _upper(blocks, side, least)
    after, spoken_after = _upper(blocks[::-1], side - block, least)
    later = np.arange(len(blocks)) + block
    inside = later < len(blocks)
    mirrored = (len(blocks) - later)[inside]
    speech = np.zeros(len(blocks))
    speech[inside] = np.where(
        spoken_before[:-1][inside] & spoken_after[mirrored], after[mirrored] - before[:-1][inside], 0.0
    )
    noise = np.full(len(blocks), np.nan)
    for place in np.flatnonzero(np.abs(speech) >= _EITHER_DB).tolist():
        at, reach = place * _HOP_FRAMES, side * _HOP_FRAMES
        noise[place] = _softest(levels.frames_db[at + _BLOCK_FRAMES : at + reach]) - _softest(
            levels.frames_db[max(0, at - reach) : at]
        )
    return _Shifts(speech, noise)


def _upper(
    blocks: NDArray[np.float64], side: int, least: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the 80th percentile of the blocks before each place, and whether enough of them have speech.

    Places go from 0 to the number of blocks, so that the last looks back at the end.
    """
    padded = np.concatenate([np.full(side, np.nan), blocks])
    windows = np.lib.stride_tricks.sliding_window_view(padded, side)
    upper, counts = np.empty(len(windows)), np.empty(len(windows), np.int64)
    for at in range(0, len(windows), _WINDOWS_AT_ONCE):
        some = slice(at, at + _WINDOWS_AT_ONCE)
        ordered = np.sort(windows[some], axis=1)  # NaN comes last
        counts[some] = np.count_nonzero(np.isfinite(ordered), axis=1)
        ranks = np.maximum(0, np.round(_UPPER * (counts[some] - 1)).astype(int))
        upper[some] = ordered[np.arange(len(ordered)), ranks]
    return np.nan_to_num(upper), counts >= least


def _softest(frames_db: NDArray[np.float32]) -> float:
    """Return the level that two in a hundred frames stay below; NaN where some are digital silence."""
    sounding = frames_db[frames_db > SILENCE_DB]
    if not len(sounding) or len(sounding) < _SOUNDING_SHARE * len(frames_db):
        return float("nan")
    rank = int(_LOWER * len(sounding))
    return float(np.partition(sounding, rank)[rank])


LEVEL_STEPS: Final = Detector("level_steps", 2, (KIND,), _find)
