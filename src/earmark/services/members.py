"""Members: who may do what in which study. Every question is asked of the database, at every request."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from earmark.core.errors import ConflictError, NotAllowedError, NotFoundError, WrongInputError
from earmark.core.roles import Right, Role, may
from earmark.storage import members as rows
from earmark.storage import people, queue
from earmark.storage.events import record_event

NO_SUCH_STUDY: Final = "There is no such study, or you are not part of it."

LONGEST_GROUP: Final = 64

_RANK: Final = {Role.RATER: 0, Role.REVIEWER: 1, Role.OWNER: 2}
_SEED_BITS: Final = 63  # a signed 64-bit column


@dataclass(frozen=True, slots=True)
class Member:
    """A person in a study. Times in microseconds UTC; `revoked_at` is None while the membership lives."""

    person_id: str
    name: str
    role: Role
    joined_at: int
    revoked_at: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's live role in one study."""

    study_id: str
    role: Role


@dataclass(frozen=True, slots=True)
class OwnStudy:
    """A study as its member sees it in a list."""

    id: str
    name: str
    title: str
    state: str
    role: Role


def standing(connection: Connection, *, study_name: str, person_id: str) -> Standing | None:
    """Return a person's standing in a study; None without a live membership, or without such a study."""
    row = rows.live_role(connection, study_name=study_name, person_id=person_id)
    return None if row is None else Standing(row[0], Role(row[1]))


def require(role: Role, right: Right) -> None:
    """Raise NotAllowedError where a role does not have a right."""
    if not may(role, right):
        message = f"As {role} of this study you may not do this."
        raise NotAllowedError(message)


def has_role(connection: Connection, *, study_id: str | None, person_id: str, role: str | None) -> bool:
    """Tell whether a person has this role in a study, or one above it."""
    if study_id is None or role is None:
        return False
    row = rows.member(connection, study_id=study_id, person_id=person_id)
    return row is not None and row.revoked_at is None and _RANK[Role(row.role)] >= _RANK[Role(role)]


def studies_of(connection: Connection, person_id: str) -> list[OwnStudy]:
    """Return the studies a person belongs to, by title."""
    return [
        OwnStudy(row.id, row.name, row.title, row.state, Role(row.role))
        for row in rows.studies_of(connection, person_id)
    ]


def members_of(connection: Connection, study_id: str) -> list[Member]:
    """Return all who are or were members, live ones first."""
    return [
        Member(row.person_id, row.name, Role(row.role), row.created_at, row.revoked_at)
        for row in rows.members_of(connection, study_id)
    ]


def join(
    connection: Connection,
    *,
    study_id: str,
    person_id: str,
    role: Role,
    now: int,
    invited_at: int,
    group: str = "",
) -> None:
    """Make a person a member, of a group if one is named, or raise a member's role; no invitation lowers one.

    A rater's order of tasks hangs on a seed drawn here, once. Whoever was put out comes back only by an
    invitation made later than that: an old shared link is no way round the owner.

    Raises:
        NotAllowedError: The membership was revoked after the invitation was made.
    """
    row = rows.member(connection, study_id=study_id, person_id=person_id)
    if row is None:
        seed = secrets.randbits(_SEED_BITS)
        rows.insert_member(
            connection,
            study_id=study_id,
            person_id=person_id,
            role=role,
            order_seed=seed,
            now=now,
            group=group,
        )
        record_event(connection, "member-joined", now=now, study_id=study_id, person_id=person_id, role=role)
    elif row.revoked_at is not None:
        if row.revoked_at >= invited_at:
            message = "The owner of this study has ended your part in it. Ask for a new invitation."
            raise NotAllowedError(message)
        rows.set_role(connection, study_id=study_id, person_id=person_id, role=role)
    elif _RANK[role] > _RANK[Role(row.role)]:
        rows.set_role(connection, study_id=study_id, person_id=person_id, role=role)


def group_named(text: str) -> str:
    """Return the name of a group of raters, without blanks around it; empty text is no group.

    Raises:
        WrongInputError: It is too long, or holds what is no letter, digit, sign or blank.
    """
    name = text.strip()
    if len(name) > LONGEST_GROUP or not name.isprintable():
        message = f"The name of a group is one line of at most {LONGEST_GROUP} characters, or nothing."
        raise WrongInputError(message)
    return name


def revoke_member(connection: Connection, *, study_id: str, person_id: str, now: int) -> None:
    """End a membership: its rights are gone with the next request. A study keeps at least one owner.

    Raises:
        NotFoundError: There is no live membership to end.
        ConflictError: It is the last owner's.
    """
    if rows.live_owners(connection, study_id) == (person_id,):
        message = "This is the study's only owner. Make somebody else an owner first."
        raise ConflictError(message)
    if not rows.revoke(connection, study_id=study_id, person_id=person_id, now=now):
        message = "There is no such member of this study."
        raise NotFoundError(message)
    queue.end_leases(connection, study_id=study_id, rater_id=person_id)
    record_event(connection, "member-revoked", now=now, study_id=study_id, person_id=person_id)


def may_let_in(connection: Connection, *, owner_id: str, person_id: str) -> bool:
    """Tell whether an owner may make a sign-in link for somebody.

    Only for who has no password, is no founder, and belongs to studies of this owner alone: a link is as
    good as being that person, so it must open nothing that the owner could not open before.
    """
    person = people.person_by_id(connection, person_id)
    if person is None or person.founder or person.password_hash is not None:
        return False
    theirs = {row.id for row in rows.studies_of(connection, person_id)}
    own = {row.id for row in rows.studies_of(connection, owner_id) if row.role == Role.OWNER}
    return bool(theirs) and theirs <= own


def adopt_orphans(connection: Connection, *, person_id: str, now: int) -> None:
    """Make a person the owner of every study that nobody owns."""
    for study_id in rows.studies_without_owner(connection):
        join(connection, study_id=study_id, person_id=person_id, role=Role.OWNER, now=now, invited_at=now)
