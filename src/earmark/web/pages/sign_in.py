"""Signing in by name and password, and signing out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.errors import TooManyAttemptsError
from earmark.services.passwords import check_password, hash_password
from earmark.services.people import spelling
from earmark.services.sessions import Credentials, credentials_of, refresh_password, sign_out
from earmark.services.throttle import Throttle
from earmark.web.cookies import drop_session, session_token
from earmark.web.dependencies import HomeHere, MaybeSignedIn, PageLanguage
from earmark.web.entrance import go, let_in, own_path
from earmark.web.languages import N_, translate
from earmark.web.rendering import page
from earmark.web.words import TOO_OFTEN

router = APIRouter()

WRONG = N_("Name and password do not go together. Check both, or ask for a sign-in link.")


@router.get("/sign-in")
async def show_sign_in(request: Request, visitor: MaybeSignedIn, next: str = "/") -> Response:  # noqa: A002 - its name in the address
    """Show the form; who is signed in goes on at once."""
    if visitor is not None:
        return go(next)
    return _form(request, to=next)


@router.post("/sign-in")
async def sign_in(
    request: Request,
    home: HomeHere,
    language: PageLanguage,
    name: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
    next: Annotated[str, Form()] = "/",  # noqa: A002 - the field's name
) -> Response:
    """Check name and password; both faults get one answer, after the same time."""
    if not (name and password):
        return _form(request, to=next, name=name, notice=translate(language, WRONG), status=422)
    throttle: Throttle = request.app.state.throttle
    key = (spelling(name), request.client.host if request.client else "")
    try:
        throttle.check(key, now=home.clock())
    except TooManyAttemptsError as error:
        return _form(request, to=next, name=name, notice=translate(language, TOO_OFTEN), status=error.status)
    with home.database.read() as connection:
        credentials = credentials_of(connection, name)
    verdict = await run_in_threadpool(check_password, credentials.password_hash, password)
    if not verdict.right or credentials.person_id is None:
        throttle.fail(key, now=home.clock())
        return _form(request, to=next, name=name, notice=translate(language, WRONG), status=422)
    throttle.forgive(key)
    if verdict.rehash:
        await _rehash(home, credentials, password)
    return await let_in(request, home, credentials.person_id, to=next)


async def _rehash(home: HomeHere, credentials: Credentials, password: str) -> None:
    """Store the password at today's cost, unless it was changed meanwhile."""
    new = await run_in_threadpool(hash_password, password)
    await home.database.write_async(lambda connection: refresh_password(connection, credentials, new=new))


@router.post("/sign-out")
async def leave(request: Request, home: HomeHere) -> Response:
    """End this session."""
    token = session_token(request)
    if token is not None:
        now = home.clock()
        await home.database.write_async(lambda connection: sign_out(connection, token, now=now))
    response = go("/sign-in")
    drop_session(request, response)
    return response


def _form(request: Request, *, to: str, name: str = "", notice: str = "", status: int = 200) -> Response:
    return page(
        request,
        "sign-in.html",
        visitor=None,
        status=status,
        next=own_path(to),
        name=name,
        notice=notice,
        faults={},
    )
