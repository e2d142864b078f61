"""Turns of two people, from where each of them speaks.

What one person says is one turn as long as the pauses in it are short and the other takes no turn in
between. Turns may overlap. A listener's word, a *backchannel*, is said while the other goes on: it takes no
turn, so it cuts none in two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

Span = tuple[float, float]
"""Start and end in seconds, the start first."""


@dataclass(frozen=True, slots=True)
class CutSettings:
    """How speech becomes turns. Stored with the turns.

    Attributes:
        agent_pause_s: Shortest pause that ends a turn of the agent, where the user says nothing; seconds.
        user_pause_s: The same for the user; seconds.
        unit_silence_s: Silences shorter than this are within a word or a phrase and never part of a decision.
        shortest_turn_s: What is shorter all in all is a click or a breath and no turn; seconds.
        floor_s: Who begins or ends speaking in a pause of the other, and is heard alone there for so long,
            has taken the turn; seconds.
        backchannel_s: Longest backchannel; seconds.
        backchannel_after_s: How long the other goes on, at least, after a backchannel; seconds.
        backchannel_apart_s: How long the listener says nothing more before and after it, at least; seconds.
    """

    agent_pause_s: float = 2.0
    user_pause_s: float = 1.5
    unit_silence_s: float = 0.2
    shortest_turn_s: float = 0.15
    floor_s: float = 0.3
    backchannel_s: float = 0.9
    backchannel_after_s: float = 0.3
    backchannel_apart_s: float = 1.0


@dataclass(frozen=True, slots=True)
class Part:
    """What one of two people says.

    Attributes:
        units: Inter-pausal units: speech without a silence of ``unit_silence_s``, in order.
        backchannels: Those of them that are listener's words.
        turns: Units joined over pauses, without the backchannels, in order.
    """

    units: tuple[Span, ...]
    backchannels: tuple[Span, ...]
    turns: tuple[Span, ...]


def parts_of(
    user: Sequence[Span], agent: Sequence[Span], settings: CutSettings | None = None
) -> tuple[Part, Part]:
    """Return the user's part and the agent's, from spans in order of time that do not overlap one another."""
    settings = settings or CutSettings()
    units = [_closed(spans, settings.unit_silence_s) for spans in (user, agent)]
    words = [_backchannels(own, other, settings) for own, other in (units, units[::-1])]
    taking = [[unit for unit in own if unit not in said] for own, said in zip(units, words, strict=True)]
    pauses = (settings.user_pause_s, settings.agent_pause_s)
    parts = [
        Part(
            units=tuple(units[at]),
            backchannels=tuple(sorted(unit for unit in words[at] if _counts(unit, settings))),
            turns=tuple(
                turn
                for turn in _joined(taking[at], taking[1 - at], settings, pauses[at])
                if _counts(turn, settings)
            ),
        )
        for at in (0, 1)
    ]
    return parts[0], parts[1]


def _counts(span: Span, settings: CutSettings) -> bool:
    return span[1] - span[0] >= settings.shortest_turn_s


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
        and speaks(other, unit[0])
        and speaks(other, unit[1] + settings.backchannel_after_s)
    }


def speaks(units: Iterable[Span], at_s: float) -> bool:
    """Tell whether one of the units is under way at a moment."""
    return any(start <= at_s <= end for start, end in units)


def _joined(own: Sequence[Span], other: Sequence[Span], settings: CutSettings, pause_s: float) -> list[Span]:
    """Join units over short pauses in which the other takes no turn."""
    turns: list[Span] = list(own[:1])
    for before, after in pairwise(own):
        pause = before[1], after[0]
        if pause[1] - pause[0] < pause_s and not any(_takes(one, pause, settings.floor_s) for one in other):
            turns[-1] = turns[-1][0], after[1]
        else:
            turns.append(after)
    return turns


def _takes(unit: Span, pause: Span, floor_s: float) -> bool:
    """Tell whether a unit takes the turn in a pause of the other: its middle lies there, or one of its ends.

    In the latter case so much of it must be heard alone: who is talked over may stop for a moment.
    """
    start, end = unit
    if pause[0] < (start + end) / 2 < pause[1]:
        return True
    alone_s = min(end, pause[1]) - max(start, pause[0])
    return alone_s >= floor_s and (pause[0] < start or end < pause[1])
