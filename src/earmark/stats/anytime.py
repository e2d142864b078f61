"""Intervals that hold at every moment, so that one may look after each value and stop when one likes.

All take values within limits, one after the other, each with the same mean given those before it. Scores of
one rater on many items are not like that: give one value a rater, or one an item (`verdict.py` does).

* `betting_interval`: hedged capital of Waudby-Smith and Ramdas (2024), "Estimating means of bounded random
  variables by betting", JRSS B 86, theorem 3. The default: the narrowest here.
* `bernstein_interval`: their predictable plug-in empirical Bernstein interval, theorem 2.
* `mixture_interval`: Robbins' normal mixture for values within limits (Howard et al. 2021, "Time-uniform,
  nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49).
* `beta_binomial_interval`: for decisions between two, with a uniform prior on the share.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from earmark.stats.quantiles import check_level

Floats = NDArray[np.float64]
Method = Literal["betting", "bernstein", "mixture", "beta-binomial"]

NO_VALUES: Final = "not measurable: no values yet"
NO_MEAN: Final = "not measurable: the values speak against any constant mean"
_HALF: Final = 0.5
_HALVINGS: Final = 40


@dataclass(frozen=True, slots=True)
class AnytimeInterval:
    """An interval for the mean that holds with its level at all times together.

    Attributes:
        low: Lower end; None without values.
        high: Upper end.
        mean: Mean of the values.
        n: How many values.
        level: Coverage, at all times together.
        method: How it was made.
        reason: Why there is no interval, or None.
    """

    low: float | None
    high: float | None
    mean: float | None
    n: int
    level: float
    method: Method
    reason: str | None = None


def betting_interval(
    values: ArrayLike, *, limits: tuple[float, float], level: float = 0.95
) -> AnytimeInterval:
    """Return the means that no bettor has grown rich against, at any time so far.

    A bettor who holds that the mean is more than m, and another who holds that it is less, bet on each value
    with stakes set by the variance so far. Once either has grown ``2 / (1 - level)`` times as rich, m is out
    for good.

    Args:
        values: Shape (n,), in the order in which they came, within `limits`.
        limits: Lowest and highest possible value.
        level: Coverage, inside 0 to 1.
    """
    x = _scaled(values, limits, level)
    if not x.size:
        return _nothing(level, "betting")
    stakes = _stakes(x, level)
    enough = np.log(2 / (1 - level))

    def rich(m: float, side: int) -> bool:
        """Return whether who bets that the mean is above (1) or below (-1) m has ever been rich enough."""
        most = _HALF / max(m if side > 0 else 1 - m, 1e-12)
        capital = np.cumsum(np.log1p(side * np.minimum(stakes, most) * (x - m)))
        return bool(capital.max() >= enough)

    low = _border(lambda m: rich(m, 1), 0.0, 1.0)
    high = _border(lambda m: rich(m, -1), 1.0, 0.0)
    return _unscaled(low, high, x, limits=limits, level=level, method="betting")


def bernstein_interval(
    values: ArrayLike, *, limits: tuple[float, float], level: float = 0.95
) -> AnytimeInterval:
    """Return the empirical Bernstein interval at the last value.

    Args:
        values: Shape (n,), within `limits`, in the order in which they came.
        limits: Lowest and highest possible value.
        level: Coverage at all times together, inside 0 to 1.

    Returns:
        The interval, or a reason without values.

    Raises:
        ValueError: A value outside the limits.
    """
    x = _scaled(values, limits, level)
    if not x.size:
        return _nothing(level, "bernstein")
    weights = np.minimum(_stakes(x, level), _HALF)
    before = np.concatenate([[0.5], _running_mean(x)[:-1]])
    penalty = (x - before) ** 2 @ (-np.log1p(-weights) - weights)
    total = weights.sum()
    middle, half = float(weights @ x / total), float((np.log(2 / (1 - level)) + penalty) / total)
    low, high = max(middle - half, 0.0), min(middle + half, 1.0)
    return _unscaled(low, high, x, limits=limits, level=level, method="bernstein")


def mixture_interval(
    values: ArrayLike, *, limits: tuple[float, float], level: float = 0.95, precision: float = 2.5
) -> AnytimeInterval:
    """Return Robbins' normal mixture interval at the last value.

    Args:
        values: Shape (n,), within `limits`.
        limits: Lowest and highest possible value.
        level: Coverage, inside 0 to 1.
        precision: Of the mixture, above 0, for values scaled to 0 to 1: narrowest at about ten times as many
            values.
    """
    x = _scaled(values, limits, level)
    if not x.size:
        return _nothing(level, "mixture")
    variance, alpha = x.size / 4, 1 - level
    whole = variance + precision
    half = float(np.sqrt(whole * np.log(whole / (precision * alpha**2))) / x.size)
    mean = float(x.mean())
    low, high = max(mean - half, 0.0), min(mean + half, 1.0)
    return _unscaled(low, high, x, limits=limits, level=level, method="mixture")


def beta_binomial_interval(wins: int, losses: int, *, level: float = 0.95) -> AnytimeInterval:
    """Return the shares of wins that a uniform prior does not bet against by ``1 / (1 - level)`` to one.

    Args:
        wins: How many decisions were for the one.
        losses: How many were for the other. Draws are no decisions.
        level: Coverage, inside 0 to 1.
    """
    check_level(level)
    n = wins + losses
    if not n:
        return _nothing(level, "beta-binomial")
    from scipy.special import betaln, xlog1py, xlogy  # noqa: PLC0415 - half a second that only this pays

    top = float(betaln(wins + 1, losses + 1)) + float(np.log(1 - level))
    share = wins / n

    def out(p: float) -> bool:
        return float(xlogy(wins, p) + xlog1py(losses, -p)) <= top

    low = _border(out, 0.0, share) if wins else 0.0
    high = _border(out, 1.0, share) if losses else 1.0
    return AnytimeInterval(low, high, share, n, level, "beta-binomial")


def _stakes(x: Floats, level: float) -> Floats:
    """Return what is staked on each value, from the variance of those before it."""
    n = np.arange(1, x.size + 1)
    variance = (0.25 + np.cumsum((x - _running_mean(x)) ** 2)) / (n + 1)
    before = np.concatenate([[0.25], variance[:-1]])
    return np.asarray(np.sqrt(2 * np.log(2 / (1 - level)) / (before * n * np.log1p(n))))


def _running_mean(x: Floats) -> Floats:
    return np.asarray((0.5 + np.cumsum(x)) / np.arange(2, x.size + 2))


def _border(out: Any, outside: float, inside: float) -> float:  # noqa: ANN401 - a question about one number
    """Find where a question stops to be answered by yes, going from `outside` to `inside`."""
    if not out(outside):
        return outside
    for _ in range(_HALVINGS):
        middle = (outside + inside) / 2
        if out(middle):
            outside = middle
        else:
            inside = middle
    return inside


def _scaled(values: ArrayLike, limits: tuple[float, float], level: float) -> Floats:
    check_level(level)
    low, high = limits
    x = np.asarray(values, dtype=np.float64)
    if not low < high:
        message = f"limits must ascend, got {limits}"
        raise ValueError(message)
    wrong = np.flatnonzero(~((x >= low) & (x <= high)))
    if wrong.size:
        message = f"value {wrong[0] + 1} is {x[wrong[0]]}, outside {low} to {high}"
        raise ValueError(message)
    return (x - low) / (high - low)


def _unscaled(
    low: float, high: float, x: Floats, *, limits: tuple[float, float], level: float, method: Method
) -> AnytimeInterval:
    start, width = limits[0], limits[1] - limits[0]
    mean = start + width * float(x.mean())
    if low > high:
        return AnytimeInterval(None, None, mean, x.size, level, method, NO_MEAN)
    return AnytimeInterval(start + width * low, start + width * high, mean, x.size, level, method)


def _nothing(level: float, method: Method) -> AnytimeInterval:
    return AnytimeInterval(None, None, None, 0, level, method, NO_VALUES)
