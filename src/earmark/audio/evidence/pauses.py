"""Pauses within a turn, silence of both, and how the talk is shared."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from earmark.audio.evidence.material import Detector, Findings, Material
from earmark.audio.evidence.talk import NOBODY, Talk, speech_of, talk_of
from earmark.audio.turns import Span

PAUSE: Final = "pause_in_turn"
DEAD_AIR: Final = "dead_air"
_PAUSE_S: Final = 0.8
_ASKS_AGAIN_S: Final = 6.0
_DEAD_S: Final = 3.0


def _find(material: Material, findings: Findings) -> None:
    speech = speech_of(material)
    together = sorted(span for spans in speech for span in spans)
    if not together:
        for kind in findings.detector.kinds:
            findings.cannot(kind, NOBODY)
        return
    for start, end in silences(together, _DEAD_S):
        findings.add(DEAD_AIR, (start, end), channel=-1, value=end - start, unit="s", confidence=0.9)
    talk = talk_of(material)
    if talk is None:
        for start, end in silences(together, _PAUSE_S):
            if end - start < _DEAD_S:
                _add_pause(findings, (start, end), channel=0, confidence=0.5, turn_id=None)
    else:
        _add_pauses_of_agent(findings, talk)
        _measure(findings, talk, material.recording.duration_s)


def silences(spans: Sequence[Span], shortest_s: float) -> list[Span]:
    """Return the silences between spans, in order of their start, that last so long."""
    found = []
    end = spans[0][1] if spans else 0.0
    for start, stop in spans[1:]:
        if start - end >= shortest_s:
            found.append((end, start))
        end = max(end, stop)
    return found


def _add_pauses_of_agent(findings: Findings, talk: Talk) -> None:
    """Add where the agent falls silent and goes on, and the user has said nothing in between.

    A pause that is long enough to end a turn counts, too, up to where the agent rather asks again.
    """
    for before, after in pairwise(talk.agent.units):
        gap = after[0] - before[1]
        quiet = not any(start < after[0] and before[1] < end for start, end in talk.user.units)
        if quiet and _PAUSE_S <= gap < _ASKS_AGAIN_S:
            number = next((at for at, turn in enumerate(talk.agent.turns, 1) if before[1] <= turn[1]), None)
            _add_pause(
                findings,
                (before[1], after[0]),
                channel=talk.agent_channel,
                confidence=0.9,
                turn_id=None if number is None else f"agent-{number}",
            )


def _add_pause(
    findings: Findings, span: Span, *, channel: int, confidence: float, turn_id: str | None
) -> None:
    findings.add(
        PAUSE,
        span,
        channel=channel,
        value=span[1] - span[0],
        unit="s",
        confidence=confidence,
        scope="event" if turn_id is None else "turn",
        turn_id=turn_id,
    )


def _measure(findings: Findings, talk: Talk, duration_s: float) -> None:
    minutes = duration_s / 60
    parts = [talk.user, talk.agent] if talk.user_channel == 0 else [talk.agent, talk.user]
    spoken = [sum(end - start for start, end in part.units) for part in parts]
    whole = sum(spoken)
    findings.measure("talk_share", [each / whole if whole else None for each in spoken], digits=3)
    findings.measure("speech_s", spoken)
    findings.measure("units_per_minute", [len(part.units) / minutes for part in parts])
    findings.measure("turns", [float(len(part.turns)) for part in parts], digits=0)


PAUSES: Final = Detector("pauses", 4, (PAUSE, DEAD_AIR), _find)
