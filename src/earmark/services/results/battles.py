"""What comparisons of two sides found: boards, wins of each pair, and what a place in the comparison adds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np

from earmark.core.results import (
    BattleResults,
    BoardPlace,
    BoardResult,
    CombinedBoard,
    CombinedPart,
    CombinedPlace,
    Out,
    PairWins,
    PositionEffect,
    PreferenceResult,
    together,
)
from earmark.core.results.battles import Position
from earmark.core.sides import PAIR
from earmark.protocols.questions.choice import Choice, Option
from earmark.protocols.schema import Protocol
from earmark.services.results.intake import votes_left_out
from earmark.services.results.view import Pairs, View
from earmark.stats.pairs.arrays import Codes, Floats, Mask
from earmark.stats.pairs.battles import (
    BOTH_BAD,
    BOTH_GOOD,
    LEFT,
    MIRRORED,
    OUTCOMES,
    RIGHT,
    TIE,
    Battles,
)
from earmark.stats.pairs.boards import Board, Place, Priority, board, combined_board
from earmark.stats.pairs.ranks import RankSet
from earmark.stats.pairs.standings import Effect, Standing
from earmark.stats.pairs.strengths import strengths
from earmark.stats.proportion import proportion
from earmark.storage.answers import NONE

CODES: Final = {"a": LEFT, "b": RIGHT, "tie": TIE, "both_good": BOTH_GOOD, "both_bad": BOTH_BAD}
"""What the side of an option means as an outcome: A stands on the left."""

TOGETHER: Final = {"dynamics": "naturalness"}
"""A dimension that shares the slot of another one in the priority of a class."""


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """The votes on one question, row i being one vote.

    Attributes:
        battles: Sides as they stood, A on the left; contestants are places in the view's conditions.
        classes: Shape (n,), codes of scenario classes.
        priorities: Shape (n,), codes of the classes whose priority holds: where the rater states the intent,
            of that.
        names: Ids of the classes, by code; empty text for none.
        first: Shape (n,), 1 where the left side was heard first, -1 where the right was, 0 where unknown.
    """

    battles: Battles
    classes: Codes
    priorities: Codes
    names: tuple[str, ...]
    first: Floats


def battle_results(protocol: Protocol, view: View, *, level: float, seed: int) -> BattleResults | None:
    """Return what the comparisons of a protocol found; None where it compares nothing."""
    asked = [one for one in protocol.asked_of(PAIR) if isinstance(one, Choice) and one.compares]
    if not asked:
        return None
    votes = {question.id: votes_on(question, protocol, view) for question in asked}
    return BattleResults(
        questions=tuple(
            _preference(question, votes[question.id], view, level=level, seed=seed) for question in asked
        ),
        combined=_combined(protocol, votes, view, level=level, seed=seed),
        classes={one.id: one.title for one in protocol.classes},
    )


def votes_on(question: Choice, protocol: Protocol, view: View) -> Votes:
    """Return the votes on a question between two conditions of a view."""
    rows = view.votes(question.id)
    codes = {option.id: CODES[option.side] for option in _options(question) if option.side}
    outcome = np.array([codes.get(name, NONE) for name in (*view.answers.choices, "")], dtype=np.int8)
    found = Battles(
        rows.left,
        rows.right,
        outcome[rows.choice],
        names=tuple(range(len(view.conditions))),
        rater=rows.rater.astype(np.intp),  # under one coding for all questions
        item=rows.item.astype(np.intp),
    )
    first = view.answers.sent.heard_first[rows.submission]
    names, classes, priorities = _classes(protocol, view, rows)
    heard = np.where(first == NONE, 0.0, 1.0 - 2.0 * first)
    return Votes(found, classes, priorities, names, heard)


def _options(question: Choice) -> Iterator[Option]:
    for options in (question.options, *question.variants.values()):
        yield from options


def _classes(protocol: Protocol, view: View, rows: Pairs) -> tuple[tuple[str, ...], Codes, Codes]:
    """Return the class of each vote, and that whose priority holds for it: of the stated intent, if any."""
    at = view.answers.places
    classes = np.array(at.classes, dtype=object)[at.scenario_class[rows.place]]
    priorities = classes.copy()
    for one in protocol.classes:
        if one.priority_from is not None:
            stated = view.votes(one.priority_from)
            intent = dict(zip(stated.submission.tolist(), stated.choice.tolist(), strict=True))
            own = np.flatnonzero(classes == one.id)
            for row in own.tolist():
                code = intent.get(int(rows.submission[row]))
                priorities[row] = one.id if code is None else view.answers.choices[code]
    names, codes = np.unique(np.concatenate([classes, priorities]).astype(str), return_inverse=True)
    of, by = np.split(codes.astype(np.intp), 2)
    return tuple(names.tolist()), of, by


def _preference(question: Choice, votes: Votes, view: View, *, level: float, seed: int) -> PreferenceResult:
    found, names = votes.battles, view.conditions
    counts = np.bincount(found.outcome, minlength=len(OUTCOMES)).tolist()
    classes = {
        name: _board(
            board(found.where(rows), seed=seed, level=level),
            names,
            out=votes_left_out(view, question.id, classes=(name,)),
            seed=seed,
        )
        for name, rows in _apart(votes)
    }
    return PreferenceResult(
        id=question.id,
        title=question.title,
        outcomes=dict(zip(OUTCOMES, counts, strict=True)),
        raters=0 if found.rater is None else np.unique(found.rater).size,
        items=0 if found.item is None else np.unique(found.item).size,
        board=_board(
            board(found, seed=seed, level=level), names, out=votes_left_out(view, question.id), seed=seed
        ),
        classes=classes,
        wins=tuple(_wins(found, names)),
        positions=_positions(votes, level=level),
    )


def _apart(votes: Votes) -> Iterator[tuple[str, Mask]]:
    """Yield each class that some votes are of, and not all, with its rows."""
    for code, name in enumerate(votes.names):
        rows = votes.classes == code
        if name and rows.any() and not rows.all():
            yield name, rows


def _board(found: Board, names: tuple[str | None, ...], *, out: tuple[Out, ...], seed: int) -> BoardResult:
    fit = found.strengths
    return BoardResult(
        places=tuple(
            _place(standing, ranks, names)
            for standing, ranks in zip(found.standings, found.ranks, strict=True)
        ),
        boards=fit.network.boards,
        model=fit.model,
        errors=fit.errors,
        penalised=fit.penalised,
        votes=fit.votes,
        raters=fit.clusters,
        level=fit.level,
        seed=seed,
        reason=fit.reason,
        out=out,
    )


def _place(standing: Standing, ranks: RankSet, names: tuple[str | None, ...]) -> BoardPlace:
    return BoardPlace(
        condition=names[standing.name],
        strength=standing.strength,
        standard_error=standing.standard_error,
        low=standing.low,
        high=standing.high,
        open_end=standing.open_end,
        score=standing.score,
        board=standing.board,
        rank=ranks.rank,
        best=ranks.best,
        worst=ranks.worst,
        votes=standing.votes,
        wins=standing.wins,
        losses=standing.losses,
        draws=standing.draws,
        reason=standing.reason,
    )


def _wins(votes: Battles, names: tuple[str | None, ...]) -> Iterator[PairWins]:
    """Yield the votes of each two conditions that met, whichever stood on the left."""
    size = len(names)
    counts = np.zeros((size, size, len(OUTCOMES)), dtype=np.int64)
    np.add.at(counts, (votes.left, votes.right, votes.outcome), 1)
    both = counts + counts.transpose(1, 0, 2)[:, :, MIRRORED]
    for first, second in combinations(range(size), 2):
        won, lost, tie, good, bad = both[first, second].tolist()
        if won + lost + tie + good + bad:
            yield PairWins(names[first], names[second], won, lost, tie, good, bad)


def _positions(votes: Votes, *, level: float) -> tuple[PositionEffect, ...]:
    """Return what standing as A, and being heard first, adds to a side whoever it is."""
    found = votes.battles
    effects = strengths(_with_first(votes), position=True, level=level).effects
    decided = found.outcome < TIE
    left_won = found.outcome == LEFT
    told = decided & (votes.first != 0)
    return (
        _position("side-a", found, decided, left_won, effects[-1], level=level),
        _position("heard-first", found, told, left_won == (votes.first > 0), effects[0], level=level),
    )


def _with_first(votes: Votes) -> Battles:
    covariates = votes.first[:, None]
    return replace(votes.battles, covariates=covariates, covariate_names=("heard-first",))


def _position(
    name: Position, votes: Battles, rows: Mask, hits: Mask, effect: Effect, *, level: float
) -> PositionEffect:
    ways = [way[rows] for way in (votes.rater, votes.item) if way is not None]
    share = proportion(hits[rows], ways, level=level)
    return PositionEffect(name, share, effect.estimate, effect.low, effect.high, effect.reason)


def _combined(
    protocol: Protocol,
    votes: Mapping[str, Votes],
    view: View,
    *,
    level: float,
    seed: int,
) -> CombinedBoard | None:
    """Return the board across dimensions; None where the protocol has no classes with priorities."""
    priorities = priorities_of(protocol, votes)
    if not priorities:
        return None
    classes = {question: _codes(one, tuple(priorities)) for question, one in votes.items()}
    found = combined_board(
        {question: one.battles.where(classes[question] >= 0) for question, one in votes.items()},
        {question: codes[codes >= 0] for question, codes in classes.items()},
        names=tuple(priorities),
        seed=seed,
        priorities=priorities,
        level=level,
    )
    parts = tuple(
        CombinedPart(part.scenario_class, part.dimension, part.weight, part.votes, part.penalised)
        for part in found.parts
    )
    counted = sum(part.votes for part in parts)
    weighed = {part.question for part in parts}
    beside = sum(len(votes[question].battles) for question in weighed) - counted
    outs = [votes_left_out(view, question) for question in sorted(weighed)]
    return CombinedBoard(
        places=tuple(_combined_place(place, view.conditions) for place in found.places),
        parts=parts,
        class_shares=dict(found.class_shares),
        raters=found.clusters,
        level=found.level,
        seed=seed,
        reason=found.reason,
        votes=counted,
        out=together([*outs, (Out("no-priority", beside),)]),
    )


def _combined_place(place: Place, names: tuple[str | None, ...]) -> CombinedPlace:
    return CombinedPlace(
        condition=names[place.name],
        strength=place.strength,
        standard_error=place.standard_error,
        low=place.low,
        high=place.high,
        rank=place.rank,
        best=place.best,
        worst=place.worst,
        reason=place.reason,
    )


def priorities_of(protocol: Protocol, dimensions: Collection[str]) -> dict[str, Priority]:
    """Return the rule of each class that has a priority: the first of its dimensions weighs most.

    Of three slots the weights are 3 : 2 : 1. Dynamics counts with Naturalness.
    """
    found = {}
    for one in protocol.classes:
        slots = [
            (first, *(also for also, beside in TOGETHER.items() if beside == first and also in dimensions))
            for first in one.priority or ()
        ]
        if slots:
            weights = tuple(float(len(slots) - place) for place in range(len(slots)))
            found[one.id] = Priority(tuple(slots), weights)
    return found


def _codes(votes: Votes, names: tuple[str, ...]) -> Codes:
    """Return the class whose priority holds for each vote as a place in `names`; -1 for another class."""
    place = {name: code for code, name in enumerate(names)}
    return np.array([place.get(name, -1) for name in votes.names], dtype=np.intp)[votes.priorities]
