"""Which conditions of an item are compared with each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations


def wanted_pairs(
    conditions: Iterable[str], chosen: Iterable[tuple[str, str]] = ()
) -> Iterator[tuple[str, str]]:
    """Yield the pairs of conditions that are compared, each once and in one fixed order.

    Args:
        conditions: Names of the conditions that an item has.
        chosen: Pairs that the study compares, in either order; none stand for all pairs.
    """
    wanted = {frozenset(pair) for pair in chosen}
    for pair in combinations(sorted(set(conditions)), 2):
        if not wanted or frozenset(pair) in wanted:
            yield pair
