"""Scores that are differences: against a hidden reference (DMOS), and of pairs in either order (CMOS)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from earmark.stats.ratings import Floats, Ratings, ratings


def against_reference(given: Ratings, reference: object, *, best: float = 5.0) -> Ratings:
    """Return each rating less the same rater's rating of the same item's reference, plus `best`.

    So a version as good as the reference gets `best`, and one that is preferred gets more (ITU-T P.910,
    ACR-HR, where DMOS is the mean of these). A rater who rated the reference of an item more than once
    counts with the mean.

    Args:
        given: In long form; items are what conditions share, and one condition is the reference.
        reference: Its label.
        best: The highest point of the scale.

    Returns:
        The other conditions' ratings as differences; those without a partner are left out and counted as
        `missing`.

    Raises:
        ValueError: There is no such condition, or values are no numbers.
    """
    labels = given.condition.labels.tolist()
    if reference not in labels:
        message = f"there is no condition {reference!r}; there are {', '.join(map(repr, labels))}"
        raise ValueError(message)
    hidden = given.condition.codes == labels.index(reference)
    pair = given.item.codes.astype(np.int64) * given.rater.count + given.rater.codes
    own, place = np.unique(pair[hidden], return_inverse=True)
    mean = np.bincount(place, weights=given.scores[hidden]) / np.bincount(place)
    at = np.minimum(np.searchsorted(own, pair), own.size - 1)
    partnered = ~hidden & (own[at] == pair)
    found = given.rows(partnered)
    different = ratings(
        found.item.labels[found.item.codes],
        found.rater.labels[found.rater.codes],
        found.scores - mean[at[partnered]] + best,
        condition=found.condition.labels[found.condition.codes],
    )
    return replace(different, missing=given.missing + int((~hidden & ~partnered).sum()))


def signed(values: ArrayLike, swapped: ArrayLike) -> Floats:
    """Return comparison scores as if the reference had always come first (ITU-T P.800, CCR).

    Args:
        values: Shape (n,), from -3 to 3: how much better the second sound was than the first.
        swapped: Shape (n,), true where the reference came second.
    """
    scores = np.asarray(values, dtype=np.float64)
    return np.where(np.asarray(swapped, dtype=np.bool_), -scores, scores)
