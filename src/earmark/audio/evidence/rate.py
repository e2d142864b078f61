"""How fast somebody speaks: syllables a second, counted as humps of the level between 300 and 2500 Hz.

A hump counts if it rises 2.2 dB out of what is beside it, 70 ms at least from the next, within 24 dB of the
loudest vowels. Pauses of 0.2 s and more are not speaking time, so a rate is one of articulation.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.humps import humps_of
from earmark.audio.evidence.material import Detector, Findings, Material
from earmark.audio.evidence.spoken_turns import SpokenTurn, spoken_turns
from earmark.audio.evidence.talk import NOBODY, speech_of
from earmark.audio.evidence.voice_frames import HOP_S, voice_of

RATE: Final = "speaking_rate"
CHANGE: Final = "rate_change"
_LEAST_S: Final = 2.0
_SIDE_S: Final = 3.0
_SMOOTH: Final = 5
_RISE_DB: Final = 2.2
_APART_S: Final = 0.07
_RANGE_DB: Final = 24.0
_FAST: Final = 6.5
_SLOW: Final = 2.5
_CHANGE: Final = 1.0
"""Twice as fast, or half. Three seconds hold a dozen syllables: even six in ten more come by what is said."""
_SHORT: Final = "Nobody speaks for 2 s on end, the least that a rate is counted over."


def _find(material: Material, findings: Findings) -> None:
    speech = speech_of(material)
    if not any(speech):
        for kind in findings.detector.kinds:
            findings.cannot(kind, NOBODY)
        return
    counted: list[list[tuple[int, float]]] = [[] for _ in speech]
    for turn in spoken_turns(material):
        speaking = _speaking(material, turn)
        seconds = float(speaking.sum()) * HOP_S
        if seconds >= _LEAST_S:
            syllables = syllables_in(voice_of(material, turn.channel).within(*turn.span).vowels_db)
            syllables = syllables[speaking[syllables]]
            counted[turn.channel].append((len(syllables), seconds))
            _add_rate(findings, turn, len(syllables) / seconds, seconds=seconds)
            _add_changes(findings, turn, syllables, speaking)
    rates = [sum(n for n, _ in each) / sum(s for _, s in each) if each else None for each in counted]
    findings.measure("syllables_per_second", rates)
    if not any(counted):
        for kind in findings.detector.kinds:
            findings.cannot(kind, _SHORT)


def _speaking(material: Material, turn: SpokenTurn) -> NDArray[np.bool_]:
    """Mark the frames of a turn in which its speaker is heard."""
    first = round(turn.span[0] / HOP_S)
    marks = np.zeros(round(turn.span[1] / HOP_S) - first, np.bool_)
    for start, end in speech_of(material)[turn.channel]:
        marks[max(0, round(start / HOP_S) - first) : max(0, round(end / HOP_S) - first)] = True
    return marks


def syllables_in(vowels_db: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the frames at which vowels are loudest."""
    window = np.hanning(_SMOOTH + 2)[1:-1]
    smooth = np.convolve(np.maximum(vowels_db, -90), window / window.sum(), "same")
    loudest = float(np.quantile(smooth, 0.95))
    return humps_of(smooth, height=loudest - _RANGE_DB, prominence=_RISE_DB, distance=round(_APART_S / HOP_S))


def _add_rate(findings: Findings, turn: SpokenTurn, rate: float, *, seconds: float) -> None:
    findings.add(
        RATE,
        turn.span,
        channel=turn.channel,
        value=rate,
        unit="syllables/s",
        confidence=min(0.9, 0.5 + seconds / 20),
        severity=int(rate > _FAST or rate < _SLOW),
        scope="turn",
        turn_id=turn.turn_id,
    )


def _add_changes(
    findings: Findings, turn: SpokenTurn, syllables: NDArray[np.int64], speaking: NDArray[np.bool_]
) -> None:
    """Add where three seconds of speaking are so much faster or slower than the three before."""
    side = round(_SIDE_S / HOP_S)
    spoken = np.flatnonzero(speaking)
    if len(spoken) < 2 * side:
        return
    counts = np.zeros(len(speaking))
    counts[syllables] = 1
    sums = np.concatenate([[0.0], np.cumsum(counts[spoken])])
    places = np.arange(side, len(spoken) - side + 1)
    before, after = sums[places] - sums[places - side], sums[places + side] - sums[places]
    changes = (after - before) / np.maximum(np.minimum(before, after), 1)
    while np.abs(changes).max(initial=0) > _CHANGE:
        best = int(np.argmax(np.abs(changes)))
        changes[max(0, best - side) : best + side] = 0
        at = turn.span[0] + float(spoken[min(places[best], len(spoken) - 1)]) * HOP_S
        findings.add(
            CHANGE,
            (at, at + _SIDE_S),
            channel=turn.channel,
            value=100 * float(after[best] / max(before[best], 1) - 1),
            unit="%",
            confidence=0.5,
            severity=1,
            turn_id=turn.turn_id,
            extra={"before": round(before[best] / _SIDE_S, 1), "after": round(after[best] / _SIDE_S, 1)},
        )


RATES: Final = Detector("rate", 6, (RATE, CHANGE), _find)
