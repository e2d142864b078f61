"""Dropouts: speech that breaks off and comes back within a moment.

Zeros are sought in the samples themselves: a run of them between loud samples is no pause, since what a mouth
ends dies away. In what came through a lossy codec there are no zeros, and other programs fill the hole with
noise: there the level on the grid of 1 ms falls by 28 dB within 3 ms and rises so again, or by 22 dB to a
steady noise. Stop consonants fall slower.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.levels import Levels, decibels
from earmark.audio.evidence.material import PADDING_S, SILENT, Detector, Findings, Material
from earmark.audio.evidence.recording import Recording
from earmark.audio.evidence.runs import runs_of

KIND: Final = "dropout"
_SHORTEST_S: Final = 0.0024
_BRIEFEST_S: Final = 0.0008
_FEWEST_BRIEF: Final = 12
"""Samples. A shorter run of zeros than 2.4 ms counts if it is loud on both sides: a hole with faded edges."""
_LONGEST_S: Final = 2.0
_BESIDE_S: Final = 0.004
_LOUD_DB: Final = -30.0
_QUIET_DB: Final = -50.0
_JUMP: Final = 0.3
"""From this share of the rms beside it a waveform breaks off; what ends by itself ends near zero."""
_BROKEN_DB: Final = -35.0
_SOFT_DB: Final = -24.0
_EDGE_DB: Final = -26.0
_FADED_DB: Final = 10.0
"""So much softer than the 8 ms there may be the 4 ms beside a hole with faded edges. What ends or begins
by itself is softer."""
_BRIEF_DB: Final = -20.0
_BRIEF_LEAST_DBFS: Final = -50.0
"""Softer waves stay within the last bit for a moment by themselves."""
_SOFT_LONGEST_S: Final = 0.32
_SOFT_MOST_A_SECOND: Final = 2.0
"""Some synthetic voices have their stops of zeros. They have several a second."""
_DIPS_MOST_A_SECOND: Final = 0.4
"""Not all their stops are dips once noise lies over them."""
_GRADUAL_MOST_A_SECOND: Final = 0.12
_GRADUAL_DB: Final = -3.0
"""So much softer is the step before the fall than the six before it, in most of a voice's stops."""
_ALIKE_SHARE: Final = 0.65
_FADING_DB: Final = -5.0
_PACKET_LEAST_S: Final = 0.015
_RINGING_S: Final = 0.001
_DIP_OFF_S: Final = 0.0015
_HOLE_S: Final = (0.02, 0.5)
_HOLE_SHARE: Final = 0.1
_TO_THE_EDGE_DB: Final = 6.0
"""Below the noise may be what is beside a hole. Where a gate shuts, the noise has gone before."""
_HEARD_FLOOR_DB: Final = -75.0
_LEAST_DBFS: Final = -66.0
"""On the louder side: softer sound passes through the last bit by itself."""
_FEWEST_STOPS: Final = 8
_STOPS_A_SECOND: Final = 1.0
_PACKET_S: Final = 0.01
_PACKET_OFF_S: Final = 0.0008
_COARSE: Final = 4
_OWN: Final = (
    "Digital silence is part of this voice: soft-edged gaps are its stops, and only broken waves are told."
)

_FALLS: Final = ((28.0, math.inf, 5), (22.0, 2.5, 7))
"""How far it falls in dB, how unsteady the bottom may be in dB, and how many steps it lasts at least. Noise
in place of speech is steadier than a mouth and lasts longer than the rest between two beats of a voice, so
less of a fall will do."""
_FROM_DB: Final = -22.0
_LONGEST_DIP: Final = 320
_STEPS_AT_ONCE: Final = 1 << 16
_BLOCK: Final = 1 << 18
_GAPS_AT_ONCE: Final = 1024
_DIP_CONFIDENCE: Final = (0.85, 0.6)


@dataclass(frozen=True, slots=True)
class _Gap:
    """Zeros between two sounds.

    Attributes:
        start: First sample.
        end: The one after the last.
        loud_db: Level of 8 ms on its louder side, relative to the speech.
        quiet_db: The same of the other side.
        edge_db: Level of the 4 ms beside it, on the side where that is lower, relative to the speech.
        jump: The larger of the samples next to it, each relative to the rms of the 4 ms there; 0 where both
            sides are soft.
    """

    start: int
    end: int
    loud_db: float
    quiet_db: float
    edge_db: float
    jump: float


