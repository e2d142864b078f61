"""Leaderboards: of all votes, of each scenario class, and across dimensions by the priority of the class.

The board across dimensions is a weighted mean of strengths: in each class every dimension has a board of its
own, and its weight is the priority of the dimension's slot in that class, shared equally by the slot's
dimensions. Classes count by their share of the votes unless told otherwise. Errors are made from what each
rater adds to all boards at once: a rater's votes on several dimensions never count as independent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from earmark.stats.pairs.arrays import Codes, Floats, Mask
from earmark.stats.pairs.battles import Battles
from earmark.stats.pairs.clusters import cluster_scores
from earmark.stats.pairs.errors import half_width
from earmark.stats.pairs.likelihood import Model
from earmark.stats.pairs.newton import Problem
from earmark.stats.pairs.ranks import RankSet, rank_sets, sure_differences
from earmark.stats.pairs.standings import ONE_CLUSTER, Standing
from earmark.stats.pairs.strengths import Strengths, strengths
from earmark.stats.pairs.tally import single_votes

NOT_ON_ALL: Final = "not measurable: not on one board with the others in every class and dimension"
NO_BOARDS: Final = "not measurable: no votes on any weighted dimension"


@dataclass(frozen=True, slots=True)
class Priority:
    """In which order a scenario class weighs its dimensions.

    Attributes:
        slots: Groups of dimensions, the most important first; those of one slot share its weight.
        weights: One a slot, above 0.
    """

    slots: tuple[tuple[str, ...], ...]
    weights: tuple[float, ...] = (3.0, 2.0, 1.0)

    def weight(self, dimension: str, present: frozenset[str]) -> float:
        """Return a dimension's weight, given which dimensions have votes; 0 for one in no slot."""
        for slot, weight in zip(self.slots, self.weights, strict=True):
            here = [each for each in slot if each in present]
            if dimension in here:
                return weight / len(here)
        return 0.0


