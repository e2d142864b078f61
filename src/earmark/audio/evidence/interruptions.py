"""Who talks over whom: overlap, barge-in and yielding, interruptions by the agent, backchannels, stops."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from earmark.audio.evidence.material import Detector, Findings, Material
from earmark.audio.evidence.talk import Talk, refused, speech_of, talk_of
from earmark.audio.turns import Span, speaks

OVERLAP: Final = "overlap"
BARGE_IN: Final = "barge_in"
NO_YIELD: Final = "no_yield"
INTERRUPTS: Final = "agent_interrupts"
BACKCHANNEL: Final = "backchannel"
FALSE_STOP: Final = "false_stop"
_SHORTEST_OVERLAP_S: Final = 0.15
_AFTER_START_S: Final = 0.2
_OWN_SPEECH_S: Final = 0.9
_WITHIN_S: Final = 2.0
_STOPS_S: Final = 1.5
_GONE_S: Final = 0.5
_NO_YIELD_S: Final = 2.0
_STOP_AFTER_S: Final = 0.8
_RESUMES_S: Final = (0.3, 4.0)
_APART_S: Final = 1.0


def _find(material: Material, findings: Findings) -> None:
    talk = talk_of(material)
    if refused(material, findings) or talk is None:
        return
    _add_overlaps(findings, talk, material.recording.duration_s)
    yields = _add_barge_ins(findings, talk)
    _add_interruptions(findings, talk)
    for part, channel in ((talk.user, talk.user_channel), (talk.agent, talk.agent_channel)):
        for start, end in part.backchannels:
            findings.add(
                BACKCHANNEL,
                (start, end),
                channel=channel,
                value=end - start,
                unit="s",
                confidence=0.8,
                severity=0,
            )
    _add_false_stops(findings, talk)
    _measure(findings, talk, material.recording.duration_s, yields)


def _add_overlaps(findings: Findings, talk: Talk, duration_s: float) -> None:
    both = overlaps(talk.user.units, talk.agent.units)
    for start, end in both:
        if end - start >= _SHORTEST_OVERLAP_S:
            findings.add(
                OVERLAP, (start, end), channel=-1, value=end - start, unit="s", confidence=0.85, severity=1
            )
    total = sum(end - start for start, end in overlaps(*speech_of(findings.material)))
    findings.measures["overlap_percent"] = round(100 * total / duration_s, 2)


def overlaps(left: Sequence[Span], right: Sequence[Span]) -> list[Span]:
    """Return where both speak, in order."""
    both = [
        (max(one[0], other[0]), min(one[1], other[1]))
        for one in left
        for other in right
        if one[0] < other[1] and other[0] < one[1]
    ]
    return sorted(both)


def _add_barge_ins(findings: Findings, talk: Talk) -> list[float]:
    """Add each and return the times in which the agent yielded."""
    yields = []
    for number, turn in enumerate(talk.user.turns, 1):
        if not _cuts_in(talk, turn):
            continue
        stop = spoken_until(talk.agent.units, turn[0])
        time = stop - turn[0]
        said = sum(end - start for start, end in overlaps(talk.user.units, [(turn[0], turn[0] + _WITHIN_S)]))
        if said < _OWN_SPEECH_S and time > _STOPS_S:
            continue
        yields.append(time)
        findings.add(
            BARGE_IN,
            (turn[0], stop),
            channel=talk.agent_channel,
            value=time,
            unit="s",
            confidence=0.85,
            scope="turn",
            turn_id=f"user-{number}",
            extra={"plus_minus_s": talk.error_s},
        )
        if time > _NO_YIELD_S:
            findings.add(
                NO_YIELD,
                (turn[0], stop),
                channel=talk.agent_channel,
                value=time,
                unit="s",
                confidence=0.85,
                severity=3,
                scope="turn",
                turn_id=f"user-{number}",
            )
    return yields


def _cuts_in(talk: Talk, turn: Span) -> bool:
    """Tell whether the agent has spoken for 200 ms when a turn of the user begins, and goes on."""
    under_way = [one for one in talk.agent.turns if one[0] + _AFTER_START_S <= turn[0] < one[1]]
    return bool(under_way) and speaks(talk.agent.units, turn[0])


def spoken_until(units: Sequence[Span], at_s: float) -> float:
    """Return when somebody who speaks at a moment has fallen silent for half a second."""
    end = at_s
    for start, stop in units:
        if stop > at_s and start <= end + _GONE_S:
            end = max(end, stop)
    return end


def _add_interruptions(findings: Findings, talk: Talk) -> None:
    for number, turn in enumerate(talk.agent.turns, 1):
        for user in talk.user.turns:
            begins_within = user[0] < turn[0] <= user[1] - _AFTER_START_S
            if begins_within and speaks(talk.user.units, turn[0]):
                overlap = min(spoken_until(talk.user.units, turn[0]), turn[1]) - turn[0]
                findings.add(
                    INTERRUPTS,
                    (turn[0], turn[0] + overlap),
                    channel=talk.agent_channel,
                    value=overlap,
                    unit="s",
                    confidence=0.8,
                    scope="turn",
                    turn_id=f"agent-{number}",
                )


def _add_false_stops(findings: Findings, talk: Talk) -> None:
    """Find where a word of the user that takes no turn stops the agent, which then begins again."""
    words = alone(talk.user.units)
    for before, after in pairwise(talk.agent.units):
        gap = after[0] - before[1]
        stopped = any(before[0] < start < before[1] < end + _STOP_AFTER_S for start, end in words)
        silent = not any(before[1] < start < after[0] for start, _ in talk.user.units)
        if stopped and silent and _RESUMES_S[0] <= gap <= _RESUMES_S[1]:
            findings.add(
                FALSE_STOP,
                (before[1], after[0]),
                channel=talk.agent_channel,
                value=gap,
                unit="s",
                confidence=0.6,
                severity=2,
            )


def alone(units: Sequence[Span]) -> list[Span]:
    """Return the short units with a second of silence of their speaker on both sides."""
    fenced = [(float("-inf"), float("-inf")), *units, (float("inf"), float("inf"))]
    return [
        unit
        for before, unit, after in zip(fenced, units, fenced[2:], strict=False)
        if unit[1] - unit[0] < _OWN_SPEECH_S and unit[0] - before[1] >= _APART_S <= after[0] - unit[1]
    ]


def _measure(findings: Findings, talk: Talk, duration_s: float, yields: Sequence[float]) -> None:
    minutes, user_turns = duration_s / 60, len(talk.user.turns)
    counts = {kind: sum(row.kind == kind for row in findings.rows) for kind in findings.detector.kinds}
    findings.measures.update(
        {f"{kind}_per_minute": round(count / minutes, 3) for kind, count in counts.items()}
    )
    findings.measures["yield_latency_p50_s"] = round(float(np.median(yields)), 3) if yields else None
    findings.measures["yield_rate"] = (
        round(float(np.mean([time <= _NO_YIELD_S for time in yields])), 3) if yields else None
    )
    findings.measures["agent_interruptions_per_user_turn"] = (
        round(counts[INTERRUPTS] / user_turns, 3) if user_turns else None
    )


INTERRUPTIONS: Final = Detector(
    "interruptions", 4, (OVERLAP, BARGE_IN, NO_YIELD, INTERRUPTS, BACKCHANNEL, FALSE_STOP), _find
)
