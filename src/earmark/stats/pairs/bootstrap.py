"""Strengths of studies that might have been: each vote, rater or item counts a random number of times.

The number is drawn from Poisson's distribution with mean 1: the usual bootstrap without a fixed total. What
is resampled are counts: a pair that was won n times has Poisson(n) wins if single votes are drawn, and a
weighted sum over raters if raters are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np

from earmark.stats.pairs.arrays import Codes, Floats
from earmark.stats.pairs.battles import Battles
from earmark.stats.pairs.likelihood import Model
from earmark.stats.pairs.network import network
from earmark.stats.pairs.newton import Problem, UnboundedError, maximise, penalise
from earmark.stats.pairs.strengths import Strengths, strengths
from earmark.stats.pairs.tally import Tally, cells

By = Literal["vote", "rater", "item"]
TOO_FEW: Final = "not measurable: most resampled studies hold no fit"
_TABLE: Final = 50_000_000
_CLOSE: Final = 1e-3
"""Largest last step of a round, in logits; what is left is about its square, a millionth."""


@dataclass(frozen=True, slots=True)
class Resampled:
    """Strengths of resampled studies.

    Attributes:
        names: The contestants.
        values: Shape (rounds that could be fitted, K), strengths.
        low: Lower end of each percentile interval; None where nothing can be said.
        high: Upper end.
        by: What was drawn.
        rounds: How many studies were drawn.
        penalised: In how many the strengths were only kept finite by the penalty.
        left_out: How many were left out, because contestants had not met in them.
        seed: The seed.
        level: Coverage of the intervals.
        reason: Why there are no intervals, or None.
    """

    names: tuple[Any, ...]
    values: Floats
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    by: By
    rounds: int
    penalised: int
    left_out: int
    seed: int
    level: float
    reason: str | None = None


def resampled(
    votes: Battles,
    *,
    seed: int,
    by: By = "rater",
    rounds: int = 1000,
    model: Model = "davidson",
    position: bool = False,
    level: float = 0.95,
) -> Resampled:
    """Fit resampled studies and give percentile intervals.

    Args:
        votes: The battles.
        seed: Of the draws; the same seed gives the same numbers.
        by: What is drawn: single votes, raters with all their votes, or items with all of theirs.
        rounds: How many studies, at least 1.
        model: As for `strengths`.
        position: As for `strengths`.
        level: Coverage, inside 0 to 1.

    Returns:
        The strengths of each round. Where more than half of the rounds hold no fit there are no intervals.

    Raises:
        ValueError: The votes do not name raters or items.
    """
    whole = strengths(votes, model=model, position=position, errors="model", level=level)
    nothing = (None,) * len(votes.names)
    empty = Resampled(
        votes.names,
        np.zeros((0, len(nothing))),
        nothing,
        nothing,
        by,
        rounds,
        0,
        0,
        seed,
        level,
        whole.reason,
    )
    if whole.fit is None:
        return empty
    found, penalised = _rounds(whole, _drawn(whole, by, rounds=rounds, seed=seed))
    left_out = rounds - len(found)
    if left_out > rounds / 2:
        return replace(empty, penalised=penalised, left_out=left_out, reason=TOO_FEW)
    values = np.array(found)
    ends = np.quantile(values, [(1 - level) / 2, (1 + level) / 2], axis=0)
    alone = [standing.strength is None for standing in whole.standings]
    low, high = (tuple(None if a else float(v) for a, v in zip(alone, end, strict=True)) for end in ends)
    return replace(empty, values=values, low=low, high=high, penalised=penalised, left_out=left_out)


def _rounds(whole: Strengths, drawn: Iterator[Tally]) -> tuple[list[Floats], int]:
    assert whole.fit is not None  # noqa: S101 - the caller has looked
    problem, start = whole.fit.problem, whole.fit.fitted.point
    full = _met(problem.counts)
    found, penalised = [], 0
    for counts in drawn:
        again = replace(problem, counts=counts)
        shaken = whole.penalised or not np.array_equal(_met(counts), full)
        if not shaken:
            found.append(maximise(again, start, close=_CLOSE).point[: counts.contestants])
            continue
        point, shrunk = _with_gaps(again, start)
        penalised += shrunk
        if point is not None:
            found.append(point[: counts.contestants])
    return found, penalised


def _with_gaps(problem: Problem, start: Floats) -> tuple[Floats | None, bool]:
    """Fit a round in which something is missing that the study has: None where contestants do not meet."""
    some = problem.counts.votes > 0
    counts = _rows(problem.counts, some)
    at = network(counts, draws_have_parameter=problem.draws)
    decided = bool(counts.wins.any() or counts.losses.any())
    drawn = not problem.draws or bool(counts.draws.any())
    if not decided or not drawn or not np.array_equal(at.board, problem.board):
        return None, False
    again = replace(problem, counts=counts)
    if not (at.unbounded.any() or at.draws_diverge):
        try:
            return maximise(again, start, close=_CLOSE).point, False
        except UnboundedError:
            pass
    return penalise(again, np.ones(again.size, dtype=bool)).point, True


def _drawn(whole: Strengths, by: By, *, rounds: int, seed: int) -> Iterator[Tally]:
    assert whole.fit is not None  # noqa: S101 - the caller has looked
    counts, votes = whole.fit.problem.counts, whole.fit.used
    random = np.random.default_rng(seed)
    if by == "vote":
        table = np.column_stack([counts.wins, counts.losses, counts.draws]).ravel()
        for _ in range(rounds):
            yield counts.with_counts(random.poisson(table).astype(np.float64))
        return
    named = votes.rater if by == "rater" else votes.item
    if named is None:
        message = f"the votes name no {by}s, so there is nothing to draw"
        raise ValueError(message)
    clusters = int(named.max()) + 1
    weights = random.poisson(1.0, (rounds, clusters)).astype(np.float64)
    if votes.covariates is not None:
        for one in weights:
            yield replace(
                counts,
                wins=counts.wins * one[named],
                losses=counts.losses * one[named],
                draws=counts.draws * one[named],
            )
        return
    place, pairs = cells(votes, position=whole.fit.position)
    for table in _weighted(weights, named, place, width=3 * pairs.size):
        yield counts.with_counts(table)


def _weighted(weights: Floats, named: Codes, place: Codes, *, width: int) -> Floats:
    """Return the counts of each round, shape (rounds, width)."""
    clusters = weights.shape[1]
    if clusters * width <= _TABLE:
        table = np.bincount(named * width + place, minlength=clusters * width).reshape(clusters, width)
        return np.asarray(weights @ table.astype(np.float64))
    from scipy.sparse import csr_array  # noqa: PLC0415 - scipy.sparse takes 0.2 s to load

    ones = np.ones(place.size)
    return np.asarray(weights @ csr_array((ones, (named, place)), shape=(clusters, width)))


def _met(counts: Tally) -> Codes:
    return np.flatnonzero(np.concatenate([counts.wins, counts.losses, counts.draws]))


def _rows(counts: Tally, some: np.ndarray[Any, np.dtype[np.bool_]]) -> Tally:
    return Tally(
        counts.left[some],
        counts.right[some],
        counts.wins[some],
        counts.losses[some],
        counts.draws[some],
        counts.covariates[some],
        counts.contestants,
    )
