"""Clicks: single samples, ticks and steps that no mouth makes.

One sweep looks for a millisecond whose second difference stands out of the 12 ms around it. Each such place
is tried: a predictor of speech (linear prediction) is fitted to 80 ms after the place itself has been
bridged, and what it cannot predict there is described by nine numbers that hang neither on the level nor on
the rate. A logistic function of them, fitted to clicks that were put into speech
(`tests/bench/evidence/click_fit.py`), says how sure it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.levels import Levels
from earmark.audio.evidence.material import PADDING_S, SILENT, Detector, Findings, Material
from earmark.audio.evidence.talk import anybody_speaks
from earmark.audio.transforms import fast_length, irfft, rfft

KIND: Final = "click"
CERTAIN: Final = 0.964
"""Confidence from which a row is given; trains take weaker ones, too."""
HINT: Final = 0.5
"""Confidence that is enough where nobody speaks, since it is voices that look like clicks."""

_NOMINAL_DB: Final = -23.0
_AROUND_MS: Final = 12
_TIMES_MEAN: Final = 7.0
_TIMES_RIVAL: Final = 1.6
_LEAST: Final = 2e-3
_FIT_MS: Final = 40
_STEPS_AT_ONCE: Final = 1 << 15
_STEPS_IN_CACHE: Final = 1024
_PLACES_AT_ONCE: Final = 16
_CORE_MS: Final = 0.6
_TINY: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Click:
    """A place that may be a click.

    Attributes:
        place: Its sample.
        confidence: 0..1.
        above_db: Its peak relative to the waveform around it.
        width_s: How long it sounds.
    """

    place: int
    confidence: float
    above_db: float
    width_s: float


def _find(material: Material, findings: Findings) -> None:
    for channel, levels in enumerate(material.levels):
        if levels.speech_db is None:
            findings.cannot(KIND, SILENT, channel=channel)
            continue
        for click in _told(material, channel):
            start = click.place / material.rate
            findings.add(
                KIND,
                (start, start + click.width_s),
                channel=channel,
                value=click.above_db,
                unit="dB",
                confidence=click.confidence,
            )


def _told(material: Material, channel: int) -> list[Click]:
    """Return the clicks to tell of: the certain ones, and weaker ones in a recording without speech."""
    weaker = [click for click in clicks_of(material, channel) if click.confidence >= HINT]
    certain = [click for click in weaker if click.confidence >= CERTAIN]
    if len(weaker) == len(certain) or anybody_speaks(material):
        return certain
    return weaker


def clicks_of(material: Material, channel: int) -> list[Click]:
    """Return all places that a sweep stops at, in order, each with its confidence."""
    return material.shared(f"clicks {channel}", lambda: _swept(material, channel))


def _swept(material: Material, channel: int) -> list[Click]:
    padding = round(PADDING_S * material.rate) if material.recording.lossy else 0
    end = material.recording.samples.shape[1] - padding
    places, numbers = described(material, channel, material.levels[channel])
    return [
        Click(place, sure, above_db=above, width_s=max(1 / material.rate, 0.0001))
        for place, sure, above in zip(
            places.tolist(), confidences(numbers).tolist(), numbers[:, 5].tolist(), strict=True
        )
        if padding <= place < end
    ]


def confidences(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how sure the fit is that each place is a click, 0..1, from numbers of shape (places, 9)."""
    scores = (numbers - _MEANS) / _SPREADS @ _WEIGHTS + _BIAS
    sure: NDArray[np.float64] = 1 / (1 + np.exp(-scores))
    return sure


