"""Coming in: a session for the browser, and the way on to where the visitor wanted to go."""

from __future__ import annotations

from http import HTTPStatus

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import RedirectResponse

from earmark.services import sessions
from earmark.services.home import Home
from earmark.services.preferences import preferences_of
from earmark.web.cookies import keep_choice, keep_session, session_token
from earmark.web.rendering import THEME_COOKIE


def own_path(path: str) -> str:
    """Return a path on this server as it is, and ``/`` for anything that may lead elsewhere."""
    is_own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_own else "/"


def go(path: str) -> RedirectResponse:
    """Answer a form that is done: the browser gets the next page, and a reload sends nothing twice."""
    return RedirectResponse(own_path(path), HTTPStatus.SEE_OTHER)


async def let_in(request: Request, home: Home, person_id: str, *, to: str = "/") -> RedirectResponse:
    """Open a session for a person, end the one this browser had, and go on."""
    with home.database.read() as connection:
        theme = preferences_of(connection, person_id).theme
    agent, old, now = request.headers.get("user-agent", ""), session_token(request), home.clock()

    def change_sessions(connection: Connection) -> str:
        if old is not None:
            sessions.sign_out(connection, old, now=now)
        return sessions.open_session(connection, person_id, agent=agent, now=now)

    response = go(to)
    keep_session(request, response, await home.database.write_async(change_sessions))
    if theme != "auto":
        keep_choice(request, response, THEME_COOKIE, theme)
    return response


def public_address(request: Request) -> str:
    """Return the address that people type: the setting, else what this browser used. No slash at its end."""
    home: Home = request.app.state.home
    return (home.settings.public_url or str(request.base_url)).rstrip("/")
