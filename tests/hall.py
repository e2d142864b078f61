"""A study laid straight into the tables, for tests of the queue that need many tasks and a clock to turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol as Protocol_

from sqlalchemy import Connection, insert, select, update

from earmark.core.order import PRIME
from earmark.core.study import StudySettings
from earmark.protocols.schema import Protocol
from earmark.storage import tables
from earmark.storage.database import Database
from earmark.storage.ids import new_id
from earmark.storage.seats import Seat, get_seat

CLIP = Protocol.model_validate(
    {
        "schema": 1,
        "id": "small-clip",
        "version": "1.0.0",
        "languages": ["en"],
        "title": {"en": "Clip"},
        "summary": {"en": "One scale."},
        "item": {"kind": "clip"},
        "listening": {"heard": "nothing"},
        "questions": [
            {
                "kind": "scale",
                "id": "quality",
                "title": {"en": "Quality"},
                "prompt": {"en": "?"},
                "points": [{"value": value, "label": {"en": str(value)}} for value in range(1, 6)],
            }
        ],
        "exits": [
            {
                "id": "skip",
                "act": "skip",
                "scopes": ["item"],
                "title": {"en": "Skip"},
                "when": {"en": "You cannot judge it."},
                "reasons": [{"id": "accent", "title": {"en": "Accent"}}],
            },
            {
                "id": "invalid",
                "act": "discard",
                "scopes": ["item"],
                "title": {"en": "Invalid"},
                "when": {"en": "It is broken."},
                "reasons": [{"id": "silent", "title": {"en": "Silent"}}],
            },
        ],
    }
)


@dataclass
class Hall:
    """A study with tasks and raters, laid straight into the tables, and a clock one can turn."""

    database: Database
    study_id: str = ""
    raters: list[str] = field(default_factory=list)
    tasks: list[str] = field(default_factory=list)
    acts: list[str] = field(default_factory=list)  # of the owner, by the names of their batches
    now: int = 1_000_000

    def write(self, work: Callable[[Connection], object]) -> object:
        return self.database.write(work)

    def set_state(self, state: str) -> None:
        """Pause, resume or close the study."""
        self.database.write(lambda c: c.execute(update(tables.study).values(state=state)).rowcount)

    def seat(self, connection: Connection, rater: str) -> Seat:
        seat = get_seat(connection, study_id=self.study_id, person_id=rater)
        assert seat is not None
        return seat

    def free(self, connection: Connection) -> dict[str, int]:
        rows = connection.execute(select(tables.task.c.id, tables.task.c.free))
        return {row.id: row.free for row in rows}


class Build(Protocol_):
    """Lay a study with so many tasks, raters and votes a task."""

    def __call__(
        self, *, tasks: int, raters: int, votes: int = 1, lease_minutes: float = 1.0, stop: int = 1
    ) -> Hall: ...


def lay_hall(
    path: Path, *, tasks: int, raters: int, votes: int = 1, lease_minutes: float = 1.0, stop: int = 1
) -> Hall:
    """Lay a hall into the database at ``path``, which has its tables already."""
    hall = Hall(Database(f"sqlite:///{path}"))
    settings = StudySettings(votes_per_item=votes, lease_minutes=lease_minutes, discards_to_stop=stop)
    hall.database.write(lambda connection: _lay(connection, hall, settings, tasks=tasks, raters=raters))
    return hall


def _lay(connection: Connection, hall: Hall, settings: StudySettings, *, tasks: int, raters: int) -> None:
    put = connection.execute
    put(insert(tables.protocol).values(hash="p", name="small-clip", version="1.0.0", files={}))
    hall.study_id = new_id()
    row = {"id": hall.study_id, "name": "hall", "title": "Hall", "protocol_hash": "p", "state": "open"}
    put(insert(tables.study).values(**row, created_at=0, settings=settings.model_dump(mode="json")))
    hall.raters = [enrol(connection, hall.study_id, index) for index in range(raters)]
    hall.tasks = lay_tasks(connection, hall.study_id, tasks, votes=settings.votes_per_item)


def enrol(connection: Connection, study_id: str, index: int) -> str:
    """Make a rater of a study, with the order that belongs to the seed ``index``."""
    person = new_id()
    connection.execute(insert(tables.person).values(id=person, name=f"Rater {index}", created_at=0))
    connection.execute(
        insert(tables.membership).values(
            study_id=study_id, person_id=person, role="rater", order_seed=index, created_at=0
        )
    )
    return person


def lay_tasks(connection: Connection, study_id: str, count: int, *, votes: int) -> list[str]:
    """Lay clips that nobody can hear, each with a task."""
    ids = [{"item": new_id(), "task": new_id(), "stimulus": new_id()} for _ in range(count)]
    sound = {"file_name": "x.wav", "original_hash": "o", "rendition_hash": "r", "peaks_hash": "k"}
    shape = {"duration_s": 1.0, "channels": 1, "sample_rate_hz": 16000, "details": {}, "created_at": 0}
    for table, rows in (
        (tables.item, [{"id": one["item"], "name": one["item"], "scenario": {}} for one in ids]),
        (tables.stimulus, [{"id": one["stimulus"], "item_id": one["item"]} | sound | shape for one in ids]),
        (
            tables.task,
            [
                {"id": one["task"], "item_id": one["item"], "votes": votes, "free": votes, "created_at": 0}
                | {"shuffle": index * 7_919_773 % PRIME}
                for index, one in enumerate(ids)
            ],
        ),
    ):
        connection.execute(insert(table), [row | {"study_id": study_id} for row in rows])
    links = [{"task_id": one["task"], "side": "", "stimulus_id": one["stimulus"]} for one in ids]
    connection.execute(insert(tables.task_stimulus), links)
    return [one["task"] for one in ids]
