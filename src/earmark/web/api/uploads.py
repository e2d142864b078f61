"""What an owner's browser sends before an import: first names and lengths, then files in pieces."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.errors import WrongInputError
from earmark.core.roles import Right
from earmark.services import upload_pieces, uploads
from earmark.services.upload_pieces import PIECE, MisplacedPieceError
from earmark.web.answers import json_answer, problem_answer
from earmark.web.bodies import JsonRoute
from earmark.web.dependencies import HomeHere, StudyAccess, needs

router = APIRouter(prefix="/api/v1/studies/{study}/upload", tags=["uploads"], route_class=JsonRoute)

Managing = Annotated[StudyAccess, Depends(needs(Right.MANAGE))]

MOST_AT_ONCE = 1_000
_LARGEST_NUMBER = 1 << 53  # what a browser can count to


class AnnouncedFile(BaseModel):
    """A file as the browser knows it: bytes, and milliseconds since 1970."""

    model_config = ConfigDict(extra="forbid", strict=True)

    path: str = Field(max_length=4_000)
    size: int = Field(ge=0, le=_LARGEST_NUMBER)
    modified: int = Field(ge=-_LARGEST_NUMBER, le=_LARGEST_NUMBER)


class Announcement(BaseModel):
    """Some of the files that will be sent."""

    model_config = ConfigDict(extra="forbid", strict=True)

    files: list[AnnouncedFile] = Field(max_length=MOST_AT_ONCE)


class ExpectedFile(BaseModel):
    """A file that may be sent, from `received` on."""

    id: str
    path: str
    size: int
    received: int


class UnwelcomeFile(BaseModel):
    """A file that is not taken, and why."""

    path: str
    code: str


class Expected(BaseModel):
    """What the server waits for now, in pieces of `piece` bytes."""

    upload: str
    piece: int
    files: list[ExpectedFile]
    unwelcome: list[UnwelcomeFile]


@router.post("")
async def announce(home: HomeHere, access: Managing, announcement: Announcement) -> Expected:
    """Say which files will be sent, and learn how much of each is here already."""
    files = [uploads.Announced(one.path, one.size, one.modified) for one in announcement.files]
    upload_id, expected, unwelcome = await run_in_threadpool(
        uploads.announce, home, access.study_id, files, person_id=access.person.person_id
    )
    return Expected(
        upload=upload_id,
        piece=PIECE,
        files=[
            ExpectedFile(id=one.id, path=one.path, size=one.size, received=one.received) for one in expected
        ],
        unwelcome=[UnwelcomeFile(path=one.path, code=one.code) for one in unwelcome],
    )


@router.put("/{upload}/files/{file}")
async def receive(
    request: Request,
    home: HomeHere,
    access: Managing,
    upload: str,
    file: str,
    offset: Annotated[int, Query(ge=0, le=_LARGEST_NUMBER)],
    content_digest: Annotated[str, Header(max_length=200)] = "",
) -> Response:
    """Take the next piece of a file; `Content-Digest` (RFC 9530) with sha-256 is checked where it is sent."""
    content, sha256 = await request.body(), _sha256_in(content_digest)
    try:
        received = await run_in_threadpool(
            upload_pieces.receive,
            home,
            access.study_id,
            upload,
            file,
            offset=offset,
            content=content,
            sha256=sha256,
        )
    except MisplacedPieceError as error:
        return problem_answer(error, received=error.received)
    return json_answer({"received": received})


def _sha256_in(header: str) -> bytes | None:
    """Read the digest from a header such as ``sha-256=:…:``; None where there is none."""
    if not header:
        return None
    name, _, value = header.partition("=")
    try:
        if name.strip().lower() == "sha-256":
            return base64.b64decode(value.strip().strip(":"), validate=True)
    except binascii.Error as error:
        message = "The header Content-Digest cannot be read."
        raise WrongInputError(message) from error
    message = "The header Content-Digest holds no sha-256."
    raise WrongInputError(message)
