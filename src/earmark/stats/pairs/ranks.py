"""Which ranks each contestant may have, said of all at once.

A contestant's best possible rank is one more than the number of those that are surely stronger, its worst the
number of all minus those that are surely weaker. "Surely" holds for all pairs together: the critical value is
the quantile of the largest studentised difference among all pairs (as Mogstad, Romano, Shaikh, Wilhelm 2024,
"Inference for Ranks", Review of Economic Studies 91, in one step), drawn from the strengths' own covariance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from earmark.stats.pairs.arrays import Codes, Floats, Mask
from earmark.stats.pairs.strengths import Strengths


@dataclass(frozen=True, slots=True)
class RankSet:
    """The ranks that a contestant may have among those of its board.

    Attributes:
        name: The contestant.
        board: Number of its board.
        rank: By its estimated strength; 1 is the strongest, equals share the better rank; None without one.
        best: Best rank that is possible.
        worst: Worst one.
    """

    name: Any
    board: int
    rank: int | None
    best: int
    worst: int


def rank_sets(found: Strengths, *, seed: int, draws: int = 4000) -> tuple[RankSet, ...]:
    """Return the rank set of every contestant; all hold together with the coverage of `found.level`.

    Args:
        found: A fit.
        seed: Of the draws.
        draws: How many differences to draw for the critical value.
    """
    sets: list[RankSet] = []
    names = [standing.name for standing in found.standings]
    measured = np.array([standing.strength is not None for standing in found.standings], dtype=bool)
    for board in range(found.network.boards):
        members = np.flatnonzero(found.network.board == board)
        sets += _of_board(found, members, measured=measured, names=names, seed=seed, draws=draws)
    return tuple(sorted(sets, key=lambda each: names.index(each.name)))


def sure_differences(
    values: Floats, covariance: Floats, *, clusters: int | None, level: float, seed: int, draws: int = 4000
) -> Floats:
    """Return, shape (K, K), 1 where the row is surely stronger than the column, -1 where weaker, else 0."""
    size = values.size
    variances = np.diag(covariance)
    spread = np.sqrt(np.maximum(variances[:, None] + variances[None, :] - 2 * covariance, 0))
    known = spread > np.sqrt(variances.max(initial=0.0)) * 1e-9
    np.fill_diagonal(known, val=False)
    if not known.any():
        return np.zeros((size, size))
    critical = _critical(covariance, spread, known, clusters=clusters, level=level, seed=seed, draws=draws)
    lead = values[:, None] - values[None, :]
    return np.where(known & (np.abs(lead) > critical * spread), np.sign(lead), 0.0)


def _critical(
    covariance: Floats,
    spread: Floats,
    known: Mask,
    *,
    clusters: int | None,
    level: float,
    seed: int,
    draws: int,
) -> float:
    random = np.random.default_rng(seed)
    size, directions = np.linalg.eigh(covariance)
    root = directions * np.sqrt(np.maximum(size, 0))
    drawn = random.standard_normal((draws, size.size)) @ root.T
    largest = np.zeros(draws)
    for one in range(size.size - 1):
        others = np.flatnonzero(known[one, one + 1 :]) + one + 1
        if others.size:
            studentised = np.abs(drawn[:, [one]] - drawn[:, others]) / spread[one, others]
            np.maximum(largest, studentised.max(axis=1), out=largest)
    if clusters is not None:
        degrees = max(clusters - 1, 1)
        largest *= np.sqrt(degrees / random.chisquare(degrees, draws))
    return float(np.quantile(largest, level))


def _of_board(
    found: Strengths,
    members: Codes,
    *,
    measured: Mask,
    names: list[Any],
    seed: int,
    draws: int,
) -> list[RankSet]:
    block = np.ix_(members, members)
    values, board = found.values[members], int(found.network.board[members[0]])
    sure = sure_differences(
        values, found.covariance[block], clusters=found.clusters, level=found.level, seed=seed, draws=draws
    )
    return [
        RankSet(
            name=names[member],
            board=board,
            rank=int((values > values[place]).sum()) + 1 if measured[member] else None,
            best=int((sure[:, place] > 0).sum()) + 1,
            worst=members.size - int((sure[place] > 0).sum()),
        )
        for place, member in enumerate(members)
    ]
