"""Post-screening of MUSHRA assessors: Recommendation ITU-R BS.1534-3."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from earmark.stats.ratings import Ratings

LOW_REFERENCE: Final = 90.0
MOST_MISSED: Final = 0.15


@dataclass(frozen=True, slots=True)
class AssessorFinding:
    """What screening found on one assessor.

    Attributes:
        rater: Label.
        references: Ratings of the hidden reference.
        missed: Those under 90.
        anchors: Ratings of the mid-range anchor.
        overrated: Those over 90.
        excluded: More than 15 % of either.
    """

    rater: Any
    references: int
    missed: int
    anchors: int
    overrated: int
    excluded: bool


def bs1534_3(
    ratings: Ratings, *, reference: object, mid_anchor: object = None
) -> tuple[AssessorFinding, ...]:
    """Screen the assessors of a MUSHRA test.

    Args:
        ratings: In long form, from 0 to 100.
        reference: Label of the hidden reference's condition.
        mid_anchor: Label of the mid-range anchor's; None looks at the reference only.

    Returns:
        One finding a rater, in the order of labels.

    Raises:
        ValueError: There is no such condition, or values are no numbers.
    """
    references = _of(ratings, reference)
    anchors = np.zeros(ratings.n, dtype=np.bool_) if mid_anchor is None else _of(ratings, mid_anchor)
    scores = ratings.scores
    parts = (references, references & (scores < LOW_REFERENCE), anchors, anchors & (scores > LOW_REFERENCE))
    counts = [
        np.bincount(ratings.rater.codes[part], minlength=ratings.rater.count).tolist() for part in parts
    ]
    return tuple(
        AssessorFinding(
            label, given, missed, seen, over, missed > MOST_MISSED * given or over > MOST_MISSED * seen
        )
        for label, given, missed, seen, over in zip(ratings.rater.labels.tolist(), *counts, strict=True)
    )


def _of(ratings: Ratings, condition: object) -> np.ndarray:
    labels = ratings.condition.labels.tolist()
    if condition not in labels:
        message = f"there is no condition {condition!r}; there are {', '.join(map(repr, labels))}"
        raise ValueError(message)
    return np.asarray(ratings.condition.codes == labels.index(condition))
