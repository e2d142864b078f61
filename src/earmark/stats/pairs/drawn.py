"""How often a contestant was half of a "both good" or a "both bad": what draws say beside the ranking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from earmark.stats.pairs.battles import OUTCOMES, TIE, Battles, Outcome
from earmark.stats.proportion import Proportion, proportion


@dataclass(frozen=True, slots=True)
class DrawRate:
    """How often votes with one contestant ended in one kind of draw.

    Attributes:
        name: The contestant.
        outcome: "tie", "both_good" or "both_bad".
        rate: Share of its votes, clustered by rater and item where these are known.
    """

    name: Any
    outcome: Outcome
    rate: Proportion


def draw_rates(votes: Battles, *, level: float = 0.95) -> tuple[DrawRate, ...]:
    """Return the rate of each kind of draw for each contestant.

    Args:
        votes: The battles.
        level: Coverage of the intervals, inside 0 to 1.
    """
    found = []
    for contestant, name in enumerate(votes.names):
        part = votes.where((votes.left == contestant) | (votes.right == contestant))
        ways = [way for way in (part.rater, part.item) if way is not None]
        found += [
            DrawRate(name, OUTCOMES[code], proportion(part.outcome == code, ways, level=level))
            for code in range(TIE, len(OUTCOMES))
        ]
    return tuple(found)
