"""What raters hear: FLAC of 16 bits in an MP4 container, which every browser plays and seeks to the sample.

The original is kept beside it bit for bit. A rendition carries no tags, so that nothing in it tells where
the sound came from. Sixteen bits put the noise 96 dB below full scale, under that of any room or headphone;
16-bit sources come through sample for sample.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import soxr
from numpy.typing import NDArray

from earmark.audio.decode import Block, Sound, SoundInfo, UndecodableError, open_sound
from earmark.audio.flac_file import FlacFile
from earmark.audio.peaks import PeaksFile
from earmark.audio.sound_meter import SoundMeasures, SoundMeter

HIGHEST_RATE_HZ: Final = 48_000
MOST_CHANNELS: Final = 2
LOWEST_RATE_HZ: Final = 3000
"""Browsers play nothing slower; a header that says so is damaged."""
_FULL_SCALE: Final = 32_768


@dataclass(frozen=True, slots=True)
class Rendition:
    """What came of one file.

    Attributes:
        source: What the file itself holds.
        sample_rate_hz: Rate of the rendition: that of the source, at most 48 kHz.
        measures: What it is like as a whole.
        highest: Largest absolute sample of the source; above 1 where a lossy codec overshot full scale.
        not_finite: Samples of the source that were no numbers (NaN, infinite) and became silence.
    """

    source: SoundInfo
    sample_rate_hz: int
    measures: SoundMeasures
    highest: float
    not_finite: int


def render(source: Path, target: Path, *, peaks: Path) -> Rendition:
    """Write the rendition of ``source`` and its peaks in one pass; memory does not grow with the length.

    Raises:
        UndecodableError: No sound can be taken from it, it has more than two channels, or a rate that no
            browser plays.
        OSError: The rendition cannot be written, such as on a full disk.
    """
    with open_sound(source) as sound:
        _refuse_many_channels(sound)
        _refuse_low_rates(sound)
        rate = min(sound.sample_rate_hz, HIGHEST_RATE_HZ)
        gauge = _Gauge()
        meter = SoundMeter(channels=sound.channels, sample_rate_hz=rate)
        with (
            FlacFile(target, sample_rate_hz=rate, channels=sound.channels) as out,
            PeaksFile(peaks, sample_rate_hz=rate, channels=sound.channels) as drawn,
        ):
            for block in _resampled(gauge.watch(sound.blocks()), sound, rate):
                samples = _quantised(block)
                out.write(samples)
                drawn.write(samples)
                meter.add(samples)
        return Rendition(sound.info, rate, meter.measures(), gauge.highest, gauge.not_finite)


class _Gauge:
    """Measures blocks as they pass and makes silence of what is no number."""

    def __init__(self) -> None:
        self.highest = 0.0
        self.not_finite = 0

    def watch(self, blocks: Iterator[Block]) -> Iterator[Block]:
        for block in blocks:
            highest = float(np.abs(block).max(initial=0))
            if not np.isfinite(highest):
                finite = np.isfinite(block)
                self.not_finite += int(finite.size - np.count_nonzero(finite))
                block = np.where(finite, block, np.float32(0))  # noqa: PLW2901 - the mended block goes on
                highest = float(np.abs(block).max(initial=0))
            self.highest = max(self.highest, highest)
            yield block


def _refuse_many_channels(sound: Sound) -> None:
    if sound.channels > MOST_CHANNELS:
        message = f"has {sound.channels} channels, where one or two can be rated"
        raise UndecodableError(message)


def _refuse_low_rates(sound: Sound) -> None:
    if sound.sample_rate_hz < LOWEST_RATE_HZ:
        message = f"has {sound.sample_rate_hz} samples a second, where browsers play {LOWEST_RATE_HZ} or more"
        raise UndecodableError(message)


def _resampled(blocks: Iterator[Block], sound: Sound, rate: int) -> Iterator[Block]:
    """Bring the blocks to ``rate``; soxr's very high quality keeps what is below half of it unchanged."""
    if rate == sound.sample_rate_hz:
        yield from blocks
        return
    stream = soxr.ResampleStream(
        sound.sample_rate_hz, rate, sound.channels, dtype=np.float32, quality=soxr.VHQ
    )
    for block in blocks:
        yield stream.resample_chunk(np.ascontiguousarray(block.T)).reshape(-1, sound.channels).T
    rest = stream.resample_chunk(np.empty((0, sound.channels), np.float32), last=True)
    yield rest.reshape(-1, sound.channels).T


def _quantised(block: Block) -> NDArray[np.int16]:
    """Round to 16 bits; what lies beyond full scale stops there, where wrapping would click."""
    scaled = np.rint(block * np.float32(_FULL_SCALE))
    samples: NDArray[np.int16] = np.clip(scaled, -_FULL_SCALE, _FULL_SCALE - 1).astype(np.int16)
    return samples
