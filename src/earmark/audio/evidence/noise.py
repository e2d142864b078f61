"""The noise floor, and how far speech stands above it."""

from __future__ import annotations

from typing import Final

import numpy as np

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
"""Of the frames in pauses: soft speech is among the louder ones."""
_OUT_DB: Final = 1.5
_RANGE_DB: Final = 20.0
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
    margin = round(_MARGIN_S / levels.frame_s)
    pauses = levels.frames_db[~widened(levels.speaking, margin)]
    sounding = pauses[pauses > SILENCE_DB]
    if len(sounding) * levels.frame_s < _LEAST_S:
        digital = np.count_nonzero(levels.frames_db <= SILENCE_DB) * levels.frame_s >= _LEAST_S
        few = levels.floor_db is None or len(levels.frames_db) * levels.frame_s < _LEAST_WHOLE_S
        if digital or few:
            return None, _DIGITAL if digital else _SHORT
        return levels.floor_db, ""
    return float(np.quantile(sounding, _QUANTILE)), ""


def _ratio(levels: Levels, floor_db: float) -> float:
    """Return the ratio of speech alone to noise: the power of what stands out of it, less its own."""
    speech = levels.speech_db or 0.0
    heard = levels.frames_db[
        (levels.frames_db > floor_db + _OUT_DB) & (levels.frames_db > speech - _RANGE_DB)
    ]
    power = 10 ** (heard.astype(np.float64) / 10)
    alone = power.mean() - 10 ** (floor_db / 10) if len(power) else 0.0
    return float(10 * np.log10(max(alone, 1e-12)) - floor_db) if alone > 0 else 0.0


NOISE: Final = Detector("noise", 1, (FLOOR, SNR), _find)
