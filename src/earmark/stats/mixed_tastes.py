"""What raters' tastes for single conditions add to the errors of the crossed mixed model.

The model knows how strict a rater is, and not that she may like one system more than others do. It takes such
a taste for the chance of single scores, which averages out over a rater's many scores of a condition; a taste
does not, so that the model's own errors are too small wherever raters have tastes.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

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
    weights = _weights(ratings, model)
    conditions = ratings.condition.count
    seats = ratings.rater.codes.astype(np.int64) * conditions + ratings.condition.codes
    summed = np.stack([np.bincount(seats, of, ratings.rater.count * conditions) for of in weights])
    return np.asarray(model.covariance + taste * (summed @ summed.T - weights @ weights.T))


def _weights(ratings: Ratings, model: MixedModel) -> Floats:
    """Return the weight of each score in each condition's mean, shape (conditions, n).

    A row of the inverted mixed model equations, read at the score's own levels.
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
    return np.asarray(of_outer[:, outer[0].codes] + rows[:, inner[0].codes] + rows[:, own])
