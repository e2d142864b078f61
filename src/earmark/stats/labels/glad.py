"""Labels by GLAD: raters differ in skill, and items in how hard they are.

Whitehill, Wu, Bergsma, Movellan and Ruvolo (2009), "Whose Vote Should Count More: Optimal Integration of
Labels from Labelers of Unknown Expertise". A rater of skill s is right about an item of ease e with the
probability ``1 / (1 + exp(-s e))``, e above 0, and else errs evenly; a skill below 0 is that of one who errs
on purpose. Skills and logarithms of ease are drawn to 1 by normal priors of variance 1, and all categories
are taken as equally common. Truth is summed out, and what is left climbed by its gradient, which is what the
paper's expectation and maximisation come to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from earmark.stats.labels.result import Labels, no_labels, tied
from earmark.stats.ratings import Floats, Ratings

_USUAL: Final = 1.0
"""Where the priors of skills and of logarithms of ease have their middle."""

_CLOSE: Final = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class GladLabels:
    """Joined labels with what was learnt of raters and items; empty without ratings.

    Attributes:
        labels: As of every method; `reliability` is a rater's mean probability to be right about the items
            that the rater labelled.
        skill: Shape (raters,).
        ease: Shape (items,), above 0.
    """

    labels: Labels
    skill: Floats
    ease: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Given:
    """Shape (n,) each: item, rater, and the place of an item's category in its row of a flat table."""

    item: NDArray[np.int64]
    rater: NDArray[np.int64]
    cell: NDArray[np.int64]
    items: int
    raters: int
    k: int


def glad(ratings: Ratings, *, steps: int = 2000) -> GladLabels:
    """Join labels by GLAD.

    Args:
        ratings: In long form; values are categories.
        steps: Most steps of the climb.

    Returns:
        Labels, skills and ease. `log_likelihood` is that of the labels, without the priors.

    Raises:
        ValueError: Steps are below 1.
    """
    from scipy.optimize import minimize  # noqa: PLC0415 - only a fit pays for it

    if steps < 1:
        message = f"steps must be 1 or more, got {steps}"
        raise ValueError(message)
    if ratings.n == 0:
        return GladLabels(no_labels("glad", ratings), np.empty(0), np.empty(0))
    given = _laid_out(ratings)
    start = np.full(given.raters + given.items, _USUAL)
    close = {"maxiter": steps, "maxfun": 2 * steps, "ftol": _CLOSE, "gtol": _CLOSE}
    found: Any = minimize(
        lambda point: _cost(given, point), start, jac=True, method="L-BFGS-B", options=close
    )
    skill, ease = found.x[: given.raters], np.exp(found.x[given.raters :])
    right, posterior, likelihood = _expected(given, skill, ease)
    labels = Labels(
        method="glad",
        items=ratings.item.labels,
        categories=ratings.value.labels,
        posterior=posterior,
        tied=tied(posterior),
        prevalence=posterior.mean(axis=0),
        reliability=np.bincount(given.rater, right) / np.bincount(given.rater),
        log_likelihood=likelihood,
        steps=int(found.nit),
        converged=bool(found.success),
    )
    return GladLabels(labels, skill, ease)


def _laid_out(ratings: Ratings) -> _Given:
    item, k = ratings.item.codes.astype(np.int64), ratings.value.count
    rater = ratings.rater.codes.astype(np.int64)
    return _Given(item, rater, item * k + ratings.value.codes, ratings.item.count, ratings.rater.count, k)


def _expected(given: _Given, skill: Floats, ease: Floats) -> tuple[Floats, Floats, float]:
    """Return each label's chance to be right, the items' posterior, and the log-likelihood.

    Were all labels of an item wrong they would have some probability; each that is right of a category adds
    its log odds, and what an even error among ``k - 1`` others had cost.
    """
    others = max(given.k - 1, 1)
    reach = skill[given.rater] * ease[given.item]
    wrong = -np.logaddexp(0, reach) - np.log(others)
    gain = reach + np.log(others)
    joint = np.bincount(given.cell, gain, given.items * given.k).reshape(given.items, given.k)
    top = joint.max(axis=1, keepdims=True)
    posterior = np.exp(joint - top)
    total = posterior.sum(axis=1, keepdims=True)
    likelihood = float((np.log(total / given.k) + top).sum() + wrong.sum())
    return np.exp(-np.logaddexp(0, -reach)), posterior / total, likelihood


def _cost(given: _Given, point: Floats) -> tuple[float, Floats]:
    """Return the log posterior of skills and ease with the sign turned, and its gradient."""
    skill, ease = point[: given.raters], np.exp(point[given.raters :])
    right, posterior, likelihood = _expected(given, skill, ease)
    surprise = posterior.ravel()[given.cell] - right
    slope = np.concatenate(
        [
            np.bincount(given.rater, surprise * ease[given.item], given.raters),
            np.bincount(given.item, surprise * skill[given.rater] * ease[given.item], given.items),
        ]
    )
    off = point - _USUAL
    return float(off @ off) / 2 - likelihood, off - slope
