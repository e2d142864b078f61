"""How much credit two unlike ratings get: the weights of Gwet's agreement coefficients.

Kilem L. Gwet (2014), "Handbook of Inter-Rater Reliability", 4th edition. Beware of *ordinal*: his
ordinal weights count the pairs of categories between two, whoever chose them; Krippendorff's ordinal distance
(`earmark.stats.alpha`) counts the ratings between them. On one published table the alphas are 0.834 and
0.815.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Weighting = Literal["unweighted", "ordinal", "linear", "quadratic"]


def agreement_weights(levels: Floats, weighting: Weighting) -> Floats:
    """Return the credit that each two categories get, 1 for equal ones and 0 for the furthest.

    Args:
        levels: Shape (k,), the categories as numbers, ascending; only the last two weightings look at them.
        weighting: All or nothing; by the pairs of categories between two; by their difference; by its square.

    Returns:
        Shape (k, k).
    """
    k = levels.size
    if weighting == "unweighted" or k == 1:
        return np.eye(k)
    if weighting == "ordinal":
        apart = np.abs(np.subtract.outer(np.arange(k), np.arange(k))) + 1
        return np.asarray(1 - apart * (apart - 1) / (k * (k - 1)))
    distance = np.abs(np.subtract.outer(levels, levels)) / (levels.max() - levels.min())
    return np.asarray(1 - (distance if weighting == "linear" else distance**2))
