"""Overall against the first dimension, Task Success or a Major flag, without a reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import OTHER, Flag, Pair
from earmark.audits.reasons import reasoned
from earmark.audits.statements import SIDES

ID = "overall-against-marks"

_NEAR: Final = 2
"""Sentences within which a text may set something against a Major error: "It is grave. Still, …"."""


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find what speaks against the preferred side among the rater's own marks and is not weighed in the text.

    A lesser dimension that goes the other way is no contradiction.
    """
    del settings
    side = pair.preferred
    if side is None:
        return
    first = pair.first_dimension
    if first and pair.choices.get(first) == OTHER[side] and not reasoned(pair, "dimensions", first):
        yield Found("first-dimension", of=(first,), where="overall")
    if _did_worse(pair, side) and not any(
        reasoned(pair, "dimensions", one) for one in {"utility", first or "utility"}
    ):
        yield Found("task-success", of=(side,), where="overall")
    for flag in _worst_alone(pair, side)[:1]:
        yield Found("major", of=(side, flag.cluster), where="overall")


def _did_worse(pair: Pair, side: str) -> bool:
    ranks = {one: success.rank for one, success in pair.success.items() if success.rank >= 0}
    return set(SIDES) <= ranks.keys() and ranks[side] < ranks[OTHER[side]]


def _worst_alone(pair: Pair, side: str) -> list[Flag]:
    """Return the Major flags of a side that the text does not outweigh, where the other side has none."""
    if any(flag.is_worst for flag in pair.flags_of(OTHER[side])):
        return []
    worst = [flag for flag in pair.flags_of(side) if flag.is_worst]
    if reasoned(pair, "prefers", "marks", beside=_NEAR):
        return []
    return [flag for flag in worst if not reasoned(pair, "clusters", flag.cluster, beside=_NEAR)]
