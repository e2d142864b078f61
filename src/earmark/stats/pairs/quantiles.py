"""How many standard errors an interval reaches."""

from __future__ import annotations


def half_width(level: float, clusters: int | None) -> float:
    """Return the half-width of a two-sided interval in standard errors.

    Args:
        level: Coverage, inside 0 to 1.
        clusters: Student's t with one degree less is used; None takes the normal distribution.
    """
    from scipy.special import ndtri, stdtrit  # noqa: PLC0415 - half a second that only an estimate pays

    if clusters is None:
        return float(ndtri((1 + level) / 2))
    return float(stdtrit(max(clusters - 1, 1), (1 + level) / 2))
