"""Bodies of requests, read strictly: what no browser of ours sends is refused before anything believes it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY: Final = 4_000_000
"""Bytes of a request: far beyond the longest submission, far below what would hurt."""

DEEPEST: Final = 32
"""Lists and objects within each other: four times what a submission needs."""

_LONGEST_NUMBER: Final = 32  # characters: more than any number of 64 bits


class BodyLimit:
    """ASGI middleware: a body beyond the limit is answered 413 by the application's own error answers.

    FastAPI's own limit answers outside every other middleware, in plain text and without security headers.
    """

    def __init__(self, app: ASGIApp, most: int = LARGEST_BODY) -> None:
        self._app = app
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one request on, counting what it brings."""
        taken = 0

        async def receive_counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self._most:
                raise HTTPException(413, f"A request may hold at most {self._most} bytes.")
            return message

        await self._app(scope, receive_counted if scope["type"] == "http" else receive, send)


class JsonRoute(APIRoute):
    """A route whose JSON body is read by `read_json`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            return await handle(_StrictRequest(request.scope, request.receive))

        return handle_strictly


class _StrictRequest(Request):
    async def json(self) -> Any:  # noqa: ANN401 - the JSON edge
        return read_json(await self.body())


def read_json(content: bytes) -> Any:  # noqa: ANN401 - the JSON edge
    """Read JSON as RFC 8259 has it: UTF-8, no NaN or Infinity, no number that only Python can hold.

    Raises:
        json.JSONDecodeError: It is none, or it is nested deeper than `DEEPEST`.
    """
    try:
        value = json.loads(
            content.decode("utf-8"), parse_constant=_no_constant, parse_float=_finite, parse_int=_short
        )
    except UnicodeDecodeError as error:
        message = "it is not UTF-8"
        raise json.JSONDecodeError(message, "", error.start) from error
    except RecursionError as error:
        raise _too_deep() from error
    if _is_deeper(value, DEEPEST):
        raise _too_deep()
    return value


def _no_constant(name: str) -> float:
    message = f"{name} is no JSON"
    raise json.JSONDecodeError(message, "", 0)


def _finite(written: str) -> float:
    number = float(written)
    if math.isinf(number):
        message = "it holds a number that is too large"
        raise json.JSONDecodeError(message, "", 0)
    return number


def _short(written: str) -> int:
    if len(written) > _LONGEST_NUMBER:
        message = "it holds a number that is too long"
        raise json.JSONDecodeError(message, "", 0)
    return int(written)


def _too_deep() -> json.JSONDecodeError:
    return json.JSONDecodeError(f"it is nested more than {DEEPEST} deep", "", 0)


def _is_deeper(value: object, most: int) -> bool:
    level = [value]
    for _ in range(most + 1):
        level = [child for part in level for child in _children(part)]
        if not level:
            return False
    return True


def _children(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
