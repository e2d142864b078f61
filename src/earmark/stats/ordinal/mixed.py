"""The cumulative mixed model: grades, fixed effects, and items and raters that differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from earmark.stats.coding import encode
from earmark.stats.ordinal.crossed import Laplace, Meetings
from earmark.stats.ordinal.fixed import check_names, maximum, why_not
from earmark.stats.ordinal.grading import Codes, Effect, Graded, effects, graded, told
from earmark.stats.ordinal.links import Floats, Link
from earmark.stats.ordinal.quadrature import Quadrature

ONE_OF_A_KIND: Final = "not measurable: one rater or item only"
_SMALL: Final = 1e-4
"""Step of the differences that give second derivatives."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How much items, or raters, differ.

    Attributes:
        deviation: Standard deviation of their effects, in units of the link; None where it cannot be told.
        values: Shape (count,), the most likely effect of each, in the order of `labels`.
        labels: Who they are.
        reason: Why there is no number, or None.
    """

    deviation: float | None
    values: Floats
    labels: tuple[Any, ...]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class MixedFit:
    """A cumulative mixed model.

    Attributes:
        levels: The grades that occur, ascending.
        thresholds: One between each two grades, for a typical item and rater.
        effects: One a column of the design, for a typical item and rater.
        covariance: Shape (J - 1 + p, J - 1 + p), of thresholds and effects, from all second derivatives.
        items: How much items differ.
        raters: How much raters differ.
        log_likelihood: By Laplace's approximation, or by quadrature.
        n: Number of scores.
        link: The noise.
        reason: Why there is no fit, or None.
    """

    levels: tuple[Any, ...]
    thresholds: Floats
    effects: tuple[Effect, ...]
    covariance: Floats
    items: Spread
    raters: Spread
    log_likelihood: float | None
    n: int
    link: Link
    reason: str | None = None


def ordinal_mixed_fit(
    values: ArrayLike | Sequence[Any],
    *,
    item: ArrayLike | Sequence[Any] | None = None,
    rater: ArrayLike | Sequence[Any] | None = None,
    design: ArrayLike | None = None,
    names: Sequence[Any] = (),
    link: Link = "logit",
    nodes: int = 1,
    level: float = 0.95,
) -> MixedFit:
    """Fit a cumulative model whose items and raters have normal effects of their own.

    By Laplace's approximation with its exact gradient and BFGS (Nocedal, Wright 2006); standard errors from
    differences of the gradient, so that they know that the spreads were estimated, too.

    Args:
        values: Shape (n,), ordered scores.
        item: Shape (n,), labels; None leaves items out.
        rater: Shape (n,), labels; None leaves raters out.
        design: Shape (n, p), finite, without a constant.
        names: The columns of the design.
        link: Logistic or normal noise.
        nodes: 1 is Laplace's approximation; more are the nodes of adaptive Gauss-Hermite quadrature, for
            items alone or raters alone.
        level: Coverage of the intervals of the effects, inside 0 to 1.

    Returns:
        The fit. One item or one rater only has no spread but a reason.

    Raises:
        ValueError: As `ordinal_fit` says, columns of unlike length, or nodes for items and raters at once.
    """
    if nodes > 1 and item is not None and rater is not None:
        message = "quadrature is for items alone or raters alone; with both, nodes must be 1"
        raise ValueError(message)
    data = graded(values, design)
    check_names(names, data.design.shape[1])
    sides = _side(item, data, "item"), _side(rater, data, "rater")
    reason = why_not(data)
    if reason is not None:
        return _unmeasured(data, sides, names, link=link, reason=reason)
    kept = told(data.design)
    data = Graded(data.grade, data.levels, data.design[:, kept])
    turned = sides[0].size < sides[1].size
    larger, smaller = (sides[1], sides[0]) if turned else sides
    laplace = Laplace(data, Meetings(larger.codes, smaller.codes), link)
    free = np.ones(laplace.cuts + data.design.shape[1] + 2, dtype=bool)
    free[-2:] = larger.size > 1, smaller.size > 1
    objective = Quadrature(laplace, nodes).value_and_gradient if nodes > 1 else laplace.value_and_gradient
    point, value = climb(objective, begin(data, link, free), free)
    spot = laplace.spot(point)
    found = [_spread(larger, float(point[-2]), spot.u), _spread(smaller, float(point[-1]), spot.v)]
    items, raters = reversed(found) if turned else found
    covariance = spread_of(objective, point, free)[: point.size - 2, : point.size - 2]
    cuts = laplace.cuts
    errors = np.sqrt(np.maximum(np.diag(covariance)[cuts:], 0))
    given = effects(names, kept, point[cuts:-2], errors, level=level)
    return MixedFit(data.levels, point[:cuts], given, covariance, items, raters, value, data.grade.size, link)


Objective = Callable[[Floats], tuple[float, Floats]]


def begin(data: Graded, link: Link, free: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Return where to start and a guess of the inverse second derivatives there, from the fixed model."""
    fixed, _, information = maximum(data, link)
    noise = 3.3 if link == "logit" else 1.0
    spreads = np.where(free[-2:], np.sqrt(noise / 3), 0.0)
    wider = float(np.sqrt(1 + (spreads**2).sum() / noise))
    point = np.concatenate([fixed * wider, spreads])
    inverse = np.zeros((point.size, point.size))
    inverse[:-2, :-2] = np.linalg.pinv(information, hermitian=True) * 3 * wider**2
    inverse[-2:, -2:] = np.eye(2) * 0.01
    return point, (inverse + inverse.T) / 2


