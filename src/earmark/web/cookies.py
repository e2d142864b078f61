"""Cookies: the session, and what a browser remembers of its own."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from earmark.services.sessions import LIFETIME_S


def is_secure(connection: HTTPConnection) -> bool:
    """Tell whether browsers reach Earmark by HTTPS, here or at a proxy before it."""
    public_url: str = connection.app.state.home.settings.public_url
    return connection.scope["scheme"] in {"https", "wss"} or public_url.startswith("https://")


def cookie_name(connection: HTTPConnection) -> str:
    """Return the name of the session cookie; under HTTPS no neighbouring host can set one of that name."""
    return "__Host-earmark" if is_secure(connection) else "earmark"


def session_token(connection: HTTPConnection) -> str | None:
    """Return the session token that a request carries."""
    return connection.cookies.get(cookie_name(connection))


def keep_session(request: Request, response: Response, token: str) -> None:
    """Give the browser its session."""
    _set_cookie(request, response, cookie_name(request), token)


def drop_session(request: Request, response: Response) -> None:
    """Take the session from the browser."""
    response.delete_cookie(
        cookie_name(request), path="/", secure=is_secure(request), httponly=True, samesite="lax"
    )


def keep_choice(request: Request, response: Response, name: str, value: str) -> None:
    """Let the browser remember a choice of its own, such as the theme, for a year."""
    _set_cookie(request, response, name, value, seconds=365 * 24 * 3600)


def _set_cookie(
    request: Request, response: Response, name: str, value: str, *, seconds: int = LIFETIME_S
) -> None:
    response.set_cookie(
        name, value, max_age=seconds, path="/", secure=is_secure(request), httponly=True, samesite="lax"
    )
