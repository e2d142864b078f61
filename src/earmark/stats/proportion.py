"""Shares with intervals that stay between 0 and 1 and know that raters and items come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from earmark.stats.clusters import clustered_covariance, fewest_clusters
from earmark.stats.quantiles import normal_quantile, t_quantile, t_tail
from earmark.stats.ratings import MOST, Floats

NO_ROWS: Final = "not measurable: no votes"


@dataclass(frozen=True, slots=True)
class Proportion:
    """A share with its interval.

    Attributes:
        share: `count / n`; None where n is 0.
        low: Lower end of Wilson's interval (1927) for as many independent rows as give the same error.
        high: Upper end.
        count: How many rows hit.
        n: How many rows there are.
        effective: How many independent rows would give the same error, at most n.
        reason: Why there is no share, or None.
    """

    share: float | None
    low: float | None
    high: float | None
    count: int
    n: int
    effective: float
    reason: str | None = None


def proportion(
    hits: ArrayLike, ways: Sequence[NDArray[np.integer]] = (), *, level: float = 0.95
) -> Proportion:
    """Return the share of hits.

    Where all rows agree nothing shows how alike a rater's rows are; then each cluster of the scarcer way
    counts as one row.

    Args:
        hits: Shape (n,), true or false.
        ways: Columns of shape (n,): the clusters (rater, item) of each row; none takes rows as independent.
        level: Coverage, inside 0 to 1.

    Raises:
        ValueError: A hit is neither true nor false.
    """
    hit = np.asarray(hits, dtype=np.float64)
    if not ((hit == 0) | (hit == 1)).all():
        message = "every hit must be true or false"
        raise ValueError(message)
    n, count = hit.size, int(hit.sum())
    if not n:
        return Proportion(None, None, None, 0, 0, 0.0, NO_ROWS)
    share = count / n
    if count in {0, n}:
        effective = float(fewest_clusters(ways, n))
    else:
        variance = float(clustered_covariance((hit[:, None] - share) / n, ways)[0, 0])
        alone = share * (1 - share)
        effective = float(n) if variance * n <= alone else alone / variance
    low, high = wilson(share, effective, level=level)
    return Proportion(share, low, high, count, n, effective)


def wilson(share: float, n: float, *, level: float) -> tuple[float, float]:
    """Return Wilson's interval of a share of independent rows.

    Args:
        share: What was found, 0 to 1.
        n: Of how many rows, above 0; need not be whole.
        level: Coverage, inside 0 to 1.
    """
    z = normal_quantile((1 + level) / 2)
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * float(np.sqrt(share * (1 - share) / n + z * z / (4 * n * n)))
    return max(middle - half, 0.0), min(middle + half, 1.0)


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference of two shares or means.

    Attributes:
        difference: The first less the second; None where one has no rows.
        standard_error: Clustered.
        low: Lower end of the interval.
        high: Upper end.
        reason: Why something is missing, or None.
        p: Two-sided p value of no difference; None without an interval.
    """

    difference: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    reason: str | None = None
    p: float | None = None


ALIKE: Final = "not measurable: within each side all answers are the same"


def mean_difference(
    values: ArrayLike,
    first: NDArray[np.bool_],
    second: NDArray[np.bool_],
    *,
    ways: Sequence[NDArray[np.integer]] = (),
    level: float = 0.95,
) -> Difference:
    """Return by how much the mean of one group of rows exceeds that of another.

    Rows of one rater or item in both groups go together, so what a rater gives to all cancels out.

    Args:
        values: Shape (n,), finite and below 1e60.
        first: Shape (n,), which rows are of the first group.
        second: Which rows are of the second; no row is of both.
        ways: As for `proportion`.
        level: Coverage, inside 0 to 1. Student's t with one degree less than the scarcer way has clusters.

    Raises:
        ValueError: A value is no finite number.
    """
    numbers = np.asarray(values, dtype=np.float64)
    if not (np.abs(numbers) <= MOST).all():
        message = f"every value must be a number of at most {MOST:g}"
        raise ValueError(message)
    a, b = int(first.sum()), int(second.sum())
    if not a or not b:
        return Difference(None, None, None, None, NO_ROWS)
    means = float(numbers[first].mean()), float(numbers[second].mean())
    influence: Floats = np.where(first, (numbers - means[0]) / a, 0.0) - np.where(
        second, (numbers - means[1]) / b, 0.0
    )
    some = first | second
    chosen = [way[some] for way in ways]
    variance = float(clustered_covariance(influence[some][:, None], chosen)[0, 0])
    difference = means[0] - means[1]
    if variance <= 0:
        return Difference(difference, None, None, None, ALIKE)
    error = float(np.sqrt(variance))
    degrees = max(fewest_clusters(chosen, a + b) - 1, 1)
    half = t_quantile((1 + level) / 2, degrees=degrees) * error
    p = 2 * t_tail(abs(difference) / error, degrees=degrees)
    return Difference(difference, error, difference - half, difference + half, p=p)
