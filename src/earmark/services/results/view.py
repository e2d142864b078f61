"""The part of a study's answers that is looked at, question by question."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from earmark.core.scope import WITHOUT, Scope
from earmark.core.sides import PAIR, SIDES
from earmark.protocols.questions import Ask
from earmark.stats.ratings import Ratings, ratings
from earmark.storage.answers import NONE, Answers, Places

WHOLE: Final = frozenset({"item", PAIR, *SIDES})
"""Targets that are no turns."""

Mask = NDArray[np.bool_]
Column = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The answers to one question. All columns have one length.

    Attributes:
        rater: Codes.
        item: Codes of what conditions share.
        place: Codes of what was rated: a clip, a turn, a side.
        condition: Places in the view's `conditions`.
        value: Scores; 0 for choices.
        choice: Codes of choices; -1 for scores.
        submission: Rows of the answers' `sent`.
    """

    rater: Column
    item: Column
    place: Column
    condition: Column
    value: Column
    choice: Column
    submission: Column

    def scores(self, *, within: NDArray[np.intp] | None = None) -> Ratings:
        """Return the scores by condition and item, all or those in these places, as differences need them."""
        rows = slice(None) if within is None else within
        return ratings(self.item[rows], self.rater[rows], self.value[rows], condition=self.condition[rows])

    def judgements(self) -> Ratings:
        """Return the scores by what was rated, as agreement needs them."""
        return ratings(self.place, self.rater, self.value)


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """The choices that answer one question about pairs. All columns have one length.

    Attributes:
        rater: Codes.
        item: Codes of what conditions share.
        place: Codes of the pairs.
        left: The condition that stood as A, as a place in the view's `conditions`.
        right: That which stood as B; never the same.
        choice: Codes of choices.
        submission: Rows of the answers' `sent`.
    """

    rater: Column
    item: Column
    place: Column
    left: NDArray[np.intp]
    right: NDArray[np.intp]
    choice: Column
    submission: Column


