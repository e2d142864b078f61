"""Intraclass correlation: how much of a score is the item's, in six forms, and for data with gaps.

Shrout and Fleiss (1979), "Intraclass Correlations: Uses in Assessing Rater Reliability"; limits from the F
distribution as given there. The first number says how raters are thought of: 1, each item has raters of its
own; 2, all items have the same raters, a sample; 3, the same raters, who are all there are. The second says
of what: one rating, or the mean of k.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from earmark.stats.mixed import crossed_model, log_ratio_covariance
from earmark.stats.quantiles import check_level, f_quantile, t_quantile
from earmark.stats.ratings import Floats, Ratings
from earmark.stats.reasons import ALIKE, ALL_EQUAL, NO_SCORES, ONE_ITEM, ONE_RATER, TOO_LARGE, UNBALANCED
from earmark.stats.variance_parts import variance_parts

MOST_CROSSED: Final = 400
"""Raters or items, whichever are fewer, up to which the mixed model is fitted: its matrix is as large."""

_MOST: Final = 600.0
"""Of a logarithm of odds: beyond, a limit is 0 or 1 in all its digits."""

_FLAT: Final = 1e-6
"""Below it, with items and raters that are all alike, form 2 has no degrees of freedom for its limits."""

Form = Literal["1,1", "2,1", "3,1", "1,k", "2,k", "3,k"]
FORMS: tuple[Form, ...] = ("1,1", "2,1", "3,1", "1,k", "2,k", "3,k")


@dataclass(frozen=True, slots=True)
class Icc:
    """One intraclass correlation. Where it is not measurable it is None and `reason` says why.

    Attributes:
        form: Which of the six.
        value: The share of variance that is the items'; below 0 where raters agree less than chance.
        low: Lower limit.
        high: Upper limit.
        f: The F ratio behind the limits; None where variances come from the mixed model.
        degrees: Its degrees of freedom.
        k: Ratings an item: those that the second number's mean is over (their harmonic mean, with gaps).
        level: Nominal coverage.
        method: From mean squares (complete data), or from the crossed mixed model (data with gaps); with gaps
            and very many raters and items by moments (`earmark.stats.variance_parts`), without limits.
        reason: Why there is no value, or no limits.
    """

    form: Form
    value: float | None
    low: float | None
    high: float | None
    f: float | None
    degrees: tuple[int, int] | None
    k: float | None
    level: float
    method: Literal["mean squares", "mixed model", "moments"]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class _Squares:
    """Mean squares of a complete table of n items by k raters."""

    n: int
    k: int
    items: float
    raters: float
    within: float
    rest: float


def icc(ratings: Ratings, *, level: float = 0.95) -> tuple[Icc, ...]:
    """Return the intraclass correlation in its six forms.

    Args:
        ratings: In long form. Where each rater rated each item once, mean squares and F limits are used. Else
            variances come from the crossed mixed model, and limits from how its likelihood curves, on the
            scale of the logit; form 1 then equals form 2.
        level: Nominal coverage of the limits.

    Returns:
        The six forms, in the order of `FORMS`.
    """
    check_level(level)
    reason = _why_not(ratings)
    if reason is not None:
        return _none(level, reason)
    if ratings.n == ratings.item.count * ratings.rater.count and ratings.repeats == 0:
        return _balanced(_squares(ratings), level)
    return _unbalanced(ratings, level)


def _none(level: float, reason: str | None) -> tuple[Icc, ...]:
    return tuple(
        Icc(form, None, None, None, None, None, None, level, "mean squares", reason) for form in FORMS
    )


def _why_not(ratings: Ratings) -> str | None:
    if ratings.n == 0:
        return NO_SCORES
    if ratings.item.count == 1 or ratings.rater.count == 1:
        return ONE_ITEM if ratings.item.count == 1 else ONE_RATER
    return ALL_EQUAL if ratings.value.count == 1 else None


def _squares(ratings: Ratings) -> _Squares:
    n, k = ratings.item.count, ratings.rater.count
    table = np.empty((n, k))
    table[ratings.item.codes, ratings.rater.codes] = ratings.scores
    table -= table.mean()
    items, raters = table.mean(axis=1), table.mean(axis=0)
    between, across = float(k * (items @ items)), float(n * (raters @ raters))
    total = float((table**2).sum())
    return _Squares(
        n=n,
        k=k,
        items=between / (n - 1),
        raters=across / (k - 1),
        within=(total - between) / (n * (k - 1)),
        rest=max(total - between - across, 0.0) / ((n - 1) * (k - 1)),
    )


def _balanced(ms: _Squares, level: float) -> tuple[Icc, ...]:
    n, k = ms.n, ms.k
    one = _from_f(ms.items, ms.within, k=k, degrees=(n - 1, n * (k - 1)), level=level)
    three = _from_f(ms.items, ms.rest, k=k, degrees=(n - 1, (n - 1) * (k - 1)), level=level)
    two = _two(ms, level)
    found = []
    for form, single in zip(FORMS, (one, two, three) * 2, strict=True):
        ends = single.values if form.endswith("1") else tuple(_stepped(end, k) for end in single.values)
        value, low, high = ends
        reason = ALIKE if value is None or (low is None and single.f is not None) else None
        found.append(
            Icc(form, value, low, high, single.f, single.degrees, float(k), level, "mean squares", reason)
        )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Single:
    """A form for one rating: value and limits, and the F behind them."""

    values: tuple[float | None, float | None, float | None]
    f: float | None
    degrees: tuple[int, int]


def _from_f(above: float, below: float, *, k: int, degrees: tuple[int, int], level: float) -> _Single:
    """Forms 1 and 3: ``(F - 1) / (F + k - 1)``, which is 1 where nothing is left below."""
    if below <= 1e-14 * above:
        return _Single((1.0, 1.0, 1.0), None, degrees)
    f, tail = above / below, (1 + level) / 2
    ends = (f, f / f_quantile(tail, degrees=degrees), f * f_quantile(tail, degrees=degrees[::-1]))
    value, low, high = ((end - 1) / (end + k - 1) for end in ends)
    return _Single((value, low, high), f, degrees)


def _two(ms: _Squares, level: float) -> _Single:
    """Form 2, whose limits have degrees of freedom after Satterthwaite."""
    n, k = ms.n, ms.k
    degrees = (n - 1, (n - 1) * (k - 1))
    below = ms.items + (k - 1) * ms.rest + k * (ms.raters - ms.rest) / n
    if below <= 1e-14 * ms.rest:
        return _Single((None, None, None), None, degrees)
    value = (ms.items - ms.rest) / below
    f = ms.items / ms.rest if ms.rest > 1e-14 * ms.items else None
    if f is None:
        return _Single((value, None, None), None, degrees)
    ratio = ms.raters / ms.rest
    spread = k * value * ratio + n * (1 + (k - 1) * value) - k * value
    if abs(spread) < _FLAT * n:
        return _Single((value, None, None), f, degrees)
    freedom = (n - 1) * (k - 1) * spread**2
    freedom /= (n - 1) * k**2 * value**2 * ratio**2 + (n * (1 + (k - 1) * value) - k * value) ** 2
    tail = (1 + level) / 2
    upper, lower = f_quantile(tail, degrees=(n - 1, freedom)), f_quantile(tail, degrees=(freedom, n - 1))
    rest = k * ms.raters + (k * n - k - n) * ms.rest
    low = n * (ms.items - upper * ms.rest) / (upper * rest + n * ms.items)
    high = n * (lower * ms.items - ms.rest) / (rest + n * lower * ms.items)
    return _Single((value, low, high), f, degrees)


def _stepped(value: float | None, k: float) -> float | None:
    """Return the correlation of a mean of k from that of one (Spearman and Brown)."""
    if value is None or 1 + (k - 1) * value <= 0:
        return None
    return k * value / (1 + (k - 1) * value)


def _unbalanced(ratings: Ratings, level: float) -> tuple[Icc, ...]:
    per_item = np.bincount(ratings.item.codes).astype(np.float64)
    k = float(per_item.size / (1 / per_item).sum())
    if min(ratings.item.count, ratings.rater.count) > MOST_CROSSED:
        return _by_moments(ratings, k, level)
    model = crossed_model(ratings)
    item, rater, rest = model.item_variance, model.rater_variance, model.residual_variance
    if item is None or rater is None or rest is None:
        return _none(level, model.reason)
    covariance = log_ratio_covariance(ratings, model)
    degrees = {"3": ratings.item.count - 1, "2": min(ratings.item.count, ratings.rater.count) - 1}
    two = (
        _curved(item / rest, rater / rest, covariance, degrees=degrees["2"], level=level)
        if rest
        else (1.0, None, None)
    )
    three = (
        _curved(item / rest, 0.0, covariance, degrees=degrees["3"], level=level)
        if rest
        else (1.0, None, None)
    )
    found = []
    for form, single in zip(FORMS, (two, two, three) * 2, strict=True):
        value, low, high = single if form.endswith("1") else (_stepped(end, k) for end in single)
        reason = UNBALANCED if low is None or high is None else None
        found.append(Icc(form, value, low, high, None, None, k, level, "mixed model", reason))
    return tuple(found)


def _by_moments(ratings: Ratings, k: float, level: float) -> tuple[Icc, ...]:
    """Take the variances from mean squared differences of pairs, in one pass; there are no limits."""
    found = variance_parts(ratings)
    if found.parts is None:
        return _none(level, found.reason)
    parts = found.parts
    item, rater, rest = parts.clip + parts.text, parts.rater + parts.taste, parts.residual
    single = {"1": item / (item + rater + rest), "2": item / (item + rater + rest)}
    single["3"] = item / (item + rest) if item + rest else 1.0
    return tuple(
        Icc(form, value, None, None, None, None, k, level, "moments", TOO_LARGE)
        for form in FORMS
        for value in [single[form[0]] if form.endswith("1") else _stepped(single[form[0]], k)]
    )


def _curved(
    item: float, rater: float, covariance: Floats | None, *, degrees: int, level: float
) -> tuple[float, float | None, float | None]:
    """Return ``item / (item + rater + 1)``, variances over the residual one, with limits on the logit."""
    value = item / (item + rater + 1)
    if covariance is None:
        return value, None, None
    by = np.array([1.0, -rater / (1 + rater)])
    half = t_quantile((1 + level) / 2, degrees=degrees) * float(np.sqrt(by @ covariance @ by))
    odds = item / (rater + 1)
    low, high = (odds * math.exp(min(end, _MOST)) for end in (-half, half))
    return value, low / (1 + low), high / (1 + high)
