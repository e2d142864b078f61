"""What reviewers look at first: submissions as they stand, with the risk and grade that audits predict."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.roles import Right
from earmark.services.appraisals import appraisals_of
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess, needs
from earmark.web.languages import N_
from earmark.web.pages.study import PageNumber
from earmark.web.rendering import page

router = APIRouter()

SEVERITIES: Final = {"hint": N_("hint"), "warning": N_("warning"), "error": N_("error")}
"""How hard an audit speaks, in words."""


@router.get("/studies/{study}/review")
async def show_review(
    request: Request,
    home: HomeHere,
    access: Annotated[StudyAccess, Depends(needs(Right.READ_RESULTS))],
    language: PageLanguage,
    number: PageNumber = 1,
) -> Response:
    """List submissions, the latest page first, and on each page the riskiest first."""
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
