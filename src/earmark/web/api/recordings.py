"""One recording of a study over HTTP, for its owner and reviewers: sound, shape, evidence."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import FileResponse, Response

from earmark.core.roles import Right
from earmark.services.evidence.marks import shown_of
from earmark.services.evidence.study import recording_in
from earmark.services.sounds import overview_of, piece_of
from earmark.web.answers import json_answer
from earmark.web.dependencies import HomeHere, StudyAccess, needs
from earmark.web.evidence_words import evidence_json

router = APIRouter(prefix="/api/v1/studies/{study}/recordings/{stimulus}", tags=["recordings"])

Reading = Annotated[StudyAccess, Depends(needs(Right.READ_RESULTS))]


@router.get("/audio")
async def audio(home: HomeHere, access: Reading, stimulus: str) -> Response:
    """Play the recording as raters hear it, but for sides of a pair, which they hear at one level."""
    path = home.objects.file(recording_in(home.studies[access.study_name], stimulus).rendition_hash)
    return FileResponse(path, media_type="audio/mp4", headers={"cache-control": "private, no-cache"})


@router.get("/peaks")
async def peaks(home: HomeHere, access: Reading, stimulus: str) -> Response:
    """Return what the whole recording is drawn from."""
    key = recording_in(home.studies[access.study_name], stimulus).peaks_hash
    return Response(overview_of(home, key), media_type="application/json")


@router.get("/peaks/{level}/{piece}")
async def peaks_piece(home: HomeHere, access: Reading, stimulus: str, level: int, piece: int) -> Response:
    """Return one piece of a finer level."""
    key = recording_in(home.studies[access.study_name], stimulus).peaks_hash
    return Response(piece_of(home, key, level=level, number=piece), media_type="application/octet-stream")


@router.get("/evidence")
async def evidence(home: HomeHere, access: Reading, stimulus: str) -> Response:
    """Return all that the sound shows."""
    one = recording_in(home.studies[access.study_name], stimulus)
    with home.database.read() as connection:
        shown, _ = shown_of(connection, one.original_hash, one.agent_channel, is_blind=False)
    return json_answer(evidence_json(shown))
