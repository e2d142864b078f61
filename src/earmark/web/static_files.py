"""The files of the pages, from memory: packed once, and never asked for again by a browser that has them."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from earmark.web.headers import FOR_EVER

WORTH_PACKING_BYTES: Final = 1000

PACKED: Final = ".gz"
"""How the name of a file ends that is kept packed: it is asked for, and served, without that ending."""


@dataclass(frozen=True, slots=True)
class _File:
    plain: bytes
    packed: bytes | None  # none where packing saves nothing
    media_type: str


def walk(folder: Traversable, prefix: str = "") -> list[tuple[str, Traversable]]:
    """Return the files below a folder, each with its path from there, in the order of their names."""
    found: list[tuple[str, Traversable]] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = f"{prefix}/{entry.name}"
        found += walk(entry, name) if entry.is_dir() else [(name, entry)]
    return found


class StaticFiles:
    """ASGI application of the files below ``static/``, under addresses that hold a digest of them all.

    A visit asks for about sixty of them. Read from the disk and packed anew each time they cost a server a
    seventh of a second; from memory a tenth of that. Nothing but what is there can be asked for.
    """

    def __init__(self) -> None:
        found = walk(files("earmark.web") / "static")
        self._names = {name.removesuffix(PACKED) for name, _ in found}
        self._packed = {name for name, _ in found if name.endswith(PACKED)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request for one file; 404 for what is none, 405 for what does not read."""
        await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        if request.method not in {"GET", "HEAD"}:
            raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED)
        name = request.url.path.removeprefix(request.scope["root_path"])
        if name not in self._names:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        if name + PACKED in self._packed:
            return _answer_packed(name, request)
        file = _read(name)
        headers = {"Cache-Control": FOR_EVER}
        if file.packed is None:
            return Response(file.plain, media_type=file.media_type, headers=headers)
        headers["Vary"] = "Accept-Encoding"
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            return Response(file.plain, media_type=file.media_type, headers=headers)
        headers["Content-Encoding"] = "gzip"
        return Response(file.packed, media_type=file.media_type, headers=headers)


def _answer_packed(name: str, request: Request) -> Response:
    """Answer with a file that is kept packed, as it is for who takes that: it is large and rarely wanted."""
    content = (files("earmark.web") / f"static{name}{PACKED}").read_bytes()
    headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        content = gzip.decompress(content)
    return Response(content, media_type=guess_type(name)[0] or "application/octet-stream", headers=headers)


@cache
def _read(name: str) -> _File:
    plain = (files("earmark.web") / f"static{name}").read_bytes()
    packed = gzip.compress(plain, mtime=0) if len(plain) >= WORTH_PACKING_BYTES else plain
    media_type = guess_type(name)[0] or "application/octet-stream"
    return _File(plain, packed if len(packed) < len(plain) else None, media_type)
