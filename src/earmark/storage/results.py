"""Reads for results: counts made by the database, and the counted scores as columns of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Row, and_, case, func, or_, select

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

_COUNTED: Final = and_(submission.c.current, ~submission.c.extra)

STIMULUS_OF_SCORE: Final = (
    score.join(submission, submission.c.id == score.c.submission_id)
    .join(task, task.c.id == submission.c.task_id)
    .outerjoin(turn, turn.c.id == score.c.target)
    .outerjoin(
        task_stimulus,
        and_(
            task_stimulus.c.task_id == task.c.id,
            task_stimulus.c.side == case((score.c.target.in_(("a", "b")), score.c.target), else_=""),
        ),
    )
    .outerjoin(stimulus, stimulus.c.id == func.coalesce(turn.c.stimulus_id, task_stimulus.c.stimulus_id))
)
"""Every score with the stimulus it is about: the turn's, the side's, else the task's only one. A score on a
pair as a whole has none."""


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
    question: NDArray[np.int64]
    condition: NDArray[np.int64]
    rater: NDArray[np.int64]
    item: NDArray[np.int64]
    value: NDArray[np.int64]


class _Codes(dict[str | None, int]):
    """Numbers names from 0 as they come."""

    def __missing__(self, name: str | None) -> int:
        self[name] = code = len(self)
        return code


def score_columns(connection: Connection, study_id: str) -> ScoreColumns:
    """Read the numbers that count: of the current revisions that are no extras."""
    questions, conditions, raters, items = _Codes(), _Codes(), _Codes(), _Codes()
    flat = (
        number
        for row in _numbers(connection, study_id)
        for number in (questions[row[0]], conditions[row[1]], raters[row[2]], items[row[3]], row[4])
    )
    columns = np.fromiter(flat, dtype=np.int64).reshape(-1, 5).T
    return ScoreColumns(tuple(str(name) for name in questions), tuple(conditions), *columns)


def _numbers(connection: Connection, study_id: str) -> Iterator[Row[str, str | None, str, str, int | None]]:
    query = (
        select(
            score.c.question,
            stimulus.c.condition_id,
            submission.c.rater_id,
            task.c.item_id,
            score.c.value,
        )
        .select_from(STIMULUS_OF_SCORE)
        .where(submission.c.study_id == study_id, _COUNTED, score.c.value.is_not(None))
    )
    yield from connection.execute(query, execution_options={"yield_per": BLOCK})


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
    wanted = select(func.coalesce(func.sum(task.c.votes), 0)).where(
        task.c.study_id == study_id, task.c.state != "withdrawn"
    )
    in_hand = select(func.count()).where(
        assignment.c.study_id == study_id, assignment.c.state == "leased", assignment.c.expires_at > now
    )
    one = submission.c.id
    sent = select(
        func.count(case((_COUNTED, one))).label("votes_in"),
        func.count(case((and_(submission.c.current, submission.c.late), one))).label("late"),
        func.count(case((and_(submission.c.current, submission.c.extra), one))).label("extra"),
        func.count(case((~submission.c.current, one))).label("corrections"),
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
        .where(
            mark.c.study_id == study_id,
            mark.c.act == act,
            or_(mark.c.submission_id.is_(None), submission.c.current),
        )
        .group_by(*columns)
        .order_by(func.count().desc(), *columns)
    )
    return tuple(MarkCount(**row._asdict()) for row in connection.execute(query))
