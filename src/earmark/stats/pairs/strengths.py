"""Strengths from votes: Davidson by default, Rao-Kupper, Bradley-Terry, with covariates and honest errors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from earmark.stats.pairs.arrays import Codes, Floats
from earmark.stats.pairs.battles import OUTCOMES, TIE, Battles, Outcome
from earmark.stats.pairs.errors import Errors, half_width, robust_covariance, widened
from earmark.stats.pairs.likelihood import Model, shares
from earmark.stats.pairs.network import Network, OpenEnd, network
from earmark.stats.pairs.newton import Fitted, Problem, UnboundedError, identified, maximise, penalise
from earmark.stats.pairs.tally import Tally, tally
from earmark.stats.quantiles import check_level

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


@dataclass(frozen=True, slots=True)
class Strengths:
    """A fit of one model to the votes.

    Attributes:
        standings: The contestants, in the order of their codes.
        values: Shape (K,), strengths; 0 for who met nobody.
        covariance: Shape (K, K), their covariance by `errors`; 0 where there is none.
        effects: One a covariate.
        draws: The readiness to draw.
        network: Boards, tiers and open ends.
        model: What was fitted.
        errors: What the errors are clustered by.
        penalised: Whether some strengths have no finite maximum, so that Jeffreys' prior keeps theirs finite.
        log_likelihood: Of the votes, all kinds of draws as one; without the penalty.
        votes: Number of votes that were used.
        clusters: Number of clusters, of the scarcer kind; None for errors of the model or of single votes.
        level: Coverage of the intervals.
        fit: The parameters and the inverse information, for whoever goes on from here; None without a fit.
        reason: Why nothing could be measured, or None.
    """

    standings: tuple[Standing, ...]
    values: Floats
    covariance: Floats
    effects: tuple[Effect, ...]
    draws: DrawReadiness
    network: Network
    model: Model
    errors: Errors
    penalised: bool
    log_likelihood: float | None
    votes: int
    clusters: int | None
    level: float
    fit: Fit | None = None
    reason: str | None = None

    def standing(self, name: object) -> Standing:
        """Return one contestant by its label. KeyError where there is none."""
        for standing in self.standings:
            if standing.name == name:
                return standing
        raise KeyError(name)

    def contrast(self, name: object, other: object) -> Contrast:
        """Return how much stronger `name` is than `other`, with its interval.

        Without a limit on one side, the interval is open there and the reason says so.
        """
        names = [standing.name for standing in self.standings]
        a, b = names.index(name), names.index(other)
        at = self.network
        if self.fit is None or at.board[a] != at.board[b] or a == b:
            return Contrast(None, None, None, None, self.reason or NEVER_MET)
        difference = float(self.values[a] - self.values[b])
        spread = self.covariance[a, a] + self.covariance[b, b] - 2 * self.covariance[a, b]
        if spread <= 0:
            return Contrast(difference, None, None, None, ONE_CLUSTER)
        error = float(np.sqrt(spread))
        half = half_width(self.level, self.clusters) * error
        if at.tier[a] == at.tier[b] and not at.draws_diverge:
            return Contrast(difference, error, difference - half, difference + half)
        up = difference > 0
        low, high = (difference - half, None) if up else (None, difference + half)
        return Contrast(difference, error, low, high, ENDLESS)


@dataclass(frozen=True, slots=True)
class Fit:
    """What was fitted, to go on from.

    Attributes:
        problem: The votes as counts, with their model.
        fitted: The parameters: strengths, effects, readiness to draw.
        inverse: Shape (size, size), inverse of the observed information.
        used: The votes that were used.
        position: Whether there is an effect of position; it is the last of the effects.
    """

    problem: Problem
    fitted: Fitted
    inverse: Floats
    used: Battles
    position: bool


def strengths(
    votes: Battles,
    *,
    model: Model = "davidson",
    position: bool = False,
    errors: Errors | None = None,
    correction: bool = True,
    draws_count: Literal["half", "not"] = "half",
    level: float = 0.95,
) -> Strengths:
    """Estimate how strong each contestant is.

    Bradley, Terry (1952), Biometrika 39; Davidson (1970), JASA 65; Rao, Kupper (1967), JASA 62. The
    maximum is found by Newton's method on the counts of pairs. Contestants that never met, even through
    others, are on boards of their own. Where the wins on a board do not go round (Ford 1957) it has no finite
    maximum: its strengths are then those under Jeffreys' prior (Firth 1993), `penalised` is true, and
    intervals are open towards the side on which the votes set no limit.

    Args:
        votes: The battles.
        model: "davidson", "rao-kupper" or "bradley-terry". Ties, both good and both bad are all draws to it;
            `draws` of the result tells them apart.
        position: Estimate what being on the left adds.
        errors: "model" (the likelihood is right and votes are independent), "vote" (votes are independent),
            "rater", "item", or "rater and item". None takes raters where they are known, votes otherwise.
        correction: Scale clustered variances by ``G / (G - 1)`` and use Student's t with G - 1 degrees.
        draws_count: Under "bradley-terry" only: each draw is half a win for either side, or left out.
        level: Coverage of the intervals, inside 0 to 1.

    Returns:
        The fit. Without votes, or with draws only, there are no numbers but a reason.

    Raises:
        ValueError: Errors by raters or items that the votes do not name, or a level outside 0 to 1.
    """
    check_level(level)
    by = errors or ("vote" if votes.rater is None else "rater")
    used = votes
    if model == "bradley-terry" and draws_count == "not":
        used = votes.where(votes.outcome < TIE)
    counts = tally(used, position=position)
    at = network(counts, draws_have_parameter=model != "bradley-terry")
    names = (*votes.covariate_names, *(("position",) if position else ()))
    empty = _unmeasured(votes, counts, at, names=names, model=model, errors=by, level=level)
    if not len(used):
        return replace(empty, reason=NO_VOTES)
    if not (counts.wins.any() or counts.losses.any()):
        return replace(empty, reason=ONLY_DRAWS)
    kept, problem = _problem(counts, at, model)
    fitted, penalised = _fit(problem, at)
    used = replace(used, covariates=None) if used.covariates is None else _kept(used, kept)
    position = position and bool(kept[-1])
    fit = Fit(problem, fitted, problem.inverse(fitted.information), used, position)
    covariance, clusters = robust_covariance(
        problem, fitted.point, fit.inverse, votes=used, position=position, errors=by, correction=correction
    )
    covariance = widened(covariance, fit.inverse, boards=_endless(at)) if penalised else covariance
    return replace(
        empty,
        standings=_standings(
            counts, at, fit, covariance, half=half_width(level, clusters), names=votes.names
        ),
        values=fitted.point[: counts.contestants],
        covariance=covariance[: counts.contestants, : counts.contestants],
        effects=_effects(names, kept, fit, covariance, half=half_width(level, clusters)),
        draws=_readiness(empty.draws.counts, fit, covariance),
        penalised=penalised,
        log_likelihood=fitted.value,
        votes=len(used),
        clusters=clusters,
        fit=fit,
        reason=None,
    )


def _kept(votes: Battles, kept: NDArray[np.bool_]) -> Battles:
    columns = kept[: len(votes.covariate_names)]
    assert votes.covariates is not None  # noqa: S101 - the caller has looked
    names = tuple(name for name, stays in zip(votes.covariate_names, columns, strict=True) if stays)
    return replace(votes, covariates=votes.covariates[:, columns], covariate_names=names)


def _problem(counts: Tally, at: Network, model: Model) -> tuple[NDArray[np.bool_], Problem]:
    """Return which covariates the design can tell from the rest, and the problem with those."""
    draws = model != "bradley-terry" and bool(counts.draws.any())
    problem = Problem(counts, model, at.board, draws)
    kept = identified(problem)
    return kept, replace(problem, counts=replace(counts, covariates=counts.covariates[:, kept]))


def _fit(problem: Problem, at: Network) -> tuple[Fitted, bool]:
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


def _endless(at: Network) -> list[Codes]:
    open_boards = np.unique(at.board) if at.draws_diverge else np.unique(at.board[at.unbounded])
    return [np.flatnonzero(at.board == board) for board in open_boards]


def _unmeasured(
    votes: Battles,
    counts: Tally,
    at: Network,
    *,
    names: tuple[str, ...],
    model: Model,
    errors: Errors,
    level: float,
) -> Strengths:
    k = counts.contestants
    wins, losses, draws = _record(counts)
    standings = tuple(
        Standing(
            name, None, None, None, None, "both", None, int(at.board[c]), int(wins[c] + losses[c] + draws[c]),
            int(wins[c]), int(losses[c]), int(draws[c]), NO_VOTES if not len(votes) else ONLY_DRAWS,
        )
        for c, name in enumerate(votes.names)
    )  # fmt: skip
    reason = NO_VOTES if not len(votes) else ONLY_DRAWS
    return Strengths(
        standings=standings,
        values=np.zeros(k),
        covariance=np.zeros((k, k)),
        effects=tuple(Effect(name, None, None, None, None, reason) for name in names),
        draws=DrawReadiness(None, None, _draw_counts(votes), dict.fromkeys(OUTCOMES[TIE:]), reason),
        network=at,
        model=model,
        errors=errors,
        penalised=False,
        log_likelihood=None,
        votes=0,
        clusters=None,
        level=level,
        reason=reason,
    )


def _standings(
    counts: Tally, at: Network, fit: Fit, covariance: Floats, *, half: float, names: tuple[Any, ...]
) -> tuple[Standing, ...]:
    wins, losses, draws = _record(counts)
    scores = _scores(fit, at)
    found = []
    for c, name in enumerate(names):
        record = (
            int(at.board[c]),
            int(wins[c] + losses[c] + draws[c]),
            int(wins[c]),
            int(losses[c]),
            int(draws[c]),
        )
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


def _effects(
    names: tuple[str, ...], kept: NDArray[np.bool_], fit: Fit, covariance: Floats, *, half: float
) -> tuple[Effect, ...]:
    place = iter(range(fit.problem.counts.contestants, fit.problem.size))
    found = []
    for name, stays in zip(names, kept, strict=True):
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


def _readiness(counts: dict[Outcome, int], fit: Fit, covariance: Floats) -> DrawReadiness:
    nothing: dict[Outcome, float | None] = dict.fromkeys(counts)
    if not fit.problem.draws:
        return DrawReadiness(None, None, counts, nothing, NO_DRAWS)
    log, total = float(fit.fitted.point[-1]), sum(counts.values())
    kinds = nothing
    if fit.problem.model == "davidson":
        kinds = {kind: log + float(np.log(n / total)) if n else None for kind, n in counts.items()}
    error = float(np.sqrt(covariance[-1, -1])) if covariance[-1, -1] > 0 else None
    return DrawReadiness(log, error, counts, kinds, None if error is not None else ONE_CLUSTER)


def _draw_counts(votes: Battles) -> dict[Outcome, int]:
    kinds = {kind: code for code, kind in enumerate(OUTCOMES) if code >= TIE}
    return {kind: int(np.count_nonzero(votes.outcome == code)) for kind, code in kinds.items()}


def _record(counts: Tally) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    k = counts.contestants
    wins = np.bincount(counts.left, counts.wins, k) + np.bincount(counts.right, counts.losses, k)
    losses = np.bincount(counts.left, counts.losses, k) + np.bincount(counts.right, counts.wins, k)
    draws = np.bincount(counts.left, counts.draws, k) + np.bincount(counts.right, counts.draws, k)
    return wins, losses, draws
