"""The cumulative model with fixed effects: McCullagh (1980), "Regression Models for Ordinal Data"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from earmark.stats.ordinal.grading import (
    FAR,
    NO_SCORES,
    ONE_GRADE,
    Effect,
    Graded,
    effects,
    graded,
    told,
)
from earmark.stats.ordinal.links import Floats, Grades, Link, grades

_STEPS: Final = 100
_CLOSE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class OrdinalFit:
    """A cumulative model.

    Attributes:
        levels: The grades that occur, ascending.
        thresholds: One between each two grades, in units of the link.
        effects: One a column of the design; positive means higher grades.
        covariance: Shape (J - 1 + p, J - 1 + p), of the thresholds and the effects that could be told.
        log_likelihood: At the maximum.
        n: Number of scores.
        link: The noise.
        reason: Why there is no fit, or None.
    """

    levels: tuple[Any, ...]
    thresholds: Floats
    effects: tuple[Effect, ...]
    covariance: Floats
    log_likelihood: float | None
    n: int
    link: Link
    reason: str | None = None


def ordinal_fit(
    values: ArrayLike | Sequence[Any],
    design: ArrayLike | None = None,
    *,
    names: Sequence[Any] = (),
    link: Link = "logit",
    level: float = 0.95,
) -> OrdinalFit:
    """Fit ``P(score <= k) = F(threshold_k - design @ effects)`` by Newton's method.

    Args:
        values: Shape (n,), ordered scores.
        design: Shape (n, p), finite, without a constant.
        names: The columns of the design.
        link: Logistic noise (proportional odds) or normal noise.
        level: Coverage of the intervals of the effects, inside 0 to 1.

    Returns:
        The fit. A column that follows from others has a reason instead of a number, and so has one that the
        scores set no limit to (a condition with the top grade only). Without scores, or with one grade only,
        there is no fit but a reason.

    Raises:
        ValueError: As `graded` says, or names that do not match the columns.
    """
    data = graded(values, design)
    check_names(names, data.design.shape[1])
    reason = why_not(data)
    if reason is not None:
        nothing = tuple(Effect(name, None, None, None, None, reason) for name in names)
        return OrdinalFit(
            data.levels, np.zeros(0), nothing, np.zeros((0, 0)), None, data.grade.size, link, reason
        )
    kept = told(data.design)
    data = Graded(data.grade, data.levels, data.design[:, kept])
    point, value, information = maximum(data, link)
    covariance: Floats = np.asarray(np.linalg.pinv(information, hermitian=True))
    cuts = len(data.levels) - 1
    errors = np.sqrt(np.maximum(np.diag(covariance)[cuts:], 0))
    found = effects(names, kept, point[cuts:], errors, level=level)
    return OrdinalFit(data.levels, point[:cuts], found, covariance, value, data.grade.size, link)


def check_names(names: Sequence[Any], columns: int) -> None:
    """Refuse names that are not one a column."""
    if len(names) != columns:
        message = f"the design has {columns} columns but {len(names)} names"
        raise ValueError(message)


def why_not(data: Graded) -> str | None:
    """Return why nothing can be fitted, or None."""
    if not data.grade.size:
        return NO_SCORES
    return ONE_GRADE if len(data.levels) == 1 else None


def maximum(data: Graded, link: Link) -> tuple[Floats, float, Floats]:
    """Return thresholds and effects of the highest likelihood, its log, and the information there.

    An effect without a finite maximum stops a little beyond `FAR`.
    """
    cuts = len(data.levels) - 1
    point = start(data, link)
    at, value = _at(data, point, link)
    information = -_bend(data, at)
    for _ in range(_STEPS):
        step: Floats = np.asarray(np.linalg.lstsq(information, _gradient(data, at), rcond=1e-13)[0])
        point, at, value = _climb(data, point, step, value=value, link=link)
        information = -_bend(data, at)
        if np.abs(step).max() < _CLOSE or np.abs(point[cuts:]).max(initial=0.0) > FAR:
            return point, value, information
    message = f"the thresholds have not converged in {_STEPS} steps"
    raise ArithmeticError(message)


def start(data: Graded, link: Link) -> Floats:
    """Return thresholds from the shares of the grades, and no effects."""
    below = np.cumsum(np.bincount(data.grade, minlength=len(data.levels)))[:-1] / data.grade.size
    cuts = np.log(below / (1 - below))
    return np.concatenate([cuts if link == "logit" else cuts / 1.7, np.zeros(data.design.shape[1])])


def _at(data: Graded, point: Floats, link: Link) -> tuple[Grades, float]:
    cuts = len(data.levels) - 1
    at = grades(*data.cuts(point[:cuts], data.design @ point[cuts:]), link)
    return at, float(at.value.sum())


def _climb(
    data: Graded, point: Floats, step: Floats, *, value: float, link: Link
) -> tuple[Floats, Grades, float]:
    cuts = len(data.levels) - 1
    for _ in range(60):
        there = point + step
        if (np.diff(there[:cuts]) > 0).all():
            at, risen = _at(data, there, link)
            if risen >= value - 1e-9 * (1 + abs(value)):
                return there, at, risen
        step = step / 2
    message = "the likelihood falls in every direction"
    raise ArithmeticError(message)


def _gradient(data: Graded, at: Grades) -> Floats:
    return np.concatenate([data.by_threshold(at.by_a, at.by_b), at.slope @ data.design])


def _bend(data: Graded, at: Grades) -> Floats:
    """Return the second derivatives, shape (J - 1 + p, J - 1 + p)."""
    cuts, grade = len(data.levels) - 1, data.grade
    size = cuts + data.design.shape[1]
    across = -at.by_a * at.by_b
    bend = np.zeros((size, size))
    bend[:cuts, :cuts] = np.diag(data.by_threshold(-at.slope_a - across, -at.slope_b - across))
    between = np.bincount(grade, across, cuts + 1)[1:-1]
    bend[np.arange(1, cuts), np.arange(cuts - 1)] = bend[np.arange(cuts - 1), np.arange(1, cuts)] = between
    if size > cuts:
        chosen: NDArray[np.float64] = (grade[:, None] == np.arange(cuts + 1)).astype(np.float64)
        above, below = (chosen * at.slope_a[:, None]).T, (chosen * at.slope_b[:, None]).T
        mixed = above[:-1] @ data.design + below[1:] @ data.design
        bend[:cuts, cuts:], bend[cuts:, :cuts] = mixed, mixed.T
        bend[cuts:, cuts:] = -(data.design * at.weight[:, None]).T @ data.design
    return bend
