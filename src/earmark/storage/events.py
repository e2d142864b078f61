"""The log of what happened in a study: written with the change it tells of, in the same transaction."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, exists, insert, select

from earmark.storage.statements import Statement
from earmark.storage.tables import event

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
