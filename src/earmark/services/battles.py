"""The comparisons of a study as columns, for the statistics of pairs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from earmark.core.scenario import class_of
from earmark.protocols.questions.choice import Choice
from earmark.protocols.schema import Protocol
from earmark.services.studies import Study
from earmark.stats.pairs.battles import OUTCOMES
from earmark.storage import battles as reads
from earmark.storage.battles import ChoiceRow, PairRow

Codes = NDArray[np.int64]
Name = TypeVar("Name", bound=Hashable)

_OF_SIDE: Final = {"a": "left", "b": "right", "tie": "tie", "both_good": "both_good", "both_bad": "both_bad"}


@dataclass(frozen=True, slots=True)
class BattleColumns:
    """All counted comparisons of a study in long form, row i being one vote on one question.

    Left is what stood as A for the rater, right what stood as B.

    Attributes:
        questions: Ids of the questions that compare, in the protocol's order, by code.
        conditions: Names of conditions, by code.
        raters: Opaque ids, by code.
        items: Names, by code.
        classes: Ids of scenario classes, by code; empty for a scenario without one.
        question: Shape (n,), codes into `questions`.
        left: Shape (n,), codes into `conditions`.
        right: Shape (n,), the same; never that of the left.
        outcome: Shape (n,), places in `earmark.stats.pairs.battles.OUTCOMES`.
        rater: Shape (n,), codes into `raters`.
        item: Shape (n,), codes into `items`.
        scenario_class: Shape (n,), codes into `classes`. Where the rater states the priority, it is the
            class that they stated.
        heard_first: Shape (n,), 0 where the left side was heard first, 1 the right; -1 where it is not known.
    """

    questions: tuple[str, ...]
    conditions: tuple[str | None, ...]
    raters: tuple[str, ...]
    items: tuple[str, ...]
    classes: tuple[str, ...]
    question: Codes
    left: Codes
    right: Codes
    outcome: NDArray[np.int8]
    rater: Codes
    item: Codes
    scenario_class: Codes
    heard_first: NDArray[np.int8]

    def __len__(self) -> int:
        return self.question.size


def battles_of(study: Study) -> BattleColumns:
    """Read the comparisons of a study: of current revisions that are no extras.

    Two recordings of one condition beside each other tell nothing of conditions, and are left out.
    """
    protocol = study.protocol
    asked = {question.id: question for question in protocol.asked_of("pair") if _compares(question)}
    stated = {one.priority_from for one in protocol.classes if one.priority_from}
    with study.home.database.read() as connection:
        pairs = reads.pair_rows(connection, study.id)
        rows = reads.choice_rows(connection, study.id, {*asked, *stated})
    intents = {row.submission: row.choice for row in rows if row.question in stated}
    votes = [row for row in rows if row.question in asked and len(set(pairs[row.task].conditions)) > 1]
    return _columns(protocol, tuple(asked), pairs, votes, intents)


def _compares(question: object) -> bool:
    return isinstance(question, Choice) and question.compares


def _columns(
    protocol: Protocol,
    questions: tuple[str, ...],
    pairs: Mapping[str, PairRow],
    votes: list[ChoiceRow],
    intents: Mapping[str, str],
) -> BattleColumns:
    conditions = sorted({name for pair in pairs.values() for name in pair.conditions}, key=str)
    raters, items = sorted({row.rater for row in votes}), sorted({pair.item for pair in pairs.values()})
    of_class = {task: _class(protocol, pair) for task, pair in pairs.items()}
    stood = [_stood(pairs[row.task], row) for row in votes]
    classes = [_stated(protocol, of_class[row.task], intents.get(row.submission)) for row in votes]
    named = sorted({*of_class.values(), *classes})
    return BattleColumns(
        questions=questions,
        conditions=tuple(conditions),
        raters=tuple(raters),
        items=tuple(items),
        classes=tuple(named),
        question=_codes(questions, (row.question for row in votes)),
        left=_codes(conditions, (one for one, _ in stood)),
        right=_codes(conditions, (other for _, other in stood)),
        outcome=_outcomes(protocol, votes),
        rater=_codes(raters, (row.rater for row in votes)),
        item=_codes(items, (pairs[row.task].item for row in votes)),
        scenario_class=_codes(named, classes),
        heard_first=np.array([{"a": 0, "b": 1}.get(row.heard_first, -1) for row in votes], dtype=np.int8),
    )


def _stood(pair: PairRow, row: ChoiceRow) -> tuple[str | None, str | None]:
    one, other = pair.conditions
    return (other, one) if row.swapped else (one, other)


def _outcomes(protocol: Protocol, votes: Iterable[ChoiceRow]) -> NDArray[np.int8]:
    places = {
        (question.id, option.id): OUTCOMES.index(_OF_SIDE[option.side])
        for question in protocol.questions
        if isinstance(question, Choice)
        for options in (question.options, *question.variants.values())
        for option in options
        if option.side is not None
    }
    return np.array([places[row.question, row.choice] for row in votes], dtype=np.int8)


def _class(protocol: Protocol, pair: PairRow) -> str:
    return class_of(protocol, pair.scenario) or ""


def _stated(protocol: Protocol, known: str, intent: str | None) -> str:
    """Return the class that a rater stated, where the scenario's own leaves the priority to them."""
    by_intent = {one.id for one in protocol.classes if one.priority_from}
    return intent if intent is not None and known in by_intent else known


def _codes(names: Iterable[Name], values: Iterable[Name]) -> Codes:
    place = {name: code for code, name in enumerate(names)}
    return np.array([place[value] for value in values], dtype=np.int64)
