"""Which pair to ask for next: the one whose order is least sure, once every pair has had its minimum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from earmark.stats.pairs.arrays import Codes, Floats
from earmark.stats.pairs.battles import Battles
from earmark.stats.pairs.strengths import Strengths

_VOTE: Final = 0.2
"""Information of one vote between near equals, in squared inverse logits: a quarter without any draw."""


@dataclass(frozen=True, slots=True)
class NextPair:
    """A pair to ask for.

    Attributes:
        left: Who stands on the left: whoever has stood there less often in this pair.
        right: Who stands on the right.
        doubt: Chance that the present order of the two is wrong, 0 to one half.
        votes: How many votes the pair had, with those chosen before it.
        below_floor: Whether it was chosen because it had fewer votes than every pair should have.
    """

    left: Any
    right: Any
    doubt: float
    votes: int
    below_floor: bool


def ranked_pairs(
    votes: Battles,
    found: Strengths,
    *,
    floor: int,
    seed: int,
    asked: Mapping[tuple[Any, Any], int] | None = None,
) -> tuple[NextPair, ...]:
    """Return every pair once, the one to ask for now before the others, by the rule of `next_pairs`.

    Args:
        votes: The battles so far; all contestants are in its names.
        found: The fit of these votes.
        floor: Least votes of every pair before any is preferred, 0 or more.
        seed: Of the draws among equals.
        asked: How often two contestants, left and right, were asked for and have not answered yet: each
            counts as a vote, and narrows the doubt as one.
    """
    if len(votes.names) < 2:  # noqa: PLR2004 - a pair takes two
        return ()
    place = {name: number for number, name in enumerate(votes.names)}
    on_left = _on_left(votes)
    waiting = np.zeros_like(on_left)
    for (left, right), count in (asked or {}).items():
        waiting[place[left], place[right]] += count
    on_left += waiting
    first, second = np.triu_indices(len(votes.names), 1)
    counts = on_left[first, second] + on_left[second, first]
    lead, precision = _known(found, first, second)
    doubt = _doubt(lead, precision + _VOTE * (waiting + waiting.T)[first, second])
    short = counts < floor
    score = np.where(short, 1 + floor - counts, doubt)
    chance = np.random.default_rng(seed).random(score.size)
    order = np.lexsort((chance, -np.round(score, 12)))
    return tuple(
        NextPair(
            votes.names[left],
            votes.names[right],
            float(doubt[at]),
            int(counts[at]),
            bool(short[at]),
        )
        for at in order.tolist()
        for left, right in [_stand(on_left, int(first[at]), int(second[at]))]
    )


def next_pairs(
    votes: Battles, found: Strengths, *, count: int, floor: int, seed: int
) -> tuple[NextPair, ...]:
    """Choose pairs one after the other, as if each had been asked for before the next is chosen.

    A pair with fewer votes than `floor` comes first, the one with the fewest before the others, so that none
    is starved and the board hangs together. Then comes the pair whose order is least sure under the present
    strengths: the chance that the weaker is the stronger, by the difference and its standard error, which
    each chosen vote narrows. Chance decides between equals.

    Args:
        votes: The battles so far; all contestants are in its names.
        found: The fit of these votes.
        count: How many pairs to choose.
        floor: Least votes of every pair before any is preferred, 0 or more.
        seed: Of the draws among equals.

    Returns:
        The pairs, the first to be asked for first; none where there are fewer than two contestants.
    """
    size = len(votes.names)
    if size < 2:  # noqa: PLR2004 - a pair takes two
        return ()
    first, second = np.triu_indices(size, 1)
    on_left = _on_left(votes)
    counts = on_left[first, second] + on_left[second, first]
    lead, precision = _known(found, first, second)
    random = np.random.default_rng(seed)
    chosen = []
    for _ in range(count):
        doubt = _doubt(lead, precision)
        short = counts < floor
        score = np.where(short, 1 + floor - counts, doubt)
        at = int(random.choice(np.flatnonzero(score >= score.max() - 1e-12)))
        a, b = int(first[at]), int(second[at])
        left, right = _stand(on_left, a, b)
        chosen.append(
            NextPair(
                votes.names[left], votes.names[right], float(doubt[at]), int(counts[at]), bool(short[at])
            )
        )
        counts[at] += 1
        on_left[left, right] += 1
        precision[at] += _VOTE
    return tuple(chosen)


def _stand(on_left: Floats, a: int, b: int) -> tuple[int, int]:
    """Return two contestants as they are to stand: whoever was on the left less often comes first."""
    return (a, b) if on_left[a, b] <= on_left[b, a] else (b, a)


def _on_left(votes: Battles) -> Floats:
    """Return, shape (K, K), how often the row stood on the left of the column."""
    size = len(votes.names)
    return (
        np.bincount(votes.left * size + votes.right, minlength=size * size)
        .reshape(size, size)
        .astype(np.float64)
    )


def _known(found: Strengths, first: Codes, second: Codes) -> tuple[Floats, Floats]:
    """Return each pair's lead and the precision of it: none where the two cannot be compared."""
    board, variance = found.network.board, np.diag(found.covariance)
    spread = variance[first] + variance[second] - 2 * found.covariance[first, second]
    known = (board[first] == board[second]) & (spread > 0)
    precision = np.divide(1.0, spread, out=np.zeros(first.size), where=known)
    return np.where(known, np.abs(found.values[first] - found.values[second]), 0.0), precision


def _doubt(lead: Floats, precision: Floats) -> Floats:
    from scipy.special import ndtr  # noqa: PLC0415 - half a second that only a choice pays

    return np.asarray(ndtr(-lead * np.sqrt(precision)))
