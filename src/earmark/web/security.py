"""What stands between a browser and the pages: response headers, and where a request comes from."""

from __future__ import annotations

import secrets
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from earmark.core.errors import NotAllowedError
from earmark.services.sessions import LIFETIME_S
from earmark.web.errors import answer

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'{nonce}; connect-src 'self'; "
    "img-src 'self' data:; media-src 'self' blob:; font-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


def content_policy(nonce: str | None) -> str:
    """Return the Content-Security-Policy; a nonce lets in style sheets that a page's own scripts make."""
    return _POLICY.format(nonce=f" 'nonce-{nonce}'" if nonce else "")


_POLICY_WITHOUT_NONCE: Final = content_policy(None)


def protect(headers: MutableHeaders, *, path: str, nonce: str | None) -> None:
    """Add what every answer carries. Nothing but static files is kept by caches unless a route says so."""
    headers["Content-Security-Policy"] = content_policy(nonce) if nonce else _POLICY_WITHOUT_NONCE
    for name, value in HEADERS.items():
        headers[name] = value
    if not path.startswith("/static/"):
        headers.setdefault("Cache-Control", "no-store")


class Security:
    """ASGI middleware: refuses what other sites make a browser send, and marks every answer.

    Written on ASGI itself, since it runs at every request. Pages find their nonce in
    ``request.state.csp_nonce``; answers of the API and static files have none.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        nonce = new_nonce(scope)

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                protect(MutableHeaders(scope=message), path=scope["path"], nonce=nonce)
            await send(message)

        if not is_welcome(scope):
            await _refuse(scope, receive, send_marked)
            return
        await self._app(scope, receive, send_marked)


def new_nonce(scope: Scope) -> str | None:
    """Draw the nonce of a page and leave it in the request's state; None for what is no page."""
    if scope["path"].startswith(("/api/", "/static/")):
        return None
    nonce = secrets.token_urlsafe(16)
    scope.setdefault("state", {})["csp_nonce"] = nonce
    return nonce


def is_welcome(scope: Scope) -> bool:
    """Tell whether a request may change things: it comes from our own pages, or from no browser.

    Browsers say by ``Sec-Fetch-Site`` where a request comes from, on secure addresses; elsewhere by
    ``Origin``. A request with neither header is no browser's and carries no cookie by accident. *same-site*
    is not enough: evaluated websites may be served beside Earmark.
    """
    if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
        return True
    headers = Headers(scope=scope)
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in {"same-origin", "none"}
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": "another site asked for this"})
        return
    message = "Another site asked for this. Open Earmark itself and do it there."
    response = answer(Request(scope, receive), NotAllowedError(message))
    await response(scope, receive, send)


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
