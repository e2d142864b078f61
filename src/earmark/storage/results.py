"""Reads for results: counts made by the database, and the counted scores as columns of numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Result, and_, case, func, or_, select

from earmark.core.results import MarkCount, Progress
from earmark.storage.tables import (
    assignment,
    condition,
    mark,
    score,
    stimulus,
    submission,
    task,
    task_stimulus,
    turn,
)

BLOCK: Final = 10_000
"""Rows read from the database at a time."""

SIDES: Final = ("a", "b")

COUNTED: Final = and_(submission.c.current, ~submission.c.extra)
"""Which submissions are votes: the current revisions that are no extras."""

STANDS: Final = and_(
    ~mark.c.set_aside,
    mark.c.taken_back_at.is_(None),
    or_(mark.c.submission_id.is_(None), submission.c.current),
)
"""Which marks hold, beside the submission that they came with, if any: not those of replaced revisions."""

_REPLACED: Final = and_(~submission.c.current, ~submission.c.set_aside, ~submission.c.retracted)

Column = NDArray[np.int64]
Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True, slots=True)
class ScoreColumns:
    """The counted numbers of a study as columns, row i being one score.

    Attributes:
        questions: Ids of questions, by code.
        conditions: Ids of conditions, by code; None is the recordings without one.
        question: Shape (n,), codes into `questions`.
        condition: Shape (n,), codes into `conditions`.
        rater: Shape (n,), one code a rater.
        item: Shape (n,), one code an item.
        value: Shape (n,), the scores.
    """

    questions: tuple[str, ...]
    conditions: tuple[str | None, ...]
    question: Column
    condition: Column
    rater: Column
    item: Column
    value: Column


class _Codes(dict[Name, int]):
    """Numbers names from 0 as they come."""

    def __missing__(self, name: Name) -> int:
        self[name] = code = len(self)
        return code

    def of(self, names: Iterable[Name], count: int) -> Column:
        return np.fromiter(map(self.__getitem__, names), dtype=np.int64, count=count)


def score_columns(connection: Connection, study_id: str) -> ScoreColumns:
    """Read the numbers that count: of the current revisions that are no extras.

    A million scores stay columns of numbers: rows are read in blocks, and what a score is about is looked up
    once for each task and target, not once a score.
    """
    questions, raters, places = _Codes[str](), _Codes[str](), _Codes[tuple[str, str]]()
    blocks = [np.empty((4, 0), dtype=np.int64)]
    for rows in _numbers(connection, study_id).partitions(BLOCK):
        asked, who, tasks, targets, values = zip(*rows, strict=True)
        place = places.of(zip(tasks, targets, strict=True), len(rows))
        blocks.append(
            np.stack([questions.of(asked, len(rows)), raters.of(who, len(rows)), place, np.array(values)])
        )
    question, rater, place, value = np.concatenate(blocks, axis=1)
    items, conditions = _Codes[str](), _Codes[str | None]()
    about = _About(connection, study_id)
    item = items.of(map(about.item, places), len(places))
    condition_ = conditions.of(map(about.condition, places), len(places))
    return ScoreColumns(
        tuple(questions), tuple(conditions), question, condition_[place], rater, item[place], value
    )


def _numbers(connection: Connection, study_id: str) -> Result[str, str, str, str, int | None]:
    query = (
        select(score.c.question, submission.c.rater_id, submission.c.task_id, score.c.target, score.c.value)
        .join_from(submission, score, score.c.submission_id == submission.c.id)
        .where(submission.c.study_id == study_id, COUNTED, score.c.value.is_not(None))
    )
    return connection.execute(query, execution_options={"yield_per": BLOCK})


class _About:
    """What a score is about, by its task and target: an item, and the condition of a recording of it."""

    def __init__(self, connection: Connection, study_id: str) -> None:
        recordings = (
            select(task.c.id, task.c.item_id, task_stimulus.c.side, stimulus.c.condition_id)
            .join_from(task, task_stimulus, task_stimulus.c.task_id == task.c.id)
            .join(stimulus, stimulus.c.id == task_stimulus.c.stimulus_id)
            .where(task.c.study_id == study_id)
        )
        rows = connection.execute(recordings).all()
        self._items: dict[str, str] = {row.id: row.item_id for row in rows}
        self._sides: dict[tuple[str, str], str | None] = {
            (row.id, row.side): row.condition_id for row in rows
        }
        turns = select(turn.c.id, stimulus.c.condition_id).join_from(
            turn, stimulus, stimulus.c.id == turn.c.stimulus_id
        )
        self._turns: dict[str, str | None] = dict(
            connection.execute(turns.where(stimulus.c.study_id == study_id)).all()
        )

    def item(self, place: tuple[str, str]) -> str:
        return self._items[place[0]]

    def condition(self, place: tuple[str, str]) -> str | None:
        """Return the condition of the turn, of the side, else of the task's only recording."""
        task_id, target = place
        if target in self._turns:
            return self._turns[target]
        return self._sides.get((task_id, target if target in SIDES else ""))


