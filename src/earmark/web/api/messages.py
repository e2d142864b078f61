"""The texts that scripts show, in one language."""

from __future__ import annotations

import gzip
import json
from functools import cache

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from earmark.core.errors import NotFoundError
from earmark.web.headers import FOR_EVER
from earmark.web.languages import known, languages
from earmark.web.rendering import static_version

router = APIRouter(prefix="/api/v1", tags=["messages"])


class Messages(BaseModel):
    """Texts by their English ones. A text with a number in it has its plural forms in a list."""

    language: str
    messages: dict[str, str | list[str]]


@router.get("/messages/{language}", response_model=Messages)
async def get_messages(request: Request, language: str, v: str = "") -> Response:
    """Return the catalogue of a language; English has none, since the sources are English.

    Under the version `v` that pages name, a browser may keep it: another one has another address.
    """
    if known(language) is None:
        message = "Earmark has no such language."
        raise NotFoundError(message)
    headers = {"Vary": "Accept-Encoding"}
    if v == static_version():
        headers["Cache-Control"] = FOR_EVER
    content = _catalogue(language)
    if "gzip" in request.headers.get("accept-encoding", ""):
        content = _packed(language)
        headers["Content-Encoding"] = "gzip"
    return Response(content, media_type="application/json", headers=headers)


@cache
def _catalogue(language: str) -> bytes:
    return json.dumps(
        {"language": language, "messages": languages()[language].messages}, ensure_ascii=False
    ).encode()


@cache
def _packed(language: str) -> bytes:
    return gzip.compress(_catalogue(language), mtime=0)
