"""A rater's seat in a study: one read that says whether, in what order and by which rules they rate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, bindparam, select

from earmark.core.order import FIXED, Order, order_of
from earmark.core.roles import Role
from earmark.core.study import StudySettings
from earmark.core.times import MINUTE
from earmark.storage.statements import Statement
from earmark.storage.tables import membership, study

_COLUMNS: Final = (
    study.c.id,
    study.c.name,
    study.c.title,
    study.c.state,
    study.c.settings,
    study.c.protocol_hash,
    membership.c.person_id,
    membership.c.role,
    membership.c.order_seed,
    membership.c.paused_at,
    membership.c.task_cap,
)

_LIVE: Final = (
    select(*_COLUMNS)
    .join(membership, membership.c.study_id == study.c.id)
    .where(membership.c.person_id == bindparam("person"), membership.c.revoked_at.is_(None))
)
_BY_ID: Final = Statement(_LIVE.where(study.c.id == bindparam("study")))
_BY_NAME: Final = Statement(_LIVE.where(study.c.name == bindparam("study")))


@dataclass(frozen=True, slots=True)
class Seat:
    """What the queue must know of a rater and a study.

    Attributes:
        state: The study's: open, paused or closed.
        order_seed: What the rater's own order of tasks is made from.
        is_paused: Whether the owner has stopped handing tasks to this rater.
        own_cap: Most submissions of this rater; None where the study's setting holds.
    """

    study_id: str
    study_name: str
    study_title: str
    state: str
    settings: StudySettings
    protocol_hash: str
    rater_id: str
    role: Role
    order_seed: int
    is_paused: bool = False
    own_cap: int | None = None

    def order(self, *, shuffled: bool) -> Order:
        """Return the order in which tasks come to this rater."""
        return order_of(self.order_seed) if shuffled else FIXED

    @property
    def cap(self) -> int | None:
        """Most submissions of this rater in the study, None for no limit."""
        return self.settings.items_per_rater if self.own_cap is None else self.own_cap

    @property
    def lease_micros(self) -> int:
        """How long a lease lasts, in microseconds."""
        return round(self.settings.lease_minutes * MINUTE)


def get_seat(connection: Connection, *, study_id: str, person_id: str) -> Seat | None:
    """Return the seat of a person in a study, or None where there is none (any more)."""
    return _seat(_BY_ID.first(connection, study=study_id, person=person_id))


def find_seat(connection: Connection, *, study_name: str, person_id: str) -> Seat | None:
    """Return the seat of a person in the study of that name, or None."""
    return _seat(_BY_NAME.first(connection, study=study_name, person=person_id))


def _seat(row: Any) -> Seat | None:  # noqa: ANN401 - a row of the columns above
    if row is None:
        return None
    return Seat(
        study_id=row.id,
        study_name=row.name,
        study_title=row.title,
        state=row.state,
        settings=StudySettings.model_validate(row.settings),
        protocol_hash=row.protocol_hash,
        rater_id=row.person_id,
        role=Role(row.role),
        order_seed=row.order_seed,
        is_paused=row.paused_at is not None,
        own_cap=row.task_cap,
    )
