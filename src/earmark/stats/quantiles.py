"""Quantiles and tail probabilities of the usual distributions, from `scipy.special`, loaded on first use."""

from __future__ import annotations


def t_quantile(probability: float, *, degrees: float) -> float:
    """Return a quantile of Student's t; infinite degrees of freedom give the normal one."""
    from scipy.special import ndtri, stdtrit  # noqa: PLC0415 - half a second that only an interval pays

    return float(stdtrit(degrees, probability)) if degrees < 1e9 else float(ndtri(probability))  # noqa: PLR2004


def t_tail(value: float, *, degrees: float) -> float:
    """Return the probability that Student's t is above a value."""
    from scipy.special import stdtr  # noqa: PLC0415 - as above

    return float(stdtr(degrees, -value))


def normal_quantile(probability: float) -> float:
    """Return a quantile of the standard normal distribution."""
    from scipy.special import ndtri  # noqa: PLC0415 - as above

    return float(ndtri(probability))


def normal_tail(value: float) -> float:
    """Return the probability that a standard normal number is above a value."""
    from scipy.special import ndtr  # noqa: PLC0415 - as above

    return float(ndtr(-value))


def f_quantile(probability: float, *, degrees: tuple[float, float]) -> float:
    """Return a quantile of Fisher's F with degrees of freedom above and below."""
    from scipy.special import fdtri  # noqa: PLC0415 - as above

    return float(fdtri(*degrees, probability))


def f_tail(value: float, *, degrees: tuple[float, float]) -> float:
    """Return the probability that Fisher's F is above a value."""
    from scipy.special import fdtrc  # noqa: PLC0415 - as above

    return float(fdtrc(*degrees, value))


def chi_squared_tail(value: float, *, degrees: float) -> float:
    """Return the probability that chi squared is above a value."""
    from scipy.special import chdtrc  # noqa: PLC0415 - as above

    return float(chdtrc(degrees, value))


def check_level(level: float) -> None:
    """Refuse a nominal coverage that does not lie inside 0 to 1."""
    if not 0 < level < 1:
        message = f"level must lie inside 0 to 1, got {level}"
        raise ValueError(message)
