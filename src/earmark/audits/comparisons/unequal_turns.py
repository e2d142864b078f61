"""The user's turns or talk time differ much between A and B."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair, SpokenTurn
from earmark.audits.statements import SIDES

ID = "unequal-turns"

_RATIO: Final = 1.6
_TURNS: Final = 2
_SECONDS: Final = 5.0


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find talks that were not given like length."""
    del settings
    a, b = (pair.said(side) for side in SIDES)
    if not a or not b:
        return
    if _differ(len(a), len(b), least=_TURNS):
        yield Found("turns", part=f"{len(a)} : {len(b)}", where="talks")
        return
    times = [_talk_time(turns) for turns in (a, b)]
    if None not in times and _differ(times[0] or 0.0, times[1] or 0.0, least=_SECONDS):
        yield Found("time", part=f"{times[0]:.0f} s : {times[1]:.0f} s", where="talks")


def _differ(one: float, other: float, *, least: float) -> bool:
    more, less = max(one, other), min(one, other)
    return more - less >= least and more >= _RATIO * less


def _talk_time(turns: tuple[SpokenTurn, ...]) -> float | None:
    lengths = [turn.length_s for turn in turns]
    return None if None in lengths else sum(length or 0.0 for length in lengths)
