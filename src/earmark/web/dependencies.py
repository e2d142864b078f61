"""What routes ask for: the data folder, who is there, in which language, and with which rights.

A route that names a study in its path takes ``needs(Right.…)``; it then runs for members with that right
only. A study that does not exist and one the visitor has no part in get the same answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy import Connection

from earmark.core.errors import NotFoundError, NotSignedInError
from earmark.core.roles import Right, Role, may
from earmark.services.home import Home
from earmark.services.members import NO_SUCH_STUDY, require, standing
from earmark.services.sessions import Visitor, visitor_of
from earmark.web.cookies import session_token
from earmark.web.languages import choose_language

__all__ = [
    "HomeHere",
    "MaybeSignedIn",
    "PageLanguage",
    "SignedIn",
    "StudyAccess",
    "Visitor",
    "find_visitor",
    "get_home",
    "get_language",
    "get_visitor",
    "needs",
]


@dataclass(frozen=True, slots=True)
class StudyAccess:
    """A visitor inside a study, with a role that has the right the route needs."""

    study_id: str
    study_name: str
    person: Visitor
    role: Role

    def may(self, right: Right) -> bool:
        """Tell whether the role has another right too, such as for what a page offers."""
        return may(self.role, Right(right))


def get_home(request: Request) -> Home:
    """Return the data folder that is served."""
    home: Home = request.app.state.home
    return home


async def find_visitor(request: Request) -> Visitor | None:
    """Return who is signed in; None for anybody else. Remembers the answer for the error pages."""
    token = session_token(request)
    if token is None:
        return None
    home = get_home(request)
    with home.database.read() as connection:
        return _remember(request, visitor_of(connection, token, now=home.clock()))


async def get_visitor(visitor: Annotated[Visitor | None, Depends(find_visitor)]) -> Visitor:
    """Return who is signed in.

    Raises:
        NotSignedInError: Nobody is.
    """
    if visitor is None:
        raise _not_signed_in()
    return visitor


async def get_language(request: Request, visitor: Annotated[Visitor | None, Depends(find_visitor)]) -> str:
    """Return the language of the answer."""
    return choose_language(request, visitor)


def needs(right: Right) -> Callable[[Request, str], Awaitable[StudyAccess]]:
    """Make the dependency that lets members with this right into the study named in the path.

    It raises NotSignedInError without a session, NotFoundError without a membership (or such a study), and
    NotAllowedError where the member's role does not have the right.
    """

    async def access(request: Request, study: str) -> StudyAccess:
        home = get_home(request)
        token = session_token(request)
        if token is None:
            raise _not_signed_in()
        with home.database.read() as connection:  # one snapshot for both questions
            visitor = _remember(request, visitor_of(connection, token, now=home.clock()))
            if visitor is None:
                raise _not_signed_in()
            return _enter(connection, visitor, study_name=study, right=right)

    return access


def _enter(connection: Connection, visitor: Visitor, *, study_name: str, right: Right) -> StudyAccess:
    found = standing(connection, study_name=study_name, person_id=visitor.person_id)
    if found is None:
        raise NotFoundError(NO_SUCH_STUDY)
    require(found.role, right)
    return StudyAccess(found.study_id, study_name, visitor, found.role)


def _remember(request: Request, visitor: Visitor | None) -> Visitor | None:
    request.state.visitor = visitor
    return visitor


def _not_signed_in() -> NotSignedInError:
    return NotSignedInError("Sign in first, or open your sign-in link again.")


HomeHere = Annotated[Home, Depends(get_home)]
SignedIn = Annotated[Visitor, Depends(get_visitor)]
MaybeSignedIn = Annotated[Visitor | None, Depends(find_visitor)]
PageLanguage = Annotated[str, Depends(get_language)]
