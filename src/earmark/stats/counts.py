"""How often each point of a scale was chosen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike


def histogram(values: ArrayLike, points: Sequence[int]) -> tuple[int, ...]:
    """Count the scores at each point of a scale.

    Args:
        values: Shape (n,), whole-number scores.
        points: The points of the scale, ascending.

    Returns:
        One count a point, in order; they add up to n.

    Raises:
        ValueError: A score is no point of the scale.
    """
    scores = np.asarray(values, dtype=np.int64)
    places = np.searchsorted(points, scores)
    if (places == len(points)).any() or (np.asarray(points)[places] != scores).any():
        message = f"every score must be one of {list(points)}"
        raise ValueError(message)
    return tuple(np.bincount(places, minlength=len(points)).tolist())
