"""People: how they come to be, and what they change about themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row
from sqlalchemy.exc import IntegrityError

from earmark.core.errors import ConflictError, NotFoundError, WrongInputError
from earmark.protocols.faults import Fault
from earmark.services import members
from earmark.services.home import Home
from earmark.services.passwords import Verdict, check_password, hash_password, password_faults
from earmark.storage import people as rows
from earmark.storage.names import name_key

LONGEST_NAME: Final = 80


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who can sign in. A founder may make studies."""

    id: str
    name: str
    language: str
    founder: bool
    has_password: bool


def has_nobody(connection: Connection) -> bool:
    """Tell whether this is a first run."""
    return rows.count_people(connection) == 0


def get_person(connection: Connection, person_id: str) -> Person:
    """Return a person; NotFoundError where there is none of that id."""
    row = rows.person_by_id(connection, person_id)
    if row is None:
        message = "There is no such person."
        raise NotFoundError(message)
    return _person(row)


def founder(connection: Connection) -> Person | None:
    """Return the founder, the first one where there are several; None before anybody is here."""
    person_id = rows.founder_id(connection)
    return None if person_id is None else get_person(connection, person_id)


def find_person(connection: Connection, name: str) -> Person | None:
    """Return the person of that name, however it is spelt."""
    row = rows.person_by_name(connection, name)
    return None if row is None else _person(row)


def spelling(name: str) -> str:
    """Return what two spellings of one name share."""
    return name_key(name)


def name_faults(name: str) -> tuple[Fault, ...]:
    """Return what keeps this from being somebody's name."""
    if not name_key(name):
        return (Fault("name", "name-missing", "Say by which name others know you."),)
    if max(len(name), len(name_key(name))) > LONGEST_NAME:
        return (Fault("name", "name-long", f"A name has at most {LONGEST_NAME} characters."),)
    if not name.isprintable():
        return (Fault("name", "name-unprintable", "A name holds letters, digits, signs and spaces only."),)
    return ()


def check_new_person(name: str, password: str | None) -> None:
    """Raise WrongInputError with every fault of a name and, where one is given, a password."""
    faults = name_faults(name) + (() if password is None else password_faults(password))
    if faults:
        message = "This account cannot be made as it stands."
        raise WrongInputError(message, faults=faults)


def create_person(
    connection: Connection,
    *,
    name: str,
    now: int,
    password_hash: str | None = None,
    language: str = "",
    founder: bool = False,
) -> str:
    """Make a person and return the id. Names are unique; WrongInputError says when one is taken.

    The password comes hashed, since hashing is slow and this runs inside a transaction. Without a
    language the person's pages are in that of their browser, until they choose one.
    """
    check_new_person(name, None)
    try:
        return rows.insert_person(
            connection,
            name=" ".join(name.split()),
            password_hash=password_hash,
            founder=founder,
            language=language,
            now=now,
        )
    except IntegrityError as taken:
        raise _name_taken() from taken


def make_founder(home: Home, name: str, *, password: str | None = None, language: str = "") -> str:
    """Make the first person, who may make studies and owns those that nobody owns. Returns the id.

    Raises:
        ConflictError: Somebody is here already.
        WrongInputError: The name or the password will not do.
    """
    check_new_person(name, password)
    hashed = None if password is None else hash_password(password)
    now = home.clock()
    return home.database.write(
        lambda connection: found(connection, name=name, password_hash=hashed, language=language, now=now)
    )


def found(connection: Connection, *, name: str, password_hash: str | None, language: str, now: int) -> str:
    """Make the founder inside a transaction of the caller's."""
    if not has_nobody(connection):
        message = "This Earmark has an owner already. Sign in, or ask the owner for an invitation."
        raise ConflictError(message)
    person_id = create_person(
        connection, name=name, password_hash=password_hash, language=language, founder=True, now=now
    )
    members.adopt_orphans(connection, person_id=person_id, now=now)
    return person_id


def rename(connection: Connection, person_id: str, name: str) -> None:
    """Give a person another name; WrongInputError says when it is taken or no name."""
    check_new_person(name, None)
    try:
        rows.set_name(connection, person_id, " ".join(name.split()))
    except IntegrityError as taken:
        raise _name_taken() from taken


def set_language(connection: Connection, person_id: str, language: str) -> None:
    """Store the language of a person's pages."""
    rows.set_language(connection, person_id, language)


def stored_password(connection: Connection, person_id: str) -> str | None:
    """Return a person's password hash, to be checked outside the transaction."""
    row = rows.person_by_id(connection, person_id)
    return None if row is None else row.password_hash


def check_own_password(stored: str | None, old: str, new: str) -> Verdict:
    """Check a change of password: the old one must be right (where there is one), the new one must do.

    Raises:
        WrongInputError: With a fault for each field that is wrong.
    """
    verdict = Verdict(right=True) if stored is None else check_password(stored, old)
    faults = password_faults(new, where="new_password")
    if not verdict.right:
        faults = (Fault("old_password", "password-wrong", "This is not your password."), *faults)
    if faults:
        message = "The password was not changed."
        raise WrongInputError(message, faults=faults)
    return verdict


def replace_password(connection: Connection, person_id: str, *, old: str | None, new: str) -> None:
    """Store a new password hash; ConflictError where it changed meanwhile. Both are hashes."""
    if not rows.replace_password(connection, person_id, old=old, new=new):
        message = "Your password was changed elsewhere meanwhile. Sign in with the new one."
        raise ConflictError(message)


def _person(row: Row[Any]) -> Person:
    return Person(row.id, row.name, row.language, row.founder, row.password_hash is not None)


def _name_taken() -> WrongInputError:
    fault = Fault("name", "name-taken", "Somebody here has this name already; add something to yours.")
    message = "This account cannot be made as it stands."
    return WrongInputError(message, faults=(fault,))
