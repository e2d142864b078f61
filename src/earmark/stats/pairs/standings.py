"""What a fit says: of each contestant, of each covariate, and of the readiness to draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from earmark.stats.pairs.arrays import Floats
from earmark.stats.pairs.battles import OUTCOMES, TIE, Battles, Outcome
from earmark.stats.pairs.fitting import Fit
from earmark.stats.pairs.likelihood import shares
from earmark.stats.pairs.network import Network, OpenEnd
from earmark.stats.pairs.tally import Tally

NO_VOTES: Final = "not measurable: no votes"
NEVER_MET: Final = "not measurable: met nobody"
ONLY_DRAWS: Final = "not measurable: every vote is a draw"
UNDISTINGUISHED: Final = "not measurable: the design cannot tell it from the strengths or another effect"
NO_DRAWS: Final = "not measurable: no vote is a draw"
ONE_CLUSTER: Final = "not measurable: one rater or item only"
ENDLESS: Final = "not measurable: the votes set no limit on this side"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a covariate adds to the logit of the left side's win.

    Attributes:
        name: The covariate; "position" for being on the left.
        estimate: Logits a unit, or None where it cannot be told.
        standard_error: By the same errors as the strengths.
        low: Lower end of the interval.
        high: Upper end.
        reason: Why there is no number, or None.
    """

    name: str
    estimate: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class DrawReadiness:
    """How ready raters were to choose neither.

    Attributes:
        log: ``log nu`` (Davidson) or ``log theta`` (Rao-Kupper); None without a draw.
        standard_error: Of `log`.
        counts: How often each kind of draw was chosen: tie, both good, both bad.
        log_kinds: Davidson's ``log nu`` of each kind, which add up (as nu) to the whole; None where it was
            never chosen, and under other models.
        reason: Why there is no number, or None.
    """

    log: float | None
    standard_error: float | None
    counts: dict[Outcome, int]
    log_kinds: dict[Outcome, float | None]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """One contestant.

    Attributes:
        name: Its label.
        strength: Logits; those of a board add up to 0. None where it met nobody.
        standard_error: Standard error of `strength`.
        low: Lower end of the interval; None where there is no limit (see `open_end`) or no error.
        high: Upper end, likewise.
        open_end: On which side the votes set no limit.
        score: Chance to be chosen against another of its board, a draw as half, mean over all others; 0 to 1.
        board: Number of its board; strengths of two boards cannot be compared.
        votes: How many votes it took part in.
        wins: How often it was chosen.
        losses: How often the other was.
        draws: How often neither was.
        reason: Why a number is missing, or None.
    """

    name: Any
    strength: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    open_end: OpenEnd
    score: float | None
    board: int
    votes: int
    wins: int
    losses: int
    draws: int
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Contrast:
    """How much stronger one contestant is than another, in logits. Fields as in `Standing`."""

    difference: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    reason: str | None = None


def standings_of(
    counts: Tally, at: Network, fit: Fit, covariance: Floats, *, half: float, names: tuple[Any, ...]
) -> tuple[Standing, ...]:
    """Return one standing a contestant; half is the width of an interval to one side, in standard errors."""
    records = records_of(counts, at)
    scores = _scores(fit, at)
    found = []
    for c, (name, record) in enumerate(zip(names, records, strict=True)):
        if np.isnan(scores[c]):
            found.append(Standing(name, None, None, None, None, "both", None, *record, NEVER_MET))
            continue
        strength, variance = float(fit.fitted.point[c]), float(covariance[c, c])
        end: OpenEnd = "both" if at.draws_diverge else at.open_ends[c]
        error = float(np.sqrt(variance)) if variance > 0 else None
        low = strength - half * error if error is not None and end in {"none", "above"} else None
        high = strength + half * error if error is not None and end in {"none", "below"} else None
        reason = ONE_CLUSTER if error is None else ENDLESS if end != "none" else None
        score = float(scores[c])
        found.append(Standing(name, strength, error, low, high, end, score, *record, reason))
    return tuple(found)


def _scores(fit: Fit, at: Network) -> Floats:
    """Return each contestant's mean chance against the others of its board; NaN for who is alone."""
    problem = fit.problem
    values = fit.fitted.point[: problem.counts.contestants]
    t = problem.readiness(fit.fitted.point) if problem.draws else None
    win, _, draw = shares(problem.model, values[:, None] - values[None, :], t)
    others = (at.board[:, None] == at.board[None, :]) & ~np.eye(values.size, dtype=bool)
    count = others.sum(axis=1)
    total = ((win + draw / 2) * others).sum(axis=1)
    return np.asarray(np.divide(total, count, out=np.full(values.size, np.nan), where=count > 0))


def effects_of(names: tuple[str, ...], fit: Fit, covariance: Floats, *, half: float) -> tuple[Effect, ...]:
    """Return one effect a covariate, told or not."""
    place = iter(range(fit.problem.counts.contestants, fit.problem.size))
    found = []
    for name, stays in zip(names, fit.kept, strict=True):
        if not stays:
            found.append(Effect(name, None, None, None, None, UNDISTINGUISHED))
            continue
        at = next(place)
        estimate, variance = float(fit.fitted.point[at]), float(covariance[at, at])
        if variance <= 0:
            found.append(Effect(name, estimate, None, None, None, ONE_CLUSTER))
            continue
        error = float(np.sqrt(variance))
        found.append(Effect(name, estimate, error, estimate - half * error, estimate + half * error))
    return tuple(found)


def readiness_of(counts: dict[Outcome, int], fit: Fit, covariance: Floats) -> DrawReadiness:
    """Return the readiness to draw; `counts` is how often each kind of draw was chosen."""
    nothing: dict[Outcome, float | None] = dict.fromkeys(counts)
    if not fit.problem.draws:
        return DrawReadiness(None, None, counts, nothing, NO_DRAWS)
    log, total = float(fit.fitted.point[-1]), sum(counts.values())
    kinds = nothing
    if fit.problem.model == "davidson":
        kinds = {kind: log + float(np.log(n / total)) if n else None for kind, n in counts.items()}
    error = float(np.sqrt(covariance[-1, -1])) if covariance[-1, -1] > 0 else None
    return DrawReadiness(log, error, counts, kinds, None if error is not None else ONE_CLUSTER)


def draws_of(votes: Battles) -> dict[Outcome, int]:
    """Return how often each kind of draw was chosen."""
    kinds = {kind: code for code, kind in enumerate(OUTCOMES) if code >= TIE}
    return {kind: int(np.count_nonzero(votes.outcome == code)) for kind, code in kinds.items()}


def records_of(counts: Tally, at: Network) -> list[tuple[int, int, int, int, int]]:
    """Return each contestant's board, votes, wins, losses and draws."""
    k = counts.contestants
    wins = np.bincount(counts.left, counts.wins, k) + np.bincount(counts.right, counts.losses, k)
    losses = np.bincount(counts.left, counts.losses, k) + np.bincount(counts.right, counts.wins, k)
    draws = np.bincount(counts.left, counts.draws, k) + np.bincount(counts.right, counts.draws, k)
    columns = (at.board, wins + losses + draws, wins, losses, draws)
    return list(zip(*(column.astype(int).tolist() for column in columns), strict=True))