def described(
    material: Material, channel: int, levels: Levels
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return where a sweep stops, in order, and the numbers of each place, shape (places, 9)."""
    if levels.speech_db is None:
        return np.empty(0, np.int64), np.empty((0, 9))
    scale = 10 ** ((_NOMINAL_DB - levels.speech_db) / 20) / material.recording.full_scale
    row, step = material.recording.samples[channel], levels.step
    places = _stops(row, levels, least=_LEAST / scale)
    reach = _FIT_MS * step
    inside = (places >= reach) & (places + reach <= len(row))
    numbers = np.empty((len(places), 9))
    for some in np.split(np.flatnonzero(inside), range(_PLACES_AT_ONCE, len(places), _PLACES_AT_ONCE)):
        pieces = row[places[some, None] + np.arange(-reach, reach)]
        numbers[some] = _describe(pieces * scale, reach, step=step)
    for one in np.flatnonzero(~inside).tolist():
        first = max(0, int(places[one]) - reach)
        piece = row[None, first : int(places[one]) + reach]
        numbers[one] = _describe(piece * scale, int(places[one]) - first, step=step)[0]
    return places, numbers


def _stops(row: NDArray[np.int16], levels: Levels, *, least: float) -> NDArray[np.int64]:
    """Return the sample of the largest second difference in each millisecond that stands out, in order.

    Samples stay whole numbers, so that nothing hangs on where blocks begin; ``least`` is in their steps.
    """
    step, lead = levels.step, _AROUND_MS + 1
    whole = len(row) // step
    found = [np.empty(0, np.int64)]
    if whole < 2 * _AROUND_MS + 1:
        return found[0]
    for start in range(0, whole, _STEPS_AT_ONCE):
        begin, end = max(0, start - lead), min(whole, start + _STEPS_AT_ONCE + lead)
        highest, sums = _bends_of(row, levels, begin, end)
        around = _mean_around(sums, _AROUND_MS) / step
        wanted = np.flatnonzero((highest > _TIMES_MEAN * around) & (highest > least))
        wanted = wanted[(wanted >= start - begin) & (wanted < start - begin + _STEPS_AT_ONCE)]
        alone = wanted[highest[wanted] > _TIMES_RIVAL * _rivals(highest, wanted)]
        found.append(_summits(row, step, begin + alone))
    return np.concatenate(found)


def _bends_of(
    row: NDArray[np.int16], levels: Levels, begin: int, end: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the largest second difference in each step, and the sum of all, without their sign."""
    step = levels.step
    highest, sums = np.zeros((2, end - begin), np.float32)
    edges = np.append(np.arange(begin, end, _STEPS_IN_CACHE), end)
    sounding = levels.sounds_between(edges * step + 1, before=2)  # a neighbour's sample bends the edge
    for first, last in zip(edges[:-1][sounding].tolist(), edges[1:][sounding].tolist(), strict=True):
        # With a row for each place in a step, NumPy works on many steps at a time.
        bends = np.abs(_bends(row, first * step, last * step).reshape(-1, step).T, order="C")
        bends.max(axis=0, out=highest[first - begin : last - begin])
        bends.sum(axis=0, out=sums[first - begin : last - begin])
    return highest, sums


def _summits(row: NDArray[np.int16], step: int, steps: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sample of the largest second difference in each of these steps."""
    around = steps[:, None] * step + np.arange(-1, step + 1)
    inside = (around[:, 1:-1] > 0) & (around[:, 1:-1] < len(row) - 1)
    values = row[np.clip(around, 0, len(row) - 1)].astype(np.int32)
    bends = np.where(inside, np.abs(np.diff(values, 2, axis=1)), 0)
    summits: NDArray[np.int64] = steps * step + np.argmax(bends, axis=1)
    return summits


def _bends(row: NDArray[np.int16], first: int, last: int) -> NDArray[np.float32]:
    """Return the second difference at each of these samples; 0 at the ends of the sound."""
    low, high = max(0, first - 1), min(len(row), last + 1)
    slopes = np.diff(row[low:high].astype(np.float32))
    bends = np.zeros(last - first, np.float32)
    np.subtract(slopes[1:], slopes[:-1], out=bends[low + 1 - first : high - 1 - first])
    return bends


def _rivals(highest: NDArray[np.float32], places: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the largest millisecond around each, but for its neighbours, of which one may share its peak.

    Where a neighbour is larger, that one is the place, and the rival of this one is infinite.
    """
    padded = np.pad(highest, _AROUND_MS)
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * _AROUND_MS + 1)[places]
    beside = windows[:, _AROUND_MS - 1 : _AROUND_MS + 2].max(axis=1, initial=0)
    apart = np.maximum(
        windows[:, : _AROUND_MS - 1].max(axis=1, initial=0),
        windows[:, _AROUND_MS + 2 :].max(axis=1, initial=0),
    )
    rivals: NDArray[np.float32] = np.where(beside > highest[places], np.float32(np.inf), apart)
    return rivals


def _mean_around(values: NDArray[np.float32], reach: int) -> NDArray[np.float64]:
    """Return the mean of each value and so many before and after it, of fewer at the ends."""
    sums = np.zeros(len(values) + 2 * reach + 1)
    np.cumsum(values, dtype=np.float64, out=sums[reach + 1 : reach + 1 + len(values)])
    sums[reach + 1 + len(values) :] = sums[reach + len(values)]
    places = np.arange(len(values))
    counts = np.minimum(places, reach) + np.minimum(places[::-1], reach) + 1
    means: NDArray[np.float64] = (sums[2 * reach + 1 :] - sums[: -2 * reach - 1]) / counts
    return means


def _describe(pieces: NDArray[np.float64], at: int, *, step: int) -> NDArray[np.float64]:
    """Return the nine numbers of the place ``at`` in each of several pieces, which are at the nominal level.

    Pieces have the shape (places, samples), the numbers (places, 9).
    """
    core = max(2, round(_CORE_MS * step))
    bridged = _bridged(pieces, at, core)
    error = np.abs(_unpredicted(pieces, bridged, order=12 if step <= 16 else 16))  # noqa: PLR2004 - 16 kHz
    near = slice(max(0, at - core), at + core + 1)
    peak = error[:, near].max(axis=1)
    ms3 = np.square(error[:, max(0, at - 3 * step) : at + 3 * step]).sum(axis=1)
    tight = np.square(error[:, max(0, at - round(0.4 * step)) : at + round(0.4 * step) + 1]).sum(axis=1)
    error[:, near] = 0
    ms12 = error[:, max(0, at - _AROUND_MS * step) : at + _AROUND_MS * step]
    waves = bridged[:, max(0, at - 5 * step) : at + 5 * step]
    highest = np.maximum(waves.max(axis=1), -waves.min(axis=1))
    jump = np.abs(pieces[:, near] - bridged[:, near]).max(axis=1)
    before = np.square(bridged[:, max(0, at - 8 * step) : max(1, at - core)]).mean(axis=1)
    later = bridged[:, at + core : at + 8 * step]
    after = np.square(later).sum(axis=1) / max(1, later.shape[1])
    columns = (
        _db(peak / (ms12.mean(axis=1) + _TINY)),
        _db(peak / (ms12.max(axis=1) + _TINY)),
        _db(peak / (error.max(axis=1) + _TINY)),
        _db(tight / (ms3 + _TINY)) / 2,
        _db(peak),
        _db(jump / (highest + _TINY)),
        np.abs(_db((after + _TINY) / (before + _TINY)) / 2),
        _db(np.sqrt(np.square(waves).mean(axis=1)) + _TINY),
        np.count_nonzero(ms12 > peak[:, None] / 3, axis=1),
    )
    return np.stack(columns, axis=1)


def _db(ratios: NDArray[np.float64]) -> NDArray[np.float64]:
    decibels: NDArray[np.float64] = np.clip(20 * np.log10(np.maximum(ratios, 1e-6)), -60, 60)
    return decibels


def _bridged(pieces: NDArray[np.float64], at: int, core: int) -> NDArray[np.float64]:
    """Return the pieces with a straight line over the place."""
    bridged = pieces.copy()
    low, high = max(0, at - core), min(pieces.shape[1] - 1, at + core)
    share = np.linspace(0, 1, high - low + 1)
    bridged[:, low : high + 1] = pieces[:, [low]] * (1 - share) + pieces[:, [high]] * share
    return bridged


def _unpredicted(
    pieces: NDArray[np.float64], bridged: NDArray[np.float64], *, order: int
) -> NDArray[np.float64]:
    """Return what a linear predictor of each bridged piece leaves of the piece itself."""
    length = pieces.shape[1]
    size = fast_length(length + order)
    spectra = rfft(bridged * _window(length), size)
    lags = irfft(spectra.real**2 + spectra.imag**2, size)[:, : order + 1]
    lags[:, 0] = lags[:, 0] * (1 + 1e-5) + _TINY
    distances = np.abs(np.subtract.outer(np.arange(order), np.arange(order)))
    filters = np.ones((len(pieces), order + 1))
    filters[:, 1:] = -np.linalg.solve(lags[:, distances], lags[:, 1:, None])[:, :, 0]
    left = rfft(pieces, size) * rfft(filters, size)
    error: NDArray[np.float64] = irfft(left, size)[:, :length]
    error[:, :order] = 0
    return error


@cache
def _window(length: int) -> NDArray[np.float64]:
    return np.hanning(length)


_MEANS: Final = np.array([36.342, 14.206, 10.127, -1.548, -24.518, 6.874, 6.606, -35.685, 5.842])
_SPREADS: Final = np.array([14.442, 14.405, 16.265, 1.554, 15.537, 17.15, 8.12, 13.536, 14.139])
_WEIGHTS: Final = np.array([4.171, -1.259, 0.53, 0.621, 1.326, 0.391, -0.835, 1.026, -0.618])
_BIAS: Final = 1.246

CLICKS: Final = Detector("clicks", 2, (KIND,), _find)
