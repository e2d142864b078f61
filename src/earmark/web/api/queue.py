"""A rater's queue over HTTP: next task, drafts, submissions, exits, sound."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Final, Self

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from earmark.core.errors import ConflictError, WrongInputError
from earmark.core.exits import departure_of
from earmark.services.raters import Rater
from earmark.services.submissions import DraftRow, DraftStamp, Refusal, Sent
from earmark.services.tasks import draft_json
from earmark.web.answers import json_answer, json_text_answer, problem_answer
from earmark.web.bodies import JsonRoute
from earmark.web.dependencies import find_visitor, get_home, get_visitor
from earmark.web.evidence_words import evidence_json
from earmark.web.fairness_words import talks_json

router = APIRouter(prefix="/api/v1", tags=["rating"], route_class=JsonRoute)

MOST_COUNTED: Final = 2**53 - 1
"""The highest whole number that browsers count to."""

MOST_CHANGES: Final = 2**44
"""Changes in one tab: milliseconds since 1970 fit, for programs, and no single save leaves the tab that comes
next without numbers."""

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


Name = Annotated[str, StringConstraints(pattern=r"^[\x21-\x7e]+$", max_length=64)]
"""What a program names something by: printable, without spaces."""


class StampBody(BaseModel):
    """How the page numbers a draft; see `DraftStamp`."""

    model_config = ConfigDict(extra="forbid")

    sequence: int = Field(ge=1, le=MOST_COUNTED)
    base: int = Field(ge=0, le=MOST_COUNTED)
    tab: Name

    @model_validator(mode="after")
    def _goes_on(self) -> Self:
        if self.sequence <= self.base:
            message = "'sequence' must be higher than 'base', the draft that it goes on from"
            raise ValueError(message)
        if self.sequence - self.base > MOST_CHANGES:
            message = f"'sequence' may be at most {MOST_CHANGES} higher than 'base'"
            raise ValueError(message)
        return self

    @property
    def stamp(self) -> DraftStamp:
        """The stamp for the services."""
        return DraftStamp(self.sequence, self.base, self.tab)


class DraftBody(StampBody):
    """A draft; see `save_draft`."""

    body: dict[str, object]
    revises: int | None = None
    recording_revision: int | None = None


class SubmissionBody(BaseModel):
    """A submission under a key the page made; see `Sent`."""

    model_config = ConfigDict(extra="forbid")

    key: Name = Field(min_length=8)
    language: str = Field(pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$", max_length=12)
    body: dict[str, object]
    revises: int | None = None
    draft: StampBody | None = None
    recording_revision: int | None = None

    @property
    def sent(self) -> Sent:
        """The submission for the services."""
        stamp = self.draft.stamp if self.draft else None
        return Sent(self.key, self.language, self.body, self.revises, stamp, self.recording_revision)


class ExitBody(BaseModel):
    """Why a task is left unrated."""

    model_config = ConfigDict(extra="forbid")

    exit: str
    reason: str = ""
    explanation: str = Field(default="", max_length=5000)
    revises: int | None = None


@router.post("/studies/{study}/next")
async def next_task(study: str, rater: AtWork, body: NextBody | None = None) -> Response:
    """Lease the next task of a study, or return the one in hand."""
    found = await rater.next(study)
    if found.assignment is None:
        return json_answer({"assignment": None, "reason": found.reason})
    known = body.known_protocol if body else ""
    return json_text_answer(f'{{"assignment":{_assignment(rater, found.assignment, known_protocol=known)}}}')


@router.get("/assignments/{assignment}")
async def get_assignment(assignment: str, rater: AtWork) -> Response:
    """Return one of the rater's own assignments with its draft, or with its answers once submitted."""
    return json_text_answer(_assignment(rater, assignment))


@router.put("/assignments/{assignment}/draft")
async def put_draft(assignment: str, rater: AtWork, body: DraftBody) -> Response:
    """Keep a draft; 409 with the newer draft where another tab has written meanwhile."""
    saved = await rater.save_draft(
        assignment,
        body.stamp,
        body.body,
        revises=body.revises,
        recording_revision=body.recording_revision,
    )
    if saved.newer is not None:
        return _behind(saved.newer)
    return json_answer({"sequence": body.sequence, "recording": saved.recording})


