"""Loudness by ITU-R BS.1770-5 and EBU R 128: integrated, momentary and short-term maximum, range, true peak.

The filter is made for every rate from its analogue prototype. 100 ms of power are kept, and all windows are
sums of them. Values agree with libebur128 within 0.02 LU.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import soxr
from numpy.typing import NDArray

from earmark.audio.evidence.k_weighting import k_weighting
from earmark.audio.evidence.material import SILENT, Detector, Findings, Material
from earmark.audio.evidence.runs import runs_of

KIND: Final = "loudness"
_BLOCK_S: Final = 0.1
_OFFSET: Final = -0.691
_ABSOLUTE_LUFS: Final = -70.0
_RELATIVE_LU: Final = -10.0
_MOMENTARY: Final = 4
_SHORT_TERM: Final = 30
_SHORT_RANGE: Final = "It has under 3 s above the absolute gate of -70 LUFS to take a range from."
_RANGE_GATE_LU: Final = -20.0
_PEAK_BLOCK: Final = 1 << 14
_PEAK_BLOCKS: Final = 16
_PEAK_LEAD: Final = 256
_BLOCKS_AT_ONCE: Final = 32
_SHORT: Final = "It is shorter than 0.4 s, the least that loudness is defined for."
_SHORT_TERM_REASON: Final = "It is shorter than 3 s, the window of short-term loudness."
_GATED: Final = "All of it is below the absolute gate of -70 LUFS."


def _find(material: Material, findings: Findings) -> None:
    powers = np.stack([block_powers(material, channel) for channel in range(material.recording.channels)])
    together = powers.sum(axis=0)
    whole = integrated(together)
    findings.measures["integrated_lufs"] = _rounded(whole)
    for name, blocks, reason in (
        ("momentary_max_lufs", _MOMENTARY, _SHORT),
        ("short_term_max_lufs", _SHORT_TERM, _SHORT_TERM_REASON),
    ):
        loudest = loudest_window(together, blocks)
        findings.measures[name] = _rounded(loudest)
        if loudest is None:
            findings.cannot(name, reason if len(together) < blocks else SILENT)
    spread = loudness_range(together)
    findings.measures["loudness_range_lu"] = _rounded(spread)
    if spread is None:
        findings.cannot("loudness_range_lu", _SHORT_RANGE)
    findings.measure("channel_lufs", [integrated(row) for row in powers])
    findings.measure(
        "true_peak_dbtp", [true_peak(material, channel) for channel in range(len(powers))], digits=1
    )
    if whole is None:
        findings.cannot(KIND, _SHORT if len(together) < _MOMENTARY else _GATED)
        return
    findings.add(
        KIND,
        (0.0, material.recording.duration_s),
        channel=-1,
        value=whole,
        unit="LUFS",
        confidence=1.0,
        severity=0,
        scope="recording",
    )


def integrated(powers: NDArray[np.float64]) -> float | None:
    """Return the gated loudness of 100 ms powers in LUFS; None where nothing passes the gates."""
    windows = _windows(powers, _MOMENTARY)
    heard = windows[_lufs(windows) > _ABSOLUTE_LUFS]
    if not len(heard):
        return None
    loud = heard[_lufs(heard) > _lufs(heard.mean(keepdims=True)) + _RELATIVE_LU]
    return float(_lufs(loud.mean(keepdims=True))[0])


def loudest_window(powers: NDArray[np.float64], blocks: int) -> float | None:
    """Return the loudest of all windows of so many 100 ms, ungated, in LUFS; None where there is none."""
    windows = _windows(powers, blocks)
    if not len(windows) or not windows.max() > 0:
        return None
    return float(_lufs(windows.max(keepdims=True))[0])


def loudness_range(powers: NDArray[np.float64]) -> float | None:
    """Return the range of short-term loudness by EBU Tech 3342 in LU, from 100 ms powers.

    It goes from the 10th to the 95th percentile of what passes an absolute gate of -70 LUFS and a relative
    one 20 LU below the loudness of that. None where nothing does, or where the sound is shorter than 3 s.
    """
    windows = _windows(powers, _SHORT_TERM)
    heard = windows[_lufs(windows) > _ABSOLUTE_LUFS]
    if not len(heard):
        return None
    wide = _lufs(heard[_lufs(heard) > _lufs(heard.mean(keepdims=True)) + _RANGE_GATE_LU])
    low, high = np.quantile(wide, (0.1, 0.95))
    return float(high - low)


def true_peak(material: Material, channel: int) -> float | None:
    """Return the highest level in dB of full scale, between samples, too, by BS.1770-5, annex 2.

    Sound is looked at four times as densely in those of its blocks whose samples are highest. None for
    digital silence.
    """
    samples = material.recording.samples[channel]
    starts = range(0, len(samples), _PEAK_BLOCK)
    parts = (samples[start : start + _PEAK_BLOCK] for start in starts)
    tops = np.array([max(int(part.max()), -int(part.min())) for part in parts])
    peak = float(tops.max())
    for block in np.argsort(-tops, kind="stable")[:_PEAK_BLOCKS].tolist():
        first = max(0, starts[block] - _PEAK_LEAD)
        wide = samples[first : starts[block] + _PEAK_BLOCK + _PEAK_LEAD].astype(np.float32)
        dense = soxr.resample(wide, material.rate, 4 * material.rate, quality="VHQ")
        peak = max(peak, float(np.abs(dense).max(initial=0)))
    return float(20 * np.log10(peak / material.recording.full_scale)) if peak else None


def block_powers(material: Material, channel: int) -> NDArray[np.float64]:
    """Return the K-weighted mean power of every whole 100 ms of a channel."""
    samples, size = material.recording.samples[channel], _BLOCK_S * material.rate
    edges = np.round(np.arange(int(samples.size / size) + 1) * size).astype(np.int64)
    powers = np.zeros(len(edges) - 1)
    weighting = k_weighting(material.rate)
    sounding = material.levels[channel].sounds_between(edges, before=weighting.memory)
    for start, end in runs_of(sounding).tolist():
        for first in range(start, end, _BLOCKS_AT_ONCE):
            part = edges[first : min(end, first + _BLOCKS_AT_ONCE) + 1]
            weighted = weighting.of(samples, int(part[0]), int(part[-1]))
            sums = np.add.reduceat(np.square(weighted, out=weighted), part[:-1] - part[0])
            powers[first : first + len(sums)] = sums / np.diff(part) / material.recording.full_scale**2
    return powers


def _windows(powers: NDArray[np.float64], blocks: int) -> NDArray[np.float64]:
    if len(powers) < blocks:
        return powers[:0]
    means: NDArray[np.float64] = np.convolve(powers, np.ones(blocks) / blocks, "valid")
    return means


def _lufs(power: NDArray[np.float64]) -> NDArray[np.float64]:
    loudness: NDArray[np.float64] = _OFFSET + 10 * np.log10(np.maximum(power, 1e-20))
    return loudness


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


LOUDNESS: Final = Detector(
    "loudness", 2, (KIND, "momentary_max_lufs", "short_term_max_lufs", "loudness_range_lu"), _find
)
