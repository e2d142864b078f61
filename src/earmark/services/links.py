"""Links that let people in: set-up, invitations, sign-in.

Looking at a link never uses it, since mail programs and chats open links to preview them. Taking one is a
single statement that counts it if it is still open, so of twenty takers of a one-time link one gets in.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Connection, Row

from earmark.core.errors import ClosedLinkError, NotFoundError, WrongInputError
from earmark.core.roles import Role
from earmark.core.times import DAY
from earmark.services import members, people
from earmark.services.tokens import new_token, token_hash
from earmark.storage import links as rows

LARGEST_CAP: Final = 10_000
LONGEST_DAYS: Final = 365


class Kind(StrEnum):
    """What a link does for its taker."""

    SET_UP = "set-up"
    INVITATION = "invitation"
    SIGN_IN = "sign-in"


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link just made. The token is shown now or never: the database keeps its hash alone."""

    id: str
    token: str
    expires_at: int


@dataclass(frozen=True, slots=True)
class Sight:
    """What a link says of itself before it is taken."""

    kind: Kind
    person_id: str | None
    role: Role | None
    study_title: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link that can still be taken. Times in microseconds UTC."""

    id: str
    kind: Kind
    study_id: str | None
    person_id: str | None
    role: Role | None
    cap: int
    used: int
    created_at: int
    expires_at: int
    group: str = ""


def make_set_up_link(connection: Connection, *, now: int, days: int = 1) -> NewLink:
    """Make the one link by which the first person comes in; earlier ones close."""
    rows.revoke_kind(connection, Kind.SET_UP, now=now)
    return _make(connection, Kind.SET_UP, now=now, days=days)


def make_invitation(
    connection: Connection,
    *,
    study_id: str,
    role: Role,
    now: int,
    cap: int = 1,
    days: int = 14,
    group: str = "",
) -> NewLink:
    """Make a link into a study: for one person, or shared by up to `cap`; into a group of raters, if named.

    Raises:
        WrongInputError: The cap is not within 1..10,000 or the days not within 1..365, or the group has no
            name that a group can have.
    """
    return _make(
        connection,
        Kind.INVITATION,
        study_id=study_id,
        role=role,
        cap=cap,
        now=now,
        days=days,
        group=members.group_named(group),
    )


def make_sign_in_link(
    connection: Connection, *, person_id: str, now: int, cap: int = 1, days: int = 7
) -> NewLink:
    """Make a link that signs one person in, up to `cap` times."""
    return _make(connection, Kind.SIGN_IN, person_id=person_id, cap=cap, now=now, days=days)


def _make(
    connection: Connection,
    kind: Kind,
    *,
    now: int,
    days: int,
    study_id: str | None = None,
    person_id: str | None = None,
    role: Role | None = None,
    cap: int = 1,
    group: str = "",
) -> NewLink:
    if not (1 <= cap <= LARGEST_CAP and 1 <= days <= LONGEST_DAYS):
        message = f"A link is for 1 to {LARGEST_CAP} people and 1 to {LONGEST_DAYS} days."
        raise WrongInputError(message)
    token = new_token()
    expires_at = now + days * DAY
    link_id = rows.insert_link(
        connection,
        token_hash=token_hash(token),
        kind=kind,
        study_id=study_id,
        person_id=person_id,
        role=role,
        cap=cap,
        now=now,
        expires_at=expires_at,
        group=group,
    )
    return NewLink(link_id, token, expires_at)


def look_at(connection: Connection, token: str, *, now: int) -> Sight:
    """Return what a link that can be taken leads to, without using it.

    Raises:
        ClosedLinkError: It is unknown, used up, closed or too old.
    """
    row = rows.find_link(connection, token_hash(token))
    if row is None or not _is_open(row, now):
        raise _no_link()
    return Sight(
        kind=Kind(row.kind),
        person_id=row.person_id,
        role=None if row.role is None else Role(row.role),
        study_title=row.study_title or "",
    )


def take_sign_in(connection: Connection, token: str, *, now: int) -> str:
    """Use a sign-in link and return whom it lets in."""
    link = _take(connection, token, Kind.SIGN_IN, now=now)
    if link.person_id is None:
        raise _no_link()
    return link.person_id


def take_set_up(
    connection: Connection, token: str, *, name: str, password_hash: str | None, language: str, now: int
) -> str:
    """Use the set-up link: make the founder and return the id. A fault takes nothing, the link stays."""
    _take(connection, token, Kind.SET_UP, now=now)
    return people.found(connection, name=name, password_hash=password_hash, language=language, now=now)


def take_as_new_person(
    connection: Connection, token: str, *, name: str, password_hash: str | None, language: str, now: int
) -> str:
    """Use an invitation: make a person, let them join, return the id. A fault takes nothing."""
    link = _take(connection, token, Kind.INVITATION, now=now)
    person_id = people.create_person(
        connection, name=name, password_hash=password_hash, language=language, now=now
    )
    _join(connection, link, person_id=person_id, now=now)
    return person_id


def take_as_person(connection: Connection, token: str, *, person_id: str, now: int) -> None:
    """Use an invitation for somebody who is signed in. Who already has that role uses nothing up."""
    row = rows.find_link(connection, token_hash(token))
    if row is not None and members.has_role(
        connection, study_id=row.study_id, person_id=person_id, role=row.role
    ):
        return
    _join(connection, _take(connection, token, Kind.INVITATION, now=now), person_id=person_id, now=now)


def open_invitations(connection: Connection, study_id: str, *, now: int) -> list[Link]:
    """Return the invitations of a study that can still be taken, newest first."""
    return [_link(row) for row in rows.open_invitations(connection, study_id, now=now)]


def close_invitation(connection: Connection, link_id: str, *, study_id: str, now: int) -> None:
    """Close an invitation; NotFoundError where this study has none of that id."""
    if not rows.revoke_link(connection, link_id, study_id=study_id, now=now):
        message = "This study has no such invitation."
        raise NotFoundError(message)


def _take(connection: Connection, token: str, kind: Kind, *, now: int) -> Link:
    row = rows.use_link(connection, token_hash(token), kind=kind, now=now)
    if row is None:
        raise _no_link()
    return _link(row)


def _join(connection: Connection, link: Link, *, person_id: str, now: int) -> None:
    if link.study_id is None or link.role is None:
        raise _no_link()
    members.join(
        connection,
        study_id=link.study_id,
        person_id=person_id,
        role=link.role,
        now=now,
        invited_at=link.created_at,
        group=link.group,
    )


def _is_open(row: Row[Any], now: int) -> bool:
    return bool(row.used < row.cap and row.revoked_at is None and row.expires_at > now)


def _link(row: Row[Any]) -> Link:
    return Link(
        id=row.id,
        kind=Kind(row.kind),
        study_id=row.study_id,
        person_id=row.person_id,
        role=None if row.role is None else Role(row.role),
        cap=row.cap,
        used=row.used,
        created_at=row.created_at,
        expires_at=row.expires_at,
        group=row.group_name,
    )


def _no_link() -> ClosedLinkError:
    message = "This link does not work any more. Ask whoever sent it for a new one."
    return ClosedLinkError(message)
