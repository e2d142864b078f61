"""The raters of a study: their pace, what they hold, a pause, a cap."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from sqlalchemy import Connection
from starlette.responses import Response

from earmark.core.errors import WrongInputError
from earmark.services.staff import cap_rater, group_rater, pause_rater, raters_at_work
from earmark.services.steering import By, done_by
from earmark.web.dependencies import HomeHere
from earmark.web.entrance import go
from earmark.web.pages.study import Managing
from earmark.web.rendering import page
from earmark.web.steering_words import told_of

router = APIRouter(prefix="/studies/{study}/raters")


@router.get("")
async def show_raters(request: Request, home: HomeHere, access: Managing) -> Response:
    """List the raters with counts, time per item and what they hold."""
    with home.database.read() as connection:
        raters = raters_at_work(connection, access.study_id, now=home.clock())
        done = done_by(connection, access.study_id, request.query_params.get("done", ""))
    return page(
        request,
        "study-raters.html",
        visitor=access.person,
        status=200,
        access=access,
        study=home.studies[access.study_name],
        raters=raters,
        **told_of(request, done),
    )


@router.post("/{person}/pause")
async def pause(
    home: HomeHere, access: Managing, person: str, paused: Annotated[str, Form()] = ""
) -> Response:
    """Hand no task to a rater any more, or hand them out again."""
    by = By(access.study_id, access.person.person_id, home.clock())
    await home.database.write_async(
        lambda connection: pause_rater(connection, by, person, paused=paused == "1")
    )
    return go(f"/studies/{access.study_name}/raters")


@router.post("/{person}/cap")
async def set_cap(
    home: HomeHere, access: Managing, person: str, cap: Annotated[str, Form()] = ""
) -> Response:
    """Set how many items a rater may submit at most; an empty field leaves it to the study."""
    by = By(access.study_id, access.person.person_id, home.clock())
    if cap.strip() and not cap.strip().isdecimal():
        message = "A cap is a whole number, or nothing."
        raise WrongInputError(message)
    wanted = int(cap) if cap.strip() else None

    def work(connection: Connection) -> None:
        cap_rater(connection, by, person, wanted)

    await home.database.write_async(work)
    return go(f"/studies/{access.study_name}/raters")


@router.post("/{person}/group")
async def set_group(
    home: HomeHere, access: Managing, person: str, group: Annotated[str, Form()] = ""
) -> Response:
    """Put a rater into a group, by which results can be filtered; an empty field takes them out."""
    by = By(access.study_id, access.person.person_id, home.clock())
    await home.database.write_async(lambda connection: group_rater(connection, by, person, group))
    return go(f"/studies/{access.study_name}/raters")
