"""The log of what happened in a study: written with the change it tells of, in the same transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, exists, insert, or_, select

from earmark.storage.statements import Statement
from earmark.storage.tables import assignment, event, person

_INSERT: Final = Statement(insert(event))


def record_event(
    connection: Connection,
    kind: str,
    *,
    now: int,
    study_id: str | None = None,
    person_id: str | None = None,
    assignment_id: str | None = None,
    **body: object,
) -> None:
    """Add one event. ``now`` is in microseconds UTC; ``body`` must be plain JSON."""
    _INSERT.run(
        connection,
        study_id=study_id,
        person_id=person_id,
        assignment_id=assignment_id,
        kind=kind,
        body=body,
        at=now,
    )


def has_event(connection: Connection, kind: str, *, study_id: str) -> bool:
    """Tell whether this has happened in a study."""
    happened = exists().where(event.c.study_id == study_id, event.c.kind == kind)
    return bool(connection.execute(select(happened)).scalar_one())


@dataclass(frozen=True, slots=True)
class EventRow:
    """One line of the log. `at` in microseconds UTC; `person` is the name, None where nobody did it."""

    id: int
    kind: str
    person: str | None
    body: Mapping[str, Any]
    at: int


_ROW: Final = select(event.c.id, event.c.kind, person.c.name, event.c.body, event.c.at).outerjoin(
    person, person.c.id == event.c.person_id
)


def batch_of(connection: Connection, study_id: str, batch: str) -> list[EventRow]:
    """Return the events of one act of an owner, in order."""
    query = _ROW.where(event.c.study_id == study_id, event.c.body["batch"].as_string() == batch)
    return [EventRow(*row) for row in connection.execute(query.order_by(event.c.id))]


def is_undone(connection: Connection, study_id: str, batch: str) -> bool:
    """Tell whether an act of an owner was taken back."""
    taken_back = exists().where(event.c.study_id == study_id, event.c.body["undoes"].as_string() == batch)
    return bool(connection.execute(select(taken_back)).scalar_one())


def events_of_task(connection: Connection, study_id: str, task_id: str, *, most: int) -> list[EventRow]:
    """Return what happened to one task, the latest first."""
    ours = select(assignment.c.id).where(assignment.c.task_id == task_id)
    query = _ROW.where(
        event.c.study_id == study_id,
        or_(event.c.assignment_id.in_(ours), event.c.body["task"].as_string() == task_id),
    )
    return [EventRow(*row) for row in connection.execute(query.order_by(event.c.id.desc()).limit(most))]
