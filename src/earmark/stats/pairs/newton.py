"""The most likely strengths by Newton's method, or the penalised ones where the likelihood has no maximum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.stats.pairs.arrays import Codes, Floats
from earmark.stats.pairs.likelihood import LIKELIHOODS, Likelihood, Model, Slopes, shares
from earmark.stats.pairs.tally import Tally

_STEPS: Final = 200
_CLOSE: Final = 1e-10
"""Largest last step, in logits, of a fit that counts as converged."""

_CLOSE_ENOUGH: Final = 1e-7
"""The same for a penalised fit, whose steps shrink by a factor each and not by squares."""

_FAR: Final = 12.0
"""A covariate that moves a vote's logit beyond this has no finite effect."""


_TELLING: Final = 1e-9
"""Least share of a covariate that the other columns must leave unexplained."""


class UnboundedError(Exception):
    """The likelihood rises without end along a covariate."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is to be fitted. Parameters stand in the order strengths (K), covariates (p), draws (0 or 1).

    Attributes:
        counts: The votes.
        model: Which likelihood.
        board: Shape (K,), groups of contestants; strengths add up to 0 in each.
        draws: Whether there is a parameter of draws.
    """

    counts: Tally
    model: Model
    board: Codes
    draws: bool

    @property
    def size(self) -> int:
        """How many parameters there are."""
        return self.counts.contestants + int(self.counts.covariates.shape[1]) + int(self.draws)

    @property
    def likelihood(self) -> Likelihood:
        """The likelihood, in which a model without draws is Bradley-Terry's."""
        return LIKELIHOODS[self.model if self.draws else "bradley-terry"]

    def differences(self, point: Floats) -> Floats:
        """Return the logit of each row of votes."""
        counts, k = self.counts, self.counts.contestants
        strengths = point[:k]
        d = strengths[counts.left] - strengths[counts.right]
        p = counts.covariates.shape[1]
        return d + counts.covariates @ point[k : k + p] if p else d

    def readiness(self, point: Floats) -> float:
        """Return the parameter of draws; 0 where there is none."""
        return float(point[-1]) if self.draws else 0.0

    def slopes(self, point: Floats) -> Slopes:
        """Return the slopes of each row at a point."""
        counts = self.counts
        return self.likelihood(
            self.differences(point), self.readiness(point), counts.wins, counts.losses, counts.draws
        )

    def expected(self, d: Floats, t: float) -> Slopes:
        """Return the slopes were the votes as the model has them: Fisher's information of each row."""
        n = self.counts.votes
        win, loss, draw = (n * share for share in shares(self.model, d, t if self.draws else None))
        return self.likelihood(d, t, win, loss, draw)

    def gradient(self, by_d: Floats, by_t: Floats) -> Floats:
        """Add up first derivatives, shape (size,)."""
        counts, k = self.counts, self.counts.contestants
        strengths = np.bincount(counts.left, by_d, k) - np.bincount(counts.right, by_d, k)
        return np.concatenate([strengths, by_d @ counts.covariates, [by_t.sum()] if self.draws else []])

    def information(self, at: Slopes) -> Floats:
        """Add up second derivatives, shape (size, size); singular where a board's strengths move together."""
        counts, k, p = self.counts, self.counts.contestants, self.counts.covariates.shape[1]
        whole = np.zeros((self.size, self.size))
        met = np.bincount(counts.left * k + counts.right, at.dd, k * k).reshape(k, k)
        met = met + met.T
        whole[:k, :k] = np.diag(met.sum(axis=1)) - met
        for column in range(p):
            weighted = at.dd * counts.covariates[:, column]
            block = np.bincount(counts.left, weighted, k) - np.bincount(counts.right, weighted, k)
            whole[:k, k + column] = whole[k + column, :k] = block
            whole[k + column, k : k + p] = weighted @ counts.covariates
        if self.draws:
            mixed = self.gradient(at.dt, at.tt)
            whole[-1], whole[:, -1] = mixed, mixed
        return whole

    def anchored(self, information: Floats) -> Floats:
        """Add what holds each board's sum at 0, so that the information can be inverted."""
        k = self.counts.contestants
        held = information.copy()
        weight = max(float(self.counts.votes.sum()) / max(k, 1), 1.0)  # the same wherever the parameters are
        held[:k, :k] += (self.board[:, None] == self.board[None, :]) * weight
        return held

    def inverse(self, information: Floats) -> Floats:
        """Return the inverse of the information among strengths that add up to 0 in each board."""
        k = self.counts.contestants
        same = (self.board[:, None] == self.board[None, :]).astype(np.float64)
        centre = np.eye(self.size)
        centre[:k, :k] -= same / same.sum(axis=1)[:, None]
        return np.asarray(centre @ np.linalg.inv(self.anchored(information)) @ centre.T)

    def start(self) -> Floats:
        """Return equal strengths, no effects, and the readiness to draw that the share of draws suggests."""
        point = np.zeros(self.size)
        if self.draws:
            drawn = float(self.counts.draws.sum() / self.counts.votes.sum())
            drawn = min(max(drawn, 1e-3), 1 - 1e-3)
            davidson = np.log(2 * drawn / (1 - drawn))
            point[-1] = davidson if self.model == "davidson" else np.log((1 + drawn) / (1 - drawn))
        return point


