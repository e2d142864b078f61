"""Small published tables of comparisons, and votes drawn from a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from earmark.stats.pairs.battles import Battles, battles

_TEAMS: Final = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
BASEBALL: Final = (
    _TEAMS,
    # Agresti, "Categorical Data Analysis": American League 1987; each row at home, won and lost.
    (
        ((0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)),
        ((3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)),
        ((2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)),
        ((3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)),
        ((5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)),
        ((2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)),
        ((2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)),
    ),
)

FLAVOURS: Final = (
    # Springall, "Response surface fitting", Applied Statistics 22 (1973): row, column, won, lost, drawn.
    (1, 2, 2, 16, 7),
    (1, 3, 0, 21, 1),
    (1, 4, 5, 10, 10),
    (1, 5, 2, 15, 7),
    (1, 6, 0, 22, 2),
    (1, 7, 12, 3, 9),
    (1, 8, 13, 9, 5),
    (1, 9, 10, 12, 3),
    (2, 3, 6, 11, 5),
    (2, 4, 17, 2, 7),
    (2, 5, 9, 6, 8),
    (2, 6, 8, 12, 6),
    (2, 7, 24, 2, 0),
    (2, 8, 16, 3, 5),
    (2, 9, 15, 2, 7),
    (3, 4, 22, 2, 4),
    (3, 5, 14, 4, 5),
    (3, 6, 11, 4, 7),
    (3, 7, 24, 1, 3),
    (3, 8, 22, 0, 3),
    (3, 9, 17, 2, 6),
    (4, 5, 3, 14, 9),
    (4, 6, 2, 18, 4),
    (4, 7, 12, 6, 5),
    (4, 8, 10, 6, 6),
    (4, 9, 8, 9, 11),
    (5, 6, 5, 11, 9),
    (5, 7, 20, 0, 2),
    (5, 8, 15, 2, 5),
    (5, 9, 13, 5, 9),
    (6, 7, 27, 1, 0),
    (6, 8, 19, 1, 5),
    (6, 9, 18, 2, 2),
    (7, 8, 2, 13, 8),
    (7, 9, 2, 21, 5),
    (8, 9, 6, 8, 8),
)


def games(table: tuple[tuple[str, ...], tuple[tuple[tuple[int, int], ...], ...]]) -> Battles:
    """One battle a game; the team at home stands on the left."""
    names, rows = table
    sides: list[tuple[str, str, str]] = []
    for home, row in zip(names, rows, strict=True):
        for away, (won, lost) in zip(names, row, strict=True):
            sides += [(home, away, "left")] * won + [(home, away, "right")] * lost
    left, right, outcome = zip(*sides, strict=True)
    return battles(left, right, outcome)


def of_series(rows: tuple[tuple[int, int, int, int, int], ...]) -> Battles:
    """One battle a comparison."""
    sides: list[tuple[int, int, str]] = []
    for left, right, *counts in rows:
        for count, outcome in zip(counts, ("left", "right", "tie"), strict=True):
            sides += [(left, right, outcome)] * count
    left, right, outcome = zip(*sides, strict=True)
    return battles(left, right, outcome)


def versus(left: str, right: str, outcome: Sequence[str], **more: Any) -> Battles:
    """Battles of contestants with names of one letter."""
    return battles(list(left), list(right), outcome, **more)


def simulated(
    *,
    seed: int,
    n: int,
    raters: int,
    contestants: int = 5,
    items: int = 12,
    taste: float = 0.0,
    draws: float = 0.6,
) -> Battles:
    """Votes by Davidson's model, contestants half a logit apart; raters may have a taste of their own."""
    random = np.random.default_rng(seed)
    left = random.integers(0, contestants, n)
    right = (left + random.integers(1, contestants, n)) % contestants
    rater = np.arange(n) % raters
    strength = np.arange(contestants) / 2 - (contestants - 1) / 4
    own = strength + taste * random.standard_normal((raters, contestants))
    d = own[rater, left] - own[rater, right]
    shares = np.column_stack([np.exp(d / 2), np.exp(-d / 2), np.full(n, draws)])
    outcome = (random.random(n)[:, None] * shares.sum(axis=1)[:, None] > shares.cumsum(axis=1)).sum(axis=1)
    return battles(
        left, right, outcome, rater=rater, item=random.integers(0, items, n), names=range(contestants)
    )
