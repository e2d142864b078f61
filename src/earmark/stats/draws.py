"""Resamples: how often each rater, or item, comes in a draw with replacement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]

_NUMBERS_AT_ONCE: Final = 100_000
"""As many as stay in the processor's cache; with five times as many a resample takes twice as long."""

_MANY: Final = 100
"""From so many on, each is drawn on its own."""

_DIE: Final = (94, 189, 235, 251, 255)
"""The least byte of chance from which on one comes once, twice and so on: as like Poisson's distribution as
256 sides can be, with mean 1 and variance 1, in a fifth of the time that drawing from it would take."""


def draws(count: int, resamples: int, random: np.random.Generator, *, beside: int = 0) -> Iterator[Singles]:
    """Draw as many as there are, with replacement, again and again.

    A few are drawn one by one, so that a resample holds exactly as many. Of many, each comes a random number
    of times by itself, so that only the mean is as many: for what does not depend on the total.

    Args:
        count: How many there are.
        resamples: How many draws.
        random: Where chance comes from.
        beside: Rows that the caller holds for each draw; keeps memory within bounds.

    Yields:
        Blocks of shape (count, b): how often each comes in each draw, whole numbers.
    """
    step = max(1, _NUMBERS_AT_ONCE // max(count, beside, 1))
    for start in range(0, resamples, step):
        block = min(step, resamples - start)
        if count >= _MANY:
            yield _thrown(count * block, random).reshape(count, block)
        else:
            drawn = random.integers(0, count, size=(count, block)) * block + np.arange(block)
            found = np.bincount(drawn.ravel(), minlength=count * block)
            yield found.reshape(count, block).astype(np.float32)


def _thrown(size: int, random: np.random.Generator) -> Singles:
    chance = random.bit_generator.random_raw(1 + size // 8).view(np.uint8)[:size]
    times = np.zeros(size, dtype=np.uint8)
    for least in _DIE:
        times += (chance >= least).view(np.uint8)
    return times.astype(np.float32)