@dataclass(frozen=True, slots=True)
class Fitted:
    """Where the (penalised) likelihood is highest.

    Attributes:
        point: Shape (size,), the parameters.
        information: Shape (size, size), observed information there, without any penalty.
        value: Log-likelihood there, without any penalty.
    """

    point: Floats
    information: Floats
    value: float


def maximise(problem: Problem, start: Floats | None = None, *, close: float = _CLOSE) -> Fitted:
    """Find the most likely strengths. The likelihood is concave, so there is one maximum.

    Args:
        problem: What to fit.
        start: Where to begin; None takes equal strengths.
        close: Largest last step, in logits; the error is about its square.

    Raises:
        UnboundedError: It rises without end along a covariate.
        ArithmeticError: No convergence, which a problem with a finite maximum does not know.
    """
    point = problem.start() if start is None else start
    at = problem.slopes(point)
    value = float(at.value.sum())
    for _ in range(_STEPS):
        step = _newton_step(problem, at)
        point, at, value, moved = _climb(problem, point, step, value)
        if moved < close:
            return Fitted(_centred(problem, point), problem.information(at), value)
        _check_bounded(problem, point)
    message = f"the strengths have not converged in {_STEPS} steps"
    raise ArithmeticError(message)


def _solve(matrix: Floats, vector: Floats) -> Floats:
    return np.asarray(np.linalg.solve(matrix, vector), dtype=np.float64)


def _climb(
    problem: Problem, point: Floats, step: Floats, value: float
) -> tuple[Floats, Slopes, float, float]:
    """Take a step, halved until the likelihood does not fall."""
    length = float(np.abs(step).max())
    for _ in range(60):
        there = point + step
        if not (problem.draws and problem.model == "rao-kupper" and there[-1] <= 0):
            at = problem.slopes(there)
            risen = float(at.value.sum())
            if risen >= value - 1e-9 * (1 + abs(value)):
                return there, at, risen, length
        step = step / 2
    message = "the likelihood falls in every direction"
    raise ArithmeticError(message)


def _newton_step(problem: Problem, at: Slopes) -> Floats:
    held = problem.anchored(problem.information(at))
    try:
        return _solve(held, problem.gradient(at.by_d, at.by_t))
    except np.linalg.LinAlgError as flat:
        if problem.counts.covariates.shape[1]:
            raise UnboundedError from flat
        raise


def _check_bounded(problem: Problem, point: Floats) -> None:
    """Stop where a covariate runs away: without one, Ford's condition has been looked at before."""
    if not problem.counts.covariates.shape[1]:
        return
    if max(float(np.abs(problem.differences(point)).max()), abs(problem.readiness(point))) > _FAR:
        raise UnboundedError


def identified(problem: Problem) -> NDArray[np.bool_]:
    """Return which covariates the design can tell from the strengths and from the covariates before them."""
    counts, k = problem.counts, problem.counts.contestants
    p = counts.covariates.shape[1]
    if not p:
        return np.zeros(0, dtype=bool)
    held = problem.anchored(problem.information(problem.slopes(problem.start())))
    held[:k, :k] += np.diag(np.diag(held)[:k] == 0)
    kept = [*range(k), *([problem.size - 1] if problem.draws else [])]
    found = np.zeros(p, dtype=bool)
    for column in range(k, k + p):
        explained = held[column, kept] @ np.linalg.solve(held[np.ix_(kept, kept)], held[kept, column])
        if held[column, column] - explained > _TELLING * held[column, column]:
            found[column - k] = True
            kept.append(column)
    return found


def _centred(problem: Problem, point: Floats) -> Floats:
    """Return the point with the sum of each board's strengths at exactly 0."""
    k = problem.counts.contestants
    sums = np.bincount(problem.board, point[:k])
    centred = point.copy()
    centred[:k] -= (sums / np.bincount(problem.board))[problem.board]
    return centred


