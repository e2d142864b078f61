"""What a rater heard, counted anew from the stretches that were played.

A submission's ``listening`` holds:

- ``played``: for each mode of hearing the stretches played in it, ``[start, end]`` in seconds of the
  recording, joined where they touch. Modes are ``both`` (as recorded), ``centred``, ``left`` and ``right``
  (that channel alone).
- ``targets``: for each target its ``plays``, the ``seconds`` of it that were played, replays included, and
  the same seconds by speed (``speeds``) and by mode (``modes``).
- ``seconds``: of the whole recording, replays included.

That of a pair holds ``sides``: such an account of each side, ``a`` and ``b``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Final

from earmark.core.sides import SIDES
from earmark.protocols.faults import Fault

SLACK_S: Final = 0.1
SLACK_SHARE: Final = 0.05
"""What may be missing in all: a player's own edges, not a word. Seconds, and share of a short stretch."""

_CHANNELS_OF_MODE: Final[Mapping[str, frozenset[int | None]]] = {
    "both": frozenset({None, 0, 1}),
    "centred": frozenset({None, 0, 1}),
    "left": frozenset({0}),
    "right": frozenset({1}),
}
_ROUNDING_S: Final = 0.001


@dataclass(frozen=True, slots=True)
class Span:
    """The stretch of a recording that a target is about.

    ``channel`` is the one on which it is to be heard, None where every channel has to be.
    """

    start_s: float
    end_s: float
    channel: int | None = None


def has_heard(listening: object, target: str, span: Span | None) -> bool:
    """Tell whether a target was heard to its end: every part of it played, in any order and at any speed.

    A stretch played with the target's channel left out does not count. Where nothing is known of the span,
    one play is asked for.
    """
    account = listening if isinstance(listening, dict) else {}
    if span is None:
        return _plays(account, target) > 0
    length = span.end_s - span.start_s
    slack = min(SLACK_S, SLACK_SHARE * length) + _ROUNDING_S
    return length - _covered(_stretches(account, span.channel), span) <= slack


def account_of(listening: object, side: str) -> object:
    """Return the account of one side of a pair; nothing where there is none."""
    sides = listening.get("sides") if isinstance(listening, dict) else None
    return sides.get(side, {}) if isinstance(sides, dict) else {}


def listening_faults(listening: object, *, where: str = "listening") -> Iterator[Fault]:
    """Yield what in the page's account of listening is not of the kind that it should be."""
    if not isinstance(listening, dict):
        yield Fault(where, "not-an-object", "'listening' must be an object.")
        return
    for name, is_sound in _IS_SOUND.items():
        if name in listening and not is_sound(listening[name]):
            message = "'played' lists stretches by mode, 'targets' counts by target, 'seconds' is a number."
            yield Fault(f"{where}.{name}", "not-listening", message)
    sides = listening.get("sides", {})
    if not isinstance(sides, dict) or not sides.keys() <= set(SIDES):
        yield Fault(f"{where}.sides", "not-listening", "'sides' holds the accounts of 'a' and of 'b'.")
        return
    for side, account in sides.items():
        yield from listening_faults(account, where=f"{where}.sides.{side}")
    known = {*_IS_SOUND, "sides"}
    for name in sorted(map(str, listening.keys() - known)):
        yield Fault(f"{where}.{name}", "unknown-field", f"'{name}' is no part of 'listening'.")


@dataclass(frozen=True, slots=True)
class Heard:
    """What was heard of one target: seconds of the recording, replays included; by speed and by mode."""

    target: str
    plays: int
    seconds: float
    speeds: Mapping[str, float]
    modes: Mapping[str, float]


def heard_targets(listening: object) -> Iterator[Heard]:
    """Yield what an account says of each target, in its order; nothing where it is of another shape.

    Of a pair come the targets of A, then those of B.
    """
    account = listening if isinstance(listening, dict) else {}
    if "sides" in account:
        for side in SIDES:
            yield from heard_targets(account_of(account, side))
        return
    targets = account.get("targets")
    if not isinstance(targets, dict) or not _count_targets(targets):
        return
    for target, one in targets.items():
        plays, seconds = one.get("plays", 0), float(one.get("seconds", 0))
        yield Heard(target, plays, seconds, one.get("speeds", {}), one.get("modes", {}))


def _stretches(account: Mapping[str, object], channel: int | None) -> list[tuple[float, float]]:
    played = account.get("played")
    if not isinstance(played, dict) or not _are_stretches(played):
        return []
    return sorted(
        (start, end)
        for mode, stretches in played.items()
        if channel in _CHANNELS_OF_MODE[mode]
        for start, end in stretches
    )


def _covered(stretches: list[tuple[float, float]], span: Span) -> float:
    """Return the seconds of a span that sorted stretches cover; what they cover twice counts once."""
    covered, reached = 0.0, span.start_s
    for start, end in stretches:
        first, last = max(start, reached), min(end, span.end_s)
        if last > first:
            covered += last - first
            reached = last
    return covered


def _plays(account: Mapping[str, object], target: str) -> int:
    targets = account.get("targets")
    one = targets.get(target) if isinstance(targets, dict) else None
    plays = one.get("plays") if isinstance(one, dict) else None
    return plays if type(plays) is int else 0


def _are_stretches(value: object) -> bool:
    return isinstance(value, dict) and all(
        mode in _CHANNELS_OF_MODE and isinstance(stretches, list) and all(map(_is_stretch, stretches))
        for mode, stretches in value.items()
    )


def _is_stretch(value: object) -> bool:
    if not isinstance(value, list) or not all(map(_is_duration, value)):
        return False
    return len(value) == 2 and value[0] <= value[1]  # noqa: PLR2004 - start and end


def _count_targets(value: object) -> bool:
    return isinstance(value, dict) and all(_counts_one(one) for one in value.values())


def _counts_one(value: object) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() <= {"plays", "seconds", "speeds", "modes"}
        and type(value.get("plays", 0)) is int
        and value.get("plays", 0) >= 0
        and _is_duration(value.get("seconds", 0))
        and _are_durations(value.get("speeds", {}))
        and _are_durations(value.get("modes", {}))
    )


def _are_durations(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_duration, value.values()))


def _is_duration(value: object) -> bool:
    return type(value) in {int, float} and isinstance(value, int | float) and isfinite(value) and value >= 0


_IS_SOUND: Final = {"played": _are_stretches, "targets": _count_targets, "seconds": _is_duration}
