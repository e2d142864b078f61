"""The weighting of BS.1770, the head's shelf and a high-pass, as products of matrices.

A recursive filter takes one sample after the other. Here each block of samples meets a matrix, the filter's
response within a block, and what comes over from the blocks before is carried by the four numbers of its
state: many times as much to compute, in a third of the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

_BLOCK: Final = 32
_ROWS: Final = 64
"""Blocks that one product takes: larger ones are shared out among threads, which wait for one another."""
_MEMORY_S: Final = 0.12
"""After so long nothing is left of what came in: the high-pass falls by 60 dB in 40 ms."""


@dataclass(frozen=True, slots=True)
class KWeighting:
    """The filter for one rate.

    Attributes:
        within: Shape (32, 32): of each sample of a block on each of what comes out.
        entering: Shape (32, 4): of each sample of a block on the state after it.
        leaving: Shape (4, 32): of the state before a block on each of what comes out.
        passing: Shape (doublings, 4, 4): of a state on that after 1, 2, 4 and more blocks.
    """

    within: NDArray[np.float32]
    entering: NDArray[np.float32]
    leaving: NDArray[np.float32]
    passing: NDArray[np.float32]

    @property
    def memory(self) -> int:
        """After so many zeros what comes out is zero, in samples."""
        return _BLOCK << len(self.passing)

    def of(self, samples: NDArray[np.int16], start: int, end: int) -> NDArray[np.float32]:
        """Return what comes out from start to before end, in steps of the samples."""
        lead = min(start, self.memory)
        count = -(-(end - start + lead) // (_BLOCK * _ROWS)) * _ROWS
        blocks = np.zeros((count, _BLOCK), np.float32)
        blocks.reshape(-1)[: end - start + lead] = samples[start - lead : end]
        rows = blocks.reshape(-1, _ROWS, _BLOCK)
        states = self._states((rows @ self.entering).reshape(-1, 4))
        out = rows @ self.within
        out += states.reshape(-1, _ROWS, 4) @ self.leaving
        return out.reshape(-1)[lead : lead + end - start]

    def _states(self, entering: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the state before each block, by what each block adds to the one after it."""
        states = np.zeros_like(entering)
        states[1:] = entering[:-1]
        for doubling, matrix in enumerate(self.passing):
            reach = 1 << doubling
            states[reach:] += states[:-reach].reshape(-1, 4) @ matrix
        return states


@cache
def k_weighting(rate: int) -> KWeighting:
    """Return the filter for a rate in Hz."""
    step, add, read, direct = _state_space(biquads(rate))
    powers = [np.eye(4)]
    for _ in range(_BLOCK):
        powers.append(step @ powers[-1])
    response = np.array([direct, *(read @ power @ add for power in powers[: _BLOCK - 1])])
    lags = np.subtract.outer(np.arange(_BLOCK), np.arange(_BLOCK)).T
    doublings = int(np.ceil(np.log2(_MEMORY_S * rate / _BLOCK)))
    passing = [powers[_BLOCK]]
    for _ in range(doublings - 1):
        passing.append(passing[-1] @ passing[-1])
    return KWeighting(
        within=np.where(lags >= 0, response[np.maximum(lags, 0)], 0).astype(np.float32),
        entering=np.stack([power @ add for power in powers[_BLOCK - 1 :: -1]]).astype(np.float32),
        leaving=np.stack([read @ power for power in powers[:_BLOCK]], axis=1).astype(np.float32),
        passing=np.stack([matrix.T for matrix in passing]).astype(np.float32),
    )


def _state_space(
    filters: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], float]:
    """Return two biquads, one after the other, as state' = A state + b x, y = c state + d x."""
    (first, add1, direct1), (second, add2, direct2) = (
        (np.array([[-a1, 1.0], [-a2, 0.0]]), np.array([b1 - a1 * b0, b2 - a2 * b0]), b0)
        for b0, b1, b2, _, a1, a2 in filters.tolist()
    )
    read = np.array([1.0, 0.0])
    step = np.block([[first, np.zeros((2, 2))], [np.outer(add2, read), second]])
    return (
        step,
        np.concatenate([add1, add2 * direct1]),
        np.concatenate([direct2 * read, read]),
        direct1 * direct2,
    )


def biquads(rate: int) -> NDArray[np.float64]:
    """Return the two biquads of BS.1770 for a rate: the head's shelf, then the high-pass."""
    shelf, passing = np.tan(np.pi * 1681.974450955533 / rate), np.tan(np.pi * 38.13547087602444 / rate)
    high, band = 10 ** (3.999843853973347 / 20), (10 ** (3.999843853973347 / 20)) ** 0.4996667741545416
    first = 1 + shelf / 0.7071752369554196 + shelf**2
    second = 1 + passing / 0.5003270373238773 + passing**2
    return np.array(
        [
            [
                (high + band * shelf / 0.7071752369554196 + shelf**2) / first,
                2 * (shelf**2 - high) / first,
                (high - band * shelf / 0.7071752369554196 + shelf**2) / first,
                1.0,
                2 * (shelf**2 - 1) / first,
                (1 - shelf / 0.7071752369554196 + shelf**2) / first,
            ],
            [
                1.0,
                -2.0,
                1.0,
                1.0,
                2 * (passing**2 - 1) / second,
                (1 - passing / 0.5003270373238773 + passing**2) / second,
            ],
        ]
    )