def penalise(problem: Problem, shrunk: NDArray[np.bool_]) -> Fitted:
    """Find the strengths under Jeffreys' prior on some of the parameters, which keeps them finite.

    The log-likelihood gets half the log determinant of Fisher's information of those parameters (Firth 1993,
    "Bias reduction of maximum likelihood estimates", Biometrika 80). All others are as likely as can be.

    Args:
        problem: What to fit.
        shrunk: Shape (size,), which parameters the penalty is for.

    Raises:
        ArithmeticError: No convergence.
    """
    point = problem.start()
    value = _penalised(problem, point, shrunk)
    for _ in range(_STEPS):
        step = _penalised_step(problem, point, shrunk)
        point, value, moved = _climb_penalised(problem, point, step, value=value, shrunk=shrunk)
        if moved < _CLOSE_ENOUGH:
            at = problem.slopes(point)
            return Fitted(_centred(problem, point), problem.information(at), float(at.value.sum()))
    message = f"the penalised strengths have not converged in {_STEPS} steps"
    raise ArithmeticError(message)


def _climb_penalised(
    problem: Problem, point: Floats, step: Floats, *, value: float, shrunk: NDArray[np.bool_]
) -> tuple[Floats, float, float]:
    step = step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-300))
    while True:
        there = point + step
        moved = float(np.abs(step).max())
        if not (problem.draws and problem.model == "rao-kupper" and there[-1] <= 0):
            risen = _penalised(problem, there, shrunk)
            if risen >= value - 1e-10 * (1 + abs(value)):
                return there, risen, moved
        if moved < _CLOSE:
            return point, value, 0.0
        step = step / 2


def _penalised(problem: Problem, point: Floats, shrunk: NDArray[np.bool_]) -> float:
    expected = problem.expected(problem.differences(point), problem.readiness(point))
    held = problem.anchored(problem.information(expected))[np.ix_(shrunk, shrunk)]
    _, log_determinant = np.linalg.slogdet(held)
    return float(problem.slopes(point).value.sum()) + float(log_determinant) / 2


def _penalised_step(problem: Problem, point: Floats, shrunk: NDArray[np.bool_]) -> Floats:
    """Return a step of Fisher's scoring, in which the penalty counts as the votes that it stands for."""
    d, t = problem.differences(point), problem.readiness(point)
    expected = problem.expected(d, t)
    spread = _spread(problem, _inverse(problem, expected, shrunk))
    at, (extra_d, extra_t) = problem.slopes(point), _penalty_slopes(problem, d, t, spread=spread)
    dd, dt, tt = spread
    share = 1 + (dd * expected.dd + 2 * dt * expected.dt + tt * expected.tt) / problem.counts.votes
    held = Slopes(at.value, at.by_d, at.by_t, expected.dd * share, expected.dt * share, expected.tt * share)
    up = problem.gradient(at.by_d + extra_d, at.by_t + extra_t)
    return _solve(problem.anchored(problem.information(held)), up)


def _inverse(problem: Problem, expected: Slopes, shrunk: NDArray[np.bool_]) -> Floats:
    """Return the inverse of the information of the penalised parameters, with zeros for all others."""
    chosen = np.ix_(shrunk, shrunk)
    inverse = np.zeros((problem.size, problem.size))
    inverse[chosen] = np.linalg.inv(problem.anchored(problem.information(expected))[chosen])
    return inverse


def _penalty_slopes(
    problem: Problem, d: Floats, t: float, *, spread: tuple[Floats, Floats, float]
) -> tuple[Floats, Floats]:
    """Return the derivatives of the penalty by each row's logit and by its readiness to draw.

    Half the trace of the inverse information times the derivative of the information, row by row.
    """
    small = 1e-5
    by_d = _half_trace(spread, problem.expected(d + small, t), problem.expected(d - small, t)) / (2 * small)
    if not problem.draws:
        return by_d, np.zeros_like(by_d)
    small = min(small, abs(t) / 2) if problem.model == "rao-kupper" else small
    by_t = _half_trace(spread, problem.expected(d, t + small), problem.expected(d, t - small)) / (2 * small)
    return by_d, by_t


def _half_trace(spread: tuple[Floats, Floats, float], above: Slopes, below: Slopes) -> Floats:
    dd, dt, tt = spread
    return (dd * (above.dd - below.dd) + 2 * dt * (above.dt - below.dt) + tt * (above.tt - below.tt)) / 2


def _spread(problem: Problem, inverse: Floats) -> tuple[Floats, Floats, float]:
    """Return each row's variance of the logit, its covariance with the draws' parameter, and its variance."""
    counts, k = problem.counts, problem.counts.contestants
    left, right, z = counts.left, counts.right, counts.covariates
    p = z.shape[1]
    dd = inverse[left, left] + inverse[right, right] - 2 * inverse[left, right]
    effects = inverse[:, k : k + p]
    if p:
        dd = dd + 2 * np.einsum("mp,mp->m", z, effects[left] - effects[right])
        dd = dd + np.einsum("mp,pq,mq->m", z, effects[k : k + p], z)
    if not problem.draws:
        return dd, np.zeros_like(dd), 0.0
    last = inverse[:, -1]
    return dd, last[left] - last[right] + z @ last[k : k + p], float(last[-1])
