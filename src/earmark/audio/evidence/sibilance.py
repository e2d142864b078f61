"""Sharp sibilants: an s that stands out of the speech around it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.levels import FRAME_MS
from earmark.audio.evidence.material import SILENT, Detector, Findings, Material
from earmark.audio.evidence.runs import runs_of

KIND: Final = "sibilant"
_BAND_HZ: Final = (5000.0, 9000.0)
_LOWEST_RATE_HZ: Final = 16_000
_BOUND_DB: Final = 3.0
"""Above the speech level: clean sibilants of the voices at hand stay below it."""
_SHORTEST_S: Final = 0.06
_NARROW: Final = "Its rate of under 16 kHz leaves out the band of sibilants, 5 to 9 kHz."


def _find(material: Material, findings: Findings) -> None:
    if material.rate < _LOWEST_RATE_HZ:
        findings.cannot(KIND, _NARROW)
        return
    for channel, levels in enumerate(material.levels):
        if levels.speech_db is None:
            findings.cannot(KIND, SILENT, channel=channel)
            continue
        band = band_powers(material, channel, _BAND_HZ)
        above = 10 * np.log10(band + 1e-12) - levels.speech_db - _BOUND_DB
        for start, end in runs_of(above > 0).tolist():
            if (end - start) * levels.frame_s >= _SHORTEST_S:
                excess = float(10 * np.log10(np.mean(10 ** (above[start:end] / 10))))
                findings.add(
                    KIND,
                    (start * levels.frame_s, end * levels.frame_s),
                    channel=channel,
                    value=excess + _BOUND_DB,
                    unit="dB",
                    size=excess,
                    confidence=0.8,
                )


def band_powers(material: Material, channel: int, band_hz: tuple[float, float]) -> NDArray[np.float64]:
    """Return the mean power of a band in every whole 10 ms."""
    from scipy.signal import butter, sosfilt  # noqa: PLC0415 - only analysis pays for it

    highest = min(band_hz[1], 0.48 * material.rate)
    filters = butter(3, (band_hz[0], highest), "bandpass", fs=material.rate, output="sos").astype(np.float32)
    state = np.zeros((len(filters), 2), np.float32)
    frame = material.levels[channel].step * FRAME_MS
    parts = [np.empty(0)]
    for chunk in material.recording.blocks(channel, samples=frame * 512):
        passed, state = sosfilt(filters, chunk.samples, zi=state)
        whole = len(passed) // frame * frame
        cut = passed[:whole].reshape(-1, frame)
        parts.append(np.einsum("fs,fs->f", cut, cut, dtype=np.float64) / frame)
    return np.concatenate(parts)


SIBILANCE: Final = Detector("sibilance", 1, (KIND,), _find)
