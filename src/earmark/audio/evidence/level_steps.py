"""Steps of the level: from one moment to the next everything is louder, or softer.

A voice that rises leaves the noise around it as it is; a gain moves both. So a step counts where the upper
levels of the speech and the noise under it move together by about as much. Five seconds on each side are
compared: in shorter ones what is said differs more than most steps. The noise is what each of 20 bands falls
back to, since speech leaves some of them free at any time; where the step lies is told by the levels of all
frames. Pauses are cut to what is near speech, so that the turns of a speaker are compared, too; there the
place is known, and less of a step will do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.evidence.levels import SILENCE_DB, Levels
from earmark.audio.evidence.material import SILENT, Detector, Findings, Material
from earmark.audio.evidence.runs import widened
from earmark.audio.transforms import rfft

KIND: Final = "level_jump"
_SIDE_S: Final = 5.0
_MARGIN_S: Final = 0.6
_LEAST_SPEECH_S: Final = 1.2
_LEAST_SIDE_S: Final = 1.2
_BLOCK_FRAMES: Final = 40
_HOP_FRAMES: Final = 10
_APART_DB: Final = 5.0
_UNLIKE_DB: Final = 4.5
"""Between the quartiles of the bands: a gain moves all of them alike."""
_PAUSE_S: Final = 0.3
"""So much of a pause is cut out at least where turns meet."""
_CONFIDENCE: Final = 0.85
_UNCHECKED_CONFIDENCE: Final = 0.6
_UPPER: Final = 0.8
_WINDOWS_AT_ONCE: Final = 4096
_SHORT: Final = "It has under 1.2 s of speech on each side of any moment."

_BANDS: Final = 20
_BAND_HZ: Final = (150.0, 8000.0)
_BAND_SHARE: Final = 0.46
"""Of the rate, up to which bands go: above it, files are often empty."""
_WINDOW_S: Final = 0.03
_FALLEN: Final = 0.03
_TOGETHER: Final = 256
_MOST_KEPT: Final = 1000
"""Of so many frames together: 20 MB. In longer sound some are measured twice."""
_FEWEST_BANDS: Final = 6
_LEAST_POWER_DB: Final = -5.0
"""Relative to the last bit: softer noise is that of the rounding, which no gain moves."""

_LEVELS_DB: Final = np.arange(-100, 11)
_SMOOTH_DB: Final = 2.0
_ROUNDS: Final = 5


@dataclass(frozen=True, slots=True)
class _Bounds:
    """How much must change, in dB: the speech, the noise, the mean of both, and the speech without a noise.

    Where pauses are digital silence, no noise moves with the voice, and more is asked of the voice; of one
    channel alone, which may hold two speakers, nothing is then said.
    """

    speech: float
    noise: float
    both: float
    unchecked: float


_WITHIN: Final = _Bounds(speech=3.0, noise=3.5, both=4.2, unchecked=7.0)
"""Within a turn. Between sides of 5 s the speech alone differs by 2 dB, so steps of 6 dB pass."""
_BETWEEN: Final = _Bounds(speech=2.0, noise=3.0, both=3.4, unchecked=4.5)
"""Where turns meet. Turns of one voice differ by 2 dB, and the noise by 1 dB, so steps of 5 dB pass."""


@dataclass(frozen=True, slots=True)
class _Heard:
    """The frames of a channel that are near speech, one after the other.

    Attributes:
        frames_db: Shape (frames,).
        speaking: Shape (frames,).
        starts: Shape (frames,): the first sample of each.
        frame_s: Length of a frame in seconds.
        samples: All samples of the channel.
        rate: Their rate in Hz.
        bands: Levels of the bands of every second frame, some together by their first place, as needed.
    """

    frames_db: NDArray[np.float32]
    speaking: NDArray[np.bool_]
    starts: NDArray[np.int64]
    frame_s: float
    samples: NDArray[np.int16]
    rate: int
    bands: dict[int, NDArray[np.float32]] = field(default_factory=dict)

    @property
    def side(self) -> int:
        """How many frames are compared on each side."""
        return round(_SIDE_S / self.frame_s)


@dataclass(frozen=True, slots=True)
class _Step:
    """A place at which the level may change: by how many dB the speech does, and the noise (NaN: unknown)."""

    frame: int
    speech_db: float
    noise_db: float
    unlike_db: float

    @property
    def size_db(self) -> float:
        """The mean of both, or that of the speech where the noise says nothing."""
        return self.speech_db if np.isnan(self.noise_db) else (self.speech_db + self.noise_db) / 2


def _find(material: Material, findings: Findings) -> None:
    for channel, levels in enumerate(material.levels):
        if levels.speech_db is None:
            findings.cannot(KIND, SILENT, channel=channel)
            continue
        heard = _heard(material, channel, levels)
        blocks = _blocks(heard)
        if np.count_nonzero(np.isfinite(blocks)) * _HOP_FRAMES * levels.frame_s < 2 * _LEAST_SPEECH_S:
            findings.cannot(KIND, _SHORT, channel=channel)
            continue
        for step in _steps(heard, blocks, one_speaker=material.recording.channels > 1):
            start = heard.starts[step.frame] / heard.rate
            findings.add(
                KIND,
                (start, start + _BLOCK_FRAMES * levels.frame_s),
                channel=channel,
                value=step.size_db,
                unit="dB",
                size=abs(step.size_db),
                confidence=_UNCHECKED_CONFIDENCE if np.isnan(step.noise_db) else _CONFIDENCE,
            )


def _heard(material: Material, channel: int, levels: Levels) -> _Heard:
    kept = np.flatnonzero(widened(levels.speaking, round(_MARGIN_S / levels.frame_s)))
    return _Heard(
        levels.frames_db[kept],
        levels.speaking[kept],
        kept * round(levels.frame_s * material.rate),
        levels.frame_s,
        material.recording.samples[channel],
        material.rate,
    )


def _blocks(heard: _Heard) -> NDArray[np.float64]:
    """Return the level of every 400 ms with speech in half of it, each 100 ms; NaN elsewhere."""
    power = 10 ** (heard.frames_db.astype(np.float64) / 10)
    window = np.ones(_BLOCK_FRAMES) / _BLOCK_FRAMES
    if len(power) < _BLOCK_FRAMES:
        return np.empty(0)
    means = np.convolve(power, window, "valid")[::_HOP_FRAMES]
    spoken = np.convolve(heard.speaking.astype(float), window, "valid")[::_HOP_FRAMES]
    return np.where(spoken >= 0.5, 10 * np.log10(means + 1e-12), np.nan)  # noqa: PLR2004 - half of it


def _steps(heard: _Heard, blocks: NDArray[np.float64], *, one_speaker: bool) -> list[_Step]:
    """Return the steps in order; of several within 5 s only one, where turns meet before others."""
    shifts = _shifts(heard, blocks)
    found: list[_Step] = []
    for bounds, steps in ((_BETWEEN, _between(heard, shifts)), (_WITHIN, _within(heard, shifts))):
        for step in steps:
            near = any(abs(step.frame - other.frame) < heard.side for other in found)
            if not near and _is_told(step, bounds, one_speaker=one_speaker):
                found.append(step)
    return sorted(found, key=lambda step: step.frame)


def _between(heard: _Heard, shifts: NDArray[np.float64]) -> Iterator[_Step]:
    """Yield what changes where a pause is cut, the largest change of the speech first."""
    cuts = np.flatnonzero(np.diff(heard.starts) > _PAUSE_S * heard.rate) + 1
    sizes = shifts[_blocks_at(cuts, len(shifts))]
    for at in np.argsort(-np.abs(sizes), kind="stable").tolist():
        if abs(sizes[at]) >= _BETWEEN.speech:
            yield _Step(int(cuts[at]), float(sizes[at]), *_noise_shift(heard, int(cuts[at])))


def _within(heard: _Heard, shifts: NDArray[np.float64]) -> Iterator[_Step]:
    """Yield what changes anywhere else, one place in 5 s, the largest change of the speech first."""
    left = np.where(np.abs(shifts) >= _WITHIN.speech, shifts, 0.0)
    apart = heard.side // _HOP_FRAMES
    while abs(left).max(initial=0) > 0:
        place = int(np.argmax(np.abs(left)))
        left[max(0, place - apart // 2) : place + apart // 2] = 0
        yield _placed(heard, shifts, place)


def _blocks_at(frames: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Return the blocks whose middles are nearest to frames, of so many."""
    blocks: NDArray[np.int64] = np.clip((frames - _BLOCK_FRAMES // 2) // _HOP_FRAMES, 0, count - 1)
    return blocks


def _is_told(step: _Step, bounds: _Bounds, *, one_speaker: bool) -> bool:
    speech, noise = step.speech_db, step.noise_db
    if np.isnan(noise):
        return one_speaker and abs(speech) >= bounds.unchecked
    together = speech * noise > 0 and abs(speech - noise) <= _APART_DB and step.unlike_db <= _UNLIKE_DB
    each = abs(speech) >= bounds.speech and abs(noise) >= bounds.noise
    return bool(together and each and abs(step.size_db) >= bounds.both)


def _placed(heard: _Heard, shifts: NDArray[np.float64], place: int) -> _Step:
    """Return the step near a place of the blocks: where its frames say, then with its noise as well."""
    frame = place * _HOP_FRAMES + _BLOCK_FRAMES // 2
    step = _Step(frame, float(shifts[place]), float("nan"), float("nan"))
    for _ in range(2):
        frame = _refined(heard, step.frame, step.size_db)
        at = int(_blocks_at(np.array(frame), len(shifts)))
        step = _Step(frame, float(shifts[at]), *_noise_shift(heard, frame))
        if np.isnan(step.noise_db):
            break
    return step


def _shifts(heard: _Heard, blocks: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how much louder the speech after each place is than before, in dB; 0 with too little on a side.

    Of the upper levels, shape (blocks,).
    """
    hop_s = _HOP_FRAMES * heard.frame_s
    side, least, block = round(_SIDE_S / hop_s), round(_LEAST_SPEECH_S / hop_s), _BLOCK_FRAMES // _HOP_FRAMES
    before, spoken_before = _upper(blocks, side, least)
    after, spoken_after = _upper(blocks[::-1], side - block, least)
    later = np.arange(len(blocks)) + block
    inside = later < len(blocks)
    mirrored = (len(blocks) - later)[inside]
    shifts = np.zeros(len(blocks))
    shifts[inside] = np.where(
        spoken_before[:-1][inside] & spoken_after[mirrored], after[mirrored] - before[:-1][inside], 0.0
    )
    return shifts


def _upper(
    blocks: NDArray[np.float64], side: int, least: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the 80th percentile of the blocks before each place, and whether enough of them have speech.

    Places go from 0 to the number of blocks, so that the last looks back at the end.
    """
    padded = np.concatenate([np.full(side, np.nan), blocks])
    windows = np.lib.stride_tricks.sliding_window_view(padded, side)
    upper, counts = np.empty(len(windows)), np.empty(len(windows), np.int64)
    for at in range(0, len(windows), _WINDOWS_AT_ONCE):
        some = slice(at, at + _WINDOWS_AT_ONCE)
        ordered = np.sort(windows[some], axis=1)  # NaN comes last
        counts[some] = np.count_nonzero(np.isfinite(ordered), axis=1)
        ranks = np.maximum(0, np.round(_UPPER * (counts[some] - 1)).astype(int))
        upper[some] = ordered[np.arange(len(ordered)), ranks]
    return np.nan_to_num(upper), counts >= least


def _refined(heard: _Heard, frame: int, step_db: float) -> int:
    """Return the frame at which a step of this size explains the levels within 5 s of a frame best.

    The levels before it, and those after it less the step, are taken for draws of one distribution; the frame
    at which they are likeliest is looked for, and the distribution made anew, until it stays.
    """
    first = max(0, frame - heard.side)
    levels = heard.frames_db[first : frame + heard.side].astype(np.float64)
    sounding = levels > SILENCE_DB
    smooth = np.exp(-0.5 * (np.arange(-6, 7) / _SMOOTH_DB) ** 2)
    place = frame - first
    for _ in range(_ROUNDS):
        shifted = np.where(np.arange(len(levels)) < place, levels, levels - step_db)
        bins = np.floor(shifted[sounding]).astype(np.int64) - _LEVELS_DB[0]
        counts = np.bincount(np.clip(bins, 0, len(_LEVELS_DB) - 2), minlength=len(_LEVELS_DB) - 1)
        logs = np.log(np.convolve(counts, smooth / smooth.sum(), "same") + 0.5)
        before, after = (np.interp(each, _LEVELS_DB[:-1] + 0.5, logs) for each in (levels, levels - step_db))
        gains = np.concatenate([[0.0], np.cumsum(np.where(sounding, before - after, 0.0))[:-1]])
        likeliest = int(np.argmax(gains))
        if likeliest == place:
            break
        place = likeliest
    return first + place


def _noise_shift(heard: _Heard, frame: int) -> tuple[float, float]:
    """Return how much louder the noise after a frame is than before, and how unlike its bands are, in dB.

    Both are NaN where a side is too short, or where most bands fall back to the rounding of the samples.
    """
    first, last = max(0, frame - heard.side), min(len(heard.starts), frame + heard.side)
    if min(frame - first, last - frame) * heard.frame_s < _LEAST_SIDE_S:
        return float("nan"), float("nan")
    before, after = (_fallen(_bands_within(heard, *side)) for side in ((first, frame), (frame, last)))
    measured = np.minimum(before, after) > _LEAST_POWER_DB
    if np.count_nonzero(measured) < _FEWEST_BANDS:
        return float("nan"), float("nan")
    low, middle, high = np.quantile((after - before)[measured], (0.25, 0.5, 0.75))
    return float(middle), float(high - low)


def _fallen(levels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what each band falls back to, from levels of shape (bands, frames)."""
    rank = _FALLEN * (levels.shape[1] - 1)
    low = int(rank)
    ordered = np.partition(levels, (low, low + 1), axis=1)
    fallen: NDArray[np.float32] = ordered[:, low] + (ordered[:, low + 1] - ordered[:, low]) * np.float32(
        rank - low
    )
    return fallen


def _bands_within(heard: _Heard, first: int, last: int) -> NDArray[np.float32]:
    """Return the levels of the bands in every second frame from the first on to before the last.

    Shape (bands, frames). Frames of even and of odd places are kept apart.
    """
    size, parity = 2 * _TOGETHER, first % 2
    parts = []
    for begin in range(first // size * size + parity, last, size):
        if len(heard.bands) >= _MOST_KEPT:
            heard.bands.clear()
        if begin not in heard.bands:
            heard.bands[begin] = _band_levels(heard, heard.starts[begin : begin + size : 2])
        parts.append(heard.bands[begin])
    skipped = first % size // 2
    return np.concatenate(parts, axis=1)[:, skipped : skipped + (last - first + 1) // 2]


def _band_levels(heard: _Heard, starts: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the levels of 20 bands in windows from these samples on, shape (bands, windows).

    They are in dB relative to the last bit.
    """
    size = 1 << round(np.log2(_WINDOW_S * heard.rate))
    inside = starts[starts + size <= len(heard.samples)]
    shape = np.hanning(size).astype(np.float32)
    if not len(inside):
        return np.empty((_BANDS, 0), np.float32)
    spectra = rfft(np.lib.stride_tricks.sliding_window_view(heard.samples, size)[inside] * shape)
    edges = np.linspace(_BAND_HZ[0], min(_BAND_HZ[1], _BAND_SHARE * heard.rate), _BANDS + 1)
    bins = np.round(edges * size / heard.rate).astype(int)
    shares = np.zeros((_BANDS, spectra.shape[1]), np.float32)
    for share, (low, high) in zip(shares, pairwise(bins.tolist()), strict=True):
        share[low:high] = 1 / (high - low)
    means = shares @ (spectra.real**2 + spectra.imag**2).T
    decibels: NDArray[np.float32] = 10 * np.log10(means / np.square(shape).sum() + np.float32(1e-6))
    return decibels


LEVEL_STEPS: Final = Detector("level_steps", 3, (KIND,), _find)
