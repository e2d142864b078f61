"""A study as its owner sees it: where it stands, what waits, who rates; items; what was left unrated."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Form, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.roles import Right
from earmark.services.home import Home
from earmark.services.links import open_invitations
from earmark.services.oversight import ITEM_STATES, items_of, marks_of, open_again, overview_of
from earmark.services.soundremarks import findings_by_task
from earmark.services.studies import Study
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess, needs
from earmark.web.entrance import go
from earmark.web.mark_words import mark_words
from earmark.web.rendering import page
from earmark.web.sound_words import sound_remarks
from earmark.web.words import ROLES

router = APIRouter(prefix="/studies/{study}")

Managing = Annotated[StudyAccess, Depends(needs(Right.MANAGE))]
PageNumber = Annotated[int, Query(alias="page", ge=1, le=100_000)]

REMARKED: Final = "remarked"
"""What the filter of the items is called that shows those whose sound was remarked upon."""

ACTS: Final = ("discard", "skip")


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
        invitations = open_invitations(connection, access.study_id, now=now)
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
        invitations=invitations,
        roles=ROLES,
        **(standard | more),
    )


@router.post("/state")
async def change_state(home: HomeHere, access: Managing, state: Annotated[str, Form()] = "") -> Response:
    """Pause or resume the study."""
    study: Study = home.studies[access.study_name]
    changes = {"paused": study.pause, "open": study.resume}
    if state in changes:
        await run_in_threadpool(changes[state])
    return go(f"/studies/{access.study_name}")


@router.get("/items")
async def show_items(
    request: Request,
    home: HomeHere,
    access: Managing,
    language: PageLanguage,
    number: PageNumber = 1,
    state: str = "",
) -> Response:
    """List the items; the filter is in the address, so that a view can be sent."""
    remarked = state == REMARKED
    chosen = state if state in ITEM_STATES else None
    with home.database.read() as connection:
        findings = findings_by_task(connection, access.study_id)
        items = items_of(
            connection,
            access.study_id,
            state=chosen,
            now=home.clock(),
            page=number,
            among=findings if remarked else None,
        )
    return page(
        request,
        "study-items.html",
        visitor=access.person,
        access=access,
        study=home.studies[access.study_name],
        items=items,
        state=REMARKED if remarked else chosen,
        remarked=len(findings),
        remarks={task: sound_remarks(found, language) for task, found in findings.items()},
    )


@router.post("/items/{task}/open")
async def open_item(home: HomeHere, access: Managing, task: str) -> Response:
    """Hand an item that raters discarded out again."""
    now = home.clock()
    await home.database.write_async(
        lambda connection: open_again(
            connection, task, study_id=access.study_id, person_id=access.person.person_id, now=now
        )
    )
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
    """List discards or skips with their reasons."""
    chosen = act if act in ACTS else ACTS[0]
    study = home.studies[access.study_name]
    with home.database.read() as connection:
        marks = marks_of(connection, access.study_id, act=chosen, page=number)
    return page(
        request,
        "study-marks.html",
        visitor=access.person,
        access=access,
        study=study,
        marks=marks,
        told=[(mark, mark_words(study.protocol, mark, language)) for mark in marks.rows],
        act=chosen,
    )
