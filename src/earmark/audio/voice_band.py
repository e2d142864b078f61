"""A recording as detectors of speech take it, in a file of its own, with its levels.

Levels are known only when all of it has passed, and speech is looked for at a known level, so the recording
passes twice. It is written while it is decoded for other ends, and the second time it is read from here;
memory does not grow with its length but by a few bytes for every 10 ms.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from earmark.audio.decode import open_sound
from earmark.audio.detectors import RATE_HZ, FrameCutter
from earmark.audio.speech_level import FRAME_S, speech_level
from earmark.audio.voice_file import FULL_SCALE

LEVEL_SAMPLES: Final = round(RATE_HZ * FRAME_S)
_SILENCE_POWER: Final = 1e-12


@dataclass(frozen=True, slots=True)
class VoiceBand:
    """One recording in its file.

    Attributes:
        path: A file as `earmark.audio.voice_file` reads it, filled up to a whole 10 ms.
        channels: Number of channels.
        duration_s: Length of the recording in seconds.
        powers_db: Shape (channels, frames): mean power of every 10 ms, in dB relative to full scale.
    """

    path: Path
    channels: int
    duration_s: float
    powers_db: NDArray[np.float32]

    def level_db(self, channel: int) -> float | None:
        """Return the level of the speech in one channel; None for digital silence."""
        return speech_level(self.powers_db[channel])


class VoiceBandFile:
    """A voice band under way; it is whole once the ``with`` block is left."""

    def __init__(self, path: Path, *, sample_rate_hz: int, channels: int) -> None:
        self._path = path
        self._stream = path.open("wb")
        self._rate = sample_rate_hz
        self._channels = channels
        self._seen = 0
        self._frames = FrameCutter(
            channels=channels, sample_rate_hz=sample_rate_hz, frame_samples=LEVEL_SAMPLES
        )
        self._powers: list[NDArray[np.float32]] = [np.empty((channels, 0), np.float32)]

    def write(self, samples: NDArray[np.int16]) -> None:
        """Take the next samples, shape (channels, samples)."""
        self._seen += samples.shape[1]
        self._keep(self._frames.add(samples * np.float32(1 / FULL_SCALE)))

    def band(self) -> VoiceBand:
        """Return what was written, once the ``with`` block is left."""
        decibels = 10 * np.log10(np.concatenate(self._powers, axis=1) + np.float32(_SILENCE_POWER))
        return VoiceBand(self._path, self._channels, self._seen / self._rate, decibels)

    def _keep(self, frames: NDArray[np.float32]) -> None:
        self._powers.append(np.einsum("cfs,cfs->cf", frames, frames) / np.float32(LEVEL_SAMPLES))
        samples = np.empty((frames.shape[1] * frames.shape[2], self._channels), np.int16)
        for channel, row in enumerate(frames):
            scaled = row.reshape(-1) * np.float32(FULL_SCALE)
            np.rint(scaled, out=scaled)
            samples[:, channel] = np.minimum(scaled, FULL_SCALE - 1, out=scaled)
        self._stream.write(samples.data)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._stream:
            if kind is None:
                self._keep(self._frames.rest())


def write_voice_band(rendition: Path, target: Path) -> VoiceBand:
    """Write the voice band of a rendition that was made before.

    Raises:
        UndecodableError: No sound can be taken from it.
        OSError: It cannot be written, such as on a full disk.
    """
    with open_sound(rendition) as sound:
        out = VoiceBandFile(target, sample_rate_hz=sound.sample_rate_hz, channels=sound.channels)
        with out:
            for block in sound.blocks():
                out.write(np.rint(block * FULL_SCALE).clip(-FULL_SCALE, FULL_SCALE - 1).astype(np.int16))
        return out.band()
