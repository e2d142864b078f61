"""Fleiss's kappa of each category, and his test of no agreement at all.

Fleiss (1971), "Measuring Nominal Scale Agreement among Many Raters"; the error without agreement is that of
Fleiss, Nee and Landis (1979). Both want the same number of ratings on every item.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from earmark.stats.ratings import Floats, Ratings, cells_of
from earmark.stats.reasons import ALL_EQUAL, NO_PAIRS, NO_SCORES, UNEVEN


@dataclass(frozen=True, slots=True)
class FleissTest:
    """Fleiss's kappa against no agreement. Where it is not measurable all is None and `reason` says why.

    Attributes:
        kappa: Over all categories.
        by_category: Kappa of each category against all others, in the order of the values; None where nobody
            or everybody chose it.
        null_error: Standard error of kappa if raters agreed by chance only.
        z: Kappa over that error.
        reason: Why there is none, or None.
    """

    kappa: float | None
    by_category: tuple[float | None, ...]
    null_error: float | None
    z: float | None
    reason: str | None = None


def fleiss_test(ratings: Ratings) -> FleissTest:
    """Return Fleiss's kappa with its test, and that of each category.

    Args:
        ratings: In long form; each item with as many ratings as any other.

    Returns:
        The test, or a reason: no ratings, one rating an item, one category, or items with unlike numbers of
        ratings (`earmark.stats.chance_corrected` takes those).
    """
    table = cells_of(ratings).table()
    per_item = table.sum(axis=1)
    reason = _why_not(per_item, ratings.value.count)
    if reason is not None:
        return FleissTest(None, (), None, None, reason)
    items, m = table.shape[0], float(per_item[0])
    share = table.sum(axis=0) / (items * m)
    spread = share * (1 - share)
    against = (table * (m - table)).sum(axis=0) / (items * m * (m - 1))
    total = float(spread.sum())
    error = _null_error(share, pairs=items * m * (m - 1))
    kappa = 1 - float(against.sum()) / total
    kinds = tuple(1 - float(a / s) if s > 0 else None for a, s in zip(against, spread, strict=True))
    return FleissTest(kappa, kinds, error, kappa / error)


def _null_error(share: Floats, *, pairs: float) -> float:
    spread = share * (1 - share)
    total = float(spread.sum())
    skew = float((spread * (1 - 2 * share)).sum())
    return math.sqrt(2 / pairs) / total * math.sqrt(total**2 - skew)


def _why_not(per_item: Floats, categories: int) -> str | None:
    if per_item.size == 0:
        return NO_SCORES
    if np.ptp(per_item) > 0:
        return UNEVEN
    if per_item[0] == 1:
        return NO_PAIRS
    return ALL_EQUAL if categories == 1 else None
