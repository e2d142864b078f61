"""What every way of joining labels gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from earmark.stats.ratings import Floats, Ratings
from earmark.stats.reasons import NO_SCORES

_NEAR_TIE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """Joined labels. Without ratings all is empty and `reason` says so.

    Attributes:
        method: How they were joined.
        items: Shape (items,), labels of items.
        categories: Shape (k,), the different labels that raters gave.
        posterior: Shape (items, k), the share of votes or the probability of each category; rows add up to 1.
        tied: Shape (items,), where the best category is no better than another: the first of them is taken.
        prevalence: Shape (k,), how common each category is.
        reliability: Shape (raters,), the probability that a rater gives the right label; None for majority,
            where it is the share of labels that equal the item's.
        log_likelihood: Of the fit; None for majority.
        steps: Steps of the search.
        converged: Whether nothing moved any more.
        starts: Number of starts, of which the best is reported.
        reason: Why there is nothing, or None.
    """

    method: str
    items: NDArray[Any]
    categories: NDArray[Any]
    posterior: Floats
    tied: NDArray[np.bool_]
    prevalence: Floats
    reliability: Floats
    log_likelihood: float | None
    steps: int
    converged: bool
    starts: int = 1
    reason: str | None = None

    @property
    def best(self) -> NDArray[Any]:
        """Shape (items,), the likeliest category of each item; of equals the first."""
        if not self.posterior.size:
            return self.categories[:0]
        level = self.posterior.max(axis=1, keepdims=True)
        return np.asarray(self.categories[(self.posterior >= level - _NEAR_TIE).argmax(axis=1)])


def tied(posterior: Floats) -> NDArray[np.bool_]:
    """Return where the best category is no better than another."""
    if not posterior.size:
        return np.zeros(posterior.shape[0], dtype=np.bool_)
    level = posterior.max(axis=1, keepdims=True)
    return np.asarray((posterior >= level - _NEAR_TIE).sum(axis=1) > 1)


def vote_shares(ratings: Ratings) -> Floats:
    """Return the share of each category among an item's labels, shape (items, k)."""
    k = ratings.value.count
    keys = ratings.item.codes.astype(np.int64) * max(k, 1) + ratings.value.codes
    votes = np.bincount(keys, minlength=ratings.item.count * k).reshape(ratings.item.count, k)
    return np.asarray(votes / np.maximum(votes.sum(axis=1, keepdims=True), 1))


def no_labels(method: str, ratings: Ratings) -> Labels:
    """Return what there is without ratings: nothing, and why."""
    none, nobody = np.empty(0), np.empty((0, 0))
    return Labels(
        method=method,
        items=ratings.item.labels,
        categories=ratings.value.labels,
        posterior=nobody,
        tied=tied(nobody),
        prevalence=none,
        reliability=none,
        log_likelihood=None,
        steps=0,
        converged=False,
        reason=NO_SCORES,
    )
