"""Clicks: single samples, ticks and steps that no mouth makes.

One sweep looks for a millisecond whose second difference stands out of the 12 ms around it. Each such place
is tried: a predictor of speech (linear prediction) is fitted to 80 ms after the place itself has been
bridged, and what it cannot predict there is described by nine numbers that hang neither on the level nor on
the rate. A logistic function of them, fitted to clicks that were put into speech
(`tests/bench/evidence/click_fit.py`), says how sure it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.levels import Levels
from earmark.audio.evidence.material import PADDING_S, SILENT, Detector, Findings, Material
from earmark.audio.evidence.talk import speech_of

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
_STEPS_AT_ONCE: Final = 2048
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
    if len(weaker) == len(certain) or any(speech_of(material)):
        return certain
    return weaker


def clicks_of(material: Material, channel: int) -> list[Click]:
    """Return all places that a sweep stops at, in order, each with its confidence."""
    return material.shared(f"clicks {channel}", lambda: _swept(material, channel))


def _swept(material: Material, channel: int) -> list[Click]:
    levels = material.levels[channel]
    padding = round(PADDING_S * material.rate) if material.recording.lossy else 0
    end = material.recording.samples.shape[1] - padding
    return [
        Click(
            place,
            confidence_of(numbers),
            above_db=float(numbers[5]),
            width_s=max(1 / material.rate, 0.0001),
        )
        for place, numbers in described(material, channel, levels)
        if padding <= place < end
    ]


def confidence_of(numbers: NDArray[np.float64]) -> float:
    """Return how sure the fit is that a place is a click, 0..1."""
    score = float(_WEIGHTS @ ((numbers - _MEANS) / _SPREADS) + _BIAS)
    return float(1 / (1 + np.exp(-score)))


def described(material: Material, channel: int, levels: Levels) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Yield the place and the numbers of everything a sweep stops at."""
    if levels.speech_db is None:
        return
    scale = np.float32(10 ** ((_NOMINAL_DB - levels.speech_db) / 20) / material.recording.full_scale)
    lead = 2 * _FIT_MS * levels.step
    row, size = material.recording.samples[channel], levels.step * _STEPS_AT_ONCE
    for start in range(0, len(row), size):
        begin = max(0, start - 2 * lead)
        samples = row[begin : start + size] * scale
        first = start - lead if start else 0
        end = begin + len(samples) - (0 if start + size >= len(row) else lead)
        for place in _stops(samples, levels.step):
            if first <= begin + place < end:
                yield begin + place, _describe(samples, place, step=levels.step)


def _stops(samples: NDArray[np.float32], step: int) -> list[int]:
    """Return the sample of the largest second difference in each millisecond that stands out."""
    bends = np.zeros_like(samples)
    inner = bends[1:-1]
    np.add(samples[:-2], samples[2:], out=inner)
    inner -= samples[1:-1]
    inner -= samples[1:-1]
    np.abs(inner, out=inner)
    whole = len(bends) // step * step
    if whole < step * (2 * _AROUND_MS + 1):
        return []
    cut = bends[:whole].reshape(-1, step)
    highest = cut.max(axis=1)
    around = _mean_around(np.einsum("fs->f", cut) / np.float32(step), _AROUND_MS)
    wanted = np.flatnonzero((highest > _TIMES_MEAN * around) & (highest > _LEAST))
    alone = wanted[highest[wanted] > _TIMES_RIVAL * _rivals(highest, wanted)]
    return [int(at * step + np.argmax(cut[at])) for at in alone.tolist()]


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
    sums = np.concatenate([[0.0], np.cumsum(values, dtype=np.float64)])
    ends = np.arange(len(values))
    low, high = np.maximum(ends - reach, 0), np.minimum(ends + reach + 1, len(values))
    means: NDArray[np.float64] = (sums[high] - sums[low]) / (high - low)
    return means


def _describe(samples: NDArray[np.float32], place: int, *, step: int) -> NDArray[np.float64]:
    """Return the nine numbers of a place; ``samples`` are at the nominal level."""
    reach = _FIT_MS * step
    first = max(0, place - reach)
    piece = samples[first : place + reach].astype(np.float64)
    at = place - first
    core = max(2, round(_CORE_MS * step))
    bridged = _bridged(piece, at, core)
    error = np.abs(_unpredicted(piece, bridged, order=12 if step <= 16 else 16))  # noqa: PLR2004 - 16 kHz
    near = slice(max(0, at - core), at + core + 1)
    peak = error[near].max()
    apart = error.copy()
    apart[near] = 0
    ms12 = apart[max(0, at - 12 * step) : at + 12 * step]
    ms3 = error[max(0, at - 3 * step) : at + 3 * step]
    tight = error[max(0, at - round(0.4 * step)) : at + round(0.4 * step) + 1]
    waves = np.abs(bridged[max(0, at - 5 * step) : at + 5 * step])
    jump = np.abs(piece - bridged)[near].max()
    before = np.mean(bridged[max(0, at - 8 * step) : max(1, at - core)] ** 2)
    after = np.mean(bridged[at + core : at + 8 * step] ** 2) if at + core < len(bridged) else 0.0
    return np.array(
        [
            _db(peak / (ms12.mean() + _TINY)),
            _db(peak / (ms12.max() + _TINY)),
            _db(peak / (apart.max() + _TINY)),
            _db((tight**2).sum() / ((ms3**2).sum() + _TINY)) / 2,
            _db(peak),
            _db(jump / (waves.max() + _TINY)),
            abs(_db((after + _TINY) / (before + _TINY)) / 2),
            _db(np.sqrt((waves**2).mean()) + _TINY),
            float(np.count_nonzero(ms12 > peak / 3)),
        ]
    )


def _db(ratio: float | np.floating[Any]) -> float:
    return min(60.0, max(-60.0, 20 * math.log10(max(float(ratio), 1e-6))))


def _bridged(piece: NDArray[np.float64], at: int, core: int) -> NDArray[np.float64]:
    """Return the piece with a straight line over the place."""
    bridged = piece.copy()
    low, high = max(0, at - core), min(len(piece) - 1, at + core)
    bridged[low : high + 1] = np.linspace(piece[low], piece[high], high - low + 1)
    return bridged


def _unpredicted(
    piece: NDArray[np.float64], bridged: NDArray[np.float64], *, order: int
) -> NDArray[np.float64]:
    """Return what a linear predictor of the bridged piece leaves of the piece itself."""
    windowed = bridged * np.hanning(len(bridged))
    length = len(windowed)
    lags = np.array([windowed[: length - lag] @ windowed[lag:] for lag in range(order + 1)])
    lags[0] = lags[0] * (1 + 1e-5) + _TINY
    distances = np.abs(np.subtract.outer(np.arange(order), np.arange(order)))
    predictor = np.linalg.solve(lags[distances], lags[1:])
    predicted = np.convolve(piece, np.concatenate([[0.0], predictor]))[: len(piece)]
    error: NDArray[np.float64] = piece - predicted
    error[:order] = 0
    return error


_MEANS: Final = np.array([36.342, 14.206, 10.127, -1.548, -24.518, 6.874, 6.606, -35.685, 5.842])
_SPREADS: Final = np.array([14.442, 14.405, 16.265, 1.554, 15.537, 17.15, 8.12, 13.536, 14.139])
_WEIGHTS: Final = np.array([4.171, -1.259, 0.53, 0.621, 1.326, 0.391, -0.835, 1.026, -0.618])
_BIAS: Final = 1.246

CLICKS: Final = Detector("clicks", 2, (KIND,), _find)
