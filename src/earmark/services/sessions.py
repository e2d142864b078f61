"""Sessions: who is at the other end. A session can be looked at and ended by whoever it belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from earmark.core.errors import NotFoundError
from earmark.core.times import SECOND
from earmark.services.tokens import new_token, token_hash
from earmark.storage import people
from earmark.storage import sessions as rows

LIFETIME_S: Final = 30 * 24 * 3600
_AGENT_LENGTH: Final = 200


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever is signed in on a request."""

    person_id: str
    name: str
    language: str
    founder: bool


@dataclass(frozen=True, slots=True)
class Session:
    """One place where a person is signed in. Times in microseconds UTC; `id` opens nothing."""

    id: str
    agent: str
    created_at: int
    expires_at: int
    here: bool


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a sign-in is checked against: nobody's, where the name is unknown."""

    person_id: str | None
    password_hash: str | None


def open_session(connection: Connection, person_id: str, *, agent: str, now: int) -> str:
    """Sign a person in and return the token for the cookie; the database keeps its hash alone."""
    token = new_token()
    rows.insert_session(
        connection,
        token_hash=token_hash(token),
        person_id=person_id,
        agent=agent[:_AGENT_LENGTH],
        now=now,
        expires_at=now + LIFETIME_S * SECOND,
    )
    return token


def visitor_of(connection: Connection, token: str, *, now: int) -> Visitor | None:
    """Return whom a token stands for; None where it is unknown, ended or too old."""
    row = rows.person_of_session(connection, token_hash(token), now=now)
    return None if row is None else Visitor(row.id, row.name, row.language, row.founder)


def credentials_of(connection: Connection, name: str) -> Credentials:
    """Return what a password for this name is checked against."""
    row = people.person_by_name(connection, name)
    return Credentials(None, None) if row is None else Credentials(row.id, row.password_hash)


def refresh_password(connection: Connection, credentials: Credentials, *, new: str) -> None:
    """Store a newer hash of the same password, unless the password was changed meanwhile."""
    if credentials.person_id is not None:
        people.replace_password(connection, credentials.person_id, old=credentials.password_hash, new=new)


def sessions_of(connection: Connection, person_id: str, *, token: str, now: int) -> list[Session]:
    """Return a person's live sessions, newest first; the one of this token is `here`."""
    here = token_hash(token)
    return [
        Session(row.token_hash, row.agent, row.created_at, row.expires_at, here=row.token_hash == here)
        for row in rows.live_sessions(connection, person_id, now=now)
    ]


def end_session(connection: Connection, session_id: str, *, person_id: str, now: int) -> None:
    """End a session of one's own; NotFoundError for anybody else's and for unknown ones alike."""
    if not rows.revoke_session(connection, session_id, person_id=person_id, now=now):
        message = "There is no such session of yours."
        raise NotFoundError(message)


def end_other_sessions(connection: Connection, person_id: str, *, token: str, now: int) -> None:
    """End all of a person's sessions but the one of this token."""
    rows.revoke_sessions(connection, person_id, keep=token_hash(token), now=now)


def sign_out(connection: Connection, token: str, *, now: int) -> None:
    """End the session of a token; nothing happens where it has ended already."""
    row = rows.person_of_session(connection, token_hash(token), now=now)
    if row is not None:
        rows.revoke_session(connection, token_hash(token), person_id=row.id, now=now)
