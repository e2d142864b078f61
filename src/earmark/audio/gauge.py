"""What passes as samples is measured, and made silence where it is no number."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray


class Gauge:
    """Watches blocks as they pass.

    Attributes:
        highest: Largest absolute sample so far.
        not_finite: Samples so far that were no numbers (NaN, infinite) and became silence.
    """

    def __init__(self) -> None:
        self.highest = 0.0
        self.not_finite = 0

    def watch(self, blocks: Iterator[NDArray[np.float32]]) -> Iterator[NDArray[np.float32]]:
        """Yield the blocks, mended where need be."""
        for block in blocks:
            highest = _highest(block)
            if not np.isfinite(highest):
                finite = np.isfinite(block)
                self.not_finite += int(finite.size - np.count_nonzero(finite))
                block = np.where(finite, block, np.float32(0))  # noqa: PLW2901 - the mended block goes on
                highest = _highest(block)
            self.highest = max(self.highest, highest)
            yield block


def _highest(block: NDArray[np.float32]) -> float:
    return max(float(block.max(initial=0)), -float(block.min(initial=0)))
