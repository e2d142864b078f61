"""How many: power and sample sizes in closed form.

t tests by the noncentral t distribution; the sign test by the binomial distribution; ordered grades by
Whitehead (1993), "Sample size calculations for ordered categorical data", Statistics in Medicine 12.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from earmark.stats.quantiles import check_level, normal_quantile, t_quantile

_MOST: Final = 10_000_000
_ROUNDING: Final = 1e-9
_LARGE: Final = 300.0
"""Of a t statistic: beyond it only its denominator counts."""


def two_sample_power(effect: float, per_group: float, *, alpha: float = 0.05) -> float:
    """Return the power of a two-sided t test of two groups of equal size.

    Args:
        effect: Difference of the means in standard deviations.
        per_group: Size of each group, above 1; need not be whole.
        alpha: Chance of a false alarm, inside 0 to 1.

    Raises:
        ValueError: An argument is out of its range or not finite.
    """
    _check_size(effect, per_group)
    return _t_power(abs(effect) * np.sqrt(per_group / 2), 2 * per_group - 2, alpha)


def paired_power(effect: float, pairs: float, *, alpha: float = 0.05) -> float:
    """Return the power of a two-sided paired t test.

    Args:
        effect: Mean difference in standard deviations of a difference.
        pairs: How many, above 1; need not be whole.
        alpha: Chance of a false alarm, inside 0 to 1.

    Raises:
        ValueError: An argument is out of its range or not finite.
    """
    _check_size(effect, pairs)
    return _t_power(abs(effect) * np.sqrt(pairs), pairs - 1, alpha)


def two_sample_size(effect: float, *, power: float = 0.8, alpha: float = 0.05) -> float:
    """Return the size of each group that gives a power, as a real number: round up.

    Args:
        effect: Difference of the means in standard deviations, not 0.
        power: How often it should be found, above `alpha`.
        alpha: Chance of a false alarm, inside 0 to 1.

    Raises:
        ValueError: No effect, for which no size is enough, or a power not above `alpha`.
    """
    return _smallest(lambda n: two_sample_power(effect, n, alpha=alpha), effect, power=power, alpha=alpha)


def paired_size(effect: float, *, power: float = 0.8, alpha: float = 0.05) -> float:
    """Return the number of pairs that gives a power; arguments and errors as for `two_sample_size`.

    Args:
        effect: Mean difference in standard deviations of a difference, not 0.
        power: How often it should be found.
        alpha: Chance of a false alarm.

    Raises:
        ValueError: As for `two_sample_size`.
    """
    return _smallest(lambda n: paired_power(effect, n, alpha=alpha), effect, power=power, alpha=alpha)


def sign_power(share: float, n: int, *, alpha: float = 0.05) -> float:
    """Return the power of the exact two-sided sign test against a share of one half.

    Args:
        share: Chance that a decided vote is for the one, 0 to 1.
        n: Number of decided votes.
        alpha: Chance of a false alarm; the test's own is never more.

    Raises:
        ValueError: The share is not from 0 to 1, or the number below 0.
    """
    _check_share(share)
    if n < 0:
        message = f"the number of votes must be 0 or more, got {n}"
        raise ValueError(message)
    from scipy.special import bdtr, bdtrc  # noqa: PLC0415 - half a second that only power pays

    wins = np.arange(n + 1)
    fits = np.flatnonzero(bdtr(wins, n, 0.5) <= alpha / 2)
    if not fits.size:
        return 0.0
    few = int(fits[-1])
    return float(bdtr(few, n, share) + bdtrc(n - few - 1, n, share))


def sign_size(share: float, *, power: float = 0.8, alpha: float = 0.05) -> tuple[int, int]:
    """Return the first number of votes that reaches a power, and the one from which it never falls below.

    The power of an exact test goes up and down as votes are added.

    Args:
        share: Chance that a decided vote is for the one, 0 to 1, not one half.
        power: How often it should be found, above `alpha`.
        alpha: Chance of a false alarm, inside 0 to 1.

    Raises:
        ValueError: A share of one half, for which no number is enough, or one not from 0 to 1, or a power not
            above `alpha`.
    """
    _check_share(share)
    _check(abs(share - 0.5), power=power, alpha=alpha)
    step = abs(2 * np.arcsin(np.sqrt(share)) - np.pi / 2)
    rough = ((normal_quantile(1 - alpha / 2) + normal_quantile(power)) / step) ** 2
    reached = [n for n in range(1, int(2 * rough) + 50) if sign_power(share, n, alpha=alpha) >= power]
    last_gap = next(
        (a for a, b in zip(reversed(reached[1:]), reversed(reached[:-1]), strict=True) if a - b > 1),
        reached[0],
    )
    return reached[0], last_gap


def graded_size(
    shares: Sequence[float], odds_ratio: float, *, power: float = 0.8, alpha: float = 0.05
) -> float:
    """Return the size of both groups together for ordered grades, by Whitehead's formula.

    Args:
        shares: Of each grade in the control group, adding up to 1, the worst first.
        odds_ratio: Proportional odds of a better grade in the other group, above 0.
        power: Wanted power.
        alpha: Chance of a false alarm.

    Raises:
        ValueError: Shares that do not add up to 1 or of which only one is above 0, or an odds ratio of 1 or
            not above 0.
    """
    if not 0 < odds_ratio < np.inf:
        message = f"the odds ratio must be above 0, got {odds_ratio}"
        raise ValueError(message)
    _check(abs(np.log(odds_ratio)), power=power, alpha=alpha)
    control = np.asarray(shares, dtype=np.float64)
    if not (control >= 0).all() or abs(control.sum() - 1) > _ROUNDING or (control > 0).sum() < 2:  # noqa: PLR2004 - one grade tells nothing
        message = "shares must be 0 or more, add up to 1, and at least two be above 0"
        raise ValueError(message)
    below = np.cumsum(control)[:-1]
    other_below = below / (below + (1 - below) * odds_ratio)
    other = np.diff(np.concatenate([[0.0], other_below, [1.0]]))
    mean = (control + other) / 2
    z = normal_quantile(1 - alpha / 2) + normal_quantile(power)
    return float(2 * 6 * z**2 / (np.log(odds_ratio) ** 2 * (1 - (mean**3).sum())))


def _t_power(noncentrality: float, degrees: float, alpha: float) -> float:
    from scipy.special import chdtr, nctdtr  # noqa: PLC0415 - half a second that only power pays

    check_level(alpha)
    critical = t_quantile(1 - alpha / 2, degrees=degrees)
    if noncentrality > _LARGE:  # the numerator's own chance is nothing beside it; and the series has no end
        return float(chdtr(degrees, degrees * (noncentrality / critical) ** 2))
    above = 1 - float(nctdtr(degrees, noncentrality, critical))
    below = float(nctdtr(degrees, noncentrality, -critical))
    return above + (below if np.isfinite(below) else 0.0)


def _smallest(powerful: Callable[[float], float], effect: float, *, power: float, alpha: float) -> float:
    _check(abs(effect), power=power, alpha=alpha)
    low, high = 1.001, 4.0
    while powerful(high) < power:
        low, high = high, 2 * high
        if high > _MOST:
            message = f"an effect of {effect} needs more than {_MOST} of each"
            raise ValueError(message)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if powerful(middle) >= power else (middle, high)
    return high


def _check_size(effect: float, size: float) -> None:
    if not (np.isfinite(effect) and 1 < size < np.inf):
        message = f"an effect must be finite and a size above 1, got {effect} and {size}"
        raise ValueError(message)


def _check_share(share: float) -> None:
    if not 0 <= share <= 1:
        message = f"the share must be from 0 to 1, got {share}"
        raise ValueError(message)


def _check(effect: float, *, power: float, alpha: float) -> None:
    check_level(alpha)
    if not 0 < effect < np.inf:
        message = f"where there is no finite effect, no number is enough to find it, got {effect}"
        raise ValueError(message)
    if not alpha < power < 1:
        message = f"power must lie between alpha and 1, got {power}"
        raise ValueError(message)
