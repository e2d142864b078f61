"""A study as its owner sees it: where it stands, what waits, who rates; items; what was left unrated."""

from __future__ import annotations

from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.roles import Right
from earmark.services.home import Home
from earmark.services.links import open_invitations
from earmark.services.oversight import MarkFilter, choices_of, marks_of, overview_of
from earmark.services.staff import study_pace
from earmark.services.steering import done_by
from earmark.services.studies import Study
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess, needs
from earmark.web.entrance import go
from earmark.web.mark_words import filter_words, mark_words
from earmark.web.rendering import page
from earmark.web.steering_words import told_of
from earmark.web.words import ROLES

router = APIRouter(prefix="/studies/{study}")

Managing = Annotated[StudyAccess, Depends(needs(Right.MANAGE))]
PageNumber = Annotated[int, Query(alias="page", ge=1, le=100_000)]

ACTS: Final = ("discard", "skip")
MARK_FIELDS: Final = ("reason", "scope", "question", "rater", "condition")


@router.get("")
async def show_study(request: Request, home: HomeHere, access: Managing) -> Response:
    """Show where the study stands."""
    return study_page(request, home, access)


def study_page(
    request: Request, home: Home, access: StudyAccess, *, status: int = 200, **more: object
) -> Response:
    """Render the overview; what was just done, such as a new invitation, comes with it."""
    now = home.clock()
    with home.database.read() as connection:
        overview = overview_of(connection, access.study_id, now=now)
        pace = study_pace(connection, access.study_id, overview.progress, now=now)
        invitations = open_invitations(connection, access.study_id, now=now)
        done = done_by(connection, access.study_id, request.query_params.get("done", ""))
    standard: dict[str, object] = {"new_link": "", "new_role": "", "new_cap": 1, "notice": ""}
    return page(
        request,
        "study-overview.html",
        visitor=access.person,
        access=access,
        status=status,
        here=f"/studies/{access.study_name}",
        study=home.studies[access.study_name],
        overview=overview,
        pace=pace,
        invitations=invitations,
        roles=ROLES,
        **(standard | told_of(request, done) | more),
    )


@router.post("/state")
async def change_state(home: HomeHere, access: Managing, state: Annotated[str, Form()] = "") -> Response:
    """Pause, resume, close or reopen the study."""
    study: Study = home.studies[access.study_name]
    changes = {
        "paused": study.pause,
        "open": study.reopen if study.state == "closed" else study.resume,
        "closed": study.close,
    }
    if state in changes:
        await run_in_threadpool(changes[state])
    return go(f"/studies/{access.study_name}")


@router.get("/marks")
async def show_marks(
    request: Request,
    home: HomeHere,
    access: Managing,
    language: PageLanguage,
    number: PageNumber = 1,
    act: str = "discard",
) -> Response:
    """List discards or skips with their reasons; the filter is in the address."""
    given = {name: request.query_params.get(name, "") for name in MARK_FIELDS}
    wanted = MarkFilter(act=act if act in ACTS else ACTS[0], **given)
    study = home.studies[access.study_name]
    with home.database.read() as connection:
        marks = marks_of(connection, access.study_id, wanted, page=number)
        choices = choices_of(connection, access.study_id, now=home.clock())
    return page(
        request,
        "study-marks.html",
        visitor=access.person,
        access=access,
        study=study,
        marks=marks,
        told=[(mark, mark_words(study.protocol, mark, language)) for mark in marks.rows],
        wanted=wanted,
        choices=choices,
        words=filter_words(study.protocol, wanted.act, language),
        query=urlencode({name: value for name, value in given.items() if value}),
    )
