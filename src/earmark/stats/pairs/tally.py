"""How often each pair met and how it ended: all that strengths without covariates need to know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from earmark.stats.coding import chunks
from earmark.stats.pairs.arrays import Codes, Floats
from earmark.stats.pairs.battles import LEFT, OUTCOMES, RIGHT, Battles

_TABLE: Final = 20_000_000
"""Most counters that are laid out as a table; beyond it only pairs that met are counted."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Rows of votes that share their sides and covariates.

    Attributes:
        left: Shape (m,), the contestant on the left.
        right: Shape (m,), the contestant on the right.
        wins: Shape (m,), how often the left side was chosen.
        losses: Shape (m,), how often the right side was.
        draws: Shape (m,), how often neither was: ties, both good and both bad.
        covariates: Shape (m, p), what the left side has more of; p may be 0.
        contestants: How many there are, with or without a vote.
    """

    left: Codes
    right: Codes
    wins: Floats
    losses: Floats
    draws: Floats
    covariates: Floats
    contestants: int

    @property
    def votes(self) -> Floats:
        """Shape (m,), all votes of each row."""
        return self.wins + self.losses + self.draws

    def with_counts(self, counts: Floats) -> Tally:
        """Return the same rows with other counts, shape (3 m,): wins, losses and draws row by row."""
        wins, losses, draws = counts.reshape(-1, 3).T
        return replace(self, wins=wins, losses=losses, draws=draws)


def tally(votes: Battles, *, position: bool = False) -> Tally:
    """Count wins, losses and draws.

    Without covariates the votes of a pair are one row; the left side is the contestant of lower code unless
    the position matters. With covariates each vote is a row of its own.

    Args:
        votes: The battles.
        position: Keep left and right apart, with a last covariate that is 1 for being on the left.
    """
    if votes.covariates is None:
        return _by_pair(votes, position=position)
    return single_votes(votes, position=position)


def single_votes(votes: Battles, *, position: bool = False) -> Tally:
    """Return one row a vote, with the position's covariate last where it is wanted."""
    columns = [np.empty((len(votes), 0)) if votes.covariates is None else votes.covariates]
    if position:
        columns.append(np.ones((len(votes), 1)))
    return Tally(
        votes.left,
        votes.right,
        (votes.outcome == LEFT).astype(np.float64),
        (votes.outcome == RIGHT).astype(np.float64),
        (votes.outcome > RIGHT).astype(np.float64),
        np.hstack(columns),
        len(votes.names),
    )


def cells(votes: Battles, *, position: bool) -> tuple[Codes, Codes]:
    """Say which of win, loss and draw of which pair each vote is.

    Returns:
        Shape (n,), ``3 * pair + (0 win, 1 loss, 2 draw)`` of the pair's first side, and the pairs that met,
        shape (m,), each ``first * contestants + second``. Pairs are numbered as these.
    """
    count = len(votes.names)
    # Whole columns at once, and few of them: this is the one pass over all votes.
    ending = np.minimum(votes.outcome, 2).astype(np.intp)
    first, second = votes.left, votes.right
    if not position:
        turned = votes.left > votes.right
        first, second = np.minimum(votes.left, votes.right), np.maximum(votes.left, votes.right)
        ending = np.where(turned & (ending < RIGHT + 1), 1 - ending, ending)
    key = first * count + second
    if count * count > _TABLE:
        pairs, place = np.unique(key, return_inverse=True)
    else:
        met = np.bincount(key, minlength=count * count) > 0
        pairs, place = np.flatnonzero(met), (np.cumsum(met) - 1)[key]
    return place * 3 + ending, pairs


def _by_pair(votes: Battles, *, position: bool) -> Tally:
    count = len(votes.names)
    if count * count * len(OUTCOMES) > _TABLE:
        place, pairs = cells(votes, position=position)
        table = np.bincount(place, minlength=3 * pairs.size).reshape(-1, 3).astype(np.float64)
    else:
        pairs, table = _table(votes, position=position)
    left, right = np.divmod(pairs, count)
    ones = np.ones((pairs.size, int(position)))
    return Tally(left, right, table[:, 0], table[:, 1], table[:, 2], ones, count)


def _table(votes: Battles, *, position: bool) -> tuple[Codes, Floats]:
    """Count by one pass, then fold the small table: pairs that met, and wins, losses, draws of each."""
    count, kinds = len(votes.names), len(OUTCOMES)
    size = count * count * kinds
    counts = np.zeros(size)
    for piece in chunks(len(votes), at_least=size):
        key = (votes.left[piece] * count + votes.right[piece]) * kinds + votes.outcome[piece]
        counts += np.bincount(key, minlength=size)
    full = counts.reshape(count, count, kinds)
    three = np.dstack([full[:, :, LEFT], full[:, :, RIGHT], full[:, :, 2:].sum(axis=2)])
    if not position:
        three = np.triu(np.ones((count, count)))[:, :, None] * (
            three + three.transpose(1, 0, 2)[:, :, [1, 0, 2]]
        )
    flat = three.reshape(-1, 3)
    pairs = np.flatnonzero(flat.sum(axis=1))
    return pairs, flat[pairs]
