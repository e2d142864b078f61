"""Clipping: peaks cut off at full scale or at any ceiling below it, and peaks pressed together.

A cut is known by the samples that stand at the extreme itself. In 80 recordings of speech never more than two
samples came within the last bit of the highest one; a ceiling gathers dozens. This holds at any level and
rate. Where a filter or a codec has bent the tops after the cut, and where a circuit pressed them softly, what
is left is that the loudest 5 ms are all nearly as loud: their tops pile up under the ceiling instead of
growing rarer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

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
"""Where so many of the loud frames reach the ceiling, it is a tone that is meant to be so loud."""
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
        samples = material.recording.samples[channel]
        places = _cut_places(material, channel)
        if len(places):
            _add_cuts(material, findings, channel=channel, places=places)
        else:
            _add_pressed(material, findings, channel=channel, tops=_tops(samples, levels.step))


def _cut_places(material: Material, channel: int) -> NDArray[np.int64]:
    """Return the samples that stand at a ceiling, by the whole channel, every ten seconds and every half."""
    samples = material.recording.samples[channel]
    least = round(_LEAST * material.recording.full_scale)
    step = material.levels[channel].step
    parts = [np.empty(0, np.int64)]
    for start, end in _windows(samples, round(material.rate), least=least):
        for sign, extreme in ((1, int(samples[start:end].max())), (-1, -int(samples[start:end].min()))):
            if extreme >= least:
                short = end - start < material.rate
                at = _at_ceiling(samples[start:end], extreme, sign, step=step)
                if not short or (len(at) and np.count_nonzero(np.diff(at) > 1) >= _FEWEST_PEAKS - 1):
                    parts.append(start + at)
    return np.unique(np.concatenate(parts))


def _windows(samples: NDArray[np.int16], rate: int, *, least: int) -> Iterator[tuple[int, int]]:
    """Yield the whole, then every ten seconds, then those half seconds whose extremes gather samples."""
    yield 0, len(samples)
    long, short = round(_WINDOW_S * rate), rate // 2
    if len(samples) > long:
        yield from ((start, min(start + long, len(samples))) for start in range(0, len(samples), long))
    whole = len(samples) // short * short
    for first in range(0, whole, 64 * short):
        rows = samples[first : min(first + 64 * short, whole)].reshape(-1, short)
        tops, lows = rows.max(axis=1), rows.min(axis=1)
        at_top = np.count_nonzero(rows >= (np.maximum(tops, least) - 1)[:, None], axis=1)
        at_low = np.count_nonzero(rows <= (np.minimum(lows, -least) + 1)[:, None], axis=1)
        for row in np.flatnonzero(np.maximum(at_top, at_low) >= 2 * _FEWEST_AT).tolist():
            yield first + row * short, first + (row + 1) * short


def _at_ceiling(samples: NDArray[np.int16], extreme: int, sign: int, *, step: int) -> NDArray[np.int64]:
    """Return the places within the last bit of the extreme, if they are a ceiling's and no tone's."""
    edge = _NEAR[0] * extreme
    high = np.flatnonzero(samples >= edge if sign > 0 else samples <= -edge)
    sizes = samples[high].astype(np.int32) * sign
    at = high[sizes >= extreme - 1]
    near = int(np.count_nonzero(sizes < _NEAR[1] * extreme))
    expected = near * 2 / ((_NEAR[1] - _NEAR[0]) * extreme) + 0.5
    if len(at) < _FEWEST_AT or len(at) < _TIMES_EXPECTED * expected or _is_coarse(samples, extreme, sign):
        return at[:0]
    tops = _tops(samples, step)
    reach = np.count_nonzero(tops >= extreme - 1)
    return at[:0] if reach > _TONE_SHARE * np.count_nonzero(tops > extreme / 4) else at


def _is_coarse(samples: NDArray[np.int16], extreme: int, sign: int) -> bool:
    """Tell whether loud samples lie on coarse steps, of 8 bits or of mu-law, where many share the highest."""
    loud = samples[samples > extreme / 2] if sign > 0 else samples[samples < -extreme / 2]
    steps = np.diff(np.unique(loud))
    return len(steps) > 1 and int(np.median(steps)) >= _COARSE and int(steps.min()) >= _COARSE / 2


def _tops(samples: NDArray[np.int16], step: int) -> NDArray[np.int32]:
    """Return the largest absolute sample of every 5 ms."""
    size = step * _FRAME_STEPS
    whole = len(samples) // size * size
    cut = samples[:whole].reshape(-1, size)
    tops: NDArray[np.int32] = np.maximum(cut.max(axis=1).astype(np.int32), -cut.min(axis=1).astype(np.int32))
    return tops


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


CLIPPING: Final = Detector("clipping", 1, (KIND,), _find)
