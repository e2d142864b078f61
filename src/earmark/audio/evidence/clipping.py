"""Clipping: peaks cut off at full scale or at any ceiling below it, and peaks pressed together.

A cut is known by the samples that stand at the extreme itself. In 80 recordings of speech never more than two
samples came within the last bit of the highest one; a ceiling gathers dozens. This holds at any level and
rate. Where a filter or a codec has bent the tops after the cut, and where a circuit pressed them softly, what
is left is that the loudest 5 ms are all nearly as loud: their tops pile up under the ceiling instead of
growing rarer.
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
_TONE_SHARE: Final = 0.85
"""Where so many of the loud frames come as high, it is a tone that is meant to be so loud."""
_TONE_TOP: Final = 0.98
"""Peaks of a tone fall between samples now and then, and are then lower."""
_MERGE_S: Final = 0.05
_COARSE: Final = 16

_FRAME_STEPS: Final = 5
_PRESSED_SHARE: Final = 0.1
_FEWEST_PRESSED: Final = 30


def _find(material: Material, findings: Findings) -> None:
    for channel, levels in enumerate(material.levels):
        if levels.speech_db is None:
            findings.cannot(KIND, SILENT, channel=channel)
            continue
        extremes = extremes_of(material.recording.samples[channel], levels)
        places = _cut_places(material, extremes)
        if len(places):
            _add_cuts(material, findings, channel=channel, places=places)
        else:
            tops = _tops(extremes, 0, len(extremes.samples))
            _add_pressed(material, findings, channel=channel, tops=tops)


def _cut_places(material: Material, extremes: Extremes) -> NDArray[np.int64]:
    """Return the samples that stand at a ceiling, by the whole channel, every ten seconds and every half."""
    least = round(_LEAST * material.recording.full_scale)
    parts = [np.empty(0, np.int64)]
    for start, end in _windows(extremes, material.rate, least=least):
        for sign, extreme in zip((1, -1), extremes.within(start, end), strict=True):
            if extreme >= least:
                short = end - start < material.rate
                at = _at_ceiling(extremes, extreme, sign, start=start, end=end)
                if not short or (len(at) and np.count_nonzero(np.diff(at) > 1) >= _FEWEST_PEAKS - 1):
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
    """Return the places within the last bit of the extreme, if they are a ceiling's and no tone's."""
    high = extremes.beyond(math.ceil(_NEAR[0] * extreme), sign, start, end)
    samples = extremes.samples[start:end]
    sizes = extremes.samples[high].astype(np.int32) * sign
    at = high[sizes >= extreme - 1]
    near = int(np.count_nonzero(sizes < _NEAR[1] * extreme))
    expected = near * 2 / ((_NEAR[1] - _NEAR[0]) * extreme) + 0.5
    if len(at) < _FEWEST_AT or len(at) < _TIMES_EXPECTED * expected or _is_coarse(samples, extreme, sign):
        return at[:0]
    tops = _tops(extremes, start, end)
    reach = np.count_nonzero(tops >= min(_TONE_TOP * extreme, extreme - 1))
    return at[:0] if reach > _TONE_SHARE * np.count_nonzero(tops > extreme / 4) else at


def _is_coarse(samples: NDArray[np.int16], extreme: int, sign: int) -> bool:
    """Tell whether loud samples lie on coarse steps, of 8 bits or of mu-law, where many share the highest."""
    loud = samples[samples > extreme / 2] if sign > 0 else samples[samples < -extreme / 2]
    steps = np.diff(np.unique(loud))
    return len(steps) > 1 and int(np.median(steps)) >= _COARSE and int(steps.min()) >= _COARSE / 2


def _tops(extremes: Extremes, start: int, end: int) -> NDArray[np.int32]:
    """Return the largest absolute sample of every 5 ms between two samples, as far as the grid goes."""
    first, last = start // extremes.step, end // extremes.step
    last -= (last - first) % _FRAME_STEPS
    tops, lows = (each[first:last].reshape(-1, _FRAME_STEPS) for each in (extremes.tops, extremes.lows))
    largest: NDArray[np.int32] = np.maximum(
        tops.max(axis=1).astype(np.int32), -lows.min(axis=1).astype(np.int32)
    )
    return largest


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


def _add_pressed(material: Material, findings: Findings, *, channel: int, tops: NDArray[np.int32]) -> None:
    """Say once that the tops are pressed, over the span in which they are."""
    findings.measures.setdefault("clipped_percent", [0.0] * material.recording.channels)
    highest = int(tops.max(initial=0))
    if highest < _LEAST * material.recording.full_scale:
        return
    below_db = 20 * np.log10(np.maximum(tops, 1) / highest)
    first, second, third = (
        int(np.count_nonzero((below_db <= -at) & (below_db > -at - 1))) for at in range(3)
    )
    frames = np.flatnonzero(below_db > -1)
    loud = int(np.count_nonzero(below_db > -20))  # noqa: PLR2004 - the range of speech
    pressed = first >= max(_FEWEST_PRESSED, _PRESSED_SHARE * loud) and first > max(second, third)
    if not pressed or first > _TONE_SHARE * loud:
        return
    frame_s = material.levels[channel].step_s * _FRAME_STEPS
    findings.add(
        KIND,
        (frames[0] * frame_s, (frames[-1] + 1) * frame_s),
        channel=channel,
        value=len(frames) * frame_s * material.rate,
        unit="samples",
        confidence=0.6,
        severity=2,
        extra={
            "ceiling_dbfs": round(float(20 * np.log10(highest / material.recording.full_scale)), 1),
            "form": "soft",
        },
    )


def _set(findings: Findings, channel: int, value: float) -> None:
    values = findings.measures["clipped_percent"]
    if isinstance(values, list):
        values[channel] = value


CLIPPING: Final = Detector("clipping", 2, (KIND,), _find)
