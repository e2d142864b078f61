"""The pitch of voices: where it lies, how far it moves in a turn, and where it leaps."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.material import Detector, Findings, Material
from earmark.audio.evidence.spoken_turns import SpokenTurn, spoken_turns
from earmark.audio.evidence.talk import NOBODY, speech_of
from earmark.audio.evidence.voice_frames import HOP_S, voice_of

RANGE: Final = "pitch_range"
FLAT: Final = "flat_pitch"
JUMP: Final = "pitch_jump"
_LEAST_S: Final = 1.0
_FLAT_ST: Final = 3.0
_FLAT_LEAST_S: Final = 3.0
_JUMP_ST: Final = 7.0
_OCTAVE_ST: Final = (10.5, 13.5)
"""A leap of an octave is most often one of the measurement, or a creak."""
_STEADY_FRAMES: Final = 8
_STEADY_ST: Final = 1.0
_SHORT: Final = "No turn has a second of voiced sound, the least that a range of pitch is taken from."


def _find(material: Material, findings: Findings) -> None:
    speech = speech_of(material)
    if not any(speech):
        for kind in (RANGE, FLAT, JUMP):
            findings.cannot(kind, NOBODY)
        return
    ranged = [_add_turn(material, findings, turn) for turn in spoken_turns(material)]
    if not any(ranged):
        for kind in (RANGE, FLAT, JUMP):
            findings.cannot(kind, _SHORT)
    pitches = [voice_of(material, channel).pitch_hz for channel in range(len(speech))]
    voiced = [each[np.isfinite(each)] for each in pitches]
    findings.measure(
        "pitch_median_hz", [float(np.median(each)) if len(each) else None for each in voiced], digits=1
    )
    findings.measure(
        "pitch_range_semitones", [_range_st(each) if len(each) else None for each in voiced], digits=1
    )


def _add_turn(material: Material, findings: Findings, turn: SpokenTurn) -> bool:
    """Add what the pitch of a turn shows; tell whether there was enough of it."""
    pitch = voice_of(material, turn.channel).within(*turn.span).pitch_hz
    voiced = pitch[np.isfinite(pitch)]
    if len(voiced) * HOP_S < _LEAST_S:
        return False
    spread, flat = _range_st(voiced), len(voiced) * HOP_S >= _FLAT_LEAST_S
    for kind, wanted, severity in ((RANGE, True, 0), (FLAT, flat and spread < _FLAT_ST, 1)):
        if wanted:
            findings.add(
                kind,
                turn.span,
                channel=turn.channel,
                value=spread,
                unit="semitones",
                confidence=0.8,
                severity=severity,
                scope="turn",
                turn_id=turn.turn_id,
                extra={"median_hz": round(float(np.median(voiced)), 1)},
            )
    for place, leap in jumps_in(pitch):
        at = turn.span[0] + place * HOP_S
        findings.add(
            JUMP,
            (at, at + HOP_S),
            channel=turn.channel,
            value=leap,
            unit="semitones",
            confidence=0.5,
            severity=1,
            turn_id=turn.turn_id,
        )
    return True


def _range_st(voiced_hz: NDArray[np.float64]) -> float:
    low, high = np.quantile(voiced_hz, (0.05, 0.95))
    return float(12 * np.log2(high / low))


def jumps_in(pitch_hz: NDArray[np.float64]) -> list[tuple[int, float]]:
    """Return the frames at which a steady pitch becomes another without a break, and by how many semitones.

    Both sides are voiced for 80 ms and within a semitone of their median but for one frame in four.
    """
    semitones = 12 * np.log2(pitch_hz)
    found: list[tuple[int, float]] = []
    for place in (np.flatnonzero(np.abs(np.diff(semitones)) > _JUMP_ST) + 1).tolist():
        sides = semitones[max(0, place - _STEADY_FRAMES) : place], semitones[place : place + _STEADY_FRAMES]
        if all(_is_steady(side) for side in sides):
            leap = float(np.median(sides[1]) - np.median(sides[0]))
            apart = not found or place - found[-1][0] >= _STEADY_FRAMES
            if apart and abs(leap) > _JUMP_ST and not _OCTAVE_ST[0] < abs(leap) < _OCTAVE_ST[1]:
                found.append((place, leap))
    return found


def _is_steady(semitones: NDArray[np.float64]) -> bool:
    near = np.abs(semitones - np.median(semitones)) < _STEADY_ST
    return len(semitones) == _STEADY_FRAMES and bool(np.count_nonzero(near) >= 3 * _STEADY_FRAMES // 4)


PITCH: Final = Detector("pitch", 6, (RANGE, FLAT, JUMP), _find)
