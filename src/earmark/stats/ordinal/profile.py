"""Profile likelihood intervals of the effects of a cumulative model with fixed effects.

An effect's interval holds every value that the scores do not contradict: where the best log-likelihood with
the effect held there is less than half a quantile of chi squared below the maximum. Unlike estimate ± z
errors it follows the likelihood where that leans to one side, as with few scores; Venables and Ripley
(2002), "Modern Applied Statistics with S", section 7.2.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from earmark.stats.ordinal.fixed import OrdinalFit, maximum, ordinal_fit
from earmark.stats.ordinal.grading import FAR, UNDISTINGUISHED, Effect, Graded, graded, told
from earmark.stats.ordinal.links import Link
from earmark.stats.quantiles import normal_quantile

_CLOSE: Final = 1e-9


def profile_intervals(
    values: ArrayLike | Sequence[Any],
    design: ArrayLike,
    *,
    names: Sequence[Any],
    link: Link = "logit",
    level: float = 0.95,
) -> tuple[Effect, ...]:
    """Return the effects of `earmark.stats.ordinal.fixed.ordinal_fit` with profile likelihood intervals.

    Args:
        values: Shape (n,), ordered scores.
        design: Shape (n, p), finite, without a constant.
        names: The columns of the design.
        link: Logistic or normal noise.
        level: Coverage of the intervals, inside 0 to 1.

    Returns:
        One effect a column. Where the scores set no limit to an effect it has a reason, and no end on that
        side; the other end is given if there is one. A column that follows from others has neither.

    Raises:
        ValueError: As for `ordinal_fit`.
    """
    data = graded(values, design)
    fit = ordinal_fit(values, design, names=names, link=link, level=level)
    if fit.log_likelihood is None:
        return fit.effects
    kept = told(data.design)
    return tuple(
        effect
        if effect.reason == UNDISTINGUISHED
        else _profiled(data, effect, (kept, column), fit=fit, level=level)
        for column, effect in enumerate(fit.effects)
    )


def _profiled(
    data: Graded, effect: Effect, place: tuple[NDArray[np.bool_], int], *, fit: OrdinalFit, level: float
) -> Effect:
    """Return the effect with both ends; `place` is which columns can be told, and which is the effect's."""
    kept, column = place
    others = kept & (np.arange(kept.size) != column)
    reach = normal_quantile((1 + level) / 2)

    def beyond(value: float) -> float:
        held = replace(data, design=data.design[:, others], known=data.design[:, column] * value)
        fallen = (fit.log_likelihood or 0.0) - maximum(held, fit.link)[1]
        return math.sqrt(2 * max(fallen, 0.0)) - reach  # nearly straight in the value

    if effect.estimate is None or effect.standard_error is None:
        low, high = _only_end(beyond)
    else:
        step = reach * effect.standard_error
        low, high = (_end(beyond, effect.estimate, sign * step) for sign in (-1, 1))
    return replace(effect, low=low, high=high)


def _end(beyond: Callable[[float], float], middle: float, step: float) -> float:
    """Return where the likelihood has fallen far enough on one side of the middle."""
    from scipy.optimize import brentq  # noqa: PLC0415 - only an interval pays for it

    while beyond(middle + step) < 0:  # it falls on and on: some score contradicts the effect
        step *= 1.5
    return float(brentq(beyond, middle, middle + step, xtol=_CLOSE))


def _only_end(beyond: Callable[[float], float]) -> tuple[float | None, float | None]:
    """Return the ends of an effect that has no limit to one side; neither, if it might be anything."""
    from scipy.optimize import brentq  # noqa: PLC0415 - as above

    down, up = beyond(-FAR) < 0, beyond(FAR) < 0
    if down == up:
        return None, None
    end = float(brentq(beyond, -FAR, FAR, xtol=_CLOSE))
    return (None, end) if down else (end, None)
