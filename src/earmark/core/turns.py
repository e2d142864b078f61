"""Turn lists: who speaks from when to when, checked against the sound before any of it is stored."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

Role = Literal["agent", "user"]

OVERRUN_S: Final = 0.25
"""How far a turn may reach beyond the sound and be cut to it: recognisers round up by about so much."""

_SPELLINGS: Final[dict[Role, frozenset[str]]] = {
    "agent": frozenset(
        {"agent", "agent response", "ai", "assistant", "bot", "machine", "model", "system", "voice agent"}
    ),
    "user": frozenset({"caller", "client", "customer", "human", "person", "user", "user turn"}),
}


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

    ``place`` names it to the person who wrote it, such as ``turn 3`` or ``line 12``; ``line`` is the line of
    a file that has one turn a line.
    """

    fields: Mapping[str, object]
    place: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class TurnFault:
    """Why a turn list cannot be used, and what mends it."""

    reason: str
    remedy: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class CheckedTurns:
    """A turn list after the check: with any fault in it, none of it may be used.

    Attributes:
        turns: The turns in order of time.
        repairs: A sentence for each thing that was changed.
        faults: All that is wrong, not only the first.
    """

    turns: tuple[Turn, ...]
    repairs: tuple[str, ...]
    faults: tuple[TurnFault, ...]


def check_turns(written: Sequence[WrittenTurn], *, duration_s: float) -> CheckedTurns:
    """Check a turn list against a sound of ``duration_s`` seconds.

    Roles are taken in the usual spellings and never swapped or guessed. Two things are repaired and named: a
    turn that reaches beyond the sound by at most `OVERRUN_S`, and a list that is out of order.
    """
    turns: list[Turn] = []
    repairs: list[str] = []
    faults = list(_repeated_ids(written))
    for one in written:
        wrong = tuple(_faults_of(one, duration_s))
        if wrong:
            faults.extend(wrong)
            continue
        turn = _turn(one)
        if turn.end_s > duration_s:
            repairs.append(
                f"{one.place} ended {turn.end_s - duration_s:.3f} s after the sound: cut to its end"
            )
            turn = Turn(turn.role, turn.start_s, duration_s, turn.text)
        turns.append(turn)
    ordered = sorted(turns, key=lambda turn: (turn.start_s, turn.end_s))
    if any(before.start_s > after.start_s for before, after in pairwise(turns)):
        repairs.append("the turns were out of order: sorted by their start")
    faults.extend(_faults_of_list(written, ordered, faults))
    return CheckedTurns(tuple(ordered), tuple(repairs), tuple(faults))


def agent_channel_of(written: Sequence[WrittenTurn]) -> int | None:
    """Return the channel (0 left, 1 right) that the list gives all its agent turns, or None."""
    channels = {one.fields.get("channel") for one in written if _role(one) == "agent"}
    numbers = {_number(channel) for channel in channels}
    if len(numbers) == 1 and (number := numbers.pop()) in (0, 1):
        return int(number)
    return None


def _turn(one: WrittenTurn) -> Turn:
    role, start, end = _role(one), _number(one.fields.get("start")), _number(one.fields.get("end"))
    if role is None or start is None or end is None:
        message = "only a turn without faults can be taken"
        raise ValueError(message)
    return Turn(role, start, end, str(one.fields.get("text") or "").strip())


def _faults_of(one: WrittenTurn, duration_s: float) -> Iterator[TurnFault]:
    if _role(one) is None:
        written = one.fields.get("role")
        reason = (
            f"{one.place} has no role" if written in (None, "") else f"{one.place} has the role '{written}'"
        )
        yield TurnFault(reason, "Write 'agent' or 'user' as the role of each turn.", one.line)
    times = {name: _number(one.fields.get(name)) for name in ("start", "end")}
    for name, value in times.items():
        if value is None:
            reason = f"{one.place} has no usable {name}: {one.fields.get(name)!r}"
            yield TurnFault(reason, f"Write the {name} as a number of seconds, such as 12.34.", one.line)
    start, end = times["start"], times["end"]
    if start is not None and end is not None:
        yield from _faults_of_times(one, start, end, duration_s)


def _faults_of_times(one: WrittenTurn, start: float, end: float, duration_s: float) -> Iterator[TurnFault]:
    span = f"{one.place} ({start:g} to {end:g} s)"
    if start < 0:
        yield TurnFault(f"{span} starts before the sound", "Count its times from the start.", one.line)
    if end <= start:
        yield TurnFault(f"{span} ends before it starts", "Give it an end after its start.", one.line)
    if start >= duration_s or end > duration_s + OVERRUN_S:
        yield TurnFault(
            f"{span} lies beyond the sound, which lasts {duration_s:.3f} s",
            "Check that the times are in seconds and that the turn list belongs to this recording.",
            one.line,
        )


def _faults_of_list(
    written: Sequence[WrittenTurn], turns: Sequence[Turn], faults: Sequence[TurnFault]
) -> Iterator[TurnFault]:
    if not written:
        yield TurnFault("the turn list is empty", "List at least one agent turn.")
    elif not faults and all(turn.role != "agent" for turn in turns):
        yield TurnFault(
            "no turn is the agent's, so there is nothing to rate", "Give the agent's turns the role 'agent'."
        )


def _repeated_ids(written: Sequence[WrittenTurn]) -> Iterator[TurnFault]:
    places: dict[object, str] = {}
    for one in written:
        name = one.fields.get("id")
        if name in (None, ""):
            continue
        if str(name) in places:
            reason = f"{one.place} has the id '{name}', which {places[str(name)]} has too"
            yield TurnFault(reason, "Give each turn an id of its own, or none.", one.line)
        places.setdefault(str(name), one.place)


def _role(one: WrittenTurn) -> Role | None:
    spelling = str(one.fields.get("role") or "").strip().lower().replace("_", " ").replace("-", " ")
    for role, spellings in _SPELLINGS.items():
        if spelling in spellings:
            return role
    return None


def _number(value: object) -> float | None:
    """Read a finite number from JSON or from a cell of text."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
