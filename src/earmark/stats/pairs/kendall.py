"""How far raters agree in comparisons of pairs: Kendall's coefficient u.

Kendall and Babington Smith (1940), "On the Method of Paired Comparisons", Biometrika 31. Of every two raters
who compared a pair, it counts whether they preferred the same side: u is 1 where all do, 0 where half do,
and the least there can be, -1 or near, where votes split evenly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

NO_PAIR_TWICE = "not measurable: no pair was compared twice"


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Agreement in comparisons. Where it is not measurable it is None and `reason` says why.

    Attributes:
        u: Twice the share of agreeing pairs of votes, less 1.
        pairs: Pairs of votes on one pair of contestants.
        reason: Why there is none, or None.
    """

    u: float | None
    pairs: float
    reason: str | None = None


def kendall_u(wins: ArrayLike) -> PairAgreement:
    """Return Kendall's coefficient of agreement.

    Args:
        wins: Shape (k, k), how often the row was preferred to the column; the diagonal does not count. Each
            vote of a pair is another rater's. Leave ties out.

    Returns:
        The coefficient; pairs with more votes weigh more. Without a pair of two votes there is a reason.

    Raises:
        ValueError: The table is not square, or a count is negative or not finite.
    """
    table = np.array(wins, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1]:  # noqa: PLR2004 - a table has two sides
        message = f"wins must be a square table, got shape {table.shape}"
        raise ValueError(message)
    if not np.isfinite(table).all() or (table < 0).any():
        message = "wins must be finite and 0 or more"
        raise ValueError(message)
    np.fill_diagonal(table, 0)
    votes = np.triu(table + table.T)
    pairs = float(np.maximum(votes * (votes - 1), 0).sum() / 2)
    if pairs == 0:
        return PairAgreement(None, 0.0, NO_PAIR_TWICE)
    agreeing = float((table * (table - 1)).sum() / 2)
    return PairAgreement(2 * agreeing / pairs - 1, pairs)
