"""The turns of a conversation over HTTP, for the owner who edits them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, Response

from earmark.core.roles import Right
from earmark.services.sounds import overview_of, piece_of
from earmark.services.turn_editing import (
    EditableRow,
    Edited,
    NeedsChoiceError,
    open_turns,
    recording_in,
    save_turns,
    turns_json,
    turns_of_revision,
)
from earmark.web.answers import json_answer, problem_answer
from earmark.web.bodies import JsonRoute
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess, needs

router = APIRouter(prefix="/api/v1/studies/{study}/items/{task}", tags=["turns"], route_class=JsonRoute)

Managing = Annotated[StudyAccess, Depends(needs(Right.MANAGE))]


class TurnBody(BaseModel):
    """One turn; what it may hold is for the check to say."""

    model_config = ConfigDict(extra="forbid")

    role: str
    start: float
    end: float
    text: str = Field(default="", max_length=20_000)


class TurnsBody(BaseModel):
    """Edited turns; see `Edited`."""

    model_config = ConfigDict(extra="forbid")

    seen_revision: int = Field(ge=1)
    turns: list[TurnBody] = Field(max_length=20_000)
    choice: Literal["keep", "again"] | None = None


@router.get("/turns")
async def get_turns(home: HomeHere, access: Managing, task: str) -> Response:
    """Return a conversation with its turns and all its turn lists."""
    return json_answer(open_turns(home.studies[access.study_name], task).as_json())


@router.get("/turns/{revision}")
async def get_earlier_turns(home: HomeHere, access: Managing, task: str, revision: int) -> Response:
    """Return the turns of one of its lists."""
    study = home.studies[access.study_name]
    return json_answer({"turns": turns_json(turns_of_revision(study, task, revision))})


@router.put("/turns")
async def put_turns(
    home: HomeHere, access: Managing, language: PageLanguage, task: str, body: TurnsBody
) -> Response:
    """Save edited turns as a new revision; 409 where somebody else did, or where a choice is missing."""
    edited = Edited(
        seen_revision=body.seen_revision,
        turns=[turn.model_dump() for turn in body.turns],
        choice=body.choice,
        person_id=access.person.person_id,
        language=language,
    )
    try:
        saved = await run_in_threadpool(save_turns, home.studies[access.study_name], task, edited)
    except NeedsChoiceError as error:
        stake = {"submissions": error.stake.submissions, "in_hand": error.stake.in_hand}
        return problem_answer(error, stake=stake)
    return json_answer(saved.as_json())


@router.get("/audio")
async def audio(home: HomeHere, access: Managing, task: str) -> Response:
    """Play the recording as raters hear it."""
    path = home.objects.file(_recording(home, access, task).rendition_hash)
    return FileResponse(path, media_type="audio/mp4", headers={"cache-control": "private, no-cache"})


@router.get("/peaks")
async def peaks(home: HomeHere, access: Managing, task: str) -> Response:
    """Return what the whole recording is drawn from."""
    content = overview_of(home, _recording(home, access, task).peaks_hash)
    return Response(content, media_type="application/json")


@router.get("/peaks/{level}/{piece}")
async def peaks_piece(home: HomeHere, access: Managing, task: str, level: int, piece: int) -> Response:
    """Return one piece of a finer level."""
    key = _recording(home, access, task).peaks_hash
    return Response(piece_of(home, key, level=level, number=piece), media_type="application/octet-stream")


def _recording(home: HomeHere, access: StudyAccess, task: str) -> EditableRow:
    with home.database.read() as connection:
        return recording_in(connection, home.studies[access.study_name], task)
