"""What does not count, and why: answers, looks for flags, and votes, over the part that a view keeps."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.core.results import Out
from earmark.core.results.intake import OutReason
from earmark.core.sides import PAIR, SIDES
from earmark.protocols.questions import Ask
from earmark.services.results.view import WHOLE, Column, Mask, View
from earmark.storage.answers import NONE, REASONS

EVERY: Final[tuple[OutReason, ...]] = (*REASONS, "discarded", "one-condition")
DISCARDED, ONE_CONDITION = len(REASONS), len(REASONS) + 1

ByCondition = dict[str | None, tuple[Out, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class _Left:
    """What is left out, row by row: the condition it is of, why (a place in `EVERY`), and how often."""

    condition: Column
    reason: NDArray[np.int64]
    times: NDArray[np.int64]


def answers_left_out(view: View, question: str, *, ask: Ask, of: str | None = None) -> ByCondition:
    """Return how many answers to a question do not count, or were discarded instead.

    Args:
        view: The part of the study.
        question: Its id; of an entry ``question.entry``.
        ask: What it is about.
        of: Id of the question that an entry is of.
    """
    answers = view.answers
    found = view.found(question)
    submission, place = answers.submission[found], answers.place[found]
    kept = view.left[submission] & view.places[place] & (view.condition[place] >= 0)
    sent = _sent(view, submission[kept], place[kept])
    return _by_condition(view, (sent, _discarded(view, (question, of or question), ask)))


def looks_left_out(view: View, question: str, *, ask: Ask, classes: Collection[str] = ()) -> ByCondition:
    """Return how often somebody was asked for flags in what does not count, or discarded it instead."""
    looks = view.looks(ask, classes=classes, which=view.left)
    sent = _sent(view, looks.submission, looks.place)
    return _by_condition(view, (sent, _discarded(view, (question,), ask, classes=classes)))


def votes_left_out(view: View, question: str, *, classes: Collection[str] = ()) -> tuple[Out, ...]:
    """Return how many votes do not count, and how often a pair was discarded instead.

    Args:
        view: The part of the study.
        question: Id of a question that compares two sides.
        classes: Classes of scenarios that are meant; none means all.
    """
    answers, discards = view.answers, view.answers.discards
    found = view.found(question)
    submission, place = answers.submission[found], answers.place[found]
    sides = view.sides(answers.sent.task[submission])
    there = view.within(place, classes) & (sides >= 0).all(axis=0)
    is_one = there & view.counted[submission] & (sides[0] == sides[1])
    why = answers.sent.out[submission[there & view.left[submission]]]
    asked = _asked(view, (question,))
    of_pair = (view.sides(answers.places.task[discards.place]) >= 0).all(axis=0)
    gone = asked & of_pair & view.groups[discards.group] & view.within(discards.place, classes)
    counts = np.bincount(why, minlength=len(EVERY))
    counts[DISCARDED], counts[ONE_CONDITION] = discards.n[gone].sum(), np.count_nonzero(is_one)
    return _outs(counts)


def _sent(view: View, submission: Column, place: Column) -> _Left:
    out = view.answers.sent.out[submission].astype(np.int64)
    return _Left(view.condition[place], out, np.ones(place.size, dtype=np.int64))


def _asked(view: View, questions: Collection[str]) -> Mask:
    """Return which discards are of one of these questions, or of all that is asked there."""
    codes = [NONE, *(view.code(question) for question in questions)]
    return np.isin(view.answers.discards.question, codes)


def _discarded(view: View, questions: Collection[str], ask: Ask, *, classes: Collection[str] = ()) -> _Left:
    """Return the discards of what a question is about; one of a whole pair is one of each side."""
    at, discards = view.answers.places, view.answers.discards
    is_turn = np.array([name not in WHOLE for name in at.targets], dtype=np.bool_)[at.target[discards.place]]
    # A turn that was left altogether says nothing of what is asked about the whole.
    of_turn = is_turn & (discards.question == NONE) & (ask != "agent-turn")
    kept = np.flatnonzero(_asked(view, questions) & view.groups[discards.group] & ~of_turn)
    place, n = discards.place[kept], discards.n[kept].astype(np.int64)
    whole = np.array([name in {"item", PAIR} for name in at.targets], dtype=np.bool_)[at.target[place]]
    both = [at.find(at.task[place], side) for side in SIDES]
    parts = [np.where(whole & (both[0] != NONE), both[0], place), np.where(whole, both[1], NONE)]
    place, n = np.concatenate(parts), np.tile(n, len(parts))
    there = place != NONE
    place, n = place[there], n[there]
    inside = view.within(place, classes) & (view.condition[place] >= 0)
    return _Left(view.condition[place[inside]], np.full(int(inside.sum()), DISCARDED), n[inside])


def _by_condition(view: View, left: tuple[_Left, ...]) -> ByCondition:
    size = len(EVERY)
    counts = np.zeros(len(view.conditions) * size, dtype=np.int64)
    for part in left:
        np.add.at(counts, part.condition * size + part.reason, part.times)
    rows = counts.reshape(-1, size)
    return {name: _outs(row) for name, row in zip(view.conditions, rows, strict=True)}


def _outs(counts: NDArray[np.int64]) -> tuple[Out, ...]:
    return tuple(Out(reason, n) for reason, n in zip(EVERY, counts.tolist(), strict=True) if n)