@dataclass(frozen=True, slots=True)
class _Dip:
    """A fall of the level that a rise answers.

    Attributes:
        start: In seconds.
        end: In seconds.
        sure: The confidence.
        fading_db: Level of the step but one before the fall, relative to the six before that.
    """

    start: float
    end: float
    sure: float
    fading_db: float


def _find(material: Material, findings: Findings) -> None:
    for channel, levels in enumerate(material.levels):
        if levels.speech_db is None:
            findings.cannot(KIND, SILENT, channel=channel)
            continue
        gaps = _gaps(material, channel, levels.speech_db)
        zeros = [
            (gap.start / material.rate, gap.end / material.rate, sure)
            for gap, sure in _broken(gaps, material, channel)
        ]
        for start, end, confidence in zeros:
            _add(findings, channel, (start, end), confidence=confidence, form="zeros")
        dips = _dips(levels, levels.speech_db)
        if _is_own(gaps, dips, levels, material.rate):
            findings.cannot(KIND, _OWN, channel=channel)
            continue
        judged = np.array([(gap.start, gap.end) for gap in gaps]).reshape(-1, 2) / material.rate
        for dip in dips:
            start, end = dip.start, dip.end
            apart = all(end < first - _BESIDE_S or start > last + _BESIDE_S for first, last, _ in zeros)
            if apart and not _is_judged(judged, start, end) and _inside(material, start, end):
                _add(findings, channel, (start, end), confidence=dip.sure, form="dip")


def _is_judged(gaps: NDArray[np.float64], start: float, end: float) -> bool:
    """Tell whether a dip is one of the runs of zeros that were judged before, or has one at an end.

    Zeros in its midst say nothing: where a hole was resampled, ringing reaches into it from both sides.
    """
    overlap = (gaps[:, 0] < end) & (start < gaps[:, 1])
    in_midst = (gaps[:, 0] - start > _RINGING_S) & (end - gaps[:, 1] > _RINGING_S)
    return bool((overlap & ~in_midst).any())


def _broken(gaps: list[_Gap], material: Material, channel: int) -> list[tuple[_Gap, float]]:
    """Return the gaps that are dropouts, each with its confidence."""
    levels = material.levels[channel]
    soft, stops = _soft(gaps, material.rate), _are_stops(gaps, levels, material.rate)
    told = dict.fromkeys(soft, 0.9) if len(soft) <= _soft_most(levels) and not stops else {}
    told |= dict.fromkeys(_holes(gaps, material, channel), 0.85)
    told |= {} if stops else dict.fromkeys(_cut_waves(gaps), 0.98)
    return sorted(told.items(), key=lambda item: item[0].start)


def _cut_waves(gaps: list[_Gap]) -> list[_Gap]:
    """Return gaps at which a wave breaks off, or begins in the middle."""
    return [gap for gap in gaps if gap.loud_db > _LOUD_DB and gap.quiet_db > _QUIET_DB and gap.jump > _JUMP]


def _are_stops(gaps: list[_Gap], levels: Levels, rate: int) -> bool:
    """Tell whether broken waves are the way of a voice that is put together from pieces.

    It has one a second and more, as long as its stops are. What is lost on the way is as long as packets are.
    """
    broken = _cut_waves(gaps)
    speaking_s = np.count_nonzero(levels.speaking) * levels.frame_s
    if len(broken) <= max(_FEWEST_STOPS, _STOPS_A_SECOND * speaking_s):
        return False
    lengths = np.array([gap.end - gap.start for gap in broken]) / rate
    packets = np.abs(lengths - _PACKET_S * np.maximum(1, np.round(lengths / _PACKET_S))) < _PACKET_OFF_S
    alike = np.abs(lengths - np.median(lengths)) < _PACKET_OFF_S
    return bool(max(packets.mean(), alike.mean()) < 0.5)  # noqa: PLR2004 - for most of them


def _soft(gaps: list[_Gap], rate: int) -> list[_Gap]:
    """Return gaps between loud sounds whose waves end by themselves, as where a codec fades out and in."""
    return [
        gap
        for gap in gaps
        if gap.quiet_db > _SOFT_DB
        and gap.edge_db > max(gap.quiet_db - _FADED_DB, _EDGE_DB)
        and gap.end - gap.start <= _SOFT_LONGEST_S * rate
    ]


