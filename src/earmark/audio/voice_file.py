"""Samples for detectors of speech in a file: 16 kHz, 16 bits, channels in turn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

FULL_SCALE: Final = 32_768
_BLOCK_SAMPLES: Final = 1 << 16


def blocks_of(path: Path, *, channels: int, channel: int) -> Iterator[NDArray[np.float32]]:
    """Yield the samples of one channel in order, shape (1, samples), values in -1..1."""
    with path.open("rb") as stream:
        while (read := np.fromfile(stream, np.int16, _BLOCK_SAMPLES * channels)).size:
            yield _floats(read.reshape(-1, channels)[:, channel])[None]


def pieces_of(
    path: Path, *, channels: int, starts: NDArray[np.int64], samples: int
) -> Iterator[NDArray[np.float32]]:
    """Yield a piece at each start (a sample), shape (channels, samples); none that reaches past the end."""
    with path.open("rb") as stream:
        for start in starts.tolist():
            stream.seek(start * channels * 2)
            read = np.fromfile(stream, np.int16, samples * channels)
            if read.size == samples * channels:
                yield _floats(read.reshape(-1, channels).T)


def _floats(samples: NDArray[np.int16]) -> NDArray[np.float32]:
    return samples.astype(np.float32) / np.float32(FULL_SCALE)
