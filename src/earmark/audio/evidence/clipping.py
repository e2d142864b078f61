"""Clipping: peaks cut off at full scale or at any ceiling below it, and peaks pressed together.

A cut is known by the samples that stand at the extreme itself. In 80 recordings of speech never more than two
samples came within the last bit of the highest one; a ceiling gathers dozens. This holds at any level and
rate. Where a filter or a codec has bent the tops after the cut, and where a circuit pressed them softly, what
is left is that peaks pile up within a decibel, instead of growing rarer, and that next to none is higher. Six
numbers say how much; a function of them tells such files, fitted to speech of which 1 % was cut before it was
resampled or coded, and to the same whole.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.extremes import Extremes, extremes_of
from earmark.audio.evidence.material import SILENT, Detector, Findings, Material
from earmark.audio.evidence.runs import merged

KIND: Final = "clip"
_WINDOW_S: Final = 10.0
_LEAST: Final = 0.01
"""Of full scale: the ceiling of softer sound cannot be told from the steps of 16 bits."""
_FEWEST_AT: Final = 4
_TIMES_EXPECTED: Final = 8.0
_NEAR: Final = (0.96, 0.99)
_FEWEST_PEAKS: Final = 3
"""In half a second, which one broad peak of a low voice could fill."""
_MERGE_S: Final = 0.05
_COARSE: Final = 16

_STEADY_STEPS: Final = 20
_STEADY: Final = 0.15
"""Of the mean: as much as this the power of a tone varies from 20 ms to 20 ms; that of a voice, more."""

_PEAK_REACH: Final = 2
"""A peak is the highest of so many steps before and after it."""
_SOFTEST_PEAK: Final = 0.02
_OUTLIERS: Final = 2
"""The two highest peaks may be a click, or what a filter has added."""
_CEILINGS_DB: Final = np.arange(-5, 0.6, 0.25)
_WITHIN_DB: Final = 0.6
_BELOW_DB: Final = 2.4
_FAR_BELOW_DB: Final = 6.0
_LOUD_DB: Final = -9.0
_FEWEST_PEAKED: Final = 12
_WEIGHTS: Final = (0.52, 1.823, 0.157, 1.04, 0.603, 8.753)
_BIAS: Final = -9.5


def _find(material: Material, findings: Findings) -> None:
    for channel, levels in enumerate(material.levels):
        if levels.speech_db is None:
            findings.cannot(KIND, SILENT, channel=channel)
            continue
        extremes = extremes_of(material.recording.samples[channel], levels)
        places = _cut_places(material, extremes, levels.power)
        if len(places):
            _add_cuts(material, findings, channel=channel, places=places)
        else:
            _add_pressed(material, findings, channel=channel, extremes=extremes)


def _cut_places(material: Material, extremes: Extremes, power: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return the samples that stand at a ceiling, by the whole channel, every ten seconds and every half."""
    least = round(_LEAST * material.recording.full_scale)
    parts = [np.empty(0, np.int64)]
    for start, end in _windows(extremes, material.rate, least=least):
        for sign, extreme in zip((1, -1), extremes.within(start, end), strict=True):
            if extreme >= least:
                short = end - start < material.rate
                at = _at_ceiling(extremes, extreme, sign, start=start, end=end)
                enough = not short or np.count_nonzero(np.diff(at) > 1) >= _FEWEST_PEAKS - 1
                if (
                    len(at)
                    and enough
                    and not _is_steady(power[start // extremes.step : end // extremes.step])
                ):
                    parts.append(at)
    return np.unique(np.concatenate(parts))


def _windows(extremes: Extremes, rate: int, *, least: int) -> Iterator[tuple[int, int]]:
    """Yield the whole, then every ten seconds, then those half seconds whose extremes gather samples."""
    count, step = len(extremes.samples), extremes.step
    yield 0, count
    long, steps = round(_WINDOW_S * rate / step) * step, rate // 2 // step
    if count > long:
        yield from ((start, min(start + long, count)) for start in range(0, count, long))
    gathered = np.maximum(*(_at_extreme(extremes, steps, sign=sign, least=least) for sign in (1, -1)))
    for row in np.flatnonzero(gathered >= 2 * _FEWEST_AT).tolist():
        yield row * steps * step, (row + 1) * steps * step


def _at_extreme(extremes: Extremes, steps: int, *, sign: int, least: int) -> NDArray[np.int64]:
    """Return how many samples lie within the last bit of the extreme, in windows of so many steps."""
    grid = extremes.tops if sign > 0 else extremes.lows
    rows = grid[: len(grid) // steps * steps].reshape(-1, steps)
    reached = rows.max(axis=1) if sign > 0 else np.minimum(rows.min(axis=1), -1)
    bounds = (np.maximum(reached.astype(np.int32) * sign, least) - 1).astype(np.int16)
    near = rows >= bounds[:, None] if sign > 0 else rows <= -bounds[:, None]
    counts = np.zeros(len(rows), np.int64)
    for places in extremes.places(np.flatnonzero(near)):
        row, values = places // (steps * extremes.step), extremes.samples[places]
        inside = values >= bounds[row] if sign > 0 else values <= -bounds[row]
        counts += np.bincount(row[inside], minlength=len(counts))
    return counts


def _at_ceiling(extremes: Extremes, extreme: int, sign: int, *, start: int, end: int) -> NDArray[np.int64]:
    """Return the places within the last bit of the extreme, if they are a ceiling's."""
    high = extremes.beyond(math.ceil(_NEAR[0] * extreme), sign, start, end)
    samples = extremes.samples[start:end]
    sizes = extremes.samples[high].astype(np.int32) * sign
    at = high[sizes >= extreme - 1]
    near = int(np.count_nonzero(sizes < _NEAR[1] * extreme))
    expected = near * 2 / ((_NEAR[1] - _NEAR[0]) * extreme) + 0.5
    few = len(at) < _FEWEST_AT or len(at) < _TIMES_EXPECTED * expected
    return at[:0] if few or _is_coarse(samples, extreme, sign) else at


def _is_coarse(samples: NDArray[np.int16], extreme: int, sign: int) -> bool:
    """Tell whether loud samples lie on coarse steps, of 8 bits or of mu-law, where many share the highest."""
    loud = samples[samples > extreme / 2] if sign > 0 else samples[samples < -extreme / 2]
    steps = np.diff(np.unique(loud))
    return len(steps) > 1 and int(np.median(steps)) >= _COARSE and int(steps.min()) >= _COARSE / 2


def _add_cuts(material: Material, findings: Findings, *, channel: int, places: NDArray[np.int64]) -> None:
    samples, full = material.recording.samples[channel], material.recording.full_scale
    speech_s = max(
        np.count_nonzero(material.levels[channel].speaking) * material.levels[channel].frame_s, 0.01
    )
    share = 100 * len(places) / (speech_s * material.rate)
    spans = np.stack([places, places + 1], axis=1)
    for first, last in merged(spans, _MERGE_S * material.rate):
        inside = places[first:last]
        ceiling = float(np.median(np.abs(samples[inside].astype(np.int32)))) / full
        findings.add(
            KIND,
            (inside[0] / material.rate, (inside[-1] + 1) / material.rate),
            channel=channel,
            value=len(inside),
            unit="samples",
            confidence=0.99 if len(places) >= 2 * _FEWEST_AT else 0.9,
            size=share,
            extra={"ceiling_dbfs": round(float(20 * np.log10(ceiling)), 1), "form": "hard"},
        )
    findings.measures.setdefault("clipped_percent", [0.0] * material.recording.channels)
    _set(findings, channel, round(share, 4))


def _add_pressed(material: Material, findings: Findings, *, channel: int, extremes: Extremes) -> None:
    """Say once that peaks are pressed under a ceiling, over the span in which they are."""
    findings.measures.setdefault("clipped_percent", [0.0] * material.recording.channels)
    places, heights = _peaks(extremes)
    if heights.max(initial=0) < _LEAST * material.recording.full_scale or len(heights) <= _OUTLIERS:
        return
    reference = float(np.partition(heights, -_OUTLIERS - 1)[-_OUTLIERS - 1])
    below_db = 20 * np.log10(heights / reference)
    ceiling_db = _piled_at(below_db)
    steady = _is_steady(material.levels[channel].power)
    if ceiling_db is None or steady:
        return
    step_s = material.levels[channel].step_s
    under = places[np.abs(below_db - ceiling_db) <= _WITHIN_DB]
    findings.add(
        KIND,
        (under[0] * step_s, (under[-1] + 1) * step_s),
        channel=channel,
        value=len(under) * step_s * material.rate,
        unit="samples",
        confidence=0.6,
        severity=2,
        extra={
            "ceiling_dbfs": round(
                ceiling_db + float(20 * np.log10(reference / material.recording.full_scale)), 1
            ),
            "form": "soft",
        },
    )


def _peaks(extremes: Extremes) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the steps that are the highest within 2 ms, in order, and their absolute heights."""
    heights = np.maximum(extremes.tops.astype(np.int32), -extremes.lows.astype(np.int32))
    padded = np.pad(heights, _PEAK_REACH)
    near = np.max([padded[at : at + len(heights)] for at in range(2 * _PEAK_REACH + 1)], axis=0)
    places = np.flatnonzero((heights >= near) & (heights > _SOFTEST_PEAK * heights.max(initial=0)))
    return places, heights[places].astype(np.float64)


def _piled_at(below_db: NDArray[np.float64]) -> float | None:
    """Return the level at which peaks pile up, relative to the same as they are; None where they do not.

    There are many within 0.6 dB of it, by how many are softer by 2 dB, and by 4 dB; few are higher; and they
    are a good part of all that are loud. Of several levels that is taken where they are most by both sides.
    """
    ordered = np.sort(below_db)
    edges = np.array([_WITHIN_DB, -_WITHIN_DB, -_BELOW_DB, -_FAR_BELOW_DB])
    up_to = np.searchsorted(ordered, _CEILINGS_DB + edges[:, None], "right")
    within, below, far = up_to[0] - up_to[1], up_to[1] - up_to[2], up_to[2] - up_to[3]
    width = 2 * _WITHIN_DB
    rises = np.log((within + 1) / (below * width / (_BELOW_DB - _WITHIN_DB) + 3))
    lifts = np.log((within + 1) / (far * width / (_FAR_BELOW_DB - _BELOW_DB) + 3))
    ends = np.log((within + 1) / (len(ordered) - up_to[0] + 1))
    clear = np.where(within >= _FEWEST_PEAKED, rises + np.minimum(ends, 3) / 2, -np.inf)
    best = int(np.argmax(clear))
    rise, end, loud = rises[best], min(float(ends[best]), 4.0), np.count_nonzero(ordered > _LOUD_DB)
    share = within[best] / max(1, loud)
    numbers = (rise, end, _CEILINGS_DB[best], lifts[best], rise * end, math.sqrt(share))
    score = sum(weight * number for weight, number in zip(_WEIGHTS, numbers, strict=True)) + _BIAS
    return float(_CEILINGS_DB[best]) if clear[best] > -np.inf and score > 0 else None


def _is_steady(power: NDArray[np.float32]) -> bool:
    """Tell whether sound is a tone: its power hardly changes from 20 ms to 20 ms."""
    frames = power[: len(power) // _STEADY_STEPS * _STEADY_STEPS].reshape(-1, _STEADY_STEPS).mean(axis=1)
    sounding = frames[frames > 0]
    return len(sounding) > 1 and bool(sounding.std() < _STEADY * sounding.mean())


def _set(findings: Findings, channel: int, value: float) -> None:
    values = findings.measures["clipped_percent"]
    if isinstance(values, list):
        values[channel] = value


CLIPPING: Final = Detector("clipping", 3, (KIND,), _find)
