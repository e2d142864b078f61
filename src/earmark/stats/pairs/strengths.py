"""Strengths from votes: Davidson by default, Rao-Kupper, Bradley-Terry, with covariates and honest errors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from earmark.stats.pairs.arrays import Codes, Floats
from earmark.stats.pairs.battles import OUTCOMES, TIE, Battles
from earmark.stats.pairs.errors import Errors, half_width, robust_covariance, widened
from earmark.stats.pairs.fitting import Fit, fit_votes
from earmark.stats.pairs.likelihood import Model
from earmark.stats.pairs.network import Network, network
from earmark.stats.pairs.standings import (
    ENDLESS,
    NEVER_MET,
    NO_VOTES,
    ONE_CLUSTER,
    ONLY_DRAWS,
    Contrast,
    DrawReadiness,
    Effect,
    Standing,
    draws_of,
    effects_of,
    readiness_of,
    records_of,
    standings_of,
)
from earmark.stats.pairs.tally import Tally, tally
from earmark.stats.quantiles import check_level


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
        return replace(empty, votes=len(used), reason=ONLY_DRAWS)
    fit = fit_votes(used, counts, at, model=model, position=position)
    covariance, clusters = robust_covariance(
        fit.problem,
        fit.fitted.point,
        fit.inverse,
        votes=fit.used,
        position=fit.position,
        errors=by,
        correction=correction,
    )
    covariance = widened(covariance, fit.inverse, boards=_endless(at)) if fit.penalised else covariance
    half = half_width(level, clusters)
    return replace(
        empty,
        standings=standings_of(counts, at, fit, covariance, half=half, names=votes.names),
        values=fit.fitted.point[: counts.contestants],
        covariance=covariance[: counts.contestants, : counts.contestants],
        effects=effects_of(names, fit, covariance, half=half),
        draws=readiness_of(empty.draws.counts, fit, covariance),
        penalised=fit.penalised,
        log_likelihood=fit.fitted.value,
        votes=len(used),
        clusters=clusters,
        fit=fit,
        reason=None,
    )


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
    reason = NO_VOTES if not len(votes) else ONLY_DRAWS
    standings = tuple(
        Standing(name, None, None, None, None, "both", None, *record, reason)
        for name, record in zip(votes.names, records_of(counts, at), strict=True)
    )
    return Strengths(
        standings=standings,
        values=np.zeros(k),
        covariance=np.zeros((k, k)),
        effects=tuple(Effect(name, None, None, None, None, reason) for name in names),
        draws=DrawReadiness(None, None, draws_of(votes), dict.fromkeys(OUTCOMES[TIE:]), reason),
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
