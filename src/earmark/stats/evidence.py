"""Contrasts of what was measured from sound: how long answers took, and how often somebody was interrupted.

Turns of one call go together, and so do calls of one scenario: errors are clustered by whatever is given.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from earmark.stats.clusters import clustered_covariance, compact, fewest_clusters
from earmark.stats.coding import Coded, encode
from earmark.stats.holm import holm
from earmark.stats.quantiles import check_level, t_quantile, t_tail
from earmark.stats.ratings import MOST, Floats

NO_TURNS: Final = "not measurable: nothing was measured"
NO_SPREAD: Final = "not measurable: too little varies to tell an error"
ONE_CALL: Final = "not measurable: a condition has one recording or value only"
NO_EVENT: Final = "not measurable: a condition has no event, so that no ratio is finite"


_ROUNDING: Final = 1e-9
"""An error that is so small a share of what it belongs to is rounding: all that varied has added up to 0."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One condition's latency in seconds, or its events a minute.

    Attributes:
        condition: The condition.
        value: The mean latency, or the rate: all events over all minutes. None without a row.
        standard_error: Clustered; None where nothing varies, or of one call only.
        low: Lower end of Student's interval, with one degree less than the scarcer way has clusters.
        high: Upper end.
        median: Median latency; None of rates.
        p95: The latency that 95 % do not exceed; None of rates.
        n: How many turns, or calls.
        reason: Why something is missing, or None.
    """

    condition: Any
    value: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    median: float | None
    p95: float | None
    n: int
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class MeasuredContrast:
    """Two conditions compared.

    Attributes:
        condition: The first.
        other: The second.
        difference: First less second; None without a row of either.
        standard_error: Clustered; None where a condition has one call only.
        low: Lower end of Student's interval.
        high: Upper end.
        ratio: First over second, for rates; None of latencies, or where one has no event.
        ratio_low: Lower end, from the logarithm's error.
        ratio_high: Upper end.
        p: Two-sided p value of no difference.
        adjusted_p: The same after Holm, for all contrasts at once.
        reason: Why something is missing, or None.
    """

    condition: Any
    other: Any
    difference: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    ratio: float | None
    ratio_low: float | None
    ratio_high: float | None
    p: float | None
    adjusted_p: float | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """All conditions, and every two compared.

    Attributes:
        conditions: In the order of labels.
        contrasts: The first in order first.
        level: Coverage of each interval by itself.
        missing: Rows without a number, which were left out.
    """

    conditions: tuple[Measured, ...]
    contrasts: tuple[MeasuredContrast, ...]
    level: float
    missing: int


def latency_contrasts(
    seconds: ArrayLike,
    condition: ArrayLike | Sequence[Any],
    *ways: ArrayLike | Sequence[Any],
    level: float = 0.95,
) -> Evidence:
    """Compare how long answers took.

    Args:
        seconds: Shape (n,), one a turn; below 0 where an answer began too early, NaN where none was measured.
        condition: Shape (n,), labels.
        *ways: No, one or two columns of labels, each of shape (n,): the calls, or scenarios, whose turns go
            together.
        level: Coverage, inside 0 to 1.

    Raises:
        ValueError: Columns of unlike length, a missing label, a quantity that is infinite or beyond 1e60, or
            more than two ways.
    """
    values = np.asarray(seconds, dtype=np.float64)
    return _compared(values, np.ones_like(values), condition, ways, level=level, rates=False)


def event_contrasts(
    events: ArrayLike,
    minutes: ArrayLike,
    condition: ArrayLike | Sequence[Any],
    *ways: ArrayLike | Sequence[Any],
    level: float = 0.95,
) -> Evidence:
    """Compare how often something happened a minute, such as interruptions.

    Args:
        events: Shape (n,), how many in each call, 0 or more; NaN where it was not measured.
        minutes: Shape (n,), how long each call was, above 0.
        condition: Shape (n,), labels.
        *ways: As for `latency_contrasts`; without one, each call is alone.
        level: Coverage, inside 0 to 1.

    Raises:
        ValueError: As `latency_contrasts`, or a call that did not last, or a count below 0.
    """
    counts, exposure = np.asarray(events, dtype=np.float64), np.asarray(minutes, dtype=np.float64)
    for name, wrong in {
        "minutes must be above 0": ~(exposure > 0),
        "events must be 0 or more": counts < 0,
    }.items():
        if wrong.any():
            message = f"row {int(np.argmax(wrong)) + 1}: {name}"
            raise ValueError(message)
    return _compared(counts, exposure, condition, ways, level=level, rates=True)


@dataclass(frozen=True, slots=True)
class _Sums:
    """Ratios of sums, one a condition, with what each row adds to each."""

    names: tuple[Any, ...]
    values: Floats
    influence: Floats
    present: NDArray[np.intp]
    under: NDArray[np.intp]
    ways: tuple[NDArray[Any], ...]


def _compared(
    above: Floats,
    below: Floats,
    condition: ArrayLike | Sequence[Any],
    ways: Sequence[ArrayLike | Sequence[Any]],
    *,
    level: float,
    rates: bool,
) -> Evidence:
    check_level(level)
    if len(ways) > 2:  # noqa: PLR2004 - as two-way clustering has it
        message = f"at most two ways of clustering, got {len(ways)}"
        raise ValueError(message)
    coded = [encode(condition, what="condition"), *(encode(way, what="cluster") for way in ways)]
    if len({above.size, below.size, *map(len, coded)}) > 1:
        message = "all columns must be of one length"
        raise ValueError(message)
    wrong = (np.abs(above) > MOST) | ~(below <= MOST)
    if wrong.any():
        message = f"row {int(np.argmax(wrong)) + 1}: a quantity is infinite or beyond {MOST:g}"
        raise ValueError(message)
    known = np.isfinite(above)
    found = _sums(above[known], below[known], [each.rows(known) for each in coded])
    count = len(found.names)
    conditions = tuple(
        _measured(found, code, None if rates else above[known], level=level) for code in range(count)
    )
    pairs = itertools.combinations(range(count), 2)
    contrasts = [_contrast(found, one, other, level=level, rates=rates) for one, other in pairs]
    adjusted = holm([each.p for each in contrasts])
    return Evidence(
        conditions,
        tuple(replace(each, adjusted_p=p) for each, p in zip(contrasts, adjusted, strict=True)),
        level,
        int((~known).sum()),
    )


def _sums(above: Floats, below: Floats, coded: Sequence[Coded]) -> _Sums:
    under = coded[0].codes.astype(np.intp)
    count = coded[0].count
    total = np.bincount(under, below, count)
    values = np.bincount(under, above, count) / np.where(total > 0, total, 1)
    influence = np.zeros((under.size, count))
    row = np.arange(under.size)
    influence[row, under] = (above - values[under] * below) / total[under]
    present = np.bincount(under, minlength=count)
    ways = tuple(each.codes for each in coded[1:])
    return _Sums(tuple(coded[0].labels.tolist()), values, influence, present, under, ways)


def _error(found: _Sums, influence: Floats, rows: NDArray[np.bool_]) -> tuple[float, int]:
    """Return a standard error, and degrees of freedom, from the rows that take part."""
    ways = [way[rows] for way in found.ways]
    variance = float(clustered_covariance(influence[rows][:, None], ways)[0, 0])
    return float(np.sqrt(max(variance, 0.0))), max(fewest_clusters(ways, int(rows.sum())) - 1, 1)


def _is_alone(found: _Sums, code: int) -> bool:
    """Say whether all rows of a condition are of one call: its residuals add up to 0 and tell no error."""
    rows = found.under == code
    return max((compact(way[rows])[1] for way in found.ways), default=int(found.present[code])) < 2  # noqa: PLR2004 - two vary


def _measured(found: _Sums, code: int, seconds: Floats | None, *, level: float) -> Measured:
    name, n, rows = found.names[code], int(found.present[code]), found.under == code
    if not n:
        return Measured(name, None, None, None, None, None, None, 0, NO_TURNS)
    median, p95 = (None, None) if seconds is None else np.quantile(seconds[rows], [0.5, 0.95]).tolist()
    value = float(found.values[code])
    error, degrees = _error(found, found.influence[:, code], rows)
    reason = ONE_CALL if _is_alone(found, code) else NO_SPREAD if error <= _ROUNDING * abs(value) else None
    if reason is not None:
        return Measured(name, value, None, None, None, median, p95, n, reason)
    half = t_quantile((1 + level) / 2, degrees=degrees) * error
    return Measured(name, value, error, value - half, value + half, median, p95, n)


def _contrast(found: _Sums, first: int, second: int, *, level: float, rates: bool) -> MeasuredContrast:
    names = found.names[first], found.names[second]
    if not found.present[first] or not found.present[second]:
        return MeasuredContrast(*names, *(None,) * 8, reason=NO_TURNS)
    one, other = float(found.values[first]), float(found.values[second])
    rows = (found.under == first) | (found.under == second)
    difference = one - other
    error, degrees = _error(found, found.influence[:, first] - found.influence[:, second], rows)
    if _is_alone(found, first) or _is_alone(found, second):
        return MeasuredContrast(*names, difference, *(None,) * 7, reason=ONE_CALL)
    if error <= _ROUNDING * max(abs(one), abs(other)):
        return MeasuredContrast(*names, difference, *(None,) * 7, reason=NO_SPREAD)
    t = t_quantile((1 + level) / 2, degrees=degrees)
    told = MeasuredContrast(
        *names,
        difference,
        error,
        difference - t * error,
        difference + t * error,
        None,
        None,
        None,
        2 * t_tail(abs(difference) / error, degrees=degrees),
    )
    if not rates:
        return told
    if min(one, other) <= 0:
        return replace(told, reason=NO_EVENT)
    relative, _ = _error(found, found.influence[:, first] / one - found.influence[:, second] / other, rows)
    ratio, factor = one / other, float(np.exp(t * relative))
    return replace(told, ratio=ratio, ratio_low=ratio / factor, ratio_high=ratio * factor)
