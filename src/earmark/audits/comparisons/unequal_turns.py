"""The user's turns or talk time differ much between A and B."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair
from earmark.audits.statements import SIDES

ID = "unequal-turns"

_RATIO: Final = 1.6
_TURNS: Final = 2
_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Amount:
    """How much the user said on one side; ``seconds`` is None where the length of a turn is not known."""

    turns: int
    seconds: float | None


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find talks that were not given like length."""
    del settings
    a, b = (amount_of(pair, side) for side in SIDES)
    if not a.turns or not b.turns:
        return
    if _differ(a.turns, b.turns, least=_TURNS):
        yield Found("turns", part=f"{a.turns} : {b.turns}", where="talks")
    elif a.seconds is not None and b.seconds is not None and _differ(a.seconds, b.seconds, least=_SECONDS):
        yield Found("time", part=f"{a.seconds:.0f} s : {b.seconds:.0f} s", where="talks")


def amount_of(pair: Pair, side: str) -> Amount:
    """Return how much the user said on a side."""
    turns = pair.said(side)
    lengths = [turn.length_s for turn in turns if turn.length_s is not None]
    return Amount(len(turns), sum(lengths) if len(lengths) == len(turns) else None)


def _differ(one: float, other: float, *, least: float) -> bool:
    more, less = max(one, other), min(one, other)
    return more - less >= least and more >= _RATIO * less
