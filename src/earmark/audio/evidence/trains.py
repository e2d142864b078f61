"""Clicks and gaps that come back with a period: where pieces of sound are joined badly."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.clicks import HINT, clicks_of
from earmark.audio.evidence.dropouts import zero_runs
from earmark.audio.evidence.material import SILENT, Detector, Findings, Material

KIND: Final = "seam_train"
_GAP_S: Final = (0.002, 0.06)
_PERIOD_S: Final = (0.01, 6.0)
_TOLERANCE_S: Final = 0.001
_FEWEST: Final = 5
_MOST_EVENTS: Final = 600
_TIMES_EXPECTED: Final = 5.0
_MOST_CANDIDATES: Final = 20
_MOST_ORIGINS: Final = 12
_COVERED: Final = 0.6
_MOST_MISSING: Final = 10


def _find(material: Material, findings: Findings) -> None:
    for channel, levels in enumerate(material.levels):
        if levels.speech_db is None:
            findings.cannot(KIND, SILENT, channel=channel)
            continue
        events = _events(material, channel)
        found = best_period(events[:, 0])
        if found is None:
            continue
        period, hits = found
        members = events[hits]
        findings.add(
            KIND,
            (members[0, 0], members[-1, 0] + members[-1, 1]),
            channel=channel,
            value=1000 * period,
            unit="ms",
            size=len(members),
            confidence=0.95,
            extra={"count": len(members), "gap_ms": round(float(1000 * members[:, 1].mean()), 2)},
        )


def _events(material: Material, channel: int) -> NDArray[np.float64]:
    """Return the start and the length in seconds of clicks and short gaps, in order, shape (events, 2)."""
    rate = material.rate
    rows = [(click.place / rate, 0.0) for click in clicks_of(material, channel) if click.confidence >= HINT]
    if not material.recording.lossy:
        gaps = zero_runs(material, channel, _GAP_S[0])
        short = gaps[gaps[:, 1] - gaps[:, 0] <= _GAP_S[1] * rate]
        inside = short[(short[:, 0] > 0) & (short[:, 1] < material.recording.samples.shape[1])]
        rows = [row for row in rows if not _beside(row[0], inside / rate)]
        rows += [(start / rate, (end - start) / rate) for start, end in inside.tolist()]
    return np.array(sorted(rows)).reshape(-1, 2)[:_MOST_EVENTS]


def _beside(place: float, gaps: NDArray[np.float64]) -> bool:
    """Tell whether a click is only the edge of a gap."""
    return bool(((place > gaps[:, 0] - 0.002) & (place < gaps[:, 1] + 0.002)).any())


def best_period(times: NDArray[np.float64]) -> tuple[float, NDArray[np.int64]] | None:
    """Return the period in seconds that most events keep, and which they are; None where there is none.

    At least five events keep it to a millisecond, five times what chance would do, and six in ten of the
    places between the first and the last have one.
    """
    if len(times) < _FEWEST:
        return None
    periods = _candidates(times)
    if not len(periods):
        return None
    hits, spans = _kept(times, periods)
    counts = np.count_nonzero(hits, axis=0)
    expected = len(times) * 2 * _TOLERANCE_S / periods
    kept = counts >= np.maximum(np.maximum(_FEWEST, _TIMES_EXPECTED * expected), _COVERED * spans)
    scores = np.where(kept, counts * counts / spans, 0.0)
    best, origin = np.unravel_index(np.argmax(scores), scores.shape)
    if not kept[best, origin]:
        return None
    members = np.flatnonzero(hits[:, best, origin])
    return _refined(times[members], float(periods[best, 0])), members


def _candidates(times: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the distances of neighbours, and of events up to three apart, that occur at least thrice.

    Shape (periods, 1).
    """
    distances = np.concatenate([times[apart:] - times[:-apart] for apart in (1, 2, 3)])
    distances = distances[(distances >= _PERIOD_S[0]) & (distances <= _PERIOD_S[1])]
    ordered = np.sort(distances)
    groups = np.split(ordered, np.flatnonzero(np.diff(ordered) > _TOLERANCE_S) + 1)
    often = sorted((group for group in groups if len(group) >= 3), key=len, reverse=True)  # noqa: PLR2004
    return np.array([np.median(group) for group in often[:_MOST_CANDIDATES]]).reshape(-1, 1)


def _kept(
    times: NDArray[np.float64], periods: NDArray[np.float64]
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Return which events lie on each period from some events on, following its drift.

    Shape (events, periods, origins), and how many periods each has from its first event to its last, both
    counted, of shape (periods, origins). A train ends where ten in a row are missing.
    """
    origins = _origins(times, periods)
    hits = np.zeros((len(times), *origins.shape), np.bool_)
    np.put_along_axis(hits, origins[None], values=True, axis=0)
    first = times[origins]
    last = first.copy()
    for index, time in enumerate(times):
        away = time - last
        steps = np.rint(away / periods)
        near = np.abs(away - steps * periods) <= _TOLERANCE_S
        hits[index] |= (steps > 0) & (steps <= _MOST_MISSING) & near
        last[hits[index]] = time
    return hits, np.rint((last - first) / periods) + 1


def _origins(times: NDArray[np.float64], periods: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the first events of each period that another one follows by it, shape (periods, origins)."""
    origins = np.zeros((len(periods), _MOST_ORIGINS), np.int64)
    for row, period in zip(origins, periods[:, 0].tolist(), strict=True):
        after = np.searchsorted(times, times + period - _TOLERANCE_S)
        followed = times[np.minimum(after, len(times) - 1)] - times <= period + _TOLERANCE_S
        starts = np.flatnonzero(followed & (after < len(times)))[:_MOST_ORIGINS]
        row[: len(starts)] = starts
    return origins


def _refined(times: NDArray[np.float64], period: float) -> float:
    """Return the period by all its events at once."""
    numbers = np.round((times - times[0]) / period)
    return float(np.polyfit(numbers, times, 1)[0])


TRAINS: Final = Detector("trains", 2, (KIND,), _find)
