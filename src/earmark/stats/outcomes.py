"""Pass, Partial or Fail: how often each, and how much better one condition does than another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from earmark.stats.coding import column, encode
from earmark.stats.ordinal.grading import UNDISTINGUISHED
from earmark.stats.ordinal.mixed import MixedFit, ordinal_mixed_fit
from earmark.stats.proportion import Proportion, proportion
from earmark.stats.quantiles import normal_quantile

OUTCOMES: Final = ("fail", "partial", "pass")
"""From the worst to the best."""


@dataclass(frozen=True, slots=True)
class OutcomeShare:
    """How often a condition had one outcome, clustered by rater and item."""

    condition: Any
    outcome: Any
    rate: Proportion


@dataclass(frozen=True, slots=True)
class OutcomeContrast:
    """How much better one condition does than another.

    Attributes:
        condition: The first.
        other: The second.
        log_odds: Log odds ratio of a better outcome for the same item and rater; None where it is not told.
        standard_error: Its standard error.
        low: Lower end of the interval.
        high: Upper end.
        reason: Why there is no number, or None.
    """

    condition: Any
    other: Any
    log_odds: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Outcomes of all conditions.

    Attributes:
        shares: Each outcome of each condition, as observed.
        contrasts: Each two conditions, the first in order first.
        fit: The cumulative mixed model, whose effects compare with the first condition.
    """

    shares: tuple[OutcomeShare, ...]
    contrasts: tuple[OutcomeContrast, ...]
    fit: MixedFit


def outcomes(
    outcome: ArrayLike | Sequence[Any],
    condition: ArrayLike | Sequence[Any],
    *,
    item: ArrayLike | Sequence[Any],
    rater: ArrayLike | Sequence[Any],
    order: Sequence[Any] = OUTCOMES,
    level: float = 0.95,
) -> Outcomes:
    """Describe outcomes and compare conditions by a cumulative logit model with items and raters that differ.

    Args:
        outcome: Shape (n,), words of `order`.
        condition: Shape (n,), labels.
        item: Shape (n,), labels.
        rater: Shape (n,), labels.
        order: All outcomes, from the worst to the best.
        level: Coverage of the intervals, inside 0 to 1.

    Raises:
        ValueError: An outcome is not in `order` (its row is named), or columns differ in length.
    """
    grade = _grades(outcome, order)
    under = encode(condition, what="condition")
    names = under.labels.tolist()
    ways = [encode(each, what=what).codes for each, what in ((item, "item"), (rater, "rater"))]
    if len({grade.size, under.codes.size, *(way.size for way in ways)}) > 1:
        message = "outcome, condition, item and rater must be of one length"
        raise ValueError(message)
    design = (under.codes[:, None] == np.arange(1, max(len(names), 1))).astype(np.float64)
    fit = ordinal_mixed_fit(grade, item=item, rater=rater, design=design, names=names[1:], level=level)
    shares = tuple(
        OutcomeShare(name, word, proportion(grade[of] == place, [way[of] for way in ways], level=level))
        for code, name in enumerate(names)
        for of in [under.codes == code]
        for place, word in enumerate(order)
    )
    return Outcomes(shares, _contrasts(fit, names, level=level), fit)


def _grades(outcome: ArrayLike | Sequence[Any], order: Sequence[Any]) -> np.ndarray[Any, np.dtype[np.intp]]:
    place = {word: code for code, word in enumerate(order)}
    words = column(outcome).tolist()
    for row, word in enumerate(words, start=1):
        if word not in place:
            message = f"row {row}: outcome {word!r} is none of {', '.join(map(str, order))}"
            raise ValueError(message)
    return np.array([place[word] for word in words], dtype=np.intp)


def _contrasts(fit: MixedFit, names: list[Any], *, level: float) -> tuple[OutcomeContrast, ...]:
    z = normal_quantile((1 + level) / 2)
    places = _places(fit)
    found = []
    for a, name in enumerate(names):
        for b in range(a + 1, len(names)):
            reason = next((why for why in (_why_not(fit, a), _why_not(fit, b)) if why), None)
            if reason is not None:
                found.append(OutcomeContrast(name, names[b], None, None, None, None, reason))
                continue
            one = np.zeros(fit.covariance.shape[0])
            if a:
                one[places[a]] += 1
            one[places[b]] -= 1
            better = (fit.effects[a - 1].estimate or 0.0 if a else 0.0) - (fit.effects[b - 1].estimate or 0.0)
            error = float(np.sqrt(one @ fit.covariance @ one))
            found.append(
                OutcomeContrast(name, names[b], better, error, better - z * error, better + z * error)
            )
    return tuple(found)


def _why_not(fit: MixedFit, condition: int) -> str | None:
    return fit.reason or (fit.effects[condition - 1].reason if condition else None)


def _places(fit: MixedFit) -> dict[int, int]:
    """Say where each condition's effect stands in the covariance; a column left out has no place."""
    at, found = fit.thresholds.size, {}
    for condition, effect in enumerate(fit.effects, start=1):
        if effect.reason != UNDISTINGUISHED:
            found[condition] = at
            at += 1
    return found
