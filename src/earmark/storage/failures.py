"""What stops a database from the outside, such as a full disk, in words that say what to do.

Only causes that lie outside the program are translated; every other error of the driver stays as it is, since
it would be a mistake of ours.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import DBAPIError

from earmark.core.errors import EnvironmentProblemError

_DAMAGED: Final = (
    "The database file is damaged or is no database. Put it aside and restore it from a backup "
    "(docs/operating.md, Backing up)."
)
_UNREACHABLE: Final = (
    "The database file cannot be opened. Check that the data folder is there, that 'earmark.sqlite3' in it "
    "is a file, and that this user may read and write both."
)
_MESSAGES: Final = {
    sqlite3.SQLITE_FULL: "The disk is full, so nothing was changed. Make room and try again.",
    sqlite3.SQLITE_IOERR: "The disk did not take or give the data. Check that it has room and is sound.",
    sqlite3.SQLITE_BUSY: "Another process has held the database for too long. Try again once it has ended.",
    sqlite3.SQLITE_READONLY: "The database may only be read here. Give this user the right to write it.",
    sqlite3.SQLITE_CANTOPEN: _UNREACHABLE,
    sqlite3.SQLITE_PERM: _UNREACHABLE,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}
_PRIMARY: Final = 0xFF  # an extended code holds the primary one in its lowest byte


def environment_problem(error: BaseException) -> EnvironmentProblemError | None:
    """Return what an error of the driver says of the surroundings; None where they are not its cause."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(origin, "sqlite_errorcode", None)
    if not isinstance(origin, sqlite3.Error) or code is None:
        return None
    message = _MESSAGES.get(code & _PRIMARY)
    if message is None:
        return None
    problem = EnvironmentProblemError(message)
    problem.__cause__ = error
    return problem


@contextmanager
def explained() -> Iterator[None]:
    """Raise what the surroundings cause as an EnvironmentProblemError."""
    try:
        yield
    except (sqlite3.Error, DBAPIError) as error:
        problem = environment_problem(error)
        if problem is None:
            raise
        raise problem from error
