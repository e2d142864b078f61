"""Where raters work: the shell of the rating page. Its modules fetch tasks and send answers by the API."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from earmark.core.roles import Right
from earmark.services.home import Home
from earmark.services.preferences import preferences_of
from earmark.web.dependencies import HomeHere, StudyAccess, needs
from earmark.web.rendering import page

router = APIRouter()


@router.get("/studies/{study}/rate")
async def show_rating(
    request: Request, home: HomeHere, access: Annotated[StudyAccess, Depends(needs(Right.RATE))]
) -> Response:
    """Show the shell; nothing of any task is in it."""
    return rating_page(request, home, access)


def rating_page(request: Request, home: Home, access: StudyAccess, *, assignment: str = "") -> Response:
    """Render the shell, for the next tasks of a rater or for one that is opened again."""
    study = home.studies[access.study_name]
    with home.database.read() as connection:
        preferences = preferences_of(connection, access.person.person_id)
    return page(
        request,
        "rating.html",
        visitor=access.person,
        study=study,
        assignment=assignment,
        guide=[entry.id for entry in study.protocol.guide],
        is_pair=study.protocol.item.is_pair,
        preferences=preferences.model_dump_json(),
    )
