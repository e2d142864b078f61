"""Equal enough, or not worse: two one-sided tests of a difference against a margin.

That a difference is not significant does not show that there is none. Equivalence is shown where the
difference lies inside the margin with both ends of a ``1 - 2 alpha`` interval (TOST: Schuirmann 1987); non-
inferiority, where its lower end does.
"""

from __future__ import annotations

from dataclasses import dataclass

from earmark.stats.contrasts import Contrast
from earmark.stats.quantiles import t_quantile, t_tail


@dataclass(frozen=True, slots=True)
class Equivalence:
    """What a difference shows against a margin. Where its error is not measurable all is None.

    Attributes:
        contrast: The difference.
        margin: The largest difference that does not matter, in scale points.
        alpha: The chance of a false claim, for each.
        low: Lower end of the ``1 - 2 alpha`` interval.
        high: Its upper end.
        p_equivalent: p value of equivalence: the larger of the two one-sided ones.
        p_not_inferior: p value of the first not being worse than the second by the margin.
        equivalent: Whether the interval lies inside the margin.
        not_inferior: Whether its lower end lies above minus the margin.
        reason: Why nothing is shown, or None.
    """

    contrast: Contrast
    margin: float
    alpha: float
    low: float | None
    high: float | None
    p_equivalent: float | None
    p_not_inferior: float | None
    equivalent: bool | None
    not_inferior: bool | None
    reason: str | None = None


def equivalence(contrast: Contrast, *, margin: float, alpha: float = 0.05) -> Equivalence:
    """Test a difference against a margin.

    Args:
        contrast: A difference with its error; higher scores are better.
        margin: Above 0, in scale points, chosen before the data are seen.
        alpha: The chance of a false claim, inside 0 to 0.5.

    Raises:
        ValueError: The margin or alpha is out of its range.
    """
    if margin <= 0 or not 0 < alpha < 0.5:  # noqa: PLR2004 - one-sided
        message = f"margin must be above 0 and alpha inside 0 to 0.5, got {margin} and {alpha}"
        raise ValueError(message)
    error = contrast.standard_error
    if error is None:
        return Equivalence(contrast, margin, alpha, None, None, None, None, None, None, contrast.reason)
    half = t_quantile(1 - alpha, degrees=contrast.degrees) * error
    low, high = contrast.difference - half, contrast.difference + half
    above = t_tail((contrast.difference + margin) / error, degrees=contrast.degrees)
    below = t_tail((margin - contrast.difference) / error, degrees=contrast.degrees)
    return Equivalence(
        contrast=contrast,
        margin=margin,
        alpha=alpha,
        low=low,
        high=high,
        p_equivalent=max(above, below),
        p_not_inferior=above,
        equivalent=max(above, below) < alpha,
        not_inferior=above < alpha,
    )