_NATURALNESS: Final = ("naturalness", "dynamics")
PRIORITIES: Final[Mapping[str, Priority]] = {
    "EQ": Priority((_NATURALNESS, ("utility",), ("audio_quality",))),
    "IQ": Priority((("utility",), _NATURALNESS, ("audio_quality",))),
}
"""3 : 2 : 1, dynamics counted with naturalness. A Hybrid vote comes under the intent its rater stated."""


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard.

    Attributes:
        standings: The contestants, the strongest first; those without a strength last.
        ranks: Their rank sets, in the same order.
        strengths: The fit.
    """

    standings: tuple[Standing, ...]
    ranks: tuple[RankSet, ...]
    strengths: Strengths


def board(
    votes: Battles, *, seed: int, model: Model = "davidson", position: bool = False, level: float = 0.95
) -> Board:
    """Rank the contestants by all votes, with errors by rater where raters are known.

    Args:
        votes: The battles.
        seed: Of the critical value of the rank sets.
        model: As for `strengths`.
        position: As for `strengths`.
        level: Coverage of the intervals and of the rank sets, inside 0 to 1.

    Returns:
        The board; without votes, with draws only or without contestants its fit has a reason.
    """
    found = strengths(votes, model=model, position=position, level=level)
    ranks = rank_sets(found, seed=seed)
    order = sorted(range(len(ranks)), key=lambda c: _place(found.standings[c]))
    return Board(tuple(found.standings[c] for c in order), tuple(ranks[c] for c in order), found)


def boards_by_class(
    votes: Battles,
    classes: Codes,
    *,
    names: tuple[str, ...],
    seed: int,
    model: Model = "davidson",
    level: float = 0.95,
) -> dict[str, Board]:
    """Rank the contestants in each scenario class by itself.

    Args:
        votes: The battles of one dimension.
        classes: Shape (n,), the class of each vote as a place in `names`.
        names: The classes, such as EQ, IQ and Hybrid.
        seed: Of the critical values of the rank sets.
        model: As for `strengths`.
        level: As for `strengths`.
    """
    of = np.asarray(classes)
    return {
        name: board(votes.where(of == code), seed=seed, model=model, level=level)
        for code, name in enumerate(names)
    }


@dataclass(frozen=True, slots=True)
class Part:
    """What one dimension in one class adds to the board across dimensions.

    Attributes:
        scenario_class: The class.
        dimension: The dimension.
        weight: Its weight in the mean; all weights add up to 1.
        votes: How many votes it has.
        penalised: Whether its strengths have no finite maximum.
    """

    scenario_class: str
    dimension: str
    weight: float
    votes: int
    penalised: bool


@dataclass(frozen=True, slots=True)
class Place:
    """One contestant on the board across dimensions. Fields as in `Standing` and `RankSet`."""

    name: Any
    strength: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    rank: int | None
    best: int | None
    worst: int | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Combined:
    """The board across dimensions, with the rule it was made by.

    Attributes:
        places: The contestants, the strongest first.
        parts: The weight of each dimension in each class.
        priorities: The rule: order and weights of each class.
        class_shares: How much each class counts; they add up to 1.
        clusters: Number of raters; None where votes are taken as independent.
        level: Coverage of the intervals.
        reason: Why there is no board, or None.
    """

    places: tuple[Place, ...]
    parts: tuple[Part, ...]
    priorities: Mapping[str, Priority]
    class_shares: Mapping[str, float]
    clusters: int | None
    level: float
    reason: str | None = None


def combined_board(
    votes: Mapping[str, Battles],
    classes: Mapping[str, Codes],
    *,
    names: tuple[str, ...],
    seed: int,
    priorities: Mapping[str, Priority] = PRIORITIES,
    class_shares: Mapping[str, float] | None = None,
    model: Model = "davidson",
    level: float = 0.95,
) -> Combined:
    """Rank the contestants across dimensions, weighted by the priority of each class.

    Args:
        votes: The battles of each dimension, under one coding of contestants and of raters.
        classes: For each dimension, shape (n,), the class of each vote as a place in `names`.
        names: The classes; each needs a priority. Hybrid votes come under the class that their rater stated.
        seed: Of the critical value of the ranks.
        priorities: The rule of each class.
        class_shares: How much each class counts; None takes their shares of the votes.
        model: As for `strengths`.
        level: Coverage of the intervals.

    Returns:
        The board. A contestant that is not on the largest common board of a class and dimension has a reason.

    Raises:
        ValueError: A class has no priority, or dimensions differ in their contestants.
    """
    _check(votes, names, priorities)
    fits = _fits(votes, classes, names, model=model)
    shares = _shares(fits, names, class_shares)
    weights = _weights(fits, priorities, shares)
    contestants = next(iter(votes.values())).names if votes else ()
    if not weights:
        return Combined((), (), priorities, shares, None, level, NO_BOARDS)
    parts = tuple(
        Part(*key, weight, fits[key].votes, fits[key].penalised) for key, weight in sorted(weights.items())
    )
    values = sum((weight * fits[key].values for key, weight in weights.items()), np.zeros(len(contestants)))
    covariance, clusters = _covariance(fits, weights)
    on_all = np.all([_on_board(fits[key]) for key in weights], axis=0)
    places = _places(
        contestants, values, covariance, on_all=on_all, clusters=clusters, level=level, seed=seed
    )
    return Combined(places, parts, priorities, shares, clusters, level)


Key = tuple[str, str]


def _on_board(fit: Strengths) -> Mask:
    """Return who is on the largest board; of equals, the first."""
    board = fit.network.board
    return np.asarray(board == np.argmax(np.bincount(board)))


def _fits(
    votes: Mapping[str, Battles], classes: Mapping[str, Codes], names: tuple[str, ...], *, model: Model
) -> dict[Key, Strengths]:
    fits = {}
    for dimension, battles in votes.items():
        of = np.asarray(classes[dimension])
        for code, name in enumerate(names):
            found = strengths(battles.where(of == code), model=model)
            if found.fit is not None:
                fits[name, dimension] = found
    return fits


def _shares(
    fits: Mapping[Key, Strengths], names: tuple[str, ...], given: Mapping[str, float] | None
) -> dict[str, float]:
    counts = {name: float(sum(fit.votes for (of, _), fit in fits.items() if of == name)) for name in names}
    if given is not None:
        counts = {name: given.get(name, 0.0) if counts[name] else 0.0 for name in names}
    total = sum(counts.values())
    return {name: count / total if total else 0.0 for name, count in counts.items()}


def _weights(
    fits: Mapping[Key, Strengths], priorities: Mapping[str, Priority], shares: Mapping[str, float]
) -> dict[Key, float]:
    found: dict[Key, float] = {}
    for name, share in shares.items():
        present = frozenset(dimension for of, dimension in fits if of == name)
        raw = {dimension: priorities[name].weight(dimension, present) for dimension in present}
        total = sum(raw.values())
        found |= {
            (name, dimension): share * weight / total
            for dimension, weight in raw.items()
            if weight * share > 0
        }
    return found


def _covariance(fits: Mapping[Key, Strengths], weights: Mapping[Key, float]) -> tuple[Floats, int | None]:
    """Return the covariance of the weighted mean, from what each rater adds to all fits together."""
    used = [fits[key] for key in weights]
    raters = [fit.fit.used.rater for fit in used if fit.fit is not None]
    size = used[0].values.size
    if any(rater is None for rater in raters):
        return sum(
            (weight**2 * fits[key].covariance for key, weight in weights.items()), np.zeros((size, size))
        ), None
    coded, count = _common([rater for rater in raters if rater is not None])
    if count < 2:  # noqa: PLR2004 - one rater has no spread
        return np.zeros((size, size)), count
    influence = np.zeros((count, size))
    for (key, weight), rater in zip(weights.items(), coded, strict=True):
        influence += weight * _influence(fits[key], rater, count)
    return influence.T @ influence * count / (count - 1), count


def _common(raters: list[Codes]) -> tuple[list[Codes], int]:
    different, codes = np.unique(np.concatenate(raters), return_inverse=True)
    return np.split(codes, np.cumsum([rater.size for rater in raters])[:-1]), different.size


def _influence(found: Strengths, rater: Codes, count: int) -> Floats:
    """Return how far each rater moves each strength, shape (raters, K)."""
    fit = found.fit
    assert fit is not None  # noqa: S101 - only fits are weighted
    problem = fit.problem
    rows = Problem(single_votes(fit.used, position=fit.position), problem.model, problem.board, problem.draws)
    scores = cluster_scores(rows, fit.fitted.point, rater, clusters=count)
    return (scores @ fit.inverse)[:, : found.values.size]


def _places(
    names: tuple[Any, ...],
    values: Floats,
    covariance: Floats,
    *,
    on_all: Mask,
    clusters: int | None,
    level: float,
    seed: int,
) -> tuple[Place, ...]:
    half = half_width(level, clusters)
    members = np.flatnonzero(on_all)
    block = np.ix_(members, members)
    sure = sure_differences(values[members], covariance[block], clusters=clusters, level=level, seed=seed)
    found = []
    for place, member in enumerate(members):
        value, error = float(values[member]), float(np.sqrt(max(covariance[member, member], 0.0)))
        rank = int((values[members] > value).sum()) + 1
        best, worst = int((sure[:, place] > 0).sum()) + 1, members.size - int((sure[place] > 0).sum())
        if error > 0:
            found.append(
                Place(
                    names[member], value, error, value - half * error, value + half * error, rank, best, worst
                )
            )
        else:
            found.append(Place(names[member], value, None, None, None, rank, 1, members.size, ONE_CLUSTER))
    found.sort(key=lambda each: (each.rank, str(each.name)))
    missing = [
        Place(names[c], None, None, None, None, None, None, None, NOT_ON_ALL) for c in np.flatnonzero(~on_all)
    ]
    return (*found, *missing)


def _place(standing: Standing) -> tuple[bool, int, float, str]:
    return standing.strength is None, standing.board, -(standing.strength or 0.0), str(standing.name)


def _check(votes: Mapping[str, Battles], names: tuple[str, ...], priorities: Mapping[str, Priority]) -> None:
    missing = [name for name in names if name not in priorities]
    if missing:
        message = f"no priority for class {missing[0]!r}; there are {', '.join(priorities)}"
        raise ValueError(message)
    if len({battles.names for battles in votes.values()}) > 1:
        message = "all dimensions must have the same contestants, under one coding"
        raise ValueError(message)
