"""What raters' tastes for single conditions add to the errors of the crossed mixed model.

The model knows how strict a rater is, and not that she may like one system more than others do. It takes such
a taste for the chance of single scores, which averages out over a rater's many scores of a condition; a taste
does not, so that the model's own errors are too small wherever raters have tastes. With variances as in the
Voice Conversion Challenge 2018 (8 systems, 60 raters, 1,000 simulations of whole scores) its own intervals of
95 % held 94.1 % of means and 91.5 % of differences; with what tastes add, 95.9 and 95.6 %.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import numpy as np

from earmark.stats.coding import chunks
from earmark.stats.mixed import MixedModel
from earmark.stats.mixed_equations import Equations
from earmark.stats.ratings import Floats, Ratings
from earmark.stats.variance_parts import variance_parts

_LEAST_RATIO: Final = math.exp(-18.0)


def covariance_with_tastes(ratings: Ratings, model: MixedModel) -> Floats | None:
    """Return the covariance of a model's means where raters have tastes for conditions.

    With the weights that each score has in a condition's mean, tastes add their variance times the products
    of weights summed by rater and condition, less that times the products of single scores' weights, which
    the model's residual variance has counted. The variance of tastes is that of
    `earmark.stats.variance_parts`, and never above the residual one.

    Args:
        ratings: What the model was fitted to.
        model: The fit.

    Returns:
        Shape (conditions, conditions). The model's own where tastes cannot be told, as with one condition;
        None where there is no fit.
    """
    residual = model.residual_variance
    if model.covariance is None or not residual:
        return model.covariance
    parts = variance_parts(ratings).parts
    taste = min(parts.taste, residual) if parts is not None else 0.0
    if taste <= 0:
        return model.covariance
    conditions = ratings.condition.count
    seats = ratings.rater.codes.astype(np.int64) * conditions + ratings.condition.codes
    summed = np.zeros((conditions, ratings.rater.count * conditions))
    singly = np.zeros((conditions, conditions))
    for rows, weights in _weights(ratings, model):
        singly += weights @ weights.T
        for place, of in enumerate(weights):
            summed[place] += np.bincount(seats[rows], of, summed.shape[1])
    return np.asarray(model.covariance + taste * (summed @ summed.T - singly))


def _weights(ratings: Ratings, model: MixedModel) -> Iterator[tuple[slice, Floats]]:
    """Yield pieces of the rows, and the weight of each score in each condition's mean, shape (conditions, b).

    A weight is a row of the inverted mixed model equations, read at the score's own levels.
    """
    system, residual = Equations.of(ratings), model.residual_variance or 1.0
    outer, inner = (ratings.item, model.item_variance), (ratings.rater, model.rater_variance)
    if ratings.rater.count > ratings.item.count:
        outer, inner = inner, outer
    solution = system.solve(
        *(max((variance or 0.0) / residual, _LEAST_RATIO) for _, variance in (outer, inner))
    )
    rows = solution.inverse[system.inner :]
    of_outer = -(solution.scaled @ rows.T).T
    own = ratings.condition.codes.astype(np.int64) + system.inner
    for piece in chunks(ratings.n):  # a million scores of fifty conditions would fill half a gigabyte
        levels = (of_outer, outer[0].codes), (rows, inner[0].codes), (rows, own)
        yield piece, sum((np.take(of, codes[piece], axis=1) for of, codes in levels), start=np.zeros(1))