def condition_names(connection: Connection, study_id: str) -> dict[str | None, str | None]:
    """Return the conditions of a study by id, sorted by name; None is there if a recording has none."""
    named = select(condition.c.id, condition.c.name).where(condition.c.study_id == study_id)
    names: dict[str | None, str | None] = dict(connection.execute(named.order_by(condition.c.name)).all())
    unnamed = select(stimulus.c.id).where(stimulus.c.study_id == study_id, stimulus.c.condition_id.is_(None))
    if connection.execute(unnamed.limit(1)).first() is not None:
        names[None] = None
    return names


def read_progress(connection: Connection, study_id: str, *, now: int) -> Progress:
    """Count where the tasks and votes of a study are at the time ``now`` (microseconds UTC)."""
    by_state = select(task.c.state, func.count()).where(task.c.study_id == study_id).group_by(task.c.state)
    tasks: dict[str, int] = dict(connection.execute(by_state).all())
    taken = task.c.votes - task.c.free  # of a withdrawn item: what is in, since nobody holds it
    wanted = select(
        func.coalesce(func.sum(case((task.c.state == "withdrawn", taken), else_=task.c.votes)), 0)
    ).where(task.c.study_id == study_id)
    in_hand = select(func.count()).where(
        assignment.c.study_id == study_id, assignment.c.state == "leased", assignment.c.expires_at > now
    )
    one = submission.c.id
    sent = select(
        func.count(case((COUNTED, one))).label("votes_in"),
        func.count(case((and_(submission.c.current, submission.c.late), one))).label("late"),
        func.count(case((and_(submission.c.current, submission.c.extra), one))).label("extra"),
        func.count(case((_REPLACED, one))).label("corrections"),
        func.count(case((submission.c.set_aside, one))).label("set_aside"),
        func.count(case((submission.c.retracted, one))).label("retracted"),
        func.count(submission.c.rater_id.distinct()).label("raters_active"),
    ).where(submission.c.study_id == study_id)
    return Progress(
        tasks_open=tasks.get("open", 0),
        waiting_for_owner=tasks.get("waiting", 0),
        tasks_withdrawn=tasks.get("withdrawn", 0),
        votes_wanted=connection.execute(wanted).scalar_one(),
        in_hand=connection.execute(in_hand).scalar_one(),
        **connection.execute(sent).one()._asdict(),
    )


def count_marks(connection: Connection, study_id: str, *, act: str) -> tuple[MarkCount, ...]:
    """Count skips or discards by reason, most frequent first; those of replaced revisions do not count."""
    columns = (mark.c.exit, mark.c.scope, mark.c.question, mark.c.reason)
    query = (
        select(*columns, func.count().label("n"))
        .select_from(mark.outerjoin(submission, submission.c.id == mark.c.submission_id))
        .where(mark.c.study_id == study_id, mark.c.act == act, STANDS)
        .group_by(*columns)
        .order_by(func.count().desc(), *columns)
    )
    return tuple(MarkCount(**row._asdict()) for row in connection.execute(query))
