"""Turns: who speaks from when to when; as files write them, and as they are stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from earmark.core.wording import Said, said

Role = Literal["agent", "user"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn as it is stored; times in seconds from the start of the sound."""

    role: Role
    start_s: float
    end_s: float
    text: str


@dataclass(frozen=True, slots=True)
class WrittenTurn:
    """One turn as a file writes it: nothing in it is trusted yet.

    Attributes:
        fields: What the file says of role, speaker, start, end, text, channel and id.
        place: What names it to the person who wrote it, such as ``turn 3`` or ``line 12``.
        line: Its line, in a file where turns have lines.
    """

    fields: Mapping[str, object]
    place: Said
    line: int | None = None


@dataclass(frozen=True, slots=True)
class TurnNote:
    """One thing about a turn list: why it cannot be used, what was repaired in it, or what looks odd."""

    said: Said
    line: int | None = None


@dataclass(frozen=True, slots=True)
class CheckedTurns:
    """A turn list after the check: with any fault in it, none of it may be used.

    Attributes:
        turns: The turns in order of time.
        agent_channel: The channel (0 left, 1 right) that the list gives all its agent turns, else None.
        repairs: Each thing that was changed.
        warnings: Each thing that was left as it is and may be wrong.
        faults: All that is wrong, not only the first.
    """

    turns: tuple[Turn, ...]
    agent_channel: int | None = None
    repairs: tuple[TurnNote, ...] = ()
    warnings: tuple[TurnNote, ...] = ()
    faults: tuple[TurnNote, ...] = ()


def turn_place(number: int) -> Said:
    """Name a turn by its number, from 1."""
    return said("place.turn", number=number)


def line_place(line: int) -> Said:
    """Name what stands in a line."""
    return said("place.line", line=line)


def written_again(turns: Sequence[Turn]) -> tuple[WrittenTurn, ...]:
    """Return stored turns as a list that can be checked against another sound."""
    return tuple(
        WrittenTurn(
            {"role": turn.role, "start": turn.start_s, "end": turn.end_s, "text": turn.text},
            turn_place(number),
        )
        for number, turn in enumerate(turns, 1)
    )
