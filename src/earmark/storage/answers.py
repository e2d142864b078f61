"""All answers of a study that count, as columns of small whole numbers, with what each is about."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Select, or_, select

from earmark.storage.results import COUNTED, SIDES
from earmark.storage.tables import (
    condition,
    item,
    score,
    stimulus,
    submission,
    task,
    task_stimulus,
    turn,
)

BLOCK: Final = 10_000
"""Rows read from the database at a time."""

NONE: Final = -1
"""The code of no choice."""

Column = NDArray[np.int32]
Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True, slots=True, eq=False)
class Sent:
    """The submissions that count. All columns have one length, and one row a submission.

    Attributes:
        ids: Their ids.
        raters: Ids of raters, by code.
        rater: Codes into `raters`.
        task: Codes into the tasks of `Places`.
        at: When each was submitted, microseconds UTC.
        seconds: Seconds at work that the page counted; NaN where it counted none.
    """

    ids: tuple[str, ...]
    raters: tuple[str, ...]
    rater: Column
    task: Column
    at: NDArray[np.int64]
    seconds: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """What answers are about: a target of a task. All columns have one length, one row a place.

    Attributes:
        targets: Names of targets (``item``, ``pair``, a side, or a turn's id), by code.
        conditions: Names of conditions, by code; None is the recordings without one.
        languages: Languages, by code; empty text where none is known.
        categories: Categories of scenarios, likewise.
        classes: Classes of scenarios, likewise.
        task: Codes of tasks.
        target: Codes into `targets`.
        item: Codes of items.
        condition: Codes into `conditions`; of a pair as a whole that of no condition.
        language: Codes into `languages`.
        category: Codes into `categories`.
        scenario_class: Codes into `classes`.
    """

    targets: tuple[str, ...]
    conditions: tuple[str | None, ...]
    languages: tuple[str, ...]
    categories: tuple[str, ...]
    classes: tuple[str, ...]
    task: Column
    target: Column
    item: Column
    condition: Column
    language: Column
    category: Column
    scenario_class: Column


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """The counted answers of a study that are numbers or choices, row i being one answer.

    Attributes:
        sent: What they came in.
        places: What they are about.
        questions: Ids of questions, by code; those of a flag or an entry end in its name.
        choices: What was chosen, by code.
        question: Shape (n,), codes into `questions`.
        submission: Shape (n,), rows of `sent`.
        place: Shape (n,), rows of `places`.
        value: Shape (n,), the score; 0 where the answer is a choice.
        choice: Shape (n,), codes into `choices`; `NONE` where the answer is a number.
    """

    sent: Sent
    places: Places
    questions: tuple[str, ...]
    choices: tuple[str, ...]
    question: Column
    submission: Column
    place: Column
    value: Column
    choice: Column


class Codes(dict[Name, int]):
    """Numbers names from 0 as they come."""

    def __missing__(self, name: Name) -> int:
        self[name] = code = len(self)
        return code

    def of(self, names: Iterable[Name], count: int) -> Column:
        """Return the codes of names."""
        return np.fromiter(map(self.__getitem__, names), dtype=np.int32, count=count)


def read_answers(connection: Connection, study_id: str) -> Answers:
    """Read the numbers and choices that count: of the current revisions that are no extras.

    A million answers stay columns of numbers: rows are read in blocks, and what an answer is about is looked
    up once for each task and target, not once an answer.
    """
    about = About(connection, study_id)
    sent = _sent(connection, study_id, about)
    row_of = dict(zip(sent.ids, range(len(sent.ids)), strict=True))
    questions, choices = Codes[str](), Codes[str]()
    blocks = [np.empty((5, 0), dtype=np.int32)]
    for rows in _blocks(connection, _ANSWERS.where(submission.c.study_id == study_id)):
        within, targets, asked, values, chosen = zip(*rows, strict=True)
        columns = (
            questions.of(asked, len(rows)),
            np.fromiter(map(row_of.__getitem__, within), dtype=np.int32, count=len(rows)),
            about.targets.of(targets, len(rows)),
            np.array([value or 0 for value in values], dtype=np.int32),
            np.array([NONE if one is None else choices[one] for one in chosen], dtype=np.int32),
        )
        blocks.append(np.stack(columns))
    question, within, target, value, choice = np.concatenate(blocks, axis=1)
    places, place = about.places(sent.task, sent.task[within], target)
    return Answers(sent, places, tuple(questions), tuple(choices), question, within, place, value, choice)


_ANSWERS: Final = (
    select(score.c.submission_id, score.c.target, score.c.question, score.c.value, score.c.choice)
    .join_from(submission, score, score.c.submission_id == submission.c.id)
    .where(COUNTED, or_(score.c.value.is_not(None), score.c.choice.is_not(None)))
)

_SENT: Final = select(
    submission.c.id,
    submission.c.rater_id,
    submission.c.task_id,
    submission.c.submitted_at,
    submission.c.body[("time", "active_seconds")].as_float(),
).where(COUNTED)


def _sent(connection: Connection, study_id: str, about: About) -> Sent:
    raters = Codes[str]()
    ids: list[str] = []
    blocks = [(np.empty((2, 0), dtype=np.int32), np.empty((2, 0)))]
    for rows in _blocks(connection, _SENT.where(submission.c.study_id == study_id)):
        sent, who, tasks, at, seconds = zip(*rows, strict=True)
        ids += sent
        codes = np.stack([raters.of(who, len(rows)), about.tasks.of(tasks, len(rows))])
        numbers = np.array([at, [math.nan if one is None else one for one in seconds]], dtype=np.float64)
        blocks.append((codes, numbers))
    rater, task_ = np.concatenate([codes for codes, _ in blocks], axis=1)
    at, seconds = np.concatenate([numbers for _, numbers in blocks], axis=1)
    return Sent(tuple(ids), tuple(raters), rater, task_, at, seconds)


def _blocks(connection: Connection, query: Select[Any]) -> Iterator[Sequence[Any]]:
    """Yield rows as the driver gives them: plain numbers and text need no more, and are twice as fast."""
    cursor = connection.execute(query).cursor
    assert cursor is not None  # noqa: S101 - a select has one until its rows are read
    while rows := cursor.fetchmany(BLOCK):
        yield rows


class About:
    """What is known of the tasks, recordings and turns of a study, read once."""

    def __init__(self, connection: Connection, study_id: str) -> None:
        self.tasks, self.targets, self.items = Codes[str](), Codes[str](), Codes[str]()
        self.conditions, self.languages = Codes[str | None](), Codes[str]()
        self.categories, self.classes = Codes[str](), Codes[str]()
        self._of_item: list[tuple[int, int]] = []
        self._recordings: dict[tuple[int, str], tuple[int, int]] = {}
        self._item_of_task: dict[int, int] = {}
        self._turns: dict[str, tuple[int, int]] = {}
        self.conditions[None]
        self._read_items(connection, study_id)
        self._read_recordings(connection, study_id)

    def _read_items(self, connection: Connection, study_id: str) -> None:
        rows = connection.execute(select(item.c.id, item.c.scenario).where(item.c.study_id == study_id))
        for item_id, scenario in rows:
            self.items[item_id]
            category, class_ = (str(scenario.get(key) or "") for key in ("category", "class"))
            self._of_item.append((self.categories[category], self.classes[class_]))

    def _read_recordings(self, connection: Connection, study_id: str) -> None:
        named = select(condition.c.id, condition.c.name).where(condition.c.study_id == study_id)
        names = dict(connection.execute(named.order_by(condition.c.name)).all())
        heard = select(stimulus.c.id, stimulus.c.condition_id, stimulus.c.language)
        recordings = {
            row.id: (self.conditions[names.get(row.condition_id)], self.languages[row.language])
            for row in connection.execute(heard.where(stimulus.c.study_id == study_id))
        }
        given = select(task.c.id, task.c.item_id, task_stimulus.c.side, task_stimulus.c.stimulus_id)
        given = given.join_from(task, task_stimulus, task_stimulus.c.task_id == task.c.id)
        for row in connection.execute(given.where(task.c.study_id == study_id)):
            code = self.tasks[row.id]
            self._item_of_task[code] = self.items[row.item_id]
            self._recordings[code, row.side] = recordings[row.stimulus_id]
        turns = select(turn.c.id, turn.c.stimulus_id).join(stimulus, stimulus.c.id == turn.c.stimulus_id)
        for turn_id, heard_in in connection.execute(turns.where(stimulus.c.study_id == study_id)):
            self._turns[turn_id] = recordings[heard_in]

    def places(self, whole: Column, tasks: Column, target: Column) -> tuple[Places, Column]:
        """Return the places of answers, with those of the whole tasks, and which one each answer is about.

        Args:
            whole: Codes of tasks whose item, or two sides, are places even without an answer.
            tasks: Shape (n,), codes of the tasks of answers.
            target: Shape (n,), codes of targets.
        """
        every = np.unique(whole)
        ends = {name: self.targets[name] for name in ("item", *SIDES)}
        pairs = np.array([(code, "a") in self._recordings for code in every.tolist()], dtype=np.bool_)
        size = len(self.targets)
        added = [every[~pairs] * size + ends["item"], *(every[pairs] * size + ends[side] for side in SIDES)]
        keys = tasks.astype(np.int64) * size + target
        found, place = np.unique(np.concatenate([keys, *added]), return_inverse=True)
        of_task, of_target = np.divmod(found, size)
        return self._described(of_task, of_target), place[: keys.size].astype(np.int32)

    def _described(self, of_task: NDArray[np.int64], of_target: NDArray[np.int64]) -> Places:
        targets = tuple(self.targets)
        rows = [
            self._place(code, targets[at])
            for code, at in zip(of_task.tolist(), of_target.tolist(), strict=True)
        ]
        columns = np.array(rows, dtype=np.int32).reshape(-1, 5).T
        conditions = tuple(self.conditions)
        return Places(
            targets,
            conditions,
            tuple(self.languages),
            tuple(self.categories),
            tuple(self.classes),
            of_task.astype(np.int32),
            of_target.astype(np.int32),
            *columns,
        )

    def _place(self, code: int, target: str) -> tuple[int, int, int, int, int]:
        """Return item, condition, language, category and class; a pair as a whole has no condition."""
        item_code = self._item_of_task[code]
        side = target if target in SIDES else ""
        condition_, language = (
            self._turns.get(target)
            or self._recordings.get((code, side))
            or (self.conditions[None], self._recordings[code, "a"][1])
        )
        return (item_code, condition_, language, *self._of_item[item_code])