@router.post("/assignments/{assignment}/submission")
async def submit(assignment: str, rater: AtWork, body: SubmissionBody) -> Response:
    """Keep a submission and answer with its receipt once it is on disk; 422 with each fault otherwise.

    409 where it does not know of what is here: a newer draft of another tab, or a submission.
    """
    outcome = await rater.submit(assignment, body.sent)
    if isinstance(outcome, DraftRow):
        return _behind(outcome)
    if isinstance(outcome, Refusal):
        message = "Not submitted yet: some fields need your attention. Nothing you wrote is lost."
        raise WrongInputError(message, faults=outcome.faults)
    return json_answer(
        {
            "submission": outcome.submission,
            "revision": outcome.revision,
            "late": outcome.late,
            "extra": outcome.extra,
            "set_aside": outcome.set_aside,
        }
    )


@router.post("/assignments/{assignment}/exit")
async def leave(assignment: str, rater: AtWork, body: ExitBody) -> Response:
    """Skip a task, or discard its item, with the reason; one that was submitted by naming its revision."""
    await rater.leave(assignment, departure_of(dict(body)), revises=body.revises)
    return json_answer({"assignment": assignment, "exit": body.exit})


@router.get("/assignments/{assignment}/talks")
async def talks(assignment: str, rater: AtWork) -> Response:
    """Say whether both talks of a pair were given alike, and what of the sound this rater may see now."""
    return json_answer(talks_json(await rater.talks(assignment)))


@router.get("/assignments/{assignment}/stimuli/{stimulus}/audio")
async def audio(assignment: str, stimulus: str, rater: AtWork) -> Response:
    """Play one recording of the rater's own task: byte ranges, never compressed, nothing that names it."""
    sound = rater.sound(assignment, stimulus)
    return FileResponse(
        rater.home.objects.file(sound.rendition),
        media_type="audio/mp4",  # FLAC inside, see audio/flac_file.py
        headers={
            "etag": _opaque_tag(assignment, stimulus, sound.revision),
            "last-modified": _EPOCH,  # the time of import could tell systems apart
            "cache-control": f"private, max-age={_SECONDS_PER_DAY}",
        },
    )


@router.get("/assignments/{assignment}/ahead")
async def ahead(assignment: str, rater: AtWork) -> Response:
    """Say which sound a page may fetch ahead: that of the task which likely comes next. No lease is taken."""
    return json_answer(rater.ahead(assignment).as_json(assignment))


@router.get("/assignments/{assignment}/ahead/{stimulus}/audio")
async def audio_ahead(assignment: str, stimulus: str, rater: AtWork) -> Response:
    """Send the sound of a recording that likely comes next."""
    found = rater.ahead(assignment)
    sound = rater.home.objects.file(found.sound_of(stimulus))
    tag = _opaque_tag(assignment, stimulus, found.revision)
    headers = {"etag": tag, "last-modified": _EPOCH, "cache-control": "no-store"}
    return FileResponse(sound, media_type="audio/mp4", headers=headers)


@router.get("/assignments/{assignment}/stimuli/{stimulus}/peaks")
async def peaks(assignment: str, stimulus: str, rater: AtWork) -> Response:
    """Return what the whole recording is drawn from, and which finer levels there are (audio/peaks.py)."""
    return Response(rater.overview(assignment, stimulus), media_type="application/json")


@router.get("/assignments/{assignment}/stimuli/{stimulus}/evidence")
async def evidence(assignment: str, stimulus: str, rater: AtWork) -> Response:
    """Return what the sound itself shows, as far as this rater may see it now."""
    return json_answer(evidence_json(await rater.evidence(assignment, stimulus)))


@router.get("/assignments/{assignment}/stimuli/{stimulus}/peaks/{level}/{piece}")
async def peaks_piece(assignment: str, stimulus: str, level: int, piece: int, rater: AtWork) -> Response:
    """Return one piece of a level, which is named by its points a second, as 16-bit integers."""
    content = rater.piece(assignment, stimulus, level=level, number=piece)
    return Response(content, media_type="application/octet-stream")


def _assignment(rater: Rater, assignment_id: str, *, known_protocol: str = "") -> str:
    """Return an assignment as JSON text; the protocol's text, long and always the same, is spliced in."""
    presented, pinned = rater.present(assignment_id)
    content = presented.as_json() | {"protocol_hash": pinned.loaded.hash}
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    if known_protocol == pinned.loaded.hash:
        return text
    return f'{text[:-1]},"protocol":{pinned.as_json}}}'


def _behind(newer: DraftRow) -> Response:
    message = "Another tab or device has written to this task since. Load what it wrote."
    return problem_answer(ConflictError(message), draft=draft_json(newer))


def _opaque_tag(assignment: str, stimulus: str, revision: int) -> str:
    """Make an entity tag from opaque ids alone: equal sound in two tasks has two tags."""
    named = f"{assignment} {stimulus} {revision}"
    return f'"{hashlib.sha256(named.encode()).hexdigest()[:24]}"'
