"""Turns, cut from where each of two people speaks.

What one person says is one turn as long as the pauses in it are short and the other takes no turn in
between. Turns may overlap. A listener's word, a *backchannel*, is said while the other goes on: it takes no
turn, so it cuts none in two, and stays a turn of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from earmark.core.turns import Role, Turn

Span = tuple[float, float]
"""Start and end in seconds, the start first."""

_OTHER: Final[dict[Role, Role]] = {"agent": "user", "user": "agent"}


@dataclass(frozen=True, slots=True)
class CutSettings:
    """How speech becomes turns. Stored with the turns.

    Attributes:
        agent_pause_s: Shortest pause that ends a turn of the agent, where the user says nothing; seconds.
        user_pause_s: The same for the user; seconds.
        unit_silence_s: Silences shorter than this are within a word or a phrase and never part of a decision.
        shortest_turn_s: What is shorter all in all is a click or a breath and no turn; seconds.
        backchannel_s: Longest backchannel; seconds.
        backchannel_after_s: How long the other goes on, at least, after a backchannel; seconds.
        backchannel_apart_s: How long the listener says nothing more before and after it, at least; seconds.
    """

    agent_pause_s: float = 2.0
    user_pause_s: float = 1.5
    unit_silence_s: float = 0.2
    shortest_turn_s: float = 0.15
    backchannel_s: float = 0.9
    backchannel_after_s: float = 0.3
    backchannel_apart_s: float = 1.0


def cut_turns(speech: Mapping[Role, Sequence[Span]], settings: CutSettings) -> tuple[Turn, ...]:
    """Cut turns from each role's speech, spans in order of time that do not overlap one another.

    Returns the turns in order of their start, without words; none where nobody speaks.
    """
    units: dict[Role, list[Span]] = {
        role: _closed(spans, settings.unit_silence_s) for role, spans in speech.items()
    }
    words = {role: _backchannels(own, units[_OTHER[role]], settings) for role, own in units.items()}
    pauses: dict[Role, float] = {"agent": settings.agent_pause_s, "user": settings.user_pause_s}
    turns: list[Turn] = []
    for role, own in units.items():
        other = _OTHER[role]
        taking = [unit for unit in own if unit not in words[role]]
        theirs = [unit for unit in units[other] if unit not in words[other]]
        spans = [*_joined(taking, theirs, pauses[role]), *words[role]]
        turns.extend(
            Turn(role, start, end, "") for start, end in spans if end - start >= settings.shortest_turn_s
        )
    return tuple(sorted(turns, key=lambda turn: (turn.start_s, turn.end_s)))


def _closed(spans: Iterable[Span], silence_s: float) -> list[Span]:
    """Join spans with less silence than so much between them, as inter-pausal units are defined."""
    units: list[Span] = []
    for start, end in spans:
        if units and start - units[-1][1] < silence_s:
            units[-1] = units[-1][0], max(end, units[-1][1])
        else:
            units.append((start, end))
    return units


def _backchannels(own: Sequence[Span], other: Sequence[Span], settings: CutSettings) -> set[Span]:
    """Return the units said while the other speaks, goes on after them, and nothing of one's own is near."""
    fenced = [(float("-inf"), float("-inf")), *own, (float("inf"), float("inf"))]
    return {
        unit
        for before, unit, after in zip(fenced, own, fenced[2:], strict=False)
        if unit[1] - unit[0] <= settings.backchannel_s
        and unit[0] - before[1] >= settings.backchannel_apart_s
        and after[0] - unit[1] >= settings.backchannel_apart_s
        and _speaks(other, unit[0])
        and _speaks(other, unit[1] + settings.backchannel_after_s)
    }


def _speaks(units: Iterable[Span], at_s: float) -> bool:
    return any(start <= at_s <= end for start, end in units)


def _joined(own: Sequence[Span], other: Sequence[Span], pause_s: float) -> list[Span]:
    """Join units over short pauses in which the other takes no turn: no unit has its middle there."""
    turns: list[Span] = list(own[:1])
    middles = [(start + end) / 2 for start, end in other]
    for before, after in pairwise(own):
        taken = any(before[1] < middle < after[0] for middle in middles)
        if after[0] - before[1] < pause_s and not taken:
            turns[-1] = turns[-1][0], after[1]
        else:
            turns.append(after)
    return turns
