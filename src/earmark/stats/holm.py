"""p values of many tests at once."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p: Sequence[float | None]) -> tuple[float | None, ...]:
    """Adjust p values for their number after Holm (1979), Scandinavian Journal of Statistics 6(2).

    The smallest is multiplied by how many there are, the next by one less, and none falls below one before.

    Args:
        p: One a test; None where there was no test, which then does not count.

    Returns:
        The same tests, each at most 1.
    """
    tested = sorted((one, place) for place, one in enumerate(p) if one is not None)
    highest, adjusted = 0.0, {}
    for rank, (one, place) in enumerate(tested):
        highest = max(highest, min(1.0, one * (len(tested) - rank)))
        adjusted[place] = highest
    return tuple(adjusted.get(place) for place in range(len(p)))
