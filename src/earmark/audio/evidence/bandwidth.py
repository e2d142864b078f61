"""How high the sound reaches, whatever its file's rate allows."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.levels import FRAME_MS
from earmark.audio.evidence.material import SILENT, Detector, Findings, Material
from earmark.audio.transforms import rfft

KIND: Final = "band_limit"
_WINDOW_S: Final = 0.04
_MOST_WINDOWS: Final = 1500
_FEWEST_WINDOWS: Final = 10
_REACH_DB: Final = 58.0
_VOICE_HZ: Final = (200.0, 3500.0)
_SMOOTH_HZ: Final = 150.0
_CLIFF_HZ: Final = 500.0
_CLIFF_DB: Final = 15.0
_WHOLE_SHARE: Final = 0.85
_TOO_SHORT: Final = "It has under 0.4 s of speech to average over."


def _find(material: Material, findings: Findings) -> None:
    edges: list[float | None] = []
    for channel, levels in enumerate(material.levels):
        spectrum = None if levels.speech_db is None else speech_spectrum(material, channel)
        if spectrum is None:
            findings.cannot(KIND, SILENT if levels.speech_db is None else _TOO_SHORT, channel=channel)
            edges.append(None)
            continue
        edge, cliff = _edge(spectrum, material.rate)
        edges.append(edge)
        if edge < _WHOLE_SHARE * material.rate / 2 and cliff >= _CLIFF_DB:
            findings.add(
                KIND,
                (0.0, material.recording.duration_s),
                channel=channel,
                value=edge,
                unit="Hz",
                confidence=min(0.95, 0.5 + cliff / 60),
                scope="recording",
                extra={"file_hz": material.rate / 2, "cliff_db": round(cliff, 1)},
            )
    findings.measure("bandwidth_hz", edges, digits=0)


def speech_spectrum(material: Material, channel: int) -> NDArray[np.float64] | None:
    """Return the mean power spectrum of windows with speech, or None with too few of them."""
    levels, size = material.levels[channel], round(_WINDOW_S * material.rate)
    places = np.flatnonzero(levels.speaking) * levels.step * FRAME_MS
    places = places[places + size <= material.recording.samples.shape[1]]
    if len(places) < _FEWEST_WINDOWS * 4:
        return None
    chosen = places[np.linspace(0, len(places) - 1, min(len(places), _MOST_WINDOWS)).astype(int)]
    shape = np.hanning(size).astype(np.float32)
    total = np.zeros(size // 2 + 1)
    for first in range(0, len(chosen), 256):
        windows = material.recording.samples[channel][chosen[first : first + 256, None] + np.arange(size)]
        spectra = rfft(windows.astype(np.float32) * (shape / material.recording.full_scale))
        total += (spectra.real**2 + spectra.imag**2).sum(axis=0)
    return total / len(chosen)


def _edge(spectrum: NDArray[np.float64], rate: int) -> tuple[float, float]:
    """Return the highest frequency that still sounds, and by how much the next 500 Hz are softer."""
    width = rate / 2 / (len(spectrum) - 1)
    span = max(1, round(_SMOOTH_HZ / width))
    smooth = 10 * np.log10(np.convolve(spectrum, np.ones(span) / span, "same") + 1e-20)
    hertz = np.arange(len(spectrum)) * width
    voice = (hertz >= _VOICE_HZ[0]) & (hertz <= _VOICE_HZ[1])
    loud = np.flatnonzero(smooth >= smooth[voice].max() - _REACH_DB)
    last = int(loud[-1])
    falls = smooth[max(0, last - span)] - smooth[min(last + 1, len(smooth) - 1)]
    # Smoothed, a cliff ends by half the smoothing later than it begins.
    edge = float(hertz[last - span // 2 if falls >= _CLIFF_DB else last])
    cliff = round(_CLIFF_HZ / width)
    if last + cliff >= len(smooth):
        return edge, 0.0
    low = max(0, last - cliff)
    return edge, float(smooth[low : last - span // 2].mean() - smooth[last + cliff :].mean())


BANDWIDTH: Final = Detector("bandwidth", 2, (KIND,), _find)
