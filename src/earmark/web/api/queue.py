"""A rater's queue over HTTP: next task, drafts, submissions, exits, sound."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Final

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from earmark.core.errors import ConflictError, WrongInputError
from earmark.core.exits import departure_of
from earmark.services.raters import Rater
from earmark.services.submissions import DraftSent, Refusal, Sent
from earmark.services.tasks import draft_json
from earmark.web.answers import json_answer, problem_answer
from earmark.web.dependencies import find_visitor, get_home, get_visitor

router = APIRouter(prefix="/api/v1", tags=["rating"])

_SECONDS_PER_DAY: Final = 86_400
_EPOCH: Final = "Thu, 01 Jan 1970 00:00:00 GMT"


async def get_rater(request: Request) -> Rater:
    """Return the signed-in person as a rater: one read, since every click of a rater comes here.

    Whether they may rate in a study is asked in the same transaction as what they do.
    """
    visitor = await get_visitor(await find_visitor(request))
    return Rater(get_home(request), visitor.person_id)


AtWork = Annotated[Rater, Depends(get_rater)]


class NextBody(BaseModel):
    """What a page already has, so that it is not sent again."""

    model_config = ConfigDict(extra="forbid")

    known_protocol: str = ""


class DraftBody(BaseModel):
    """A draft as the page numbers it; see `DraftSent`."""

    model_config = ConfigDict(extra="forbid")

    sequence: int = Field(ge=1, le=2**53)
    base: int = Field(ge=0, le=2**53)
    tab: str = Field(min_length=1, max_length=64)
    body: dict[str, object]


class SubmissionBody(BaseModel):
    """A submission under a key the page made; see `Sent`."""

    model_config = ConfigDict(extra="forbid")

    key: str = Field(min_length=8, max_length=64)
    language: str = Field(min_length=2, max_length=12)
    body: dict[str, object]
    revises: int | None = None


class ExitBody(BaseModel):
    """Why a task is left unrated."""

    model_config = ConfigDict(extra="forbid")

    exit: str
    reason: str = ""
    explanation: str = Field(default="", max_length=5000)


@router.post("/studies/{study}/next")
async def next_task(study: str, rater: AtWork, body: NextBody | None = None) -> Response:
    """Lease the next task of a study, or return the one in hand."""
    found = await rater.next(study)
    if found.assignment is None:
        return json_answer({"assignment": None, "reason": found.reason})
    known = body.known_protocol if body else ""
    return _raw(f'{{"assignment":{_assignment(rater, found.assignment, known_protocol=known)}}}')


@router.get("/assignments/{assignment}")
async def get_assignment(assignment: str, rater: AtWork) -> Response:
    """Return one of the rater's own assignments with its draft, or with its answers once submitted."""
    return _raw(_assignment(rater, assignment))


@router.put("/assignments/{assignment}/draft")
async def put_draft(assignment: str, rater: AtWork, body: DraftBody) -> Response:
    """Keep a draft; 409 with the newer draft where another tab has written meanwhile."""
    newer = await rater.save_draft(assignment, DraftSent(**body.model_dump()))
    if newer is None:
        return json_answer({"sequence": body.sequence})
    behind = ConflictError("Another tab or device has written to this task since. Load what it wrote.")
    return problem_answer(behind, draft=draft_json(newer))


@router.post("/assignments/{assignment}/submission")
async def submit(assignment: str, rater: AtWork, body: SubmissionBody) -> Response:
    """Keep a submission and answer with its receipt once it is on disk; 422 with each fault otherwise."""
    outcome = await rater.submit(assignment, Sent(**body.model_dump()))
    if isinstance(outcome, Refusal):
        message = "Not submitted yet: some fields need your attention. Nothing you wrote is lost."
        raise WrongInputError(message, faults=outcome.faults)
    return json_answer(
        {
            "submission": outcome.submission,
            "revision": outcome.revision,
            "late": outcome.late,
            "extra": outcome.extra,
        }
    )


@router.post("/assignments/{assignment}/exit")
async def leave(assignment: str, rater: AtWork, body: ExitBody) -> Response:
    """Skip a task, or discard its item, with the reason."""
    await rater.leave(assignment, departure_of(body.model_dump()))
    return json_answer({"assignment": assignment, "exit": body.exit})


@router.get("/assignments/{assignment}/stimuli/{stimulus}/audio")
async def audio(assignment: str, stimulus: str, rater: AtWork) -> Response:
    """Play one recording of the rater's own task: byte ranges, never compressed, nothing that names it."""
    sound = rater.sound(assignment, stimulus)
    return FileResponse(
        rater.home.objects.local_path(sound.rendition),
        media_type="audio/flac",
        headers={
            "etag": _opaque_tag(assignment, stimulus),
            "last-modified": _EPOCH,  # the time of import could tell systems apart
            "cache-control": f"private, max-age={_SECONDS_PER_DAY}",
        },
    )


@router.get("/assignments/{assignment}/stimuli/{stimulus}/peaks")
async def peaks(assignment: str, stimulus: str, rater: AtWork) -> Response:
    """Return the least and greatest sample of each short stretch, for drawing."""
    sound = rater.sound(assignment, stimulus)
    return Response(rater.home.objects.get(sound.peaks), media_type="application/json")


def _assignment(rater: Rater, assignment_id: str, *, known_protocol: str = "") -> str:
    """Return an assignment as JSON text; the protocol's text, long and always the same, is spliced in."""
    presented, pinned = rater.present(assignment_id)
    content = presented.as_json() | {"protocol_hash": pinned.loaded.hash}
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    if known_protocol == pinned.loaded.hash:
        return text
    return f'{text[:-1]},"protocol":{pinned.as_json}}}'


def _raw(text: str) -> Response:
    return Response(text, media_type="application/json")


def _opaque_tag(assignment: str, stimulus: str) -> str:
    """Make an entity tag from opaque ids alone: equal sound in two tasks has two tags."""
    return f'"{hashlib.sha256(f"{assignment} {stimulus}".encode()).hexdigest()[:24]}"'
