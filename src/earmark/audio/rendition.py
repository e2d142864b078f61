"""What raters hear: FLAC of 16 bits in an MP4 container, which every browser plays and seeks to the sample.

The original is kept beside it bit for bit. A rendition carries no tags, so that nothing in it tells where
the sound came from. Sixteen bits put the noise 96 dB below full scale, under that of any room or headphone;
16-bit sources come through sample for sample.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.decode import Block, Sound, SoundInfo, UndecodableError, open_sound
from earmark.audio.flac_file import FlacFile
from earmark.audio.notes import note
from earmark.audio.pair import Pair, open_pair
from earmark.audio.peaks import PeaksFile
from earmark.audio.resampling import resampled
from earmark.audio.sound_meter import SoundMeasures, SoundMeter
from earmark.audio.voice_band import VoiceBand, VoiceBandFile

HIGHEST_RATE_HZ: Final = 48_000
MOST_CHANNELS: Final = 2
LOWEST_RATE_HZ: Final = 3000
"""Browsers play nothing slower; a header that says so is damaged."""
FULL_SCALE: Final = 32_768
_AHEAD: Final = 4  # blocks of 256 kB


@dataclass(frozen=True, slots=True)
class Rendition:
    """What came of one file.

    Attributes:
        source: What the file itself holds, or both files together.
        parts: What each file holds: the one, or the user's and the agent's.
        sample_rate_hz: Rate of the rendition: that of the source, at most 48 kHz.
        measures: What it is like as a whole.
        highest: Largest absolute sample of the source; above 1 where a lossy codec overshot full scale.
        not_finite: Samples of the source that were no numbers (NaN, infinite) and became silence.
        voice: What detectors of speech take, where it was asked for and there are two channels.
    """

    source: SoundInfo
    parts: tuple[SoundInfo, ...]
    sample_rate_hz: int
    measures: SoundMeasures
    highest: float
    not_finite: int
    voice: VoiceBand | None = None


def render(
    source: Path, target: Path, *, peaks: Path, voice: Path | None = None, agent: Path | None = None
) -> Rendition:
    """Write the rendition of ``source`` and its peaks in one pass; memory does not grow with the length.

    With ``voice``, the voice band of a recording of two channels is written there in the same pass. With
    ``agent`` the source holds the user alone, and both are heard together (`earmark.audio.pair`).

    Raises:
        UndecodableError: No sound can be taken from it, it has more than two channels, or a rate that no
            browser plays.
        OSError: The rendition cannot be written, such as on a full disk.
    """
    with open_sound(source) if agent is None else open_pair(source, agent) as sound:
        _refuse_many_channels(sound)
        _refuse_low_rates(sound)
        rate = min(sound.sample_rate_hz, HIGHEST_RATE_HZ)
        meter = SoundMeter(channels=sound.channels, sample_rate_hz=rate)
        with (
            FlacFile(target, sample_rate_hz=rate, channels=sound.channels) as out,
            PeaksFile(peaks, sample_rate_hz=rate, channels=sound.channels) as drawn,
            _voice_file(voice, rate, channels=sound.channels) as band,
        ):
            blocks = resampled(sound.blocks(), sound.sample_rate_hz, rate, channels=sound.channels)
            for samples in _passed_on(map(quantised, blocks), out, drawn):
                meter.add(samples)
                if band is not None:
                    band.write(samples)
        return Rendition(
            source=sound.info,
            parts=sound.parts,
            sample_rate_hz=rate,
            measures=meter.measures(),
            highest=sound.highest,
            not_finite=sound.not_finite,
            voice=None if band is None else band.band(),
        )


def _voice_file(
    path: Path | None, rate: int, *, channels: int
) -> VoiceBandFile | AbstractContextManager[None]:
    if path is None or channels == 1:
        return nullcontext()
    return VoiceBandFile(path, sample_rate_hz=rate, channels=channels)


def _passed_on(
    blocks: Iterator[NDArray[np.int16]], out: FlacFile, drawn: PeaksFile
) -> Iterator[NDArray[np.int16]]:
    """Write blocks in a thread of their own, a few behind: the encoder takes as long as all else together."""

    def write(samples: NDArray[np.int16]) -> None:
        out.write(samples)
        drawn.write(samples)

    with ThreadPoolExecutor(1, thread_name_prefix="earmark-encoder") as beside:
        under_way: deque[Future[None]] = deque()
        for samples in blocks:
            under_way.append(beside.submit(write, samples))
            yield samples
            if len(under_way) > _AHEAD:
                under_way.popleft().result()
        for written in under_way:
            written.result()


def _refuse_many_channels(sound: Sound | Pair) -> None:
    if sound.channels > MOST_CHANNELS:
        raise UndecodableError(note("channels", count=sound.channels))


def _refuse_low_rates(sound: Sound | Pair) -> None:
    if sound.sample_rate_hz < LOWEST_RATE_HZ:
        raise UndecodableError(note("low-rate", rate=sound.sample_rate_hz, lowest=LOWEST_RATE_HZ))


def quantised(block: Block) -> NDArray[np.int16]:
    """Round to 16 bits; what lies beyond full scale stops there, where wrapping would click."""
    scaled = np.rint(block * np.float32(FULL_SCALE))
    samples: NDArray[np.int16] = np.clip(scaled, -FULL_SCALE, FULL_SCALE - 1).astype(np.int16)
    return samples
