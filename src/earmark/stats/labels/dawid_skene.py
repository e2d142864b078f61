"""Labels by the model of Dawid and Skene: each rater confuses categories in a way of his own.

Dawid and Skene (1979), "Maximum Likelihood Estimation of Observer Error-Rates Using the EM Algorithm",
Applied Statistics 28(1). The one-coin model is its smallest form: a rater is right with one probability,
and errs evenly.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Any, Final, Literal

import numpy as np

from earmark.stats.labels.result import Labels, no_labels, tied, vote_shares
from earmark.stats.ratings import Floats, Ratings

Model = Literal["dawid-skene", "one-coin"]

_NEVER: Final = 1e-300
"""What a probability of 0 counts as in a logarithm."""


@dataclass(frozen=True, slots=True, eq=False)
class _Votes:
    """Labels as sparse matrices.

    Attributes:
        by_item: Shape (items, raters * k): how often each rater gave each item each label.
        by_rater: Its transpose.
        raters: Number of raters.
        k: Number of categories.
    """

    by_item: Any
    by_rater: Any
    raters: int
    k: int


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """A posterior with what it was made from."""

    posterior: Floats
    prevalence: Floats
    right: Floats
    log_likelihood: float


def dawid_skene(
    ratings: Ratings,
    *,
    model: Model = "dawid-skene",
    smoothing: float = 0.0,
    steps: int = 1000,
    tolerance: float = 1e-9,
    starts: int = 1,
    seed: int = 0,
) -> Labels:
    """Join labels by expectation and maximisation, from the shares of votes.

    Args:
        ratings: In long form; values are categories. A rater may label an item more than once.
        model: A matrix of confusions a rater, or one probability a rater to be right.
        smoothing: Added to each count of a confusion; 0 is the likeliest fit. Small data may settle where a
            category has no item; a little smoothing (0.01) and more starts help.
        steps: Most steps of each start.
        tolerance: Stop when the log-likelihood grows by less than this share of itself.
        starts: The first from the votes, others from votes mixed with chance; the likeliest fit is taken. A
            fit may have its categories swapped, so look at reliabilities.
        seed: What the chance of other starts comes from.

    Raises:
        ValueError: Steps or starts are below 1, or smoothing below 0.
    """
    if steps < 1 or starts < 1 or smoothing < 0:
        message = (
            f"steps and starts must be 1 or more, smoothing 0 or more; got {steps}, {starts}, {smoothing}"
        )
        raise ValueError(message)
    if ratings.n == 0:
        return no_labels(model, ratings)
    votes, shares = _votes(ratings), vote_shares(ratings)
    random = np.random.default_rng(seed)
    fits = []
    for start in range(starts):
        first = shares if start == 0 else (shares + random.dirichlet(np.ones(votes.k), shares.shape[0])) / 2
        fits.append(
            _climbed(votes, first, model=model, smoothing=smoothing, steps=steps, tolerance=tolerance)
        )
    state, taken, near = max(fits, key=lambda fit: fit[0].log_likelihood)
    return Labels(
        method=model,
        items=ratings.item.labels,
        categories=ratings.value.labels,
        posterior=state.posterior,
        tied=tied(state.posterior),
        prevalence=state.prevalence,
        reliability=state.right,
        log_likelihood=state.log_likelihood,
        steps=taken,
        converged=near,
        starts=starts,
    )


def _votes(ratings: Ratings) -> _Votes:
    from scipy.sparse import csr_array  # noqa: PLC0415 - only a fit pays for it

    k = ratings.value.count
    columns = ratings.rater.codes.astype(np.int64) * k + ratings.value.codes
    shape = (ratings.item.count, ratings.rater.count * k)
    by_item = csr_array((np.ones(ratings.n), (ratings.item.codes.astype(np.int64), columns)), shape=shape)
    return _Votes(by_item, by_item.T.tocsr(), ratings.rater.count, k)


def _climbed(
    votes: _Votes, posterior: Floats, *, model: Model, smoothing: float, steps: int, tolerance: float
) -> tuple[_State, int, bool]:
    """Step until the log-likelihood stands; return the state, the steps, and whether it did."""
    last = -np.inf
    for step in range(1, steps + 1):
        state = _step(votes, posterior, model=model, smoothing=smoothing)
        if state.log_likelihood - last <= tolerance * abs(state.log_likelihood):
            return state, step, True
        last, posterior = state.log_likelihood, state.posterior
    return state, steps, False


def _step(votes: _Votes, posterior: Floats, *, model: Model, smoothing: float) -> _State:
    prevalence = posterior.mean(axis=0)
    counts = np.asarray(votes.by_rater @ posterior).reshape(votes.raters, votes.k, votes.k)
    given = counts.sum(axis=1)  # by rater and true category
    if model == "one-coin":
        agreed = np.trace(counts, axis1=1, axis2=2) + smoothing
        right = agreed / (given.sum(axis=1) + smoothing * votes.k)
        confusion = _coins(right, votes.k)
    else:
        confusion = (counts + smoothing) / np.maximum(given + smoothing * votes.k, _NEVER)[:, None, :]
        right = np.trace(counts, axis1=1, axis2=2) / given.sum(axis=1)
    joint = votes.by_item @ np.log(np.maximum(confusion, _NEVER)).reshape(-1, votes.k)
    joint += np.log(np.maximum(prevalence, _NEVER))
    top = reduce(np.maximum, joint.T)[:, None]  # along few columns NumPy's own maximum and sum are slow
    joint -= top
    np.exp(joint, out=joint)
    total = joint @ np.ones((votes.k, 1))
    likelihood = float(np.log(total).sum() + top.sum())
    joint /= total
    return _State(joint, prevalence, right, likelihood)


def _coins(right: Floats, k: int) -> Floats:
    """Return the confusions, shape (raters, k, k), of raters who are right so often and else err evenly."""
    wrong = (1 - right) / max(k - 1, 1)
    eye = np.eye(k)
    return np.asarray(right[:, None, None] * eye + wrong[:, None, None] * (1 - eye))
