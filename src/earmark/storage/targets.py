"""Which recording a score or a mark is about, told by its target."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, case, or_

from earmark.storage.tables import assignment, task, task_stimulus, turn


def recording_of(target: ColumnElement[str]) -> ColumnElement[bool]:
    """Return what joins `task_stimulus` to a row with its task, its assignment and, if any, its turn.

    It is the recording of the turn, that of the side as it stood for the rater, else the task's only one;
    none for a pair as a whole.
    """
    across = case((target == "a", "b"), (target == "b", "a"), else_="")
    side = case((assignment.c.swapped, across), (target.in_(("a", "b")), target), else_="")
    return and_(
        task_stimulus.c.task_id == task.c.id,
        or_(
            task_stimulus.c.stimulus_id == turn.c.stimulus_id,
            and_(turn.c.id.is_(None), task_stimulus.c.side == side),
        ),
    )
