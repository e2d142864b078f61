"""A recording as detectors take it: whole samples of 16 bits at its own rate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.audio.decode import BLOCK_SAMPLES, Block, Sound, UndecodableError, open_sound
from earmark.audio.gauge import Gauge
from earmark.audio.notes import note
from earmark.audio.pair import Pair, open_pair
from earmark.audio.plain_file import read_plain

MOST_CHANNELS: Final = 2
LOWEST_RATE_HZ: Final = 3000
_MOST_OF_FULL_SCALE: Final = 100.0
"""Floats beyond are no loud sound: even the faintest speech in whole numbers of 16 bits is."""

_FULL: Final = 32_768
_WITH_ROOM: Final = 16_384
"""Full scale where samples may go beyond it: decoders of lossy codecs overshoot, and floats know no bound."""

_GRAIN_SAMPLES: Final = 1 << 18
_WHOLE_CODECS: Final = ("pcm_s", "pcm_u", "flac", "alac", "wavpack", "tta", "ape")
_EXACT_CODECS: Final = (*_WHOLE_CODECS, "pcm_f")


@dataclass(frozen=True, slots=True)
class Recording:
    """Sound in memory.

    Attributes:
        samples: Shape (channels, samples), 16 bits.
        sample_rate_hz: Rate of the samples.
        full_scale: The sample value that is full scale: 32768, or 16384 where there is room above it.
        lossy: It came through a codec that does not keep samples: no test of exact values applies.
    """

    samples: NDArray[np.int16]
    sample_rate_hz: int
    full_scale: int = _FULL
    lossy: bool = False

    @property
    def channels(self) -> int:
        """Number of channels, 1 or 2."""
        return len(self.samples)

    @property
    def duration_s(self) -> float:
        """Length in seconds."""
        return float(self.samples.shape[1] / self.sample_rate_hz)

    def grain(self, channel: int) -> int:
        """Return the smallest step between its sample values: 1 as a rule, 256 where they had 8 bits."""
        values = np.unique(self.samples[channel, :: max(1, self.samples.shape[1] // _GRAIN_SAMPLES)])
        return int(np.diff(values.astype(np.int32)).min(initial=_FULL))

    def blocks(self, channel: int, *, samples: int = BLOCK_SAMPLES, lead: int = 0) -> Iterator[Chunk]:
        """Yield one channel in order, in floats; a chunk begins with ``lead`` samples of the one before."""
        row = self.samples[channel]
        for start in range(0, len(row), samples):
            first = max(0, start - lead)
            scaled = row[first : start + samples] * np.float32(1 / self.full_scale)
            yield Chunk(first, start, scaled)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Samples of one channel, full scale 1.

    Attributes:
        first: Place of its first sample in the channel.
        fresh: Place of the first sample that no chunk before it held.
        samples: Shape (samples,).
    """

    first: int
    fresh: int
    samples: NDArray[np.float32]


def read_recording(path: Path, *, agent: Path | None = None) -> Recording:
    """Read a file; with ``agent`` it holds the user alone, and both are heard together.

    Raises:
        UndecodableError: No sound can be taken from it, or it has more than two channels.
        OSError: It cannot be read at all.
    """
    with open_sound(path) if agent is None else open_pair(path, agent) as sound:
        _refuse(sound.channels, sound.sample_rate_hz)
        if agent is None and (plain := read_plain(path, sound.parts[0])) is not None:
            return Recording(plain, sound.sample_rate_hz)
        full_scale = _FULL if _codecs_start(sound, _WHOLE_CODECS) else _WITH_ROOM
        blocks = [quantised(block, full_scale) for block in sound.blocks()]
        return Recording(
            samples=_joined(blocks, sound.channels),
            sample_rate_hz=sound.sample_rate_hz,
            full_scale=full_scale,
            lossy=not _codecs_start(sound, _EXACT_CODECS),
        )


def recording_of(samples: NDArray[np.generic], sample_rate_hz: int) -> Recording:
    """Take samples in memory, shape (samples,) or (channels, samples): floats with full scale 1, or 16 bits.

    Raises:
        ValueError: The shape or the type is another, there are more than two channels, samples are no
            numbers, or they are whole numbers as floats.
    """
    rows = np.atleast_2d(samples)
    if rows.ndim != 2 or not 0 < len(rows) <= MOST_CHANNELS:  # noqa: PLR2004 - rows and columns
        message = (
            f"Samples of shape {samples.shape} are neither (samples,) nor (channels, samples) with one or "
            "two channels. Transpose what soundfile reads."
        )
        raise ValueError(message)
    _refuse(len(rows), sample_rate_hz)
    if rows.dtype.kind == "i" and rows.dtype.itemsize == 2:  # noqa: PLR2004 - bytes, in whatever order
        return Recording(rows.astype(np.int16, copy=False), sample_rate_hz)
    if not np.issubdtype(rows.dtype, np.floating):
        message = f"Samples of {rows.dtype} have no known full scale. Give floats of -1..1, or int16."
        raise ValueError(message)
    gauge = Gauge()
    for _ in gauge.watch(_in_floats(rows)):
        pass  # the highest of all decides the scale of each
    if gauge.not_finite:
        message = f"{gauge.not_finite} samples are no numbers, but NaN or infinite. Mend what made them."
        raise ValueError(message)
    if gauge.highest > _MOST_OF_FULL_SCALE:
        message = (
            f"Samples reach {gauge.highest:,.0f} times full scale: they are whole numbers as floats. Divide "
            "them by 32,768, or give them as int16."
        )
        raise ValueError(message)
    full_scale = _FULL if gauge.highest <= 1 else _WITH_ROOM
    parts = (quantised(part, full_scale) for part in Gauge().watch(_in_floats(rows)))
    return Recording(_joined(parts, len(rows)), sample_rate_hz, full_scale)


def _in_floats(rows: NDArray[np.generic]) -> Iterator[NDArray[np.float32]]:
    for at in range(0, rows.shape[1], BLOCK_SAMPLES):
        yield rows[:, at : at + BLOCK_SAMPLES].astype(np.float32)


def quantised(block: Block, full_scale: int) -> NDArray[np.int16]:
    """Round to 16 bits; what lies beyond them stops there."""
    scaled = block * np.float32(full_scale)
    np.rint(scaled, out=scaled)
    np.clip(scaled, -_FULL, _FULL - 1, out=scaled)
    samples: NDArray[np.int16] = scaled.astype(np.int16)
    return samples


def _joined(blocks: Iterable[NDArray[np.int16]], channels: int) -> NDArray[np.int16]:
    return np.concatenate([np.empty((channels, 0), np.int16), *blocks], axis=1)


def _codecs_start(sound: Sound | Pair, names: tuple[str, ...]) -> bool:
    return all(part.codec.startswith(names) for part in sound.parts)


def _refuse(channels: int, rate: int) -> None:
    if channels > MOST_CHANNELS:
        raise UndecodableError(note("channels", count=channels))
    if rate < LOWEST_RATE_HZ:
        raise UndecodableError(note("low-rate", rate=rate, lowest=LOWEST_RATE_HZ))
