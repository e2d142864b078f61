"""From the size of a finding to its severity, by kind: data, and no code.

A kind has three bounds: from the first on it is measurable (1), from the second on a careful listener hears
it (2), from the third on it spoils the turn (3). Below the first it is 1, too, since a detector found it
worth a row. Where less is worse, the bounds fall.
"""

from __future__ import annotations

from typing import Final

BOUNDS: Final[dict[str, tuple[float, float, float]]] = {
    "clip": (0.01, 0.1, 1.0),  # per cent of the seconds with speech
    "click": (0.0, 12.0, 24.0),  # dB above what surrounds it, by the peak
    "seam_train": (5.0, 10.0, 40.0),  # seams
    "dropout": (2.4, 10.0, 60.0),  # ms
    "repeat": (4.0, 20.0, 60.0),  # ms
    "cutoff": (-28.0, -22.0, -10.0),  # dB relative to speech
    "late_start": (-28.0, -22.0, -10.0),
    "hum": (-60.0, -45.0, -30.0),  # dB relative to speech
    "band_limit": (8000.0, 4500.0, 2500.0),  # Hz: less is worse
    "sibilant": (0.0, 3.0, 8.0),  # dB above the bound
    "level_jump": (5.0, 6.0, 10.0),  # dB
    "leak": (-60.0, -45.0, -30.0),  # dB relative to its source
    "snr": (25.0, 15.0, 5.0),  # dB: less is worse
    "pause_in_turn": (0.8, 1.5, 3.0),  # s
    "response_latency": (1.0, 2.0, 3.5),  # s
    "dead_air": (3.0, 5.0, 8.0),  # s
    "barge_in": (0.5, 1.0, 2.0),  # s until the agent yields
    "overlap": (0.2, 0.6, 2.0),  # s
    "voice_change": (0.28, 0.32, 0.4),  # 1 less the cosine of both voices
    "agent_interrupts": (0.2, 0.6, 2.0),  # s of overlap
}


def severity_of(kind: str, size: float) -> int:
    """Return 1, 2 or 3 for a finding of this kind and size."""
    _, heard, spoils = BOUNDS[kind]
    falling = heard > spoils
    if (size <= spoils) if falling else (size >= spoils):
        return 3
    return 2 if ((size <= heard) if falling else (size >= heard)) else 1
