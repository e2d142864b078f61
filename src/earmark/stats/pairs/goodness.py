"""Whether strengths tell the whole story: fit of the model to the pairs, and circles of wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from earmark.stats.pairs.arrays import Floats
from earmark.stats.pairs.likelihood import shares
from earmark.stats.pairs.network import circular_triads
from earmark.stats.pairs.strengths import Strengths
from earmark.stats.quantiles import chi_squared_tail

SINGLE_VOTES: Final = "not measurable: with covariates each vote stands alone"
HALF_WINS: Final = "not measurable: half wins are no likelihood"
SATURATED: Final = "not measurable: there are no more pairs than strengths"


@dataclass(frozen=True, slots=True)
class Misfit:
    """A pair whose votes differ from what the strengths say.

    Attributes:
        left: One side.
        right: The other.
        observed: Share of votes for the left side, a draw as half.
        expected: The same by the model.
        residual: Pearson's: difference in standard deviations.
        votes: How many votes the pair has.
    """

    left: Any
    right: Any
    observed: float
    expected: float
    residual: float
    votes: int


@dataclass(frozen=True, slots=True)
class Goodness:
    """How well the model fits.

    Attributes:
        deviance: Twice the log-likelihood that the model lacks against free shares of each pair (G squared).
        degrees: Degrees of freedom.
        p_value: Chance of a larger deviance if the model holds and votes are independent (chi squared; good
            from about five votes a pair on). None where not measurable.
        circles: Triples of contestants that beat each other in a circle by majority.
        triples: All triples whose pairs met.
        largest: The pairs that fit worst, the worst first.
        reason: Why there is no deviance, or None.
    """

    deviance: float | None
    degrees: int | None
    p_value: float | None
    circles: int
    triples: int
    largest: tuple[Misfit, ...]
    reason: str | None = None


def goodness(found: Strengths, *, largest: int = 5) -> Goodness:
    """Test the fit, and list the pairs that it describes worst.

    Args:
        found: A fit.
        largest: How many pairs to list.
    """
    if found.fit is None:
        return Goodness(None, None, None, 0, 0, (), found.reason)
    counts = found.fit.problem.counts
    circles, triples = circular_triads(counts)
    worst = _largest(found, largest)
    reason = _why_not(found)
    if reason is not None:
        return Goodness(None, None, None, circles, triples, worst, reason)
    observed = np.column_stack([counts.wins, counts.losses, counts.draws])
    expected = np.column_stack(_expected(found)) * counts.votes[:, None]
    some = observed > 0
    deviance = float(2 * (observed[some] * np.log(observed[some] / expected[some])).sum())
    degrees = _degrees(found)
    p_value = chi_squared_tail(max(deviance, 0.0), degrees=degrees)
    return Goodness(deviance, degrees, p_value, circles, triples, worst)


def _degrees(found: Strengths) -> int:
    assert found.fit is not None  # noqa: S101 - the caller has looked
    problem = found.fit.problem
    free = problem.counts.votes.size * (2 if problem.draws else 1)
    return free - (problem.size - found.network.boards)


def _why_not(found: Strengths) -> str | None:
    assert found.fit is not None  # noqa: S101 - the caller has looked
    if found.fit.used.covariates is not None:
        return SINGLE_VOTES
    if found.model == "bradley-terry" and found.fit.problem.counts.draws.any():
        return HALF_WINS
    return SATURATED if _degrees(found) <= 0 else None


def _expected(found: Strengths) -> tuple[Floats, Floats, Floats]:
    assert found.fit is not None  # noqa: S101 - the caller has looked
    problem, point = found.fit.problem, found.fit.fitted.point
    t = problem.readiness(point) if problem.draws else None
    return shares(problem.model, problem.differences(point), t)


def _largest(found: Strengths, most: int) -> tuple[Misfit, ...]:
    assert found.fit is not None  # noqa: S101 - the caller has looked
    counts, names = found.fit.problem.counts, found.fit.used.names
    win, _, draw = _expected(found)
    votes = counts.votes
    observed, expected = (counts.wins + counts.draws / 2) / votes, win + draw / 2
    deviation = np.sqrt(np.maximum(win + draw / 4 - expected**2, 1e-12) / votes)
    residual = (observed - expected) / deviation
    order = np.argsort(-np.abs(residual), kind="stable")[:most]
    return tuple(
        Misfit(
            names[counts.left[row]],
            names[counts.right[row]],
            float(observed[row]),
            float(expected[row]),
            float(residual[row]),
            int(votes[row]),
        )
        for row in order
    )
