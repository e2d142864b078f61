"""The label that most raters gave."""

from __future__ import annotations

import numpy as np

from earmark.stats.labels.result import Labels, no_labels, tied, vote_shares
from earmark.stats.ratings import Ratings


def majority(ratings: Ratings) -> Labels:
    """Return the label that most raters gave each item. A rater who labelled an item twice has two votes.

    Ties are told; where they matter, give half credit: which of them is taken first changes accuracy by
    percents.

    Args:
        ratings: In long form; the values are labels.

    Returns:
        The labels with each item's shares of votes, or a reason without ratings.
    """
    if ratings.n == 0:
        return no_labels("majority", ratings)
    shares = vote_shares(ratings)
    right = shares.argmax(axis=1)[ratings.item.codes] == ratings.value.codes
    given = np.bincount(ratings.rater.codes)
    return Labels(
        method="majority",
        items=ratings.item.labels,
        categories=ratings.value.labels,
        posterior=shares,
        tied=tied(shares),
        prevalence=shares.mean(axis=0),
        reliability=np.bincount(ratings.rater.codes, weights=right) / given,
        log_likelihood=None,
        steps=0,
        converged=True,
    )
