"""Steps of the level: from one moment to the next everything is louder, or softer."""

from __future__ import annotations

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
_STEP_DB: Final = 6.0
_UNCHECKED_DB: Final = 7.0
"""Where pauses are digital silence, no noise moves with the voice, and more is asked of the voice; of one
channel alone, which may hold two speakers, nothing is then said."""
_FLOOR_SHARE: Final = (0.35, 2.5)
_QUANTILE: Final = 0.8
_SHORT: Final = "It has under 1.2 s of speech on each side of any moment."


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
    side = round(_SIDE_S / (_HOP_FRAMES * levels.frame_s))
    least = round(_LEAST_SPEECH_S / (_HOP_FRAMES * levels.frame_s))
    before, spoken_before = _upper(blocks, side, least)
    after, spoken_after = _upper(blocks[::-1], side - _BLOCK_FRAMES // _HOP_FRAMES, least)
    later = np.arange(len(blocks)) + _BLOCK_FRAMES // _HOP_FRAMES
    inside = later < len(blocks)
    mirrored = (len(blocks) - later)[inside]
    sizes = np.zeros(len(blocks))
    sizes[inside] = np.where(
        spoken_before[:-1][inside] & spoken_after[mirrored], after[mirrored] - before[:-1][inside], 0.0
    )
    found: list[tuple[int, float, float]] = []
    while abs(sizes).max(initial=0) >= _STEP_DB:
        place = int(np.argmax(np.abs(sizes)))
        step = float(sizes[place])
        sure = _confidence(levels, place, step, side, one_speaker=one_speaker)
        if sure:
            found.append((place, step, sure))
        sizes[max(0, place - side) : place + side] = 0
    return sorted(found)


def _upper(
    blocks: NDArray[np.float64], side: int, least: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the 80th percentile of the blocks before each place, and whether enough of them have speech.

    Places go from 0 to the number of blocks, so that the last looks back at the end.
    """
    padded = np.concatenate([np.full(side, np.nan), blocks])
    ordered = np.sort(np.lib.stride_tricks.sliding_window_view(padded, side), axis=1)  # NaN comes last
    counts = np.count_nonzero(np.isfinite(ordered), axis=1)
    ranks = np.maximum(0, np.round(_QUANTILE * (counts - 1)).astype(int))
    upper: NDArray[np.float64] = ordered[np.arange(len(ordered)), ranks]
    return np.nan_to_num(upper), counts >= least


def _confidence(levels: Levels, place: int, step: float, side: int, *, one_speaker: bool) -> float:
    """Return how sure a step is by the noise, which moves with a gain and not with a voice; 0 for none."""
    at, reach = place * _HOP_FRAMES, side * _HOP_FRAMES
    floors = []
    for part in (
        levels.frames_db[max(0, at - reach) : at],
        levels.frames_db[at + _BLOCK_FRAMES : at + reach],
    ):
        quiet = part[part > SILENCE_DB]
        digital = len(quiet) < 0.9 * len(part)
        floors.append(None if digital or not len(quiet) else float(np.quantile(quiet, 0.1)))
    if floors[0] is None or floors[1] is None:
        return 0.6 if abs(step) >= _UNCHECKED_DB and one_speaker else 0.0
    moved = (floors[1] - floors[0]) / step
    return 0.85 if _FLOOR_SHARE[0] < moved < _FLOOR_SHARE[1] else 0.0


LEVEL_STEPS: Final = Detector("level_steps", 1, (KIND,), _find)
