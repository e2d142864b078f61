"""A rater's own work in a study: what they sent and left; opening it again, taking a skip or discard back."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from starlette.responses import Response

from earmark.core.errors import ConflictError
from earmark.core.roles import Right
from earmark.core.times import start_of_day
from earmark.services.home import Home
from earmark.services.protocols import pinned_protocol
from earmark.services.raters import Rater
from earmark.services.retractions import TakenBack
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess, needs
from earmark.web.entrance import go
from earmark.web.mark_words import Left, mark_words
from earmark.web.own_words import BARS, STANDINGS, TAKEN_BACK
from earmark.web.pages.rating import rating_page
from earmark.web.pages.study import PageNumber
from earmark.web.rendering import page
from earmark.web.zones import zone_of

router = APIRouter(prefix="/studies/{study}")

Rating = Annotated[StudyAccess, Depends(needs(Right.RATE))]


@router.get("/work")
async def show_own_work(
    request: Request, home: HomeHere, access: Rating, language: PageLanguage, number: PageNumber = 1
) -> Response:
    """List what the visitor sent and left in the study, the latest first."""
    return _own_work(request, home, access, language, number=number)


@router.get("/rate/{assignment}")
async def open_again(
    request: Request, home: HomeHere, access: Rating, language: PageLanguage, assignment: str
) -> Response:
    """Open a submitted item on the rating page, or say first why it cannot be corrected."""
    bar = Rater(home, access.person.person_id).bar_to_reopen(access.study_name, assignment)
    if bar is not None:
        return _own_work(request, home, access, language, status=409, refusal=BARS[bar])
    return rating_page(request, home, access, assignment=assignment)


@router.post("/work/take-back")
async def take_back(
    request: Request,
    home: HomeHere,
    access: Rating,
    language: PageLanguage,
    assignment: Annotated[str, Form()] = "",
) -> Response:
    """Take back the skip or discard of an item."""
    rater = Rater(home, access.person.person_id)
    try:
        done = await rater.take_back(assignment)
    except ConflictError as refused:
        [fault] = refused.faults
        said = next((words for bar, words in BARS.items() if bar == fault.code), fault.message)
        return _own_work(request, home, access, language, status=409, refusal=said)
    return go(f"/studies/{access.study_name}/work?back={_became(done)}")


def _became(done: TakenBack) -> str:
    if done.restored is None:
        return "again"
    if done.restored.set_aside:
        return "set-aside"
    return "extra" if done.restored.extra else "in"


def _own_work(
    request: Request,
    home: Home,
    access: StudyAccess,
    language: str,
    *,
    number: int = 1,
    status: int = 200,
    refusal: str = "",
) -> Response:
    study = home.studies[access.study_name]
    zone = zone_of(request)
    today = start_of_day(home.clock(), zone)
    work = Rater(home, access.person.person_id).own_work(access.study_name, page=number, today=today)
    return page(
        request,
        "own-work.html",
        visitor=access.person,
        status=status,
        access=access,
        study=study,
        has_phrasebook=pinned_protocol(home, study.protocol_hash).loaded.has_phrasebook,
        work=work,
        zone=zone,
        ways={
            entry.assignment: mark_words(study.protocol, Left(*entry.way), language)
            for entry in work.rows
            if entry.way
        },
        standings=STANDINGS,
        bars=BARS,
        refusal=refusal,
        told=TAKEN_BACK.get(request.query_params.get("back", ""), ""),
    )
