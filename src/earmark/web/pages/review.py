"""What reviewers look at first: submissions as they stand, with the risk and grade that audits predict."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.roles import Right
from earmark.core.times_written import written_clock
from earmark.protocols.questions import Choice
from earmark.services.appraisals import appraisals_of
from earmark.services.submission_talks import submission_talks
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess, needs
from earmark.web.languages import N_
from earmark.web.pages.study import PageNumber
from earmark.web.rendering import page
from earmark.web.review_words import sides_of, user_place

router = APIRouter(prefix="/studies/{study}/review")

Reading = Annotated[StudyAccess, Depends(needs(Right.READ_RESULTS))]

SEVERITIES: Final = {"hint": N_("hint"), "warning": N_("warning"), "error": N_("error")}
"""How hard an audit speaks, in words."""


@router.get("")
async def show_review(
    request: Request,
    home: HomeHere,
    access: Reading,
    language: PageLanguage,
    number: PageNumber = 1,
) -> Response:
    """List submissions, the riskiest first."""
    study = home.studies[access.study_name]
    found = await run_in_threadpool(appraisals_of, study, page=number, language=language)
    texts = [one.id for one in study.protocol.asked_of("pair") if one.kind == "text"]
    return page(
        request,
        "study-review.html",
        visitor=access.person,
        access=access,
        study=study,
        appraisals=found,
        grades={grade.id: grade.label.in_language(language) for grade in study.protocol.grades},
        texts=texts,
        severities=SEVERITIES,
    )


@router.get("/{assignment}")
async def show_talks(
    request: Request, home: HomeHere, access: Reading, language: PageLanguage, assignment: str
) -> Response:
    """Show the two talks behind a submission: whether they were given alike, delays, claims."""
    study = home.studies[access.study_name]
    found = await run_in_threadpool(submission_talks, study, assignment)
    options = {
        (question.id, option.id): option.label.in_language(language)
        for question in study.protocol.questions
        if isinstance(question, Choice)
        for option in question.offered
    }
    return page(
        request,
        "study-review-talks.html",
        visitor=access.person,
        access=access,
        study=study,
        found=found,
        talks=found.talks,
        sides=sides_of(found, language),
        names=[name.in_language(language) for name in study.protocol.item.sides],
        options=options,
        titles={one.id: one.title.in_language(language) for one in study.protocol.questions},
        clock=written_clock,
        user_place=user_place,
    )