def _soft_most(levels: Levels) -> float:
    return max(4.0, _SOFT_MOST_A_SECOND * np.count_nonzero(levels.speaking) * levels.frame_s)


def _is_own(gaps: list[_Gap], dips: list[_Dip], levels: Levels, rate: int) -> bool:
    """Tell whether silence within words is part of the voice."""
    speaking_s = np.count_nonzero(levels.speaking) * levels.frame_s
    many = len(_soft(gaps, rate)) > _soft_most(levels) or len(dips) > max(4.0, _dips_most(dips) * speaking_s)
    return many or _are_stops(gaps, levels, rate)


def _dips_most(dips: list[_Dip]) -> float:
    """Return how many dips a second may be losses: fewer, where they begin as a voice's stops do.

    If most are as long as one another, and do not die away so much, they are losses however many they are.
    """
    if not dips:
        return _DIPS_MOST_A_SECOND
    lengths = np.array([dip.end - dip.start for dip in dips])
    fading, middle = float(np.median([dip.fading_db for dip in dips])), float(np.median(lengths))
    alike = float((np.abs(lengths - middle) < _DIP_OFF_S).mean())
    if alike >= _ALIKE_SHARE and fading > _FADING_DB and middle >= _PACKET_LEAST_S:
        return math.inf
    gradual = fading <= _GRADUAL_DB and (middle < _PACKET_LEAST_S or alike < 0.5)  # noqa: PLR2004 - most
    return _GRADUAL_MOST_A_SECOND if gradual else _DIPS_MOST_A_SECOND


def _holes(gaps: list[_Gap], material: Material, channel: int) -> list[_Gap]:
    """Return the gaps of a recording that is nowhere else without its noise."""
    levels, floor = material.levels[channel], material.levels[channel].floor_db
    shortest, longest = (length * material.rate for length in _HOLE_S)
    holes = [gap for gap in gaps if shortest <= gap.end - gap.start <= longest]
    zeros = sum(gap.end - gap.start for gap in holes)
    noisy = floor is not None and floor > _HEARD_FLOOR_DB
    if not noisy or zeros > _HOLE_SHARE * material.recording.samples.shape[1]:
        return []
    if len(holes) > max(1, material.recording.duration_s / 10):
        return []
    least = (floor or 0.0) - (levels.speech_db or 0.0) - _TO_THE_EDGE_DB
    return [gap for gap in holes if gap.edge_db > least]


def _add(
    findings: Findings, channel: int, span: tuple[float, float], *, confidence: float, form: str
) -> None:
    findings.add(
        KIND,
        span,
        channel=channel,
        value=1000 * (span[1] - span[0]),
        unit="ms",
        confidence=confidence,
        extra={"form": form},
    )


def zero_runs(material: Material, channel: int, shortest_s: float) -> NDArray[np.int64]:
    """Return the runs of samples within the last bit of zero that last so long, shape (runs, 2).

    The shortest that can be asked for is 0.8 ms, and 12 samples.
    """
    runs = material.shared(f"zeros {channel}", lambda: _zero_runs(material.recording, channel))
    return runs[runs[:, 1] - runs[:, 0] >= round(shortest_s * material.rate)]


def _zero_runs(recording: Recording, channel: int) -> NDArray[np.int64]:
    samples = recording.samples[channel]
    shortest = max(_FEWEST_BRIEF, round(_BRIEFEST_S * recording.sample_rate_hz))
    found = [np.empty((0, 2), np.int64)]
    for start in range(0, len(samples), _BLOCK):
        first = max(0, start - shortest - 1)
        part = samples[first : start + _BLOCK]
        runs = runs_of((part <= 1) & (part >= -1))
        long = runs[:, 1] - runs[:, 0] >= shortest  # a shorter one may go on in the next block
        found.append(runs[long | (runs[:, 0] == 0) | (runs[:, 1] == len(part))] + first)
    runs = _joined(np.concatenate(found))
    return runs[runs[:, 1] - runs[:, 0] >= shortest]


