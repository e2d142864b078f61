"""Resamples: how often each rater, or item, comes in a draw with replacement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from earmark.stats.ratings import Floats

_NUMBERS_AT_ONCE: Final = 100_000
"""As many as stay in the processor's cache; with five times as many a resample takes twice as long."""


def draws(count: int, resamples: int, random: np.random.Generator, *, beside: int = 0) -> Iterator[Floats]:
    """Draw as many as there are, with replacement, again and again.

    Args:
        count: How many there are.
        resamples: How many draws.
        random: Where chance comes from.
        beside: Rows that the caller holds for each draw; keeps memory within bounds.

    Yields:
        Blocks of shape (count, b): how often each comes in each draw.
    """
    step = max(1, _NUMBERS_AT_ONCE // max(count, beside))
    for start in range(0, resamples, step):
        block = min(step, resamples - start)
        drawn = random.integers(0, count, size=(count, block)) * block + np.arange(block)
        found = np.bincount(drawn.ravel(), minlength=count * block)
        yield found.reshape(count, block).astype(np.float64)
