"""The noise floor, and how far speech stands above it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.levels import SILENCE_DB, Levels
from earmark.audio.evidence.material import SILENT, Detector, Findings, Material
from earmark.audio.evidence.runs import widened

FLOOR: Final = "noise_floor"
SNR: Final = "snr"
_MARGIN_S: Final = 0.1
_LEAST_S: Final = 0.15
_LEAST_WHOLE_S: Final = 1.0
"""Without a pause, the softest tenth of so much sound is taken, which noise near speech fills."""
_QUANTILE: Final = 0.25
_SPREAD_DB: Final = 2.0
"""Noise is within so much of its softer quarter; what is louder in pauses may be soft speech."""
_MARGIN_DB: Final = 15.9
_HELD_S: Final = 0.2
_SMOOTH: Final = 3
_OUT_DB: Final = 3.0
_CLOSE_DB: Final = 0.25
_WORTH_DB: Final = 25.0
_DIGITAL: Final = (
    "Its pauses are digital silence, so that noise under the speech has nowhere to be heard alone."
)
_SHORT: Final = "It is shorter than 1 s and has no pause in which noise could be heard alone."


def _find(material: Material, findings: Findings) -> None:
    floors: list[float | None] = []
    ratios: list[float | None] = []
    for channel, levels in enumerate(material.levels):
        floor, reason = noise_floor(levels)
        floors.append(floor)
        ratios.append(None if floor is None or levels.speech_db is None else _ratio(levels, floor))
        if reason:
            for kind in (FLOOR, SNR):
                findings.cannot(kind, reason, channel=channel)
            continue
        _add(findings, channel, floors[-1], ratios[-1])
    findings.measure("noise_floor_dbfs", floors, digits=1)
    findings.measure("snr_db", ratios, digits=1)
    findings.measure("speech_level_dbfs", (levels.speech_db for levels in material.levels), digits=1)


def _add(findings: Findings, channel: int, floor: float | None, ratio: float | None) -> None:
    whole = (0.0, findings.material.recording.duration_s)
    if floor is not None:
        findings.add(
            FLOOR,
            whole,
            channel=channel,
            value=floor,
            unit="dBFS",
            confidence=0.9,
            severity=0,
            scope="recording",
        )
    if ratio is not None:
        severity = None if ratio < _WORTH_DB else 0
        findings.add(
            SNR,
            whole,
            channel=channel,
            value=ratio,
            unit="dB",
            confidence=0.9,
            severity=severity,
            scope="recording",
        )


def noise_floor(levels: Levels) -> tuple[float | None, str]:
    """Return the level of the noise in pauses in dBFS, or why there is none."""
    if levels.speech_db is None:
        return None, SILENT
    in_pauses = noise_in_pauses(levels)
    if in_pauses is None:
        digital = np.count_nonzero(levels.frames_db <= SILENCE_DB) * levels.frame_s >= _LEAST_S
        few = levels.floor_db is None or len(levels.frames_db) * levels.frame_s < _LEAST_WHOLE_S
        if digital or few:
            return None, _DIGITAL if digital else _SHORT
        return levels.floor_db, ""
    return in_pauses, ""


def noise_in_pauses(levels: Levels) -> float | None:
    """Return the level of the noise where nobody speaks in dBFS; None where no pause is long enough."""
    margin = round(_MARGIN_S / levels.frame_s)
    pauses = levels.frames_db[~widened(levels.speaking, margin)]
    sounding = pauses[pauses > SILENCE_DB]
    return None if len(sounding) * levels.frame_s < _LEAST_S else _steady(sounding)


def _steady(sounding: NDArray[np.float32]) -> float:
    """Return the mean power in dB of the frames that are as soft as noise."""
    noise = sounding[sounding < np.quantile(sounding, _QUANTILE) + _SPREAD_DB]
    return float(10 * np.log10(np.mean(10 ** (noise.astype(np.float64) / 10))))


def _ratio(levels: Levels, floor_db: float) -> float:
    """Return how far the active speech level of ITU-T P.56, less the noise, lies above the noise.

    Active is what rises above a threshold, and 0.2 s after it. The threshold lies 15.9 dB below the level
    that follows from it, or 3 dB above the noise where that is higher.
    """
    power = 10 ** (levels.frames_db.astype(np.float64) / 10)
    smooth = np.convolve(power, np.ones(_SMOOTH) / _SMOOTH, "same")
    held, noise = round(_HELD_S / levels.frame_s), 10 ** (floor_db / 10)

    def active_db(threshold: float) -> float:
        active = power[_held(smooth > 10 ** (threshold / 10), held)]
        return float(10 * np.log10(max(active.mean() - noise, noise))) if len(active) else floor_db

    low, high = floor_db + _OUT_DB, float(10 * np.log10(smooth.max()))
    while high - low > _CLOSE_DB:  # the lower the threshold, the further below its level
        middle = (low + high) / 2
        low, high = (middle, high) if active_db(middle) - middle > _MARGIN_DB else (low, middle)
    return max(0.0, active_db(low) - floor_db)


def _held(marks: NDArray[np.bool_], by: int) -> NDArray[np.bool_]:
    """Return the marks with so many places after each of them."""
    sums = np.concatenate([[0], np.cumsum(marks)])
    active: NDArray[np.bool_] = sums[1:] > sums[np.maximum(np.arange(len(marks)) - by, 0)]
    return active


NOISE: Final = Detector("noise", 2, (FLOOR, SNR), _find)