def _joined(runs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Join runs that overlap or touch, as where blocks meet."""
    if len(runs) < 2:  # noqa: PLR2004 - nothing to join
        return runs
    reach = np.maximum.accumulate(runs[:, 1])
    fresh = np.concatenate([[True], runs[1:, 0] > reach[:-1]])
    firsts = np.flatnonzero(fresh)
    lasts = np.concatenate([firsts[1:] - 1, [len(runs) - 1]])
    return np.stack([runs[firsts, 0], reach[lasts]], axis=1)


def _gaps(material: Material, channel: int, speech_db: float) -> list[_Gap]:
    """Return the runs of zeros within the sound; none where samples are coarse or bent by a codec."""
    recording = material.recording
    if recording.lossy or recording.grain(channel) >= _COARSE:
        return []
    runs = zero_runs(material, channel, _BRIEFEST_S)
    lengths = runs[:, 1] - runs[:, 0]
    inside = (runs[:, 0] > 0) & (runs[:, 1] < recording.samples.shape[1])
    runs = runs[inside & (lengths <= _LONGEST_S * material.rate)]
    near, wide, jumps = np.concatenate(
        [np.empty((3, 2, 0)), *(_beside(recording, channel, some) for some in _in_parts(runs))], axis=2
    )
    loud, quiet = wide.max(axis=0), wide.min(axis=0)
    brief = runs[:, 1] - runs[:, 0] < _SHORTEST_S * material.rate
    soft = (quiet - speech_db < _BRIEF_DB) | (quiet < _BRIEF_LEAST_DBFS)
    jump = np.where(near > max(speech_db + _BROKEN_DB, _LEAST_DBFS), jumps, 0.0).max(axis=0)
    levels = (loud - speech_db, quiet - speech_db, near.min(axis=0) - speech_db)
    numbers = np.stack([*levels, jump], axis=1)
    kept = (loud >= _LEAST_DBFS) & ~(brief & soft)
    return [_Gap(*run, *rest) for run, rest in zip(runs[kept].tolist(), numbers[kept].tolist(), strict=True)]


def _in_parts(runs: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    yield from (runs[at : at + _GAPS_AT_ONCE] for at in range(0, len(runs), _GAPS_AT_ONCE))


def _beside(recording: Recording, channel: int, runs: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return what `_sides` says of both sides of each run, shape (3, 2, runs)."""
    sides = [_sides(recording, channel, runs[:, side], sign=sign) for side, sign in ((0, -1), (1, 1))]
    return np.stack([np.stack(each) for each in zip(*sides, strict=True)])


def _sides(
    recording: Recording, channel: int, places: NDArray[np.int64], *, sign: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the levels of 4 and of 8 ms before (-1) or after places, and the next sample relative to 4 ms.

    The levels are in dB relative to full scale; each has the shape (places,).
    """
    samples, beside = recording.samples[channel], round(_BESIDE_S * recording.sample_rate_hz)
    reach = np.arange(-2 * beside, 0)[::-1] if sign < 0 else np.arange(2 * beside)
    at = places[:, None] + reach
    inside = (at >= 0) & (at < len(samples))
    values = np.where(inside, samples[np.clip(at, 0, len(samples) - 1)], 0) / recording.full_scale
    near, wide = (
        10 * np.log10(np.square(values[:, :size]).sum(axis=1) / inside[:, :size].sum(axis=1) + 1e-12)
        for size in (beside, 2 * beside)
    )
    return near, wide, np.abs(values[:, 0]) / 10 ** (near / 20)


def level_db(recording: Recording, channel: int, first: int, last: int) -> float:
    """Return the power of a stretch of samples in dB relative to full scale; -120 for nothing."""
    part = recording.samples[channel, max(0, first) : last].astype(np.float64) / recording.full_scale
    return float(10 * np.log10(np.mean(part**2) + 1e-12)) if len(part) else -120.0


def _dips(levels: Levels, speech_db: float) -> list[_Dip]:
    """Return each fall that a rise answers, in order."""
    floor = levels.floor_db if levels.floor_db is not None else -120.0
    deep = max(floor + 6, speech_db - 50)
    found: list[_Dip] = []
    for first in range(0, len(levels.power), _STEPS_AT_ONCE):
        power = levels.power[first : first + _STEPS_AT_ONCE + _LONGEST_DIP + 20]
        steps = decibels(power)
        for fall, rise in _falls_with_rises(power, steps, speech_db):
            start, end = (first + fall) * levels.step_s, (first + rise - 1) * levels.step_s
            if not found or start > found[-1].end:
                sure = _DIP_CONFIDENCE[0] if _bottom(steps, fall, rise).mean() < deep else _DIP_CONFIDENCE[1]
                before = float(decibels(power[max(0, fall - 8) : fall - 2].mean()))
                found.append(_Dip(start, end, sure, float(steps[fall - 2]) - before))
    return found


def _falls_with_rises(
    power: NDArray[np.float32], steps: NDArray[np.float32], speech_db: float
) -> list[tuple[int, int]]:
    """Return the first quiet step of each dip and the second loud one after it, in order."""
    if len(steps) < 2 * _LONGEST_DIP // 10:
        return []
    sums: NDArray[np.float32] = power[:-3] + power[1:-2] + power[2:-1] + power[3:]
    four = decibels(sums * np.float32(1 / 4))  # of the steps at..at+3
    found: list[tuple[int, int]] = []
    for fall_db, unsteady_db, shortest in _FALLS:
        falls, rises = _edges(steps, four, speech_db=speech_db, fall_db=fall_db)
        pairs = _paired(falls, rises, shortest=shortest)
        for dip in _deep(steps, pairs, fall_db=fall_db, unsteady_db=unsteady_db):
            if all(dip[1] < start or dip[0] > end for start, end in found):
                found.append(dip)
    return sorted(found)


def _paired(
    falls: NDArray[np.int64], rises: NDArray[np.int64], *, shortest: int
) -> Iterator[tuple[int, int]]:
    """Yield each fall with the rise that answers it."""
    for fall, at in zip(falls.tolist(), np.searchsorted(rises, falls + shortest).tolist(), strict=True):
        if at < len(rises) and rises[at] <= fall + _LONGEST_DIP:
            yield fall, int(rises[at])


def _deep(
    steps: NDArray[np.float32], pairs: Iterator[tuple[int, int]], *, fall_db: float, unsteady_db: float
) -> list[tuple[int, int]]:
    """Return the pairs that are so deep and so steady in between, none reaching into another."""
    found: list[tuple[int, int]] = []
    for fall, rise in pairs:
        if found and fall < found[-1][1]:
            continue
        edge = max(steps[fall - 5 : fall - 1].max(), steps[rise + 1 : rise + 5].max())
        bottom = _bottom(steps, fall, rise)
        if bottom.max() <= edge - fall_db and (math.isinf(unsteady_db) or bottom.std() <= unsteady_db):
            found.append((fall, rise))
    return found


def _bottom(steps: NDArray[np.float32], fall: int, rise: int) -> NDArray[np.float32]:
    return steps[fall + 1 : rise - 1] if rise - fall > 3 else steps[fall:rise]  # noqa: PLR2004 - no edges


def _edges(
    steps: NDArray[np.float32], four: NDArray[np.float32], *, speech_db: float, fall_db: float
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first quiet step after each sudden fall, and the second loud one of each sudden rise."""
    quiet = np.maximum(steps[:-1], steps[1:])  # of the steps at, at+1
    first, last = 6, len(steps) - 7
    before, low = four[first - 5 : last - 5], quiet[first:last]
    falls = np.flatnonzero((before > speech_db + _FROM_DB) & (before - low >= fall_db)) + first
    after, bottom = four[first + 1 : last + 1], quiet[first - 3 : last - 3]
    rises = np.flatnonzero((after > speech_db + _FROM_DB) & (after - bottom >= fall_db)) + first
    return _first_of_runs(falls), -_first_of_runs(-rises[::-1])[::-1]


def _first_of_runs(places: NDArray[np.int64]) -> NDArray[np.int64]:
    return places[np.concatenate([[True], np.diff(places) > 1])] if len(places) else places


def _inside(material: Material, start: float, end: float) -> bool:
    """Tell whether a place is far enough from the ends of what a codec has padded."""
    if not material.recording.lossy:
        return True
    return start > PADDING_S and end < material.recording.duration_s - PADDING_S


DROPOUTS: Final = Detector("dropouts", 7, (KIND,), _find)
