"""All answers of a study as columns of small whole numbers, with what each is about and whether it counts."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Select, Text, case, cast, false, func, or_, select

from earmark.core.results.intake import OutReason
from earmark.core.scenario import CATEGORY, CLASS, with_class
from earmark.core.sides import SIDES
from earmark.protocols.schema import Protocol
from earmark.storage.columns import Columns, read_columns
from earmark.storage.results import STANDS
from earmark.storage.tables import (
    assignment,
    condition,
    item,
    mark,
    membership,
    score,
    stimulus,
    submission,
    task,
    task_stimulus,
    turn,
)

NONE: Final = -1
"""The code of nothing."""

REASONS: Final[tuple[OutReason, ...]] = ("set-aside", "retracted", "replaced", "extra")
"""Why a submission may not count. One that was set aside or retracted is no current one either."""

Column = NDArray[np.int32]
Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True, slots=True, eq=False)
class Sent:
    """All submissions. All columns have one length, and one row a submission.

    Attributes:
        ids: Their ids.
        raters: Ids of raters, by code.
        rater: Codes into `raters`.
        task: Codes into the tasks of `Places`.
        at: When each was submitted, microseconds UTC.
        seconds: Seconds at work that the page counted; NaN where it counted none.
        swapped: Whether the first recording of a pair stood as B for this rater.
        groups: Names of groups of raters, by code; empty text for none.
        group: Codes into `groups`, of who sent it.
        heard_first: The side of a pair that this rater heard first, a place in `SIDES`; `NONE` where unknown.
        out: Why it does not count, a place in `REASONS`; `NONE` where it counts.
    """

    ids: tuple[str, ...]
    raters: tuple[str, ...]
    rater: Column
    task: Column
    at: NDArray[np.int64]
    seconds: NDArray[np.float64]
    swapped: NDArray[np.bool_]
    heard_first: Column
    out: Column
    groups: tuple[str, ...]
    group: Column


@dataclass(frozen=True, slots=True, eq=False)
class Discards:
    """What raters discarded instead of answering. All columns have one length.

    Attributes:
        place: Rows of the answers' places.
        question: Codes of questions; `NONE` where all that would have been asked there is meant.
        n: How often.
        group: Codes into the groups of `Sent`, of who discarded it.
    """

    place: Column
    question: Column
    n: Column
    group: Column


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """What answers are about: a target of a task. All columns have one length, one row a place.

    The sides of a pair are its recordings, however they stood for a rater. The places of whole tasks (the
    item, or both sides) are there even without an answer.

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

    def find(self, task: Column, target: str) -> Column:
        """Return the places of a target of tasks; `NONE` where there is none."""
        if target not in self.targets:
            return np.full(task.shape, NONE, dtype=np.int32)
        size = len(self.targets)
        keys = self.task.astype(np.int64) * size + self.target  # ascending, as they were made
        wanted = task.astype(np.int64) * size + self.targets.index(target)
        at = np.minimum(np.searchsorted(keys, wanted), max(keys.size - 1, 0))
        return np.where(keys[at] == wanted, at, NONE).astype(np.int32) if keys.size else at.astype(np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """The answers of a study that are numbers or choices, row i being one answer.

    Attributes:
        sent: What they came in.
        places: What they are about.
        discards: What was discarded.
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
    discards: Discards
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

    def of(self, names: Sequence[Name]) -> Column:
        """Return the codes of names."""
        return np.fromiter(map(self.__getitem__, names), dtype=np.int32, count=len(names))


class _Rows(dict[str, int]):
    """The row of each submission by its id; `NONE` for another study's."""

    def __missing__(self, _: str) -> int:
        return NONE


def _rows_of(sent: Sent, ids: Sequence[str]) -> Column:
    """Return the row of each submission by its id."""
    rows = _Rows(zip(sent.ids, range(len(sent.ids)), strict=True))
    return np.fromiter(map(rows.__getitem__, ids), dtype=np.int32, count=len(ids))


def read_answers(
    connection: Connection,
    study_id: str,
    protocol: Protocol,
    *,
    columns: Callable[[], Columns] | None = None,
) -> Answers:
    """Read all numbers and choices, with what raters discarded instead.

    A million answers stay columns of numbers, and what an answer is about is looked up once for each task and
    target, not once an answer. Scenario classes follow the protocol.

    Args:
        connection: Where from.
        study_id: Of the study.
        protocol: What it asks.
        columns: Returns the `answer_columns`, where another connection reads them meanwhile.
    """
    about = About(connection, study_id, protocol)
    sent = _sent(connection, study_id, about)
    questions, choices = Codes[str](), Codes[str]({"": 0})
    read = columns() if columns else answer_columns(connection, study_id)
    coded = (
        questions.of(read.cells(2)),
        _rows_of(sent, read.cells(0)),
        about.targets.of(read.cells(1)),
        read.whole_numbers(3).astype(np.int32),
        choices.of(read.cells(4)) - 1,
    )
    ours = coded[1] != NONE
    question, within, target, value, choice = (column if ours.all() else column[ours] for column in coded)
    left, asked_of, n, group = _discards(connection, study_id, about, questions)
    places, place = about.places(
        np.concatenate([sent.task[within], left[0]]),
        np.concatenate([about.recorded(target, sent.swapped[within]), left[1]]),
        whole=sent.task,
    )
    return Answers(
        sent=sent,
        places=places,
        discards=Discards(place[within.size :], asked_of, n, group),
        questions=tuple(questions),
        choices=tuple(choices)[1:],
        question=question,
        submission=within,
        place=place[: within.size],
        value=value,
        choice=choice,
    )


def _discards(
    connection: Connection, study_id: str, about: About, questions: Codes[str]
) -> tuple[Column, Column, Column, Column]:
    """Return what was discarded as tasks and targets (shape (2, m)), questions, how often, and by whom."""
    columns = (
        mark.c.task_id,
        mark.c.target,
        mark.c.question,
        func.coalesce(assignment.c.swapped, false()),
        mark.c.rater_id,
    )
    query = (
        select(*columns, func.count())
        .select_from(mark.outerjoin(submission, submission.c.id == mark.c.submission_id))
        .join(assignment, assignment.c.id == mark.c.assignment_id)
        .where(mark.c.study_id == study_id, mark.c.act == "discard", STANDS)
        .group_by(*columns)
    )
    rows = connection.execute(query).all()
    tasks = about.tasks.of([row[0] for row in rows])
    swapped = np.array([row[3] for row in rows], dtype=np.bool_)
    targets = about.recorded(about.targets.of([row[1] for row in rows]), swapped)
    asked = [NONE if row[2] is None else questions[row[2]] for row in rows]
    n = np.array([row[5] for row in rows], dtype=np.int32)
    group = about.groups_of([row[4] for row in rows])
    return np.stack([tasks, targets]), np.array(asked, dtype=np.int32), n, group


_ANSWERS: Final = select(
    score.c.submission_id,
    score.c.target,
    score.c.question,
    func.coalesce(score.c.value, 0),
    score.c.choice,
).where(or_(score.c.value.is_not(None), score.c.choice.is_not(None)))

_LARGE: Final = 0.5
"""The share of all submissions from which one pass over all answers is quicker than a look-up for each."""


def answer_columns(connection: Connection, study_id: str) -> Columns:
    """Read the answers of a study; where it is most of what is there, those of all, which is quicker."""
    count = select(func.count()).select_from(submission)
    every: int = connection.execute(count).scalar_one()
    own: int = connection.execute(count.where(submission.c.study_id == study_id)).scalar_one()
    if own >= _LARGE * every:
        return read_columns(connection, _ANSWERS)
    ours = _ANSWERS.join_from(submission, score, score.c.submission_id == submission.c.id)
    return read_columns(connection, ours.where(submission.c.study_id == study_id))


_SENT: Final = select(
    submission.c.id,
    submission.c.rater_id,
    submission.c.task_id,
    submission.c.submitted_at,
    func.coalesce(cast(submission.c.body[("time", "active_seconds")].as_float(), Text), "nan"),
    case(
        *(
            (condition_, place)
            for place, condition_ in enumerate(
                (submission.c.set_aside, submission.c.retracted, ~submission.c.current, submission.c.extra)
            )
        ),
        else_=NONE,
    ),
)


def _sent(connection: Connection, study_id: str, about: About) -> Sent:
    read = read_columns(connection, _SENT.where(submission.c.study_id == study_id))
    ids = tuple(read.cells(0))
    raters, rater = _in_order(read.cells(1))
    group = about.groups_of(raters)[rater]
    swapped, first = _placed(connection, study_id, ids) if about.has_pairs else _alone(len(ids))
    return Sent(
        ids=ids,
        raters=raters,
        rater=rater,
        task=about.tasks.of(read.cells(2)),
        at=read.whole_numbers(3),
        seconds=read.decimals(4),
        swapped=swapped,
        heard_first=first,
        out=read.whole_numbers(5).astype(np.int32),
        groups=tuple(about.groups),
        group=group,
    )


def _in_order(names: Sequence[str]) -> tuple[tuple[str, ...], Column]:
    """Return the different names in their order, with the code of each.

    What is drawn by chance goes by the codes of raters, and is so drawn alike from an export.
    """
    met = Codes[str]()
    codes = met.of(names)
    ordered = tuple(sorted(met))
    places = Codes[str](zip(ordered, range(len(ordered)), strict=True)).of(tuple(met))
    return ordered, places[codes] if codes.size else codes


def _placed(connection: Connection, study_id: str, ids: Sequence[str]) -> tuple[NDArray[np.bool_], Column]:
    """Return of submissions whether the sides of the pair were swapped, and which one was heard first."""
    stood = _placements(connection, study_id)
    swapped = np.fromiter((stood[one][0] for one in ids), dtype=np.bool_, count=len(ids))
    return swapped, np.fromiter((stood[one][1] for one in ids), dtype=np.int32, count=len(ids))


def _alone(count: int) -> tuple[NDArray[np.bool_], Column]:
    """Return the same of submissions on one recording each."""
    return np.zeros(count, dtype=np.bool_), np.full(count, NONE, dtype=np.int32)


def _placements(connection: Connection, study_id: str) -> dict[str, tuple[bool, int]]:
    """Return by submission whether the sides of its pair were swapped, and which one was heard first."""
    query = (
        select(submission.c.id, assignment.c.swapped, assignment.c.heard_first)
        .join(assignment, assignment.c.id == submission.c.assignment_id)
        .where(submission.c.study_id == study_id)
    )
    sides = {side: place for place, side in enumerate(SIDES)}
    return {
        sent: (swapped, sides.get(first, NONE)) for sent, swapped, first in connection.execute(query).all()
    }


def _plain(connection: Connection, query: Select[Any]) -> Iterator[Any]:
    """Yield rows as the driver gives them: plain numbers and text need no more, and are twice as fast."""
    cursor = connection.execute(query).cursor
    assert cursor is not None  # noqa: S101 - a select has one until its rows are read
    while rows := cursor.fetchmany(1_000):
        yield from rows


class About:
    """What is known of the tasks, recordings and turns of a study, read once."""

    def __init__(self, connection: Connection, study_id: str, protocol: Protocol) -> None:
        self.tasks, self.targets, self.items = Codes[str](), Codes[str](), Codes[str]()
        self.conditions, self.languages = Codes[str | None](), Codes[str]()
        self.categories, self.classes = Codes[str](), Codes[str]()
        self._of_item: list[tuple[int, int]] = []
        self._recordings: dict[tuple[int, str], tuple[int, int]] = {}
        self._item_of_task: dict[int, int] = {}
        self._turns: dict[str, tuple[int, int]] = {}
        self.conditions[None]
        self._read_items(connection, study_id, protocol)
        self._read_recordings(connection, study_id)
        self.groups, self._group_of = Codes[str](), self._read_groups(connection, study_id)

    @property
    def has_pairs(self) -> bool:
        """Whether any task is a pair."""
        return any(side in SIDES for _, side in self._recordings)

    def recorded(self, target: Column, swapped: NDArray[np.bool_]) -> Column:
        """Return targets in which a side is that of the recording, not that on which it stood."""
        a, b = (self.targets[side] for side in SIDES)
        across = np.where(target == a, b, np.where(target == b, a, target))
        return np.where(swapped, across, target).astype(np.int32)

    def groups_of(self, raters: Sequence[str]) -> Column:
        """Return the codes of the groups that raters are in; who is no member is in none."""
        return self.groups.of([self._group_of.get(one, "") for one in raters])

    def _read_items(self, connection: Connection, study_id: str, protocol: Protocol) -> None:
        named = select(item.c.id, cast(item.c.scenario, Text)).where(item.c.study_id == study_id)
        met: dict[str, tuple[int, int]] = {}  # many items have one scenario, or none
        for item_id, scenario in _plain(connection, named.order_by(item.c.name)):
            self.items[item_id]
            if scenario not in met:
                known = with_class(protocol, json.loads(scenario))
                category, class_ = (str(known.get(key) or "") for key in (CATEGORY, CLASS))
                met[scenario] = self.categories[category], self.classes[class_]
            self._of_item.append(met[scenario])

    def _read_recordings(self, connection: Connection, study_id: str) -> None:
        named = select(condition.c.id, condition.c.name).where(condition.c.study_id == study_id)
        names = dict(connection.execute(named.order_by(condition.c.name)).all())
        heard = select(stimulus.c.id, stimulus.c.condition_id, stimulus.c.language)
        recordings = {
            stimulus_id: (self.conditions[names.get(condition_id)], self.languages[language])
            for stimulus_id, condition_id, language in _plain(
                connection, heard.where(stimulus.c.study_id == study_id)
            )
        }
        given = select(task.c.id, task.c.item_id, task_stimulus.c.side, task_stimulus.c.stimulus_id)
        given = given.join_from(task, task_stimulus, task_stimulus.c.task_id == task.c.id)
        for task_id, item_id, side, stimulus_id in _plain(
            connection, given.where(task.c.study_id == study_id)
        ):
            code = self.tasks[task_id]
            self._item_of_task[code] = self.items[item_id]
            self._recordings[code, side] = recordings[stimulus_id]
        turns = select(turn.c.id, turn.c.stimulus_id).join(stimulus, stimulus.c.id == turn.c.stimulus_id)
        for turn_id, heard_in in _plain(connection, turns.where(stimulus.c.study_id == study_id)):
            self._turns[turn_id] = recordings[heard_in]

    @staticmethod
    def _read_groups(connection: Connection, study_id: str) -> dict[str, str]:
        named = select(membership.c.person_id, membership.c.group_name)
        return dict(_plain(connection, named.where(membership.c.study_id == study_id)))

    def places(self, tasks: Column, target: Column, *, whole: Column) -> tuple[Places, Column]:
        """Return the places of answers, with those of whole tasks, and which one each answer is about.

        Args:
            tasks: Shape (n,), codes of the tasks of answers.
            target: Shape (n,), codes of targets.
            whole: Codes of tasks whose item, or two sides, are places even without an answer.
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
