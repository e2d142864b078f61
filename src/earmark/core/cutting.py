"""Turns, cut from where each of two people speaks, as `earmark.audio.turns` defines them.

A backchannel takes no turn from the other, and stays a turn of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from earmark.audio.turns import CutSettings, Span, parts_of
from earmark.core.turns import Role, Turn

__all__ = ["CutSettings", "Span", "cut_turns"]


def cut_turns(speech: Mapping[Role, Sequence[Span]], settings: CutSettings) -> tuple[Turn, ...]:
    """Cut turns from each role's speech, spans in order of time that do not overlap one another.

    Returns the turns in order of their start, without words; none where nobody speaks.
    """
    user, agent = parts_of(speech.get("user", ()), speech.get("agent", ()), settings)
    parts: tuple[tuple[Role, tuple[Span, ...]], ...] = (
        ("user", user.turns + user.backchannels),
        ("agent", agent.turns + agent.backchannels),
    )
    turns = [Turn(role, start, end, "") for role, spans in parts for start, end in spans]
    return tuple(sorted(turns, key=lambda turn: (turn.start_s, turn.end_s)))
