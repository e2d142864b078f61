"""A recording as detectors of speech take it: 16 kHz, 16 bits, in a file of its own, with its levels.

Levels are known only when all of it has passed, and speech is looked for at a known level, so the recording
passes twice. The second time it is read from here, which costs a hundredth of decoding it again, and memory
does not grow with its length but by a few bytes for every 10 ms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.decode import BLOCK_SAMPLES, Block, open_sound
from earmark.audio.detectors import RATE_HZ, FrameCutter
from earmark.audio.speech_level import FRAME_S, speech_level

LEVEL_SAMPLES: Final = round(RATE_HZ * FRAME_S)
_FULL_SCALE: Final = 32_768
_SILENCE_POWER: Final = 1e-12


@dataclass(frozen=True, slots=True)
class VoiceBand:
    """One recording in its file.

    Attributes:
        path: Samples of 16 bits at 16 kHz, channels in turn.
        channels: Number of channels.
        duration_s: Length of the recording in seconds; the file is filled up to a whole 10 ms.
        powers_db: Shape (channels, frames): mean power of every 10 ms, in dB relative to full scale.
        likeness: Correlation of the two channels, -1..1; 0 for one channel and where one of them is silent.
    """

    path: Path
    channels: int
    duration_s: float
    powers_db: NDArray[np.float32]
    likeness: float

    def level_db(self, channel: int) -> float | None:
        """Return the level of the speech in one channel; None for digital silence."""
        return speech_level(self.powers_db[channel])

    def pieces(self, starts: NDArray[np.int64], samples: int) -> Iterator[Block]:
        """Yield a piece at each start (a sample), shape (channels, samples); none past the end."""
        with self.path.open("rb") as stream:
            for start in starts.tolist():
                stream.seek(start * self.channels * 2)
                read = np.fromfile(stream, np.int16, samples * self.channels)
                if read.size == samples * self.channels:
                    yield _floats(read.reshape(-1, self.channels).T)


def blocks_of(path: Path, *, channels: int, channel: int) -> Iterator[Block]:
    """Yield the samples of one channel of a voice band in order, shape (1, samples), values in -1..1."""
    with path.open("rb") as stream:
        while (read := np.fromfile(stream, np.int16, BLOCK_SAMPLES * channels)).size:
            yield _floats(read.reshape(-1, channels)[:, channel])[None]


def write_voice_band(source: Path, target: Path) -> VoiceBand:
    """Decode a recording and write its voice band.

    Raises:
        UndecodableError: No sound can be taken from it.
        OSError: It cannot be written, such as on a full disk.
    """
    with open_sound(source) as sound, target.open("wb") as out:
        frames = FrameCutter(
            channels=sound.channels, sample_rate_hz=sound.sample_rate_hz, frame_samples=LEVEL_SAMPLES
        )
        powers: list[NDArray[np.float32]] = []
        products = np.zeros((sound.channels, sound.channels))
        for block in _and_rest(sound.blocks(), frames):
            powers.append(np.einsum("cfs,cfs->cf", block, block) / np.float32(LEVEL_SAMPLES))
            flat = block.reshape(sound.channels, -1)
            products += flat @ flat.T
            samples = np.rint(flat.T * np.float32(_FULL_SCALE)).clip(-_FULL_SCALE, _FULL_SCALE - 1)
            out.write(samples.astype(np.int16).tobytes())
        decibels = 10 * np.log10(np.concatenate(powers, axis=1) + np.float32(_SILENCE_POWER))
        return VoiceBand(target, sound.channels, sound.info.duration_s, decibels, _likeness(products))


def _and_rest(blocks: Iterator[Block], frames: FrameCutter) -> Iterator[NDArray[np.float32]]:
    for block in blocks:
        yield frames.add(block)
    yield frames.rest()


def _likeness(products: NDArray[np.float64]) -> float:
    if len(products) == 1 or not products.diagonal().all():
        return 0.0
    return float(products[0, 1] / np.sqrt(products[0, 0] * products[1, 1]))


def _floats(samples: NDArray[np.int16]) -> NDArray[np.float32]:
    return samples.astype(np.float32) / np.float32(_FULL_SCALE)
