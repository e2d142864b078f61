"""Links as rows: set-up, invitations and sign-in links, found by a hash of their token."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, insert, select, update

from earmark.storage.ids import new_id
from earmark.storage.tables import link, study


def insert_link(
    connection: Connection,
    *,
    token_hash: str,
    kind: str,
    study_id: str | None,
    person_id: str | None,
    role: str | None,
    cap: int,
    now: int,
    expires_at: int,
    group: str = "",
) -> str:
    """Write a link and return its id."""
    link_id = new_id()
    connection.execute(
        insert(link).values(
            id=link_id,
            token_hash=token_hash,
            kind=kind,
            study_id=study_id,
            person_id=person_id,
            role=role,
            cap=cap,
            created_at=now,
            expires_at=expires_at,
            group_name=group,
        )
    )
    return link_id


def _is_open(now: int) -> ColumnElement[bool]:
    return (link.c.used < link.c.cap) & link.c.revoked_at.is_(None) & (link.c.expires_at > now)


def find_link(connection: Connection, token_hash: str) -> Row[Any] | None:
    """Return a link, open or not, with the title of its study, without using it."""
    return connection.execute(
        select(link, study.c.title.label("study_title"))
        .outerjoin(study, study.c.id == link.c.study_id)
        .where(link.c.token_hash == token_hash)
    ).one_or_none()


def use_link(connection: Connection, token_hash: str, *, kind: str, now: int) -> Row[Any] | None:
    """Use a link once, in one statement, and return it; None where it was not open."""
    return connection.execute(
        update(link)
        .where(link.c.token_hash == token_hash, link.c.kind == kind, _is_open(now))
        .values(used=link.c.used + 1)
        .returning(link)
    ).one_or_none()


def open_invitations(connection: Connection, study_id: str, *, now: int) -> list[Row[Any]]:
    """Return the invitations of a study that can still be taken, newest first."""
    return list(
        connection.execute(
            select(link)
            .where(link.c.study_id == study_id, link.c.kind == "invitation", _is_open(now))
            .order_by(link.c.created_at.desc(), link.c.id)
        )
    )


def revoke_link(connection: Connection, link_id: str, *, study_id: str, now: int) -> bool:
    """Close an invitation of this study; tell whether there was one to close."""
    closed = connection.execute(
        update(link)
        .where(link.c.id == link_id, link.c.study_id == study_id, link.c.revoked_at.is_(None))
        .values(revoked_at=now)
    )
    return closed.rowcount == 1


def revoke_kind(connection: Connection, kind: str, *, now: int) -> None:
    """Close all links of a kind."""
    connection.execute(
        update(link).where(link.c.kind == kind, link.c.revoked_at.is_(None)).values(revoked_at=now)
    )
