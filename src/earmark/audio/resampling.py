"""Sound brought to another rate, block by block."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import soxr
from numpy.typing import NDArray

Blocks = Iterator[NDArray[np.float32]]
"""Each of shape (channels, samples)."""


def resampled(blocks: Blocks, from_hz: int, to_hz: int, *, channels: int) -> Blocks:
    """Bring blocks to a rate; soxr's very high quality keeps what is below half of it unchanged."""
    if from_hz == to_hz:
        yield from blocks
        return
    stream = soxr.ResampleStream(from_hz, to_hz, channels, dtype=np.float32, quality=soxr.VHQ)
    for block in blocks:
        yield stream.resample_chunk(np.ascontiguousarray(block.T)).reshape(-1, channels).T
    rest = stream.resample_chunk(np.empty((0, channels), np.float32), last=True)
    yield rest.reshape(-1, channels).T
