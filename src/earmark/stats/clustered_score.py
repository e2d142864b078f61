"""A score-type interval for a mean whose scores come from raters and items that come back.

As many independent scores as would give the clustered error take the place of the scores there are, as the
design effect has it (Kish 1965, "Survey Sampling"), and the interval of `earmark.stats.score_interval` is
made of them. So it stays on the scale, and is there also where all scores are equal: then nothing shows how
alike a rater's scores are, and each cluster of the scarcer way counts as one score.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from earmark.stats.mean import MeanScore
from earmark.stats.quantiles import normal_quantile, t_quantile
from earmark.stats.score_interval import score_limits


@dataclass(frozen=True, slots=True)
class ScoreLimits:
    """Limits on the scale.

    Attributes:
        low: Lower limit.
        high: Upper limit.
        effective: How many independent scores would give the same error.
    """

    low: float
    high: float
    effective: float


def clustered_score_limits(mean: MeanScore, counts: ArrayLike, points: ArrayLike) -> ScoreLimits | None:
    """Return the score-type limits of a mean.

    Args:
        mean: With its clustered error, or without one because all scores are equal.
        counts: Shape (points,), how often each point was given.
        points: Shape (points,), the whole scale, ascending.

    Returns:
        The limits, widened as Student's t is beside the normal distribution; None with one score or rater.
    """
    fewer = mean.raters if mean.items == 1 else min(mean.raters, mean.items)
    effective = effective_scores(mean, counts, points)
    if effective is None:
        return None
    above = (1 + mean.level) / 2
    wider = t_quantile(above, degrees=fewer - 1) / normal_quantile(above)
    share = np.asarray(counts, dtype=np.float64) * effective / wider**2 / mean.n
    low, high = score_limits(share[None], points, level=mean.level)
    return ScoreLimits(float(low[0]), float(high[0]), effective)


def effective_scores(mean: MeanScore, counts: ArrayLike, points: ArrayLike) -> float | None:
    """Return how many independent scores would give the error of a mean; arguments as above."""
    if mean.mean is None or mean.raters < 2 or mean.n < 2:  # noqa: PLR2004 - one of a kind tells no spread
        return None
    fewer = mean.raters if mean.items == 1 else min(mean.raters, mean.items)
    if mean.standard_error is None:
        return float(fewer)
    number, scale = np.asarray(counts, dtype=np.float64), np.asarray(points, dtype=np.float64)
    variance = float(number @ (scale - mean.mean) ** 2) / (mean.n - 1)
    return min(variance / mean.standard_error**2, float(mean.n))
