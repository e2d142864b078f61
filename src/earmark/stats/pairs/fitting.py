"""How a model is fitted to counted votes: by its maximum, or where it has none, under Jeffreys' prior."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from earmark.stats.pairs.arrays import Floats
from earmark.stats.pairs.battles import Battles
from earmark.stats.pairs.likelihood import Model
from earmark.stats.pairs.network import Network
from earmark.stats.pairs.newton import Fitted, Problem, UnboundedError, identified, maximise, penalise
from earmark.stats.pairs.tally import Tally


@dataclass(frozen=True, slots=True)
class Fit:
    """What was fitted, to go on from.

    Attributes:
        problem: The votes as counts, with their model.
        fitted: The parameters: strengths, effects, readiness to draw.
        inverse: Shape (size, size), inverse of the observed information.
        used: The votes that were used.
        position: Whether there is an effect of position; it is the last of the effects.
        kept: Which covariates, position behind them, the design can tell from the rest.
        penalised: Whether Jeffreys' prior kept some parameters finite.
    """

    problem: Problem
    fitted: Fitted
    inverse: Floats
    used: Battles
    position: bool
    kept: NDArray[np.bool_]
    penalised: bool


def fit_votes(votes: Battles, counts: Tally, at: Network, *, model: Model, position: bool) -> Fit:
    """Fit a model to votes, some of which are wins.

    Args:
        votes: The votes.
        counts: The same as counts of pairs.
        at: Who met whom.
        model: What is fitted.
        position: Whether what being on the left adds is among the covariates of `counts`.
    """
    kept, problem = _problem(counts, at, model)
    fitted, penalised = _fitted(problem, at)
    return Fit(
        problem=problem,
        fitted=fitted,
        inverse=problem.inverse(fitted.information),
        used=_with_columns(votes, kept),
        position=position and bool(kept[-1]),
        kept=kept,
        penalised=penalised,
    )


def _with_columns(votes: Battles, kept: NDArray[np.bool_]) -> Battles:
    if votes.covariates is None:
        return votes
    columns = kept[: len(votes.covariate_names)]
    names = tuple(name for name, stays in zip(votes.covariate_names, columns, strict=True) if stays)
    return replace(votes, covariates=votes.covariates[:, columns], covariate_names=names)


def _problem(counts: Tally, at: Network, model: Model) -> tuple[NDArray[np.bool_], Problem]:
    """Return which covariates the design can tell from the rest, and the problem with those."""
    draws = model != "bradley-terry" and bool(counts.draws.any())
    problem = Problem(counts, model, at.board, draws)
    kept = identified(problem)
    return kept, replace(problem, counts=replace(counts, covariates=counts.covariates[:, kept]))


def _fitted(problem: Problem, at: Network) -> tuple[Fitted, bool]:
    k = problem.counts.contestants
    shrunk = np.zeros(problem.size, dtype=bool)
    shrunk[:k] = at.unbounded | at.draws_diverge
    if at.draws_diverge and problem.draws:
        shrunk[-1] = True
    if problem.counts.covariates.shape[1]:
        shrunk |= shrunk.any()  # a board without finite strengths may leave a covariate without limit, too
    if shrunk.any():
        return penalise(problem, shrunk), True
    try:
        return maximise(problem), False
    except UnboundedError:
        return penalise(problem, np.ones(problem.size, dtype=bool)), True
