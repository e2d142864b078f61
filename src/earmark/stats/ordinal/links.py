"""The chance of a grade between two cuts, with its derivatives to the third order.

A grade is chosen where a latent score ``eta + noise`` falls between two thresholds: the chance is
``F(a) - F(b)`` with ``a`` the upper threshold less eta and ``b`` the lower one, F logistic or normal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Link = Literal["logit", "probit"]

ENDLESS: Final = 500.0
"""Where the lowest grade begins and the highest ends: beyond it nothing is left of either distribution."""

_LEAST: Final = 1e-100
"""Chances below it, which only a search far from the maximum meets, count as this; its cube is above 0."""


@dataclass(frozen=True, slots=True)
class Grades:
    """The log chance of each row's grade with its derivatives; all of shape (n,).

    Attributes:
        value: Log chance.
        by_a: First derivative by the upper cut.
        by_b: First derivative by the lower cut.
        slope: First derivative by eta, ``-(by_a + by_b)``.
        weight: Second derivative by eta with the sign turned, never below 0.
        slope_a: Derivative of `slope` by the upper cut.
        slope_b: Derivative of `slope` by the lower cut.
        weight_a: Derivative of `weight` by the upper cut.
        weight_b: Derivative of `weight` by the lower cut.
    """

    value: Floats
    by_a: Floats
    by_b: Floats
    slope: Floats
    weight: Floats
    slope_a: Floats
    slope_b: Floats
    weight_a: Floats
    weight_b: Floats


def grades(a: Floats, b: Floats, link: Link) -> Grades:
    """Return the log chance of falling between the cuts.

    Args:
        a: Shape (n,), upper cuts less eta.
        b: Shape (n,), lower cuts less eta, each below `a`.
        link: Which noise.
    """
    chance, upper, lower = _logistic(a, b) if link == "logit" else _normal(a, b)
    p = np.maximum(chance, _LEAST)
    (f_a, f1_a, f2_a), (f_b, f1_b, f2_b) = upper, lower
    by_a, by_b = f_a / p, -f_b / p
    slope = -(by_a + by_b)
    bend = (f1_a - f1_b) / p
    across = by_a * by_b  # the mixed derivative of the log chance, with the sign turned
    slope_a = -(f1_a / p - by_a * by_a - across)
    slope_b = -(-f1_b / p - by_b * by_b - across)
    return Grades(
        value=np.log(p),
        by_a=by_a,
        by_b=by_b,
        slope=slope,
        weight=np.maximum(slope * slope - bend, 0),
        slope_a=slope_a,
        slope_b=slope_b,
        weight_a=2 * slope * slope_a - (f2_a / p - bend * by_a),
        weight_b=2 * slope * slope_b - (-f2_b / p - bend * by_b),
    )


_Density = tuple[Floats, Floats, Floats]


def _logistic(a: Floats, b: Floats) -> tuple[Floats, _Density, _Density]:
    small_a, small_b = np.exp(-np.abs(a)), np.exp(-np.abs(b))
    below_a, below_b = _share(a, small_a), _share(b, small_b)
    # On the right side both shares are near 1, and only what is above them keeps its digits.
    above = _share(-b, small_b) - _share(-a, small_a)
    chance = np.where(b > 0, above, below_a - below_b)
    return chance, _logistic_density(small_a, below_a), _logistic_density(small_b, below_b)


def _share(x: Floats, small: Floats) -> Floats:
    return np.asarray(np.where(x >= 0, 1.0, small) / (1 + small))


def _logistic_density(small: Floats, below: Floats) -> _Density:
    f = small / (1 + small) ** 2
    return f, f * (1 - 2 * below), f * (1 - 6 * f)


def _normal(a: Floats, b: Floats) -> tuple[Floats, _Density, _Density]:
    from scipy.special import ndtr  # noqa: PLC0415 - half a second that only a probit pays

    chance = np.where(b > 0, ndtr(-b) - ndtr(-a), ndtr(a) - ndtr(b))
    return chance, _normal_density(a), _normal_density(b)


def _normal_density(x: Floats) -> _Density:
    near = np.clip(x, -40, 40)
    f = np.exp(-near * near / 2) / np.sqrt(2 * np.pi)
    return f, -near * f, (near * near - 1) * f