def climb(
    objective: Objective, start: tuple[Floats, Floats], free: NDArray[np.bool_]
) -> tuple[Floats, float]:
    """Find the highest point by BFGS; spreads come back positive."""
    from scipy.optimize import minimize  # noqa: PLC0415 - most of a second to load

    point, inverse = start

    def downhill(some: Floats) -> tuple[float, Floats]:
        whole = point.copy()
        whole[free] = some
        value, gradient = objective(whole)
        return -value, -gradient[free]

    some = minimize(
        downhill,
        point[free],
        jac=True,
        method="BFGS",
        options={"gtol": 1e-4, "hess_inv0": inverse[np.ix_(free, free)], "maxiter": 300},
    )
    found = point.copy()
    found[free] = some.x
    found[-2:] = np.abs(found[-2:])
    return found, -float(some.fun)


def spread_of(objective: Objective, point: Floats, free: NDArray[np.bool_]) -> Floats:
    """Return the covariance of the parameters, from differences of the gradient; 0 for what is not free."""
    where = np.flatnonzero(free & (np.arange(point.size) < point.size - 2) | free & (np.abs(point) > _SMALL))
    here = objective(point)[1]
    bend = np.empty((where.size, where.size))
    for row, at in enumerate(where):
        moved = point.copy()
        moved[at] += _SMALL
        bend[row] = (objective(moved)[1] - here)[where] / _SMALL
    covariance = np.zeros((point.size, point.size))
    covariance[np.ix_(where, where)] = np.linalg.pinv(-(bend + bend.T) / 2, hermitian=True)
    return covariance


@dataclass(frozen=True, slots=True)
class _Side:
    codes: Codes
    labels: tuple[Any, ...]

    @property
    def size(self) -> int:
        return max(len(self.labels), 1)


def _side(labels: ArrayLike | Sequence[Any] | None, data: Graded, what: str) -> _Side:
    if labels is None:
        return _Side(np.zeros(data.grade.size, dtype=np.intp), ())
    coded = encode(labels, what=what).compacted()
    if coded.codes.size != data.grade.size:
        message = f"values and {what} must be of one length"
        raise ValueError(message)
    return _Side(coded.codes.astype(np.intp), tuple(coded.labels.tolist()))


def _spread(side: _Side, deviation: float, values: Floats) -> Spread:
    if side.size == 1:
        return Spread(None, np.zeros(len(side.labels)), side.labels, ONE_OF_A_KIND)
    return Spread(deviation, deviation * values, side.labels)


def _unmeasured(
    data: Graded, sides: tuple[_Side, _Side], names: Sequence[Any], *, link: Link, reason: str
) -> MixedFit:
    items, raters = (Spread(None, np.zeros(len(side.labels)), side.labels, reason) for side in sides)
    nothing = tuple(Effect(name, None, None, None, None, reason) for name in names)
    empty = np.zeros((0, 0))
    return MixedFit(
        data.levels, np.zeros(0), nothing, empty, items, raters, None, data.grade.size, link, reason
    )
