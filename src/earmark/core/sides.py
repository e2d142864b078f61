"""Which condition stands as A, and which is heard first: balanced by counts, never by coin flips alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Side = Literal["a", "b"]
SIDES: Final[tuple[Side, Side]] = ("a", "b")
PAIR: Final = "pair"
"""The target of what is asked about both sides together."""


@dataclass(frozen=True, slots=True)
class Placement:
    """How the two recordings of a pair stand for one rater.

    Attributes:
        swapped: Whether the first recording of the task stands as B.
        heard_first: The side, as it stands for the rater, that is heard first.
    """

    swapped: bool = False
    heard_first: Side = "a"

    @property
    def first_comes_first(self) -> bool:
        """Whether the first recording of the task is the one that is heard first."""
        return (self.heard_first == "a") != self.swapped


PLACEMENTS: Final = tuple(Placement(swapped, side) for swapped in (False, True) for side in SIDES)


def place_sides(counts: Mapping[Placement, int], *, draw: int) -> Placement:
    """Return the placement of the next session of two conditions.

    It is one that leaves both balances best: how often each condition stands as A, and how often each is
    heard first; then the one that was used least, so that neither tells of the other. Among equals the
    ``draw`` decides, a whole number of any size. One after the other, sessions never leave a balance off by
    more than one; sessions that were given up are no longer counted, and later ones make up for them.

    Args:
        counts: Sessions so far of these two conditions, finished or under way, by placement.
        draw: Drawn by the caller.
    """
    best = min(_cost(counts, one) for one in PLACEMENTS)
    equals = [one for one in PLACEMENTS if _cost(counts, one) == best]
    return equals[draw % len(equals)]


def _cost(counts: Mapping[Placement, int], chosen: Placement) -> tuple[int, int]:
    after = {one: counts.get(one, 0) + (one == chosen) for one in PLACEMENTS}
    as_a = sum(count if one.swapped else -count for one, count in after.items())
    first = sum(count if one.first_comes_first else -count for one, count in after.items())
    return abs(as_a) + abs(first), after[chosen]
