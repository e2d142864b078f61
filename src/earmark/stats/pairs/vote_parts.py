"""What a study's differences of strengths vary by, as planning needs it: single votes, and raters' tastes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from earmark.stats.pairs.arrays import Floats, Mask
from earmark.stats.pairs.standings import ONE_CLUSTER
from earmark.stats.pairs.strengths import Strengths
from earmark.stats.planning import Design, VoteParts

NOT_BY_RATER: Final = "not measurable: the votes do not name their raters"
NO_LIMIT: Final = "not measurable: the votes set no limit to some strength"


@dataclass(frozen=True, slots=True)
class FoundVotes:
    """What the difference of two contestants varies by, as a mean over all pairs of one board.

    Attributes:
        parts: The variance parts; None where they cannot be told.
        design: How many raters there are, and as its clips how many votes each gave, on whichever pair.
        reason: Why there are no parts, or None.
    """

    parts: VoteParts | None
    design: Design | None
    reason: str | None = None


def vote_parts(found: Strengths) -> FoundVotes:
    """Part the variance of differences: what the model expects of single votes, and what raters add to it.

    Args:
        found: A fit with errors by rater.
    """
    if found.reason is not None or found.fit is None:
        return FoundVotes(None, None, found.reason)
    if found.errors != "rater" or found.clusters is None:
        return FoundVotes(None, None, NOT_BY_RATER)
    design = Design(found.clusters, found.votes / found.clusters)
    if found.clusters == 1:
        return FoundVotes(None, design, ONE_CLUSTER)
    if found.penalised:
        return FoundVotes(None, design, NO_LIMIT)
    k = found.values.size
    together = np.triu(found.network.board[:, None] == found.network.board[None, :], k=1)
    single = _mean_difference(found.fit.inverse[:k, :k], together)
    beyond = max(_mean_difference(found.covariance, together) - single, 0.0)
    return FoundVotes(VoteParts(single * found.votes, float(np.sqrt(beyond * found.clusters))), design)


def _mean_difference(covariance: Floats, pairs: Mask) -> float:
    variance = np.diag(covariance)
    return float((variance[:, None] + variance[None, :] - 2 * covariance)[pairs].mean())
