"""People as rows: who they are and how they prove it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from earmark.storage.ids import new_id
from earmark.storage.names import name_key
from earmark.storage.tables import person


def insert_person(
    connection: Connection, *, name: str, password_hash: str | None, founder: bool, language: str, now: int
) -> str:
    """Write a person and return the new id."""
    person_id = new_id()
    connection.execute(
        insert(person).values(
            id=person_id,
            name=name,
            password_hash=password_hash,
            founder=founder,
            language=language,
            created_at=now,
        )
    )
    return person_id


def person_by_id(connection: Connection, person_id: str) -> Row[Any] | None:
    """Return the person's row."""
    return connection.execute(select(person).where(person.c.id == person_id)).one_or_none()


def person_by_name(connection: Connection, name: str) -> Row[Any] | None:
    """Return the row of whoever has this name, however it is spelt."""
    return connection.execute(select(person).where(person.c.name_key == name_key(name))).one_or_none()


def count_people(connection: Connection) -> int:
    """Return how many people there are."""
    return connection.execute(select(func.count()).select_from(person)).scalar_one()


def founder_id(connection: Connection) -> str | None:
    """Return the person who may make studies, the first one where there are several, or None."""
    return connection.execute(
        select(person.c.id).where(person.c.founder).order_by(person.c.created_at, person.c.id).limit(1)
    ).scalar_one_or_none()


def make_founder(connection: Connection, person_id: str) -> None:
    """Let a person make studies."""
    connection.execute(update(person).where(person.c.id == person_id).values(founder=True))


def set_name(connection: Connection, person_id: str, name: str) -> None:
    """Give a person another name."""
    connection.execute(
        update(person).where(person.c.id == person_id).values(name=name, name_key=name_key(name))
    )


def set_language(connection: Connection, person_id: str, language: str) -> None:
    """Store the language of a person's pages."""
    connection.execute(update(person).where(person.c.id == person_id).values(language=language))


def preferences_of(connection: Connection, person_id: str) -> dict[str, object]:
    """Return what a person has set apart from the defaults."""
    kept: dict[str, object] = connection.execute(
        select(person.c.preferences).where(person.c.id == person_id)
    ).scalar_one()
    return kept


def set_preferences(connection: Connection, person_id: str, preferences: dict[str, object]) -> None:
    """Store what a person has set apart from the defaults."""
    connection.execute(update(person).where(person.c.id == person_id).values(preferences=preferences))


def replace_password(connection: Connection, person_id: str, *, old: str | None, new: str) -> bool:
    """Store a password hash if the one in place is still `old`; tell whether it was.

    Comparing first keeps a slow re-hash of an old password from undoing a change made meanwhile.
    """
    same = person.c.password_hash.is_(None) if old is None else person.c.password_hash == old
    changed = connection.execute(
        update(person).where(person.c.id == person_id, same).values(password_hash=new)
    )
    return changed.rowcount == 1
