"""Who does not hear what the others hear: screening by correlation with the mean, as in the VQEG's plans.

ITU-T P.913 took the rule over in its editions before bias and inconsistency were estimated (clause 12 of the
edition of 2021), as one that leaves observers out one at a time. Its limits are the plan's of an experiment;
those here are the VQEG's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from earmark.stats.raters import correlation
from earmark.stats.ratings import Floats, Ratings

Edition = Literal["VQEG HDTV, Annex I", "VQEG Multimedia, Annex VI", "P.913 (2014)"]

LEAST_BY_CLIP: Final = 0.75
LEAST_BY_CONDITION: Final = 0.8


@dataclass(frozen=True, slots=True)
class CorrelationFinding:
    """What screening found on one observer.

    Attributes:
        rater: Label.
        by_clip: Pearson's correlation of the observer's ratings with the items' means. None where one of the
            two has no spread.
        by_condition: Of the observer's means of conditions with all observers' means of them; None likewise,
            and where the edition does not ask.
        rejected: Too low by the edition. A correlation that is None rejects nobody.
        turn: Under an edition that leaves out one at a time, the place in that order, from 1; else None.
    """

    rater: Any
    by_clip: float | None
    by_condition: float | None
    rejected: bool
    turn: int | None = None


def correlation_screening(
    ratings: Ratings,
    *,
    edition: Edition = "P.913 (2014)",
    least_by_clip: float = LEAST_BY_CLIP,
    least_by_condition: float = LEAST_BY_CONDITION,
) -> tuple[CorrelationFinding, ...]:
    """Screen observers by how well their ratings go with the mean of all, their own included.

    "VQEG HDTV, Annex I" rejects who is below the limit by clip. "VQEG Multimedia, Annex VI" rejects who is
    below both limits. "P.913 (2014)" does as that, but leaves out the worst by clip alone, takes the means
    anew, and goes on until nobody is below both; who was left out keeps the correlations of that moment.

    Args:
        ratings: In long form, with numbers as values; an item is a clip. With one condition only the limit by
            clip counts.
        edition: Which rule.
        least_by_clip: Limit of the correlation by clip.
        least_by_condition: Limit of the correlation by condition.

    Returns:
        One finding a rater, in the order of labels.

    Raises:
        ValueError: The values are no numbers.
    """
    found: dict[int, CorrelationFinding] = {}
    kept = np.ones(ratings.rater.count, dtype=np.bool_)
    with_conditions = edition != "VQEG HDTV, Annex I" and ratings.condition.count > 1
    while True:
        now = _correlations(ratings, kept, with_conditions=with_conditions)
        low = [
            rater
            for rater, (clip, condition) in now.items()
            if _is_low(clip, least_by_clip)
            and (not with_conditions or _is_low(condition, least_by_condition))
        ]
        one_at_a_time = edition == "P.913 (2014)"
        if one_at_a_time and low and kept.sum() > 1:
            worst = min(low, key=lambda rater: now[rater][0] or 0.0)
            found[worst] = _finding(ratings, worst, now[worst], turn=len(found) + 1, rejected=True)
            kept[worst] = False
            continue
        for rater, each in now.items():
            rejected = rater in low and not one_at_a_time
            found[rater] = _finding(ratings, rater, each, turn=None, rejected=rejected)
        return tuple(found[rater] for rater in range(ratings.rater.count))


def _correlations(
    ratings: Ratings, kept: NDArray[np.bool_], *, with_conditions: bool
) -> dict[int, tuple[float | None, float | None]]:
    rows = kept[ratings.rater.codes]
    rater, scores = ratings.rater.codes[rows], ratings.scores[rows]
    item, condition = ratings.item.codes[rows], ratings.condition.codes[rows]
    clip_means = _means(item, scores)[item]
    condition_means = _means(condition, scores)
    found = {}
    for one in np.flatnonzero(kept).tolist():
        own = rater == one
        by_clip = correlation(scores[own], clip_means[own])
        by_condition = None
        if with_conditions:
            present, place = np.unique(condition[own], return_inverse=True)
            by_condition = correlation(_means(place, scores[own]), condition_means[present])
        found[one] = by_clip, by_condition
    return found


def _finding(
    ratings: Ratings,
    rater: int,
    found: tuple[float | None, float | None],
    *,
    turn: int | None,
    rejected: bool,
) -> CorrelationFinding:
    return CorrelationFinding(ratings.rater.labels.tolist()[rater], *found, rejected, turn)


def _is_low(value: float | None, least: float) -> bool:
    return value is not None and value < least


def _means(codes: NDArray[Any], scores: Floats) -> Floats:
    return np.asarray(np.bincount(codes, weights=scores) / np.maximum(np.bincount(codes), 1))
