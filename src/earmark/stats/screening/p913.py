"""Bias taken off, then observer screening: ITU-T P.913 (2021) clause 12.4, as the program sureal does it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from earmark.stats.ratings import Floats, Ratings, ratings
from earmark.stats.screening.bt500 import Edition, ObserverFinding, bt500


@dataclass(frozen=True, slots=True, eq=False)
class BiasAndScreening:
    """What P.913 12.4 gives.

    Attributes:
        bias: Shape (raters,), how far each rater is above the items' means.
        findings: One a rater, of the scores without bias.
        quality: One an item: mean of the scores without bias of those who were kept; None where none is left.
        standard_error: Of these means, from the sample standard deviation; None with fewer than two scores.
    """

    bias: Floats
    findings: tuple[ObserverFinding, ...]
    quality: tuple[float | None, ...]
    standard_error: tuple[float | None, ...]


def p913_12_4(given: Ratings, *, edition: Edition = "BT.500 as in sureal 0.9") -> BiasAndScreening:
    """Take each rater's bias off, screen by BT.500, and average what is left.

    Args:
        given: In long form, with numbers as values.
        edition: How BT.500 is read; the recommendation's own text asks for "BT.500 as printed".

    Returns:
        Biases, findings in the order of raters' labels, and items' means without the biases of the kept.

    Raises:
        ValueError: The values are no numbers.
    """
    item, rater, scores = given.item.codes, given.rater.codes, given.scores
    mean = np.bincount(item, weights=scores) / np.bincount(item)
    bias = np.bincount(rater, weights=scores - mean[item]) / np.bincount(rater)
    level = scores - bias[rater]
    unbiased = ratings(item, given.rater.labels[rater], level)
    findings = bt500(unbiased, edition=edition)
    kept = ~np.array([one.rejected for one in findings], dtype=np.bool_)[rater]
    quality, error = _means(item[kept], level[kept], items=given.item.count)
    return BiasAndScreening(bias, findings, quality, error)


def _means(
    item: np.ndarray, scores: Floats, *, items: int
) -> tuple[tuple[float | None, ...], tuple[float | None, ...]]:
    n = np.bincount(item, minlength=items)
    mean = np.bincount(item, weights=scores, minlength=items) / np.maximum(n, 1)
    squares = np.bincount(item, weights=(scores - mean[item]) ** 2, minlength=items)
    error = np.sqrt(squares / np.maximum(n - 1, 1) / np.maximum(n, 1))
    return (
        tuple(float(value) if size else None for value, size in zip(mean, n, strict=True)),
        tuple(float(value) if size > 1 else None for value, size in zip(error, n, strict=True)),
    )
