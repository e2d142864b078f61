"""Who met whom, and whether the votes can say how far apart they are.

Ford (1957): strengths are finite if, however the contestants are split in two groups, somebody in each group
has beaten somebody in the other: if the graph of wins is strongly connected. A draw counts as a win for both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from earmark.stats.pairs.arrays import Codes, Floats
from earmark.stats.pairs.tally import Tally

OpenEnd = Literal["none", "above", "below", "both"]
"""In which direction the votes set no limit to a strength."""


@dataclass(frozen=True, slots=True)
class Network:
    """How the contestants hang together.

    Attributes:
        board: Shape (K,), the group of contestants that met, directly or through others. Strengths of two
            boards cannot be compared. Boards are numbered by their first contestant.
        tier: Shape (K,), the group within which wins go round; boards of one tier have finite strengths.
        open_ends: One a contestant: "above" where nobody of another tier ever took a vote from this one's,
            "below" where this one's tier never took any from another, "both" between such tiers or without
            a vote.
        draws_diverge: Whether the votes are best explained by an endless readiness to draw (only where no
            wins go round at all).
    """

    board: Codes
    tier: Codes
    open_ends: tuple[OpenEnd, ...]
    draws_diverge: bool

    @property
    def boards(self) -> int:
        """How many groups never met each other."""
        return int(self.board.max()) + 1 if self.board.size else 0

    @property
    def unbounded(self) -> NDArray[np.bool_]:
        """Shape (K,), whether the contestant's board has no finite strengths."""
        broken = [np.unique(self.tier[self.board == board]).size > 1 for board in range(self.boards)]
        return np.array(broken, dtype=bool)[self.board] if broken else np.zeros(0, dtype=bool)


def network(counts: Tally, *, draws_have_parameter: bool) -> Network:
    """Find boards, tiers and open ends.

    Args:
        counts: The votes of each pair.
        draws_have_parameter: Whether the model has a parameter for draws (Davidson, Rao-Kupper).
    """
    beats = beaten(counts)
    board = _groups(beats, strong=False)
    tier = _groups(beats, strong=True)
    diverge = draws_have_parameter and bool(counts.draws.any()) and _draws_diverge(counts)
    return Network(board, tier, _open_ends(beats, board, tier), diverge)


def beaten(counts: Tally) -> NDArray[np.bool_]:
    """Return shape (K, K): whether the row ever took a vote, or half of one, from the column."""
    beats = np.zeros((counts.contestants, counts.contestants), dtype=bool)
    won, lost = counts.wins + counts.draws > 0, counts.losses + counts.draws > 0
    beats[counts.left[won], counts.right[won]] = True
    beats[counts.right[lost], counts.left[lost]] = True
    return beats


def is_strong(beats: NDArray[np.bool_], tiers: int) -> bool:
    """Return whether a graph has no more tiers than it should."""
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 - scipy.sparse takes 0.2 s to load

    return bool(connected_components(beats, connection="strong")[0] == tiers)


def circular_triads(counts: Tally) -> tuple[int, int]:
    """Count the triples that beat each other in a circle by majority, and all triples whose pairs all met.

    A pair with as many wins as losses has no majority and makes no circle.
    """
    size = counts.contestants
    lead, met = np.zeros((size, size)), np.zeros((size, size))
    np.add.at(lead, (counts.left, counts.right), counts.wins - counts.losses)
    np.add.at(met, (counts.left, counts.right), counts.votes)
    lead, met = lead - lead.T, (met + met.T > 0).astype(np.float64)
    ahead = (lead > 0).astype(np.float64)
    circles = np.einsum("ij,ji->", ahead @ ahead, ahead) / 3
    triples = np.einsum("ij,ji->", met @ met, met) / 6
    return round(float(circles)), round(float(triples))


def _groups(beats: NDArray[np.bool_], *, strong: bool) -> Codes:
    """Number groups by their first contestant."""
    if not beats.size:
        return np.zeros(0, dtype=np.intp)
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 - as above

    _, labels = connected_components(beats, connection="strong" if strong else "weak")
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[inverse].astype(np.intp)


def _open_ends(beats: NDArray[np.bool_], board: Codes, tier: Codes) -> tuple[OpenEnd, ...]:
    across = beats & (tier[:, None] != tier[None, :])
    wins = np.bincount(tier, weights=across.any(axis=1), minlength=tier.size) > 0
    loses = np.bincount(tier, weights=across.any(axis=0), minlength=tier.size) > 0
    alone = np.bincount(board, minlength=board.size)[board] == 1

    def end(contestant: int) -> OpenEnd:
        wins_out, loses_out = wins[tier[contestant]], loses[tier[contestant]]
        if alone[contestant] or (wins_out and loses_out):
            return "both"
        return "above" if wins_out else "below" if loses_out else "none"

    return tuple(end(contestant) for contestant in range(board.size))


def _draws_diverge(counts: Tally) -> bool:
    """Return whether levels exist such that each win is by one level at least and each draw by one at most.

    Then strengths and the readiness to draw can grow together without end. The levels are difference
    constraints, so they exist unless a cycle of them is negative (Bellman-Ford).
    """
    drawn, won, lost = counts.draws > 0, counts.wins > 0, counts.losses > 0
    left, right = counts.left, counts.right
    source = np.concatenate([left[drawn], right[drawn], left[won], right[lost]])
    target = np.concatenate([right[drawn], left[drawn], right[won], left[lost]])
    cost = np.concatenate([np.ones(2 * drawn.sum()), -np.ones(won.sum() + lost.sum())])
    level: Floats = np.zeros(counts.contestants)
    for _ in range(counts.contestants + 1):
        lower = level.copy()
        np.minimum.at(lower, target, level[source] + cost)
        if np.array_equal(lower, level):
            return True
        level = lower
    return False
