"""Errors that know that votes of one rater, or on one item, go together: the clustered sandwich.

The score of a vote is the slope of its log-likelihood; the scores of a cluster are added up, and the variance
is ``C (sum over clusters of s s') C`` with C the inverse information (Liang and Zeger 1986; Cameron, Gelbach
and Miller 2011 for two ways at once). With one vote a cluster it is the plain sandwich.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from earmark.stats.pairs.arrays import Codes, Floats
from earmark.stats.pairs.likelihood import Slopes
from earmark.stats.pairs.newton import Problem
from earmark.stats.pairs.tally import Tally

_BLOCK: Final = 4_000_000
"""Most numbers of a table of cluster scores that is held at once."""


def plain_meat(problem: Problem, point: Floats) -> Floats:
    """Return the sum of s s' over single votes, from the counts of pairs."""
    counts = problem.counts
    d, t = problem.differences(point), problem.readiness(point)
    one, none = np.ones_like(d), np.zeros_like(d)
    kinds = (
        (counts.wins, (one, none, none)),
        (counts.losses, (none, one, none)),
        (counts.draws, (none, none, one)),
    )
    squares = [none, none, none]
    for count, outcome in kinds:
        at = problem.likelihood(d, t, *outcome)
        found = (count * at.by_d**2, count * at.by_d * at.by_t, count * at.by_t**2)
        squares = [total + more for total, more in zip(squares, found, strict=True)]
    return problem.information(Slopes(none, none, none, *squares))


def clustered_meat(rows: Problem, point: Floats, cluster: Codes) -> Floats:
    """Return the sum of s s' over clusters.

    Args:
        rows: The problem with one row a vote.
        point: The parameters.
        cluster: Shape (n,), the cluster of each vote.
    """
    meat = np.zeros((rows.size, rows.size))
    at = rows.slopes(point)
    for scores in _blocks(rows, at, cluster):
        meat += scores.T @ scores
    return meat


def cluster_scores(rows: Problem, point: Floats, cluster: Codes, *, clusters: int) -> Floats:
    """Return the added scores of each cluster, shape (clusters, parameters)."""
    return _scores(rows, rows.slopes(point), cluster, clusters=clusters)


def _blocks(rows: Problem, at: Slopes, cluster: Codes) -> Iterator[Floats]:
    """Give the scores of a few clusters at a time, so that many raters and contestants fit in memory."""
    clusters = int(cluster.max()) + 1
    step = max(_BLOCK // rows.size, 1)
    if clusters <= step:
        yield _scores(rows, at, cluster, clusters=clusters)
        return
    order = np.argsort(cluster, kind="stable")
    starts = range(0, clusters, step)
    ends = np.searchsorted(cluster[order], [*starts, clusters])
    for first, a, b in zip(starts, ends[:-1], ends[1:], strict=True):
        chosen = order[a:b]
        yield _scores(_some(rows, chosen), _slopes(at, chosen), cluster[chosen] - first, clusters=step)


def _some(rows: Problem, chosen: Codes) -> Problem:
    c = rows.counts
    parts = (c.left, c.right, c.wins, c.losses, c.draws, c.covariates)
    left, right, wins, losses, draws, covariates = (part[chosen] for part in parts)
    counts = Tally(left, right, wins, losses, draws, covariates, c.contestants)  # type: ignore[arg-type]
    return Problem(counts, rows.model, rows.board, rows.draws)


def _slopes(at: Slopes, chosen: Codes) -> Slopes:
    return Slopes(*(part[chosen] for part in (at.value, at.by_d, at.by_t, at.dd, at.dt, at.tt)))


def _scores(rows: Problem, at: Slopes, cluster: Codes, *, clusters: int) -> Floats:
    counts, k, p = rows.counts, rows.counts.contestants, rows.counts.covariates.shape[1]
    table = np.empty((clusters, rows.size))
    left = np.bincount(cluster * k + counts.left, at.by_d, clusters * k)
    table[:, :k] = (left - np.bincount(cluster * k + counts.right, at.by_d, clusters * k)).reshape(
        clusters, k
    )
    for column in range(p):
        table[:, k + column] = np.bincount(cluster, at.by_d * counts.covariates[:, column], clusters)
    if rows.draws:
        table[:, -1] = np.bincount(cluster, at.by_t, clusters)
    return table
