"""The page on which an owner edits the turns of a conversation."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from earmark.core.roles import Right
from earmark.services.turn_editing import recording_in
from earmark.web.dependencies import HomeHere, StudyAccess, needs
from earmark.web.rendering import page

router = APIRouter(prefix="/studies/{study}")


@router.get("/items/{task}/turns")
async def edit_turns(
    request: Request, home: HomeHere, access: Annotated[StudyAccess, Depends(needs(Right.MANAGE))], task: str
) -> Response:
    """Show the turn editor of one conversation."""
    study = home.studies[access.study_name]
    with home.database.read() as connection:
        recording = recording_in(connection, study, task)
    return page(
        request,
        "turn-editor.html",
        visitor=access.person,
        access=access,
        study=study,
        task=task,
        recording=recording,
    )
