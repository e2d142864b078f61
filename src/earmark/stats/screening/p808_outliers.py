"""Single votes far from the others of their condition: the optional step of the P.808 toolkit."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.stats.ratings import Ratings

FAR: Final = 3.29
"""The z beyond which one vote in a thousand lies, if votes were normal."""


def p808_outliers(ratings: Ratings, *, far: float = FAR) -> NDArray[np.bool_]:
    """Return which votes are `far` standard deviations or more from the mean of their condition.

    Args:
        ratings: In long form, with numbers as values.
        far: The limit.

    Returns:
        Shape (n,). A condition with one vote, or with equal ones, has none that is far.

    Raises:
        ValueError: The values are no numbers.
    """
    code, scores = ratings.condition.codes, ratings.scores
    n = np.bincount(code, minlength=ratings.condition.count)
    off = scores - (np.bincount(code, weights=scores, minlength=n.size) / np.maximum(n, 1))[code]
    spread = np.sqrt(np.bincount(code, weights=off**2, minlength=n.size) / np.maximum(n - 1, 1))
    return np.asarray((spread[code] > 0) & (np.abs(off) >= far * spread[code]))
