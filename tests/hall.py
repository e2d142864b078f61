"""A study laid straight into the tables, for tests of the queue that need many tasks and a clock to turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol as Protocol_

from sqlalchemy import Connection, insert, select

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
    now: int = 1_000_000

    def write(self, work: Callable[[Connection], object]) -> object:
        return self.database.write(work)

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
    put(
        insert(tables.study).values(
            id=hall.study_id, name="hall", title="Hall", protocol_hash="p", state="open", created_at=0,
            settings=settings.model_dump(mode="json"),
        )
    )  # fmt: skip
    for index in range(raters):
        person = new_id()
        hall.raters.append(person)
        put(insert(tables.person).values(id=person, name=f"Rater {index}", created_at=0))
        put(
            insert(tables.membership).values(
                study_id=hall.study_id, person_id=person, role="rater", order_seed=index, created_at=0
            )
        )
    for index in range(tasks):
        add_task(connection, hall, settings.votes_per_item, shuffle=index * 7_919_773)


def add_task(connection: Connection, hall: Hall, votes: int, *, shuffle: int) -> None:
    put = connection.execute
    item, task, stimulus = new_id(), new_id(), new_id()
    put(insert(tables.item).values(id=item, study_id=hall.study_id, name=item, scenario={}))
    put(
        insert(tables.stimulus).values(
            id=stimulus, study_id=hall.study_id, item_id=item, file_name="x.wav", original_hash="o",
            rendition_hash="r", peaks_hash="k", duration_s=1.0, channels=1, sample_rate_hz=16000, details={},
            created_at=0,
        )
    )  # fmt: skip
    put(
        insert(tables.task).values(
            id=task,
            study_id=hall.study_id,
            item_id=item,
            votes=votes,
            free=votes,
            shuffle=shuffle,
            created_at=0,
        )
    )
    put(insert(tables.task_stimulus).values(task_id=task, side="", stimulus_id=stimulus))
    hall.tasks.append(task)
