"""One's own account: name, password, sessions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from sqlalchemy import Connection
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.errors import EarmarkError, TooManyAttemptsError, WrongInputError
from earmark.services import people, sessions
from earmark.services.home import Home
from earmark.services.passwords import hash_password
from earmark.services.sessions import Visitor
from earmark.services.throttle import Throttle
from earmark.web.cookies import session_token
from earmark.web.dependencies import HomeHere, SignedIn
from earmark.web.entrance import go
from earmark.web.languages import N_, choose_language, translate
from earmark.web.rendering import page
from earmark.web.words import TOO_OFTEN, browser_name, fault_sentences

router = APIRouter(prefix="/account")

DONE = {
    "name": N_("Your name is changed."),
    "password": N_("Your password is changed. Everywhere else you are signed out."),
    "sessions": N_("Done. That browser has to sign in again."),
}


@router.get("")
async def show_account(request: Request, home: HomeHere, visitor: SignedIn, done: str = "") -> Response:
    """Show the account."""
    notice = translate(choose_language(request, visitor), DONE[done]) if done in DONE else ""
    return _account(request, home, visitor, done=notice)


@router.post("/name")
async def change_name(
    request: Request, home: HomeHere, visitor: SignedIn, name: Annotated[str, Form()] = ""
) -> Response:
    """Change the name, or show what is wrong with it."""
    try:
        await home.database.write_async(lambda connection: people.rename(connection, visitor.person_id, name))
    except WrongInputError as error:
        return _account(request, home, visitor, error=error)
    return go("/account?done=name")


@router.post("/password")
async def change_password(
    request: Request,
    home: HomeHere,
    visitor: SignedIn,
    old_password: Annotated[str, Form()] = "",
    new_password: Annotated[str, Form()] = "",
) -> Response:
    """Change the password, which signs the person out everywhere else; wrong old ones are counted."""
    throttle: Throttle = request.app.state.throttle
    with home.database.read() as connection:
        stored = people.stored_password(connection, visitor.person_id)
    try:
        throttle.check(visitor.person_id, now=home.clock())
        await run_in_threadpool(people.check_own_password, stored, old_password, new_password)
    except TooManyAttemptsError as error:
        notice = translate(choose_language(request, visitor), TOO_OFTEN)
        return _account(request, home, visitor, error=error, notice=notice)
    except WrongInputError as error:
        if "password-wrong" in {fault.code for fault in error.faults}:
            throttle.fail(visitor.person_id, now=home.clock())
        return _account(request, home, visitor, error=error)
    hashed = await run_in_threadpool(hash_password, new_password)
    token, now = session_token(request) or "", home.clock()

    def replace(connection: Connection) -> None:
        people.replace_password(connection, visitor.person_id, old=stored, new=hashed)
        sessions.end_other_sessions(connection, visitor.person_id, token=token, now=now)

    await home.database.write_async(replace)
    return go("/account?done=password")


@router.post("/sessions/{session}/end")
async def end_session(home: HomeHere, visitor: SignedIn, session: str) -> Response:
    """Sign a browser of one's own out."""
    now = home.clock()
    await home.database.write_async(
        lambda connection: sessions.end_session(connection, session, person_id=visitor.person_id, now=now)
    )
    return go("/account?done=sessions")


@router.post("/sessions/end-others")
async def end_others(request: Request, home: HomeHere, visitor: SignedIn) -> Response:
    """Sign out everywhere but here."""
    token, now = session_token(request) or "", home.clock()
    await home.database.write_async(
        lambda connection: sessions.end_other_sessions(connection, visitor.person_id, token=token, now=now)
    )
    return go("/account?done=sessions")


def _account(
    request: Request,
    home: Home,
    visitor: Visitor,
    *,
    done: str = "",
    notice: str = "",
    error: EarmarkError | None = None,
) -> Response:
    with home.database.read() as connection:
        person = people.get_person(connection, visitor.person_id)
        live = sessions.sessions_of(
            connection, visitor.person_id, token=session_token(request) or "", now=home.clock()
        )
    return page(
        request,
        "account.html",
        visitor=visitor,
        status=error.status if error else 200,
        here="/account",
        person=person,
        sessions=live,
        browser_name=browser_name,
        done=done,
        notice=notice,
        faults=fault_sentences(error, choose_language(request, visitor)) if error else {},
    )
