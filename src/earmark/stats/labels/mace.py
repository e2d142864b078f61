"""Labels by MACE: a rater either knows, or spams with a habit of his own.

Hovy, Berg-Kirkpatrick, Vaswani and Hovy (2013), "Learning Whom to Trust with MACE". With a probability a
rater gives the item's true label; else he draws one by his habit. Fitted by variational Bayes with its
priors (a beta of 0.5 and 0.5 on knowing, a Dirichlet of 10 on habits), from random starts, of which the
likeliest is taken.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from earmark.stats.labels.result import Labels, no_labels, tied
from earmark.stats.ratings import Floats, Ratings

_KNOWING: Final = 0.5
_HABIT: Final = 10.0


@dataclass(frozen=True, slots=True, eq=False)
class _Given:
    """Distinct labels of raters: sparse sums over items, and over raters and what they gave.

    Attributes:
        item: Shape (n,), item of each label.
        cell: Shape (n,), rater times k plus label.
        label: Shape (n,), the label.
        by_item: Sparse, shape (items, n).
        raters: Number of raters.
        k: Number of categories.
        items: Number of items.
    """

    item: Any
    cell: Any
    label: Any
    by_item: Any
    raters: int
    k: int
    items: int


@dataclass(frozen=True, slots=True, eq=False)
class _Beliefs:
    """Beliefs on raters: of knowing and of spamming, (raters,), and of each label then, (raters, k)."""

    knows: Floats
    spams: Floats
    habit: Floats


def mace(
    ratings: Ratings, *, steps: int = 50, starts: int = 10, seed: int = 0, tolerance: float = 1e-9
) -> Labels:
    """Join labels by MACE.

    Args:
        ratings: In long form; values are categories.
        steps: Most steps of each start.
        starts: Random starts, of which the likeliest is taken.
        seed: What they are drawn by.
        tolerance: Stop when the log-likelihood changes by less than this share of itself.

    Returns:
        Labels; `reliability` is the probability that a rater knows.

    Raises:
        ValueError: Steps or starts are below 1.
    """
    if steps < 1 or starts < 1:
        message = f"steps and starts must be 1 or more, got {steps} and {starts}"
        raise ValueError(message)
    if ratings.n == 0:
        return no_labels("mace", ratings)
    given = _laid_out(ratings)
    random = np.random.default_rng(seed)
    fits = [_climbed(given, _drawn(given, random), steps=steps, tolerance=tolerance) for _ in range(starts)]
    posterior, beliefs, likelihood, taken, near = max(fits, key=lambda fit: fit[2])
    return Labels(
        method="mace",
        items=ratings.item.labels,
        categories=ratings.value.labels,
        posterior=posterior,
        tied=tied(posterior),
        prevalence=posterior.mean(axis=0),
        reliability=beliefs.knows / (beliefs.knows + beliefs.spams),
        log_likelihood=likelihood,
        steps=taken,
        converged=near,
        starts=starts,
    )


def _laid_out(ratings: Ratings) -> _Given:
    from scipy.sparse import csr_array  # noqa: PLC0415 - only a fit pays for it

    item, k, n = ratings.item.codes.astype(np.int64), ratings.value.count, ratings.n
    label = ratings.value.codes.astype(np.int64)
    cell = ratings.rater.codes.astype(np.int64) * k + label
    by_item = csr_array((np.ones(n), (item, np.arange(n))), shape=(ratings.item.count, n))
    return _Given(item, cell, label, by_item, ratings.rater.count, k, ratings.item.count)


def _drawn(given: _Given, random: np.random.Generator) -> _Beliefs:
    knows = random.uniform(0.5, 1, given.raters)
    return _Beliefs(knows, 1 - knows, random.dirichlet(np.full(given.k, _HABIT), given.raters))


def _climbed(
    given: _Given, beliefs: _Beliefs, *, steps: int, tolerance: float
) -> tuple[Floats, _Beliefs, float, int, bool]:
    last = -np.inf
    for step in range(1, steps + 1):
        posterior, likelihood, known = _expected(given, beliefs)
        if abs(likelihood - last) <= tolerance * abs(likelihood):
            return posterior, beliefs, likelihood, step, True
        last = likelihood
        beliefs = _updated(given, known)
    return posterior, beliefs, likelihood, steps, False


def _expected(given: _Given, beliefs: _Beliefs) -> tuple[Floats, float, Floats]:
    """Return the items' posterior, the log-likelihood, and the probability that each label was known.

    A label that equals the truth is known or spammed, one that does not is spammed: so an item's log-
    probability of a category is that of all being spam, plus, for labels of this category, the log of what
    knowing adds.
    """
    rater = given.cell // given.k
    spam = (beliefs.spams[:, None] * beliefs.habit).ravel()[given.cell]
    knows = beliefs.knows[rater]
    gain = np.log1p(knows / spam)
    keys = given.item * given.k + given.label
    joint = np.bincount(keys, weights=gain, minlength=given.items * given.k).reshape(given.items, given.k)
    all_spam = np.bincount(given.item, weights=np.log(spam), minlength=given.items)
    top = joint.max(axis=1, keepdims=True)
    posterior = np.exp(joint - top)
    total = posterior.sum(axis=1, keepdims=True)
    posterior /= total
    likelihood = float((np.log(total / given.k) + top).sum() + all_spam.sum())
    known = posterior.ravel()[keys] * knows / (knows + spam)
    return posterior, likelihood, known


def _updated(given: _Given, known: Floats) -> _Beliefs:
    """Return beliefs by variational Bayes: counts with priors, through the digamma function."""
    rater = given.cell // given.k
    knows = np.bincount(rater, weights=known, minlength=given.raters) + _KNOWING
    spammed = np.bincount(given.cell, weights=1 - known, minlength=given.raters * given.k)
    spammed = spammed.reshape(given.raters, given.k)
    spams = spammed.sum(axis=1) + _KNOWING
    habit = spammed + _HABIT
    both = _geometric(knows + spams)
    each = _geometric(habit) / _geometric(habit.sum(axis=1))[:, None]
    return _Beliefs(_geometric(knows) / both, _geometric(spams) / both, each)


def _geometric(counts: NDArray[Any]) -> Floats:
    from scipy.special import digamma  # noqa: PLC0415 - only a fit pays for it

    return np.asarray(np.exp(digamma(counts)))
