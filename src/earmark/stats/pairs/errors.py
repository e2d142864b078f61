"""The covariance of strengths, by what the votes of a study have in common."""

from __future__ import annotations

from typing import Literal

import numpy as np

from earmark.stats.pairs.arrays import Codes, Floats
from earmark.stats.pairs.battles import Battles
from earmark.stats.pairs.clusters import clustered_meat, plain_meat
from earmark.stats.pairs.newton import Problem
from earmark.stats.pairs.tally import single_votes
from earmark.stats.quantiles import normal_quantile, t_quantile

Errors = Literal["model", "vote", "rater", "item", "rater and item"]
"""What a standard error takes for granted: see `strengths`."""


def robust_covariance(
    problem: Problem,
    point: Floats,
    inverse: Floats,
    *,
    votes: Battles,
    position: bool,
    errors: Errors,
    correction: bool,
) -> tuple[Floats, int | None]:
    """Return the covariance of all parameters, and the number of clusters of the scarcer kind.

    With one cluster there is no telling: the covariance is then 0 throughout.

    Raises:
        ValueError: The votes do not name what the errors are to be clustered by.
    """
    if errors == "model":
        return inverse, None
    if errors == "vote":
        return inverse @ plain_meat(problem, point) @ inverse, None
    ways = [_cluster(votes, way) for way in errors.split(" and ")]
    clusters = min(_count(way) for way in ways)
    if clusters < 2:  # noqa: PLR2004 - one cluster has no spread
        return np.zeros_like(inverse), clusters
    rows = Problem(single_votes(votes, position=position), problem.model, problem.board, problem.draws)
    meat = sum((_meat(rows, point, way, correction=correction) for way in ways), np.zeros_like(inverse))
    if len(ways) > 1:
        _, both = np.unique(ways[0] * (ways[1].max() + 1) + ways[1], return_inverse=True)
        meat = _never_negative(meat - _meat(rows, point, both, correction=correction))
    return inverse @ meat @ inverse, clusters


def half_width(level: float, clusters: int | None) -> float:
    """Return the half-width of a two-sided interval in standard errors.

    Args:
        level: Coverage, inside 0 to 1.
        clusters: Student's t with one degree less is used; None takes the normal distribution.
    """
    if clusters is None:
        return normal_quantile((1 + level) / 2)
    return t_quantile((1 + level) / 2, degrees=max(clusters - 1, 1))


def widened(covariance: Floats, inverse: Floats, *, boards: list[Codes]) -> Floats:
    """Return the covariance in which each given board has the model's own errors where those are larger.

    Strengths that only a penalty keeps finite fit their votes almost without residuals, and what is made of
    residuals is then far too small.

    Args:
        covariance: Of all parameters, made from residuals.
        inverse: Of the information.
        boards: The contestants of each board without finite strengths.
    """
    wide = covariance.copy()
    for board in boards:
        block = np.ix_(board, board)
        if np.trace(inverse[block]) > np.trace(covariance[block]):
            wide[board, :] = wide[:, board] = 0
            wide[block] = inverse[block]
    return wide


def _cluster(votes: Battles, way: str) -> Codes:
    found = votes.rater if way == "rater" else votes.item
    if found is None:
        message = f"the votes name no {way}s, so errors cannot be clustered by {way}"
        raise ValueError(message)
    return np.unique(found, return_inverse=True)[1]


def _count(cluster: Codes) -> int:
    return int(cluster.max()) + 1


def _meat(rows: Problem, point: Floats, cluster: Codes, *, correction: bool) -> Floats:
    count = _count(cluster)
    return clustered_meat(rows, point, cluster) * (count / (count - 1) if correction else 1.0)


def _never_negative(meat: Floats) -> Floats:
    """Return the nearest matrix without a negative variance: the difference of two ways may have one."""
    size, directions = np.linalg.eigh(meat)
    return np.asarray((directions * np.maximum(size, 0)) @ directions.T)
