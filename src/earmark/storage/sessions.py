"""Sessions as rows. Only a hash of each token is stored: a stolen database opens no session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from earmark.storage.statements import Statement
from earmark.storage.tables import person, session

_PERSON: Final = Statement(
    select(person.c.id, person.c.name, person.c.language, person.c.founder)
    .join(session, session.c.person_id == person.c.id)
    .where(
        session.c.token_hash == bindparam("token"),
        session.c.revoked_at.is_(None),
        session.c.expires_at > bindparam("now"),
    )
)


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Whom a session stands for."""

    id: str
    name: str
    language: str
    founder: bool


def insert_session(
    connection: Connection, *, token_hash: str, person_id: str, agent: str, now: int, expires_at: int
) -> None:
    """Write a live session."""
    connection.execute(
        insert(session).values(
            token_hash=token_hash, person_id=person_id, agent=agent, created_at=now, expires_at=expires_at
        )
    )


def person_of_session(connection: Connection, token_hash: str, *, now: int) -> PersonRow | None:
    """Return the person whom a live session stands for."""
    row = _PERSON.first(connection, token=token_hash, now=now)
    return None if row is None else PersonRow(*row)


def live_sessions(connection: Connection, person_id: str, *, now: int) -> list[Row[Any]]:
    """Return a person's live sessions, newest first."""
    return list(
        connection.execute(
            select(session)
            .where(
                session.c.person_id == person_id, session.c.revoked_at.is_(None), session.c.expires_at > now
            )
            .order_by(session.c.created_at.desc(), session.c.token_hash)
        )
    )


def revoke_session(connection: Connection, token_hash: str, *, person_id: str, now: int) -> bool:
    """End one session of this person; tell whether there was one to end."""
    ended = connection.execute(
        update(session)
        .where(
            session.c.token_hash == token_hash,
            session.c.person_id == person_id,
            session.c.revoked_at.is_(None),
        )
        .values(revoked_at=now)
    )
    return ended.rowcount == 1


def revoke_sessions(connection: Connection, person_id: str, *, keep: str, now: int) -> None:
    """End all sessions of a person but one."""
    connection.execute(
        update(session)
        .where(session.c.person_id == person_id, session.c.token_hash != keep, session.c.revoked_at.is_(None))
        .values(revoked_at=now)
    )
