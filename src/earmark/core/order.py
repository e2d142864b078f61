"""Each rater's own order of tasks, made from one draw a task and one draw a rater."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

PRIME: Final = 2_147_483_647
"""2**31 - 1: a product of two numbers below it fits the 64-bit integers of every database."""


@dataclass(frozen=True, slots=True)
class Order:
    """A permutation of the tasks, by ``(shuffle * factor + shift) mod PRIME`` ascending.

    For a prime modulus the map is one to one, so two tasks share a place only if they share their draw. The
    database can sort by it without anything being stored for each rater and task, and whoever holds the
    rater's seed can work the order out again.
    """

    factor: int
    shift: int

    def key(self, shuffle: int) -> int:
        """Return the sort key of a task's draw ``shuffle`` in [0, PRIME)."""
        return (shuffle * self.factor + self.shift) % PRIME


def draw_of(key: str) -> int:
    """Return the draw in [0, PRIME) that belongs to an opaque id, so that it can be worked out again."""
    return int.from_bytes(hashlib.sha256(key.encode()).digest(), "big") % PRIME


def order_of(seed: int) -> Order:
    """Return the order that belongs to a rater's seed, any integer; near seeds give unlike orders."""
    digest = hashlib.sha256(str(seed).encode()).digest()
    factor = 1 + int.from_bytes(digest[:16], "big") % (PRIME - 1)
    shift = int.from_bytes(digest[16:], "big") % PRIME
    return Order(factor, shift)


FIXED: Final = Order(factor=1, shift=0)
"""The order of a study that does not shuffle: by the draw alone, the same for everybody."""
