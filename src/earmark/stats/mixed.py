"""The crossed mixed model: score = condition + item + rater + chance, by restricted maximum likelihood.

The model that lme4 writes ``score ~ 0 + condition + (1 | item) + (1 | rater)``. Items are rated by many
raters and raters rate many items, so that no clustering by one of them is enough; here both effects are
estimated, and the condition's standard error holds for other items and other raters.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from earmark.stats.mixed_equations import Equations, Solution
from earmark.stats.ratings import Floats, Ratings
from earmark.stats.reasons import ALL_EQUAL, NO_SCORES, TOO_FEW

_RATIO_BOUNDS: Final = (-18.0, 18.0)
"""Bounds of log ratios of variance."""

_NONE: Final = 1e-7
"""The ratio below which a variance is reported as 0."""


@dataclass(frozen=True, slots=True, eq=False)
class MixedModel:
    """A fitted crossed mixed model. Where it is not measurable the numbers are None and `reason` says why.

    Attributes:
        conditions: Labels of the conditions, in the order of the ratings' labels.
        means: Shape (conditions,), what each condition gets from all raters on all items like these.
        covariance: Shape (conditions, conditions), their covariance: square roots of its diagonal are
            standard errors, and it holds that a contrast is sharper than its two means.
        item_variance: Between items of one condition.
        rater_variance: Between raters: who is strict, who is mild.
        residual_variance: What is left: one rater's chance on one item.
        item_effects: Shape (items,), how far each item is from its condition, shrunk (BLUP).
        rater_effects: Shape (raters,), how far each rater is from the mean rater, shrunk.
        deviance: Minus twice the restricted log-likelihood, as lme4 gives it.
        n: Ratings.
        reason: Why there is no fit, or None.
    """

    conditions: tuple[Any, ...]
    means: Floats | None
    covariance: Floats | None
    item_variance: float | None
    rater_variance: float | None
    residual_variance: float | None
    item_effects: Floats | None
    rater_effects: Floats | None
    deviance: float | None
    n: int
    reason: str | None = None

    @property
    def standard_errors(self) -> Floats | None:
        """Shape (conditions,), of the means."""
        return None if self.covariance is None else np.sqrt(np.diag(self.covariance))


def crossed_model(ratings: Ratings) -> MixedModel:
    """Fit the crossed mixed model of scores.

    Args:
        ratings: In long form, with numbers as values. An item may be rated under several conditions.

    Returns:
        The fit. A variance that the data do not show is 0. There is no fit but a reason without ratings,
        where all scores are equal, or with no more ratings than conditions.

    Raises:
        ValueError: The values are no numbers.
    """
    reason = _why_not(ratings)
    if reason is not None:
        labels = tuple(ratings.condition.labels.tolist())
        return MixedModel(labels, None, None, None, None, None, None, None, None, ratings.n, reason)
    return _fitted(ratings, Equations.of(ratings))


def log_ratio_covariance(ratings: Ratings, model: MixedModel) -> Floats | None:
    """Return the covariance of the logarithms of the item's and the rater's variance over the residual one.

    Twice the inverse of how the restricted deviance curves at its minimum, from differences of its slopes.

    Args:
        ratings: What the model was fitted to.
        model: The fit.

    Returns:
        Shape (2, 2), items first; None where a variance is 0, or the fit is not measurable: at that end of
        the range a curvature says nothing.
    """
    item, rater, rest = model.item_variance, model.rater_variance, model.residual_variance
    if not item or not rater or not rest:
        return None
    turned = ratings.rater.count > ratings.item.count
    logs = np.log([rater / rest, item / rest] if turned else [item / rest, rater / rest])
    system, step = Equations.of(ratings), 1e-3
    curved = np.array(
        [
            (system.solve(*np.exp(logs + move)).slopes - system.solve(*np.exp(logs - move)).slopes)
            / (2 * step)
            for move in step * np.eye(2)
        ]
    )
    curved = (curved + curved.T) / 2
    if np.linalg.eigvalsh(curved)[0] <= 0:
        return None
    found = 2 * np.linalg.inv(curved)
    return np.asarray(found[::-1, ::-1] if turned else found)


def _why_not(ratings: Ratings) -> str | None:
    if ratings.n == 0:
        return NO_SCORES
    if ratings.n <= ratings.condition.count:
        return TOO_FEW
    own = ratings.scores - _means(ratings.condition.codes, ratings.scores)[ratings.condition.codes]
    return (
        ALL_EQUAL
        if float(np.abs(own).max()) <= 1e-12 * max(1.0, float(np.abs(ratings.scores).max()))
        else None
    )


def _means(codes: NDArray[Any], scores: Floats) -> Floats:
    return np.asarray(np.bincount(codes, weights=scores) / np.bincount(codes))


def _without_idle(system: Equations, solution: Solution) -> Solution:
    """Take a variance to be none where none does as well.

    The search nears 0 slowly, and stays where it began if the ratings cannot tell the variance from the rest.
    """
    least = math.exp(_RATIO_BOUNDS[0])
    for place in range(len(solution.ratios)):
        other = system.solve(*(least if at == place else one for at, one in enumerate(solution.ratios)))
        solution = other if other.deviance <= solution.deviance + 1e-6 else solution
    return solution


def _fitted(ratings: Ratings, system: Equations) -> MixedModel:
    from scipy.optimize import minimize  # noqa: PLC0415 - as above

    def criterion(logs: Floats) -> tuple[float, Floats]:
        solution = system.solve(*np.exp(logs).tolist())
        return solution.deviance, solution.slopes

    best = minimize(
        criterion,
        np.log([0.3, 0.3]),
        jac=True,
        method="L-BFGS-B",
        bounds=[_RATIO_BOUNDS] * 2,
        options={"ftol": 1e-14, "gtol": 1e-3},
    )
    solution = _without_idle(system, system.solve(*np.exp(best.x).tolist()))
    residual = solution.residual_variance
    variances = [residual * ratio if ratio > _NONE else 0.0 for ratio in solution.ratios]
    effects = [solution.outer, solution.inner]
    if ratings.rater.count > ratings.item.count:
        variances, effects = variances[::-1], effects[::-1]
    return MixedModel(
        conditions=tuple(ratings.condition.labels.tolist()),
        means=solution.means + ratings.scores.mean(),
        covariance=residual * solution.inverse[system.inner :, system.inner :],
        item_variance=variances[0],
        rater_variance=variances[1],
        residual_variance=residual,
        item_effects=effects[0],
        rater_effects=effects[1],
        deviance=solution.deviance,
        n=ratings.n,
    )