@dataclass(frozen=True)
class View:
    """Answers within a scope.

    Attributes:
        answers: All of the study.
        scope: What is kept.
        conditions: Names of the conditions to report, in order; None is the recordings without one.
    """

    answers: Answers
    scope: Scope
    conditions: tuple[str | None, ...]

    @cached_property
    def places(self) -> Mask:
        """Which places are within the scope, but for conditions."""
        at = self.answers.places
        kept = np.ones(at.task.size, dtype=np.bool_)
        for wanted, names, column in (
            (self.scope.language, at.languages, at.language),
            (self.scope.category, at.categories, at.category),
            (self.scope.scenario_class, at.classes, at.scenario_class),
        ):
            if wanted:
                kept &= np.array([name in wanted for name in names], dtype=np.bool_)[column]
        return kept

    @cached_property
    def condition(self) -> Column:
        """The condition of each place, as a place in `conditions`; -1 for one that is not reported."""
        at: Places = self.answers.places
        order = {name: place for place, name in enumerate(self.conditions)}
        return np.array([order.get(name, -1) for name in at.conditions], dtype=np.int32)[at.condition]

    @cached_property
    def counted(self) -> Mask:
        """Which submissions count and are by raters within the scope."""
        sent = self.answers.sent
        return np.asarray((sent.out == NONE) & self.groups[sent.group])

    @cached_property
    def left(self) -> Mask:
        """Which submissions do not count, and are by raters within the scope."""
        sent = self.answers.sent
        return np.asarray((sent.out != NONE) & self.groups[sent.group])

    @cached_property
    def groups(self) -> Mask:
        """Which groups of raters are within the scope, by code."""
        wanted = self.scope.group
        return np.array([not wanted or name in wanted for name in self.answers.sent.groups], dtype=np.bool_)

    @cached_property
    def submissions(self) -> Mask:
        """Which submissions count and have an answer within the scope."""
        pair = np.array([target == PAIR for target in self.answers.places.targets], dtype=np.bool_)
        kept = self.places & ((self.condition >= 0) | pair[self.answers.places.target])
        found = np.zeros(self.answers.sent.rater.size, dtype=np.bool_)
        found[self.answers.submission[kept[self.answers.place]]] = True
        return found & self.counted

    def rows(self, question: str) -> Rows:
        """Return the answers to one question about one recording each."""
        found = self.found(question)
        place = self.answers.place[found]
        kept = self.places[place] & (self.condition[place] >= 0)
        return self._rows(found[kept & self.counted[self.answers.submission[found]]])

    def votes(self, question: str) -> Pairs:
        """Return the choices about two recordings of unlike conditions, both of which are reported."""
        found = self.found(question)
        answers, at = self.answers, self.answers.places
        submission, place = answers.submission[found], answers.place[found]
        first, second = self.sides(answers.sent.task[submission])
        swapped = answers.sent.swapped[submission]
        left, right = np.where(swapped, second, first), np.where(swapped, first, second)
        kept = np.flatnonzero(
            self.counted[submission] & self.places[place] & (left >= 0) & (right >= 0) & (left != right)
        )
        return Pairs(
            rater=answers.sent.rater[submission[kept]],
            item=at.item[place[kept]],
            place=place[kept],
            left=left[kept],
            right=right[kept],
            choice=answers.choice[found][kept],
            submission=submission[kept],
        )

    def sides(self, tasks: Column) -> NDArray[np.intp]:
        """Return the conditions of the sides of pairs, shape (2, n); -1 for one that is not reported."""
        places = np.stack([self.answers.places.find(tasks, side) for side in SIDES])
        return np.where(places != NONE, self.condition[places], NONE).astype(np.intp)

    def within(self, place: Column, classes: Collection[str]) -> Mask:
        """Return which places are within the scope but for conditions, and of these classes, or of any."""
        if not classes:
            return self.places[place]
        at = self.answers.places
        of = np.array([name in classes for name in at.classes], dtype=np.bool_)
        return np.asarray(self.places[place] & of[at.scenario_class[place]])

    def looks(self, ask: Ask, *, classes: Collection[str] = (), which: Mask | None = None) -> Rows:
        """Return one row for each recording, side or turn that a submission was asked about.

        Args:
            ask: What the question is about; not the pair as a whole.
            classes: Classes of scenarios for which it is asked; none means all.
            which: Which submissions; without it those that count.
        """
        sent, at = self.answers.sent, self.answers.places
        asked = self.counted if which is None else which
        if ask == "agent-turn":
            whole = np.array([target in WHOLE for target in at.targets], dtype=np.bool_)
            rows = ~whole[at.target[self.answers.place]] & asked[self.answers.submission]
            pairs = np.stack([self.answers.submission[rows], self.answers.place[rows]])
            submission, place = np.unique(pairs, axis=1)
        else:
            targets = SIDES if ask == "side" else ("item",)
            every = np.flatnonzero(asked).astype(np.int32)
            submission = np.tile(every, len(targets))
            place = np.concatenate([at.find(sent.task[every], target) for target in targets])
        kept = (place != NONE) & self.within(place, classes) & (self.condition[place] >= 0)
        return self._about(submission[kept], place[kept])

    def found(self, question: str) -> NDArray[np.intp]:
        """Return the rows of all answers to a question, whether they count or not."""
        return np.flatnonzero(self.answers.question == self.code(question))

    def code(self, question: str) -> int:
        """Return the code of a question, or one that no answer has."""
        names = self.answers.questions
        return names.index(question) if question in names else len(names)

    def _rows(self, found: NDArray[np.intp]) -> Rows:
        answers = self.answers
        return replace(
            self._about(answers.submission[found], answers.place[found]),
            value=answers.value[found],
            choice=answers.choice[found],
        )

    def _about(self, submission: Column, place: Column) -> Rows:
        """Return rows that say whom and what they are about, and nothing of an answer."""
        answers = self.answers
        return Rows(
            rater=answers.sent.rater[submission],
            item=answers.places.item[place],
            place=place,
            condition=self.condition[place],
            value=np.zeros(place.size, dtype=np.int32),
            choice=np.full(place.size, NONE, dtype=np.int32),
            submission=submission,
        )


def reported(names: tuple[str | None, ...], scope: Scope) -> tuple[str | None, ...]:
    """Return the conditions that a scope keeps."""
    return tuple(name for name in names if not scope.condition or (name or WITHOUT) in scope.condition)
