"""The subject model: score = the item's quality + the rater's bias + the rater's inconsistency times chance.

Raters who are inconsistent weigh less, and nobody is rejected. ITU-T P.910 (2023) Annex E, which was clause
12.6 of ITU-T P.913, fits it by alternating projection; Li et al. (2020), "A Simple Model for Subject
Behavior in Subjective Experiments". That fit is right on complete designs. On sparse ones a rater's
inconsistency runs to 0, and that rater then dictates the clips he rated: use `earmark.stats.subject_em`,
the default, there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from earmark.stats.coding import Codes
from earmark.stats.ratings import Floats, Ratings
from earmark.stats.reasons import ALL_EQUAL, NO_SCORES, ONE_RATER

Edition = Literal["regularised", "P.910 (2023) Annex E"]

_STEPS: Final = 1000
_NEAR: Final = 1e-8
_NO_ZERO: Final = 1e-8
"""What Annex E adds to a variance that it divides by."""


@dataclass(frozen=True, slots=True, eq=False)
class SubjectModel:
    """A fitted subject model. Where it is not measurable the arrays are empty and `reason` says why.

    Attributes:
        edition: How it was fitted.
        quality: Shape (items,), in scale points.
        standard_error: Shape (items,). In Annex E from each item's own residuals, 0 where an item has one
            rating; else of the model.
        bias: Shape (raters,), how far above the others a rater scores.
        inconsistency: Shape (raters,), the standard deviation of a rater's chance.
        steps: Steps until nothing moved any more.
        converged: Whether that was reached.
        reason: Why there is no fit, or None.
    """

    edition: Edition
    quality: Floats
    standard_error: Floats
    bias: Floats
    inconsistency: Floats
    steps: int
    converged: bool
    reason: str | None = None


def annex_e(ratings: Ratings) -> SubjectModel:
    """Fit the subject model by the alternating projection of ITU-T P.910 (2023) Annex E.

    Args:
        ratings: In long form, with numbers as values.

    Returns:
        The fit, or a reason: no ratings, one rater only, or all scores equal.

    Raises:
        ValueError: The values are no numbers.
    """
    reason = why_not(ratings)
    if reason is not None:
        return no_model("P.910 (2023) Annex E", reason)
    item, rater, scores = ratings.item.codes, ratings.rater.codes, ratings.scores
    rated, given = np.bincount(item), np.bincount(rater)
    quality = np.bincount(item, weights=scores) / rated
    bias = np.bincount(rater, weights=scores - quality[item]) / given
    for step in range(1, _STEPS + 1):  # noqa: B007 - told in the result
        rest = scores - quality[item] - bias[rater]
        spread = _spread(rater, rest, given)
        weight = (1 / (spread**2 + _NO_ZERO))[rater]
        last = quality
        quality = np.bincount(item, weights=weight * (scores - bias[rater])) / np.bincount(
            item, weights=weight
        )
        bias = np.bincount(rater, weights=scores - quality[item]) / given
        moved = float(np.linalg.norm(quality - last))
        if moved < _NEAR:
            break
    error = _spread(item, rest, rated) / np.sqrt(rated)
    shared = bias.mean()  # a constant that quality and bias share: biases have mean 0
    return SubjectModel(
        "P.910 (2023) Annex E", quality + shared, error, bias - shared, spread, step, moved < _NEAR
    )


def why_not(ratings: Ratings) -> str | None:
    """Return why there is no subject model, or None."""
    if ratings.n == 0:
        return NO_SCORES
    if ratings.rater.count == 1:
        return ONE_RATER
    return ALL_EQUAL if ratings.value.count == 1 else None


def no_model(edition: Edition, reason: str) -> SubjectModel:
    """Return the model that there is not, with its reason."""
    none = np.empty(0)
    return SubjectModel(edition, none, none, none, none, 0, converged=False, reason=reason)


def _spread(codes: Codes, rest: Floats, n: NDArray[Any]) -> Floats:
    """Return the standard deviation of residuals about their mean, dividing by n, by code."""
    mean = np.bincount(codes, weights=rest) / n
    return np.asarray(np.sqrt(np.bincount(codes, weights=(rest - mean[codes]) ** 2) / n))
