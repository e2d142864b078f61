"""What stands before every route: where a request comes from, and the marks on its answer."""

from __future__ import annotations

import secrets
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from earmark.core.errors import NotAllowedError
from earmark.web.errors import answer
from earmark.web.headers import protect

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


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
    return origin is None or origin.partition("://")[2] == headers.get("host")


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": "another site asked for this"})
        return
    message = "Another site asked for this. Open Earmark itself and do it there."
    response = answer(Request(scope, receive), NotAllowedError(message))
    await response(scope, receive, send)
