"""Sound that comes twice: packets repeated in place of lost ones, and words that stutter.

A jitter buffer that runs dry plays its last packet again, sample for sample: such copies are sought at the
lengths of packets. A player or a voice that stumbles repeats a syllable or a word: there the spectrum of a
third of a second comes back within 1.2 s, and with it the waveform itself, which no mouth can do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.detectors import RATE_HZ
from earmark.audio.evidence.levels import FRAME_MS, Levels
from earmark.audio.evidence.material import SILENT, Detector, Findings, Material
from earmark.audio.evidence.runs import runs_of, widened
from earmark.audio.transforms import fast_length, irfft, rfft

KIND: Final = "repeat"
_PACKETS_S: Final = (0.005, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.1, 0.12)
_BLOCK_STEPS: Final = 2
_PROBES: Final = 4
_AT_ONCE: Final = 4096
_MOST_PERIODS: Final = 40
_LOUD_DB: Final = -30.0
_SOUNDING_STEPS: Final = 8
"""Steps of 16 bits that a copied block spans at least: softer ones are alike by chance."""

_HOP_STEPS: Final = 20
_LONGEST: Final = 60
_SHORTEST: Final = 5
_ALIKE: Final = 15
"""Hops: a stutter comes after 0.1 to 1.2 s, and 0.3 s of it are alike."""
_NEAR_DB: Final = 4.5
_MOVING_DB: Final = 4.0
"""What stands still, such as a held tone, is alike at any distance."""
_SAME_WAVE: Final = 0.95
"""Voices that are put together from pieces say a syllable twice with 0.9."""
_FRAMES_AT_ONCE: Final = 128
_SPECTRA_HZ: Final = 7500
"""Bands up to 3400 Hz need no more, and syllables differ there."""
_ZEROS_DB: Final = -115.0
"""Frames of 10 ms that are softer hold nothing at all."""
_NEARLY_SAME_WAVE: Final = 0.8
"""What is this much alike may be so to the end a few frames on."""
_BANDS_HZ: Final = (150, 300, 450, 650, 900, 1200, 1600, 2100, 2700, 3400)


def _find(material: Material, findings: Findings) -> None:
    for channel, levels in enumerate(material.levels):
        if levels.speech_db is None:
            findings.cannot(KIND, SILENT, channel=channel)
            continue
        packets = [] if material.recording.lossy else _packets(material, channel, levels.speech_db)
        for start, end, lag in packets:
            _add(findings, channel, (start, end), lag=lag, form="packet")
        for start, end, lag in _stutters(material, channel):
            if not any(start < stop and begin < end for begin, stop, _ in packets):
                _add(findings, channel, (start, end), lag=lag, form="stutter")


def _add(findings: Findings, channel: int, span: tuple[float, float], *, lag: float, form: str) -> None:
    findings.add(
        KIND,
        span,
        channel=channel,
        value=1000 * (span[1] - span[0]),
        unit="ms",
        confidence=0.95 if form == "packet" else 0.8,
        extra={"form": form, "lag_ms": round(1000 * lag, 1)},
    )


def _packets(material: Material, channel: int, speech_db: float) -> list[tuple[float, float, float]]:
    """Return start, end and distance in seconds of stretches that are copies of what was before."""
    samples, rate = material.recording.samples[channel], material.rate
    size = _BLOCK_STEPS * material.levels[channel].step
    sounding = _may_sound(material.levels[channel], full_scale=material.recording.full_scale)
    firsts = np.ascontiguousarray(samples[::size])
    found: list[tuple[float, float, float]] = []
    for lag_s in _PACKETS_S:
        lag = round(lag_s * rate)
        for first, last in runs_of(_copied(samples, lag, size, firsts=firsts, sounding=sounding)).tolist():
            start, end = _whole_copy(samples, lag, first * size + lag, last * size + lag)
            part = samples[start:end].astype(np.float64) / material.recording.full_scale
            loud = 10 * np.log10(np.mean(part**2) + 1e-12) > speech_db + _LOUD_DB
            fresh = all(end / rate <= begin or start / rate >= stop for begin, stop, _ in found)
            if (
                loud
                and fresh
                and end - start >= min(lag, round(0.02 * rate))
                and not _is_tone(samples, start, end, lag)
            ):
                found.append((start / rate, end / rate, lag_s))
    return sorted(found)


def _may_sound(levels: Levels, *, full_scale: int) -> NDArray[np.bool_]:
    """Mark the blocks that may span as many steps of 16 bits as is asked for, by their power."""
    least = (_SOUNDING_STEPS / 2 / full_scale) ** 2 / levels.step
    whole = len(levels.power) // _BLOCK_STEPS * _BLOCK_STEPS
    marks: NDArray[np.bool_] = levels.power[:whole].reshape(-1, _BLOCK_STEPS).max(axis=1) > 0.9 * least
    return marks


def _copied(
    samples: NDArray[np.int16],
    lag: int,
    size: int,
    *,
    firsts: NDArray[np.int16],
    sounding: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Mark the blocks whose samples come again after ``lag``; a few samples of each are asked first.

    ``firsts`` holds the first sample of every block.
    """
    count = (len(samples) - lag) // size
    if count < 1:
        return np.zeros(0, np.bool_)
    early, late = (samples[at : at + count * size].reshape(count, size) for at in (0, lag))
    _, *others = np.linspace(0, size - 1, _PROBES).astype(int).tolist()
    later = firsts[lag // size :][:count] if lag % size == 0 else late[:, 0]
    blocks = np.flatnonzero((firsts[:count] == later) & sounding[:count])
    for probe in others:
        blocks = blocks[early[blocks, probe] == late[blocks, probe]]
    alike = np.zeros(count, np.bool_)
    for at in range(0, len(blocks), _AT_ONCE):
        some = blocks[at : at + _AT_ONCE]
        sound = early[some]
        spans = sound.max(axis=1).astype(np.int32) - sound.min(axis=1)
        alike[some] = (spans >= _SOUNDING_STEPS) & (sound == late[some]).all(axis=1)
    return alike


def _whole_copy(samples: NDArray[np.int16], lag: int, start: int, end: int) -> tuple[int, int]:
    """Return a copy with the samples before and after it that are copied, too."""
    reach = lag
    low, high = max(lag, start - reach), min(len(samples), end + reach)
    before = samples[low:start] != samples[low - lag : start - lag]
    after = samples[end:high] != samples[end - lag : high - lag]
    start = low + (int(np.flatnonzero(before)[-1]) + 1 if before.any() else 0)
    return start, end + (int(np.argmax(after)) if after.any() else len(after))


def _is_tone(samples: NDArray[np.int16], start: int, end: int, lag: int) -> bool:
    """Tell whether the copy is periodic within a packet, as an artificial tone is."""
    part = samples[start:end]
    periods = [lag // times for times in range(2, _MOST_PERIODS + 1) if lag % times == 0]
    return any(np.array_equal(part[period:], part[:-period]) for period in periods if period < len(part))


def _stutters(material: Material, channel: int) -> list[tuple[float, float, float]]:
    """Return start, end and distance in seconds of what comes again, each the second time."""
    frames = _spectra(_wave_of(material, channel, _SPECTRA_HZ), material.levels[channel])
    wave = _wave_of(material, channel, RATE_HZ)
    mean = frames.mean(axis=0)
    loud = mean > mean.max(initial=-200) + _LOUD_DB
    found: list[tuple[float, float, float]] = []
    for places, lag in _alike(frames, loud):
        for place in places:
            likeness, exact = _lag_of_wave(wave, place, lag)
            if likeness >= _SAME_WAVE and exact * wave.rate_hz >= _SHORTEST * wave.hop:
                start = place * wave.hop / wave.rate_hz + exact
                found.append((start, start + _ALIKE * wave.hop / wave.rate_hz, exact))
            if likeness >= _SAME_WAVE or likeness < _NEARLY_SAME_WAVE:
                break
    return _joined(sorted(found))


def _joined(found: list[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Join what overlaps; the distance is that of the first."""
    joined: list[tuple[float, float, float]] = []
    for start, end, lag in found:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end), joined[-1][2])
        else:
            joined.append((start, end, lag))
    return joined


@dataclass(frozen=True, slots=True)
class _Wave:
    """A channel whose neighbours are averaged.

    Attributes:
        samples: Shape (samples,), at their own rate.
        full_scale: The sample value that is full scale.
        joined: How many neighbours one value is the mean of.
        rate_hz: Rate of the values.
        hop: Values of 20 ms; a frame has twice as many.
    """

    samples: NDArray[np.int16]
    full_scale: int
    joined: int
    rate_hz: float
    hop: int

    def part(self, start: int, end: int) -> NDArray[np.float32]:
        """Return the values from start to before end; fewer where the sound ends before."""
        part = self.samples[start * self.joined : end * self.joined]
        part = part[: len(part) // self.joined * self.joined]
        values = part[:: self.joined] * np.float32(1 / (self.full_scale * self.joined))
        for at in range(1, self.joined):
            values += part[at :: self.joined] * np.float32(1 / (self.full_scale * self.joined))
        return values


def _wave_of(material: Material, channel: int, least_hz: int) -> _Wave:
    """Average as many neighbours as leave a rate of so much and more, and whole hops."""
    hop = _HOP_STEPS * material.levels[channel].step
    joined = max(each for each in range(1, max(1, material.rate // least_hz) + 1) if hop % each == 0)
    samples, full_scale = material.recording.samples[channel], material.recording.full_scale
    return _Wave(samples, full_scale, joined, material.rate / joined, hop // joined)


def _spectra(wave: _Wave, levels: Levels) -> NDArray[np.float32]:
    """Return the level of nine bands in dB every 20 ms, shape (bands, frames)."""
    hop, size = wave.hop, 2 * wave.hop
    shape = np.hanning(size).astype(np.float32) * np.float32(2 / size)
    edges = np.searchsorted(np.fft.rfftfreq(size, 1 / wave.rate_hz), _BANDS_HZ)
    bands = np.zeros((len(edges) - 1, edges[-1]), np.float32)
    for band, first, last in zip(bands, edges[:-1], edges[1:], strict=True):
        band[first:last] = 1
    count = max(0, len(wave.samples) // wave.joined // hop - 1)
    sounding = np.ones(count, np.bool_)
    heard = widened(levels.frames_db > _ZEROS_DB, 2 * _HOP_STEPS // FRAME_MS)[:: _HOP_STEPS // FRAME_MS]
    sounding[: len(heard)] = heard[:count]
    powers = np.zeros((len(_BANDS_HZ) - 1, count), np.float32)
    for at in range(0, count, _FRAMES_AT_ONCE):
        some = np.flatnonzero(sounding[at : at + _FRAMES_AT_ONCE])
        if len(some):
            part = wave.part(at * hop, (at + _FRAMES_AT_ONCE + 1) * hop)
            windows = np.lib.stride_tricks.sliding_window_view(part, size)[::hop][some]
            spectra = rfft(windows * shape)[:, : edges[-1]]
            powers[:, at + some] = bands @ (spectra.real**2 + spectra.imag**2).T
    levels_db: NDArray[np.float32] = 10 * np.log10(powers + np.float32(1e-10))
    return levels_db


def _alike(frames: NDArray[np.float32], loud: NDArray[np.bool_]) -> Iterator[tuple[list[int], int]]:
    """Yield places from which on the spectrum comes again, and how many frames later.

    Of a run of such places the best comes first, then every second one.
    """
    moving = _mean(_movement(frames), _ALIKE) > _MOVING_DB
    sounding = _mean(loud.astype(np.float32), _ALIKE) > 0.6  # noqa: PLR2004 - stops within words are soft
    worth = moving & sounding
    for lag in range(_SHORTEST, _LONGEST + 1):
        if frames.shape[1] < lag + _ALIKE:
            return
        means = _mean(_apart(frames, lag), _ALIKE)
        for first, last in runs_of((means < _NEAR_DB) & worth[: len(means)]).tolist():
            yield [first + int(np.argmin(means[first:last])), *range(first, last, 2)], lag


def _movement(frames: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how far each frame is from the one 60 ms before, the mean over the bands in dB."""
    moved = np.zeros(frames.shape[1], np.float32)
    moved[3:] = _apart(frames, 3)[: len(moved[3:])]
    return moved


def _apart(frames: NDArray[np.float32], lag: int) -> NDArray[np.float32]:
    """Return how far each frame is from the one so many later, the mean over the bands in dB."""
    apart = frames[:, lag:] - frames[:, : max(0, frames.shape[1] - lag)]
    mean: NDArray[np.float32] = np.abs(apart, out=apart).mean(axis=0)
    return mean


def _mean(values: NDArray[np.float32], length: int) -> NDArray[np.float64]:
    """Return the mean of the values from each place on, over so many."""
    sums = np.concatenate([[0.0], np.cumsum(values, dtype=np.float64)])
    means: NDArray[np.float64] = (sums[length:] - sums[:-length]) / length
    return means


def _lag_of_wave(wave: _Wave, frame: int, frames_later: int) -> tuple[float, float]:
    """Return how alike the waves of two stretches are at best, 0..1, and how many seconds apart."""
    size, first, later = _ALIKE * wave.hop, frame * wave.hop, (frame + frames_later - 1) * wave.hop
    sound, rest = wave.part(first, first + size), wave.part(later, later + size + 2 * wave.hop)
    if len(rest) < size:
        return 0.0, 0.0
    length = fast_length(len(rest))
    products = irfft(rfft(rest, length) * rfft(sound, length).conj(), length)[: len(rest) - size + 1]
    sums = np.concatenate([[0.0], np.cumsum(np.square(rest), dtype=np.float64)])
    powers = np.maximum(sums[size:] - sums[:-size], 0)
    likeness = products / np.sqrt(powers * float(sound @ sound) + 1e-12)
    best = int(np.argmax(likeness))
    return float(likeness[best]), (later + best - first) / wave.rate_hz


REPEATS: Final = Detector("repeats", 4, (KIND,), _find)
