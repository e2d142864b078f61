"""The part of a study's answers that is looked at, question by question."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from earmark.core.scope import WITHOUT, Scope
from earmark.stats.ratings import Ratings, ratings
from earmark.storage.answers import Answers, Places

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

    def scores(self, *, within: Mask | None = None) -> Ratings:
        """Return the scores by condition and item, as means and differences need them."""
        rows = slice(None) if within is None else within
        return ratings(self.item[rows], self.rater[rows], self.value[rows], condition=self.condition[rows])

    def judgements(self) -> Ratings:
        """Return the scores by what was rated, as agreement needs them."""
        return ratings(self.place, self.rater, self.value)


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
    def submissions(self) -> Mask:
        """Which submissions have an answer within the scope."""
        kept = self.places & (self.condition >= 0)
        found = np.zeros(self.answers.sent.rater.size, dtype=np.bool_)
        found[self.answers.submission[kept[self.answers.place]]] = True
        return found

    def rows(self, question: str) -> Rows:
        """Return the answers to one question about one recording each."""
        found = self._of(question)
        place = self.answers.place[found]
        kept = self.places[place] & (self.condition[place] >= 0)
        return self._rows(found[kept])

    def _of(self, question: str) -> NDArray[np.intp]:
        names = self.answers.questions
        code = names.index(question) if question in names else -1
        return np.flatnonzero(self.answers.question == code)

    def _rows(self, found: NDArray[np.intp]) -> Rows:
        answers = self.answers
        place, submission = answers.place[found], answers.submission[found]
        return Rows(
            rater=answers.sent.rater[submission],
            item=answers.places.item[place],
            place=place,
            condition=self.condition[place],
            value=answers.value[found],
            choice=answers.choice[found],
            submission=submission,
        )


def reported(names: tuple[str | None, ...], scope: Scope) -> tuple[str | None, ...]:
    """Return the conditions that a scope keeps."""
    return tuple(name for name in names if not scope.condition or (name or WITHOUT) in scope.condition)
