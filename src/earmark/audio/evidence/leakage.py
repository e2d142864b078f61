"""One channel heard in the other, and one recording on both channels."""

from __future__ import annotations

from typing import Final

import numpy as np

from earmark.audio.evidence.material import Detector, Findings, Material
from earmark.audio.evidence.recording import Recording
from earmark.audio.evidence.talk import leaks_of

LEAK: Final = "leak"
SAME: Final = "same_sound"
ALIKE: Final = 0.95
_LEAST_S: Final = 3.0
_MONO: Final = "It has one channel; a leak is one channel heard in another."
_SHORT: Final = "It is shorter than 3 s, too short to find an echo path."
_SAME_REASON: Final = "Both channels hold the same sound."


def _find(material: Material, findings: Findings) -> None:
    if material.recording.channels == 1:
        for kind in (LEAK, SAME):
            findings.cannot(kind, _MONO)
        return
    alike = likeness(material)
    findings.measures["likeness"] = None if alike is None else round(alike, 3)
    if alike is None:
        for kind in (LEAK, SAME):
            findings.cannot(kind, "One of its channels is silent.")
    elif abs(alike) > ALIKE:
        whole = (0.0, material.recording.duration_s)
        findings.add(
            SAME, whole, channel=-1, value=alike, unit="", confidence=0.99, severity=2, scope="recording"
        )
        findings.cannot(LEAK, _SAME_REASON)
    elif material.recording.duration_s < _LEAST_S:
        findings.cannot(LEAK, _SHORT)
    else:
        _add_leaks(material, findings)


def _add_leaks(material: Material, findings: Findings) -> None:
    for leak in leaks_of(material):
        findings.add(
            LEAK,
            (0.0, material.recording.duration_s),
            channel=leak.target,
            value=leak.gain_db,
            unit="dB",
            confidence=0.9,
            scope="recording",
            extra={"source": leak.source, "delay_ms": round(1000 * leak.delay_s, 1)},
        )


def likeness(material: Material) -> float | None:
    """Return the correlation of the two channels, -1..1; None where one of them is silent."""
    return material.shared("likeness", lambda: _likeness(material.recording))


def _likeness(recording: Recording) -> float | None:
    products = np.zeros(3)
    for left, right in zip(*(recording.blocks(channel) for channel in (0, 1)), strict=True):
        one, other = left.samples, right.samples
        products += [np.einsum("s,s->", *pair) for pair in ((one, other), (one, one), (other, other))]
    return float(products[0] / np.sqrt(products[1] * products[2])) if products[1:].all() else None


LEAKAGE: Final = Detector("leakage", 2, (LEAK, SAME), _find)
