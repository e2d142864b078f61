"""Which conditions of an item are compared with each other."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import combinations
from typing import Final

from earmark.core.errors import WrongInputError
from earmark.protocols.faults import Fault

_OF_A_PAIR: Final = 2


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


def read_pairs(lines: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Read pairs of conditions as people write them, one a line: ``hifi, lofi``, or as CSV quotes a comma.

    Raises:
        WrongInputError: A line does not name two conditions.
    """
    written = [line for line in lines if line.strip()]
    try:
        rows = [[name.strip() for name in row] for row in csv.reader(written, skipinitialspace=True)]
    except csv.Error as error:
        raise _no_pair(str(error)) from error
    for row in rows:
        if len(row) != _OF_A_PAIR or not all(row) or row[0] == row[1]:
            raise _no_pair(", ".join(row))
    return tuple((one, other) for one, other in rows)


def _no_pair(written: str) -> WrongInputError:
    message = f"A pair is two conditions with a comma between them; '{written}' is none."
    return WrongInputError(message, faults=(Fault("pairs", "not-a-pair", message),))


def write_pairs(pairs: Iterable[tuple[str, str]]) -> str:
    """Return pairs of conditions as `read_pairs` reads them, one a line."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(pairs)
    return text.getvalue()
