"""Reads for the export of comparisons: what each pair compares, and every choice about one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from earmark.storage.tables import (
    assignment,
    condition,
    item,
    score,
    stimulus,
    submission,
    task,
    task_stimulus,
)


@dataclass(frozen=True, slots=True)
class PairRow:
    """What a task compares: an item with its scenario, and the conditions of its sides a and b, by name."""

    item: str
    scenario: Mapping[str, object]
    conditions: tuple[str | None, str | None]


def pair_rows(connection: Connection, study_id: str) -> dict[str, PairRow]:
    """Return the pairs of a study by the id of their task."""
    query = (
        select(task.c.id, item.c.name, item.c.scenario, condition.c.name.label("condition"))
        .join_from(task, task_stimulus, task_stimulus.c.task_id == task.c.id)
        .join(item, item.c.id == task.c.item_id)
        .join(stimulus, stimulus.c.id == task_stimulus.c.stimulus_id)
        .outerjoin(condition, condition.c.id == stimulus.c.condition_id)
        .where(task.c.study_id == study_id, task_stimulus.c.side != "")
        .order_by(task.c.id, task_stimulus.c.side)
    )
    rows = connection.execute(query).all()
    return {
        first.id: PairRow(first.name, first.scenario, (first.condition, second.condition))
        for first, second in zip(rows[::2], rows[1::2], strict=True)
    }


def choice_rows(
    connection: Connection, study_id: str, questions: Collection[str]
) -> Iterator[Row[*tuple[Any, ...]]]:
    """Yield every choice about a pair that answers one of these questions, in the order of arrival."""
    query = (
        select(
            submission.c.id.label("submission"),
            submission.c.assignment_id.label("assignment"),
            submission.c.task_id.label("task"),
            assignment.c.heard_first,
            submission.c.rater_id.label("rater"),
            score.c.question,
            score.c.choice,
            score.c.justification.label("reason"),
            submission.c.revision,
            submission.c.current,
            submission.c.extra,
            assignment.c.swapped,
        )
        .join_from(submission, score, score.c.submission_id == submission.c.id)
        .join(assignment, assignment.c.id == submission.c.assignment_id)
        .where(
            submission.c.study_id == study_id,
            score.c.target == "pair",
            score.c.question.in_(questions),
            score.c.choice.is_not(None),
        )
        .order_by(submission.c.submitted_at, submission.c.id, score.c.question)
    )
    yield from connection.execute(query, execution_options={"yield_per": 1000})
