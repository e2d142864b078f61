"""The phrasebook of a study's protocol, for the page on which a rationale is written."""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.roles import Right
from earmark.services.protocols import PinnedProtocol, pinned_protocol
from earmark.web.dependencies import HomeHere, StudyAccess, needs

router = APIRouter(prefix="/api/v1", tags=["phrasebook"])

Reading = Annotated[StudyAccess, Depends(needs(Right.READ_GUIDE))]


@router.get("/studies/{study}/phrasebook")
async def phrasebook(study: str, request: Request, home: HomeHere, access: Reading) -> Response:
    """Answer with all phrases, templates, terms, notes and examples, in every language of the protocol.

    A study keeps its protocol, so a browser that has the book asks only whether it is still the same.
    """
    del access  # that the asker may read is all that matters
    pinned = home.studies[study].protocol_hash
    headers = {"ETag": f'"{pinned}"', "Cache-Control": "private, no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    content = await run_in_threadpool(_as_json, pinned_protocol(home, pinned))
    if "gzip" in request.headers.get("accept-encoding", ""):
        content = _packed(content)
        headers["Content-Encoding"] = "gzip"
    return Response(content, media_type="application/json", headers=headers)


def _as_json(pinned: PinnedProtocol) -> bytes:
    return pinned.phrasebook_json.encode()


@lru_cache(maxsize=8)
def _packed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)
