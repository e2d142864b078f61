"""Rows of studies and of the protocols they pin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, Row, select, update
from sqlalchemy.dialects.sqlite import insert as insert_or_skip

from earmark.storage.tables import protocol, study, submission


@dataclass(frozen=True, slots=True)
class StudyRow:
    """One study as it is stored; ``settings`` is the JSON of `StudySettings`."""

    id: str
    name: str
    title: str
    protocol_hash: str
    state: str
    settings: Mapping[str, object]
    created_at: int


def pin_protocol(
    connection: Connection, *, content_hash: str, name: str, version: str, files: Mapping[str, str]
) -> None:
    """Keep a protocol's files under their hash; a second study of the same content adds nothing."""
    row = {"hash": content_hash, "name": name, "version": version, "files": dict(files)}
    connection.execute(insert_or_skip(protocol).values(row).on_conflict_do_nothing())


def protocol_files(connection: Connection, content_hash: str) -> Mapping[str, str]:
    """Return the files of a pinned protocol, path to text."""
    files: Mapping[str, str] = connection.execute(
        select(protocol.c.files).where(protocol.c.hash == content_hash)
    ).scalar_one()
    return files


def earlier_protocols(connection: Connection, study_id: str) -> list[str]:
    """Return the hashes of other protocols than the study has now, under which submissions were made."""
    used = (
        select(submission.c.protocol_hash)
        .join(study, study.c.id == submission.c.study_id)
        .where(study.c.id == study_id, submission.c.protocol_hash != study.c.protocol_hash)
        .distinct()
        .order_by(submission.c.protocol_hash)
    )
    return list(connection.execute(used).scalars())


def add_study(connection: Connection, row: StudyRow) -> None:
    """Insert a study; its name must be free."""
    connection.execute(
        study.insert().values(
            id=row.id,
            name=row.name,
            title=row.title,
            protocol_hash=row.protocol_hash,
            state=row.state,
            settings=dict(row.settings),
            created_at=row.created_at,
        )
    )


def find_study(connection: Connection, name: str) -> StudyRow | None:
    """Return the study of that name, or None."""
    found = connection.execute(select(study).where(study.c.name == name)).one_or_none()
    return None if found is None else _from(found)


def all_studies(connection: Connection) -> list[StudyRow]:
    """Return every study, oldest first."""
    ordered = select(study).order_by(study.c.created_at, study.c.name)
    return [_from(row) for row in connection.execute(ordered)]


def settings_of(connection: Connection, study_id: str) -> Mapping[str, object]:
    """Return the settings of a study as they are stored now."""
    settings: Mapping[str, object] = connection.execute(
        select(study.c.settings).where(study.c.id == study_id)
    ).scalar_one()
    return settings


def change_study(connection: Connection, study_id: str, **values: object) -> None:
    """Change columns of one study."""
    connection.execute(update(study).where(study.c.id == study_id).values(**values))


def _from(row: Row[tuple[object, ...]]) -> StudyRow:
    return StudyRow(**row._asdict())
