"""Who belongs to which study, as rows. A revoked membership stays, so that its work keeps its author."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from earmark.storage.statements import Statement
from earmark.storage.tables import membership, person, study

_LIVE_ROLE: Final = Statement(
    select(study.c.id, membership.c.role)
    .join(membership, membership.c.study_id == study.c.id)
    .where(
        study.c.name == bindparam("study"),
        membership.c.person_id == bindparam("person"),
        membership.c.revoked_at.is_(None),
    )
)


def insert_member(
    connection: Connection,
    *,
    study_id: str,
    person_id: str,
    role: str,
    order_seed: int,
    now: int,
    group: str = "",
) -> None:
    """Write a membership."""
    connection.execute(
        insert(membership).values(
            study_id=study_id,
            person_id=person_id,
            role=role,
            order_seed=order_seed,
            created_at=now,
            group_name=group,
        )
    )


def member(connection: Connection, *, study_id: str, person_id: str) -> Row[Any] | None:
    """Return a membership, live or revoked."""
    return connection.execute(
        select(membership).where(membership.c.study_id == study_id, membership.c.person_id == person_id)
    ).one_or_none()


def live_role(connection: Connection, *, study_name: str, person_id: str) -> tuple[str, str] | None:
    """Return the study's id and the person's role in it; None without a live membership."""
    found: tuple[str, str] | None = _LIVE_ROLE.first(connection, study=study_name, person=person_id)
    return found


def studies_of(connection: Connection, person_id: str) -> list[Row[Any]]:
    """Return the studies a person belongs to, by title, with the role in each."""
    return list(
        connection.execute(
            select(study.c.id, study.c.name, study.c.title, study.c.state, membership.c.role)
            .join(membership, membership.c.study_id == study.c.id)
            .where(membership.c.person_id == person_id, membership.c.revoked_at.is_(None))
            .order_by(study.c.title, study.c.name)
        )
    )


def members_of(connection: Connection, study_id: str) -> list[Row[Any]]:
    """Return the members of a study with their names, live ones first, in order of arrival."""
    return list(
        connection.execute(
            select(
                membership.c.person_id,
                person.c.name,
                membership.c.role,
                membership.c.created_at,
                membership.c.revoked_at,
            )
            .join(person, person.c.id == membership.c.person_id)
            .where(membership.c.study_id == study_id)
            .order_by(membership.c.revoked_at.is_not(None), membership.c.created_at, person.c.name)
        )
    )


def live_owners(connection: Connection, study_id: str) -> tuple[str, ...]:
    """Return the people who own a study now."""
    rows = connection.execute(
        select(membership.c.person_id).where(
            membership.c.study_id == study_id,
            membership.c.role == "owner",
            membership.c.revoked_at.is_(None),
        )
    )
    return tuple(rows.scalars())


def studies_without_owner(connection: Connection) -> tuple[str, ...]:
    """Return the studies that nobody owns."""
    owned = select(membership.c.study_id).where(
        membership.c.role == "owner", membership.c.revoked_at.is_(None)
    )
    return tuple(connection.execute(select(study.c.id).where(study.c.id.not_in(owned))).scalars())


def set_role(connection: Connection, *, study_id: str, person_id: str, role: str) -> None:
    """Give a membership a role and make it live."""
    connection.execute(
        update(membership)
        .where(membership.c.study_id == study_id, membership.c.person_id == person_id)
        .values(role=role, revoked_at=None)
    )


def revoke(connection: Connection, *, study_id: str, person_id: str, now: int) -> bool:
    """End a live membership; tell whether there was one."""
    ended = connection.execute(
        update(membership)
        .where(
            membership.c.study_id == study_id,
            membership.c.person_id == person_id,
            membership.c.revoked_at.is_(None),
        )
        .values(revoked_at=now)
    )
    return ended.rowcount == 1


def change(connection: Connection, *, study_id: str, person_id: str, **values: object) -> bool:
    """Change columns of a live membership; tell whether there is one."""
    changed = connection.execute(
        update(membership)
        .where(
            membership.c.study_id == study_id,
            membership.c.person_id == person_id,
            membership.c.revoked_at.is_(None),
        )
        .values(**values)
    )
    return changed.rowcount == 1
