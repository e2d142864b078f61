"""A study's results: the sentence first, then the picture, the table and the method."""

from __future__ import annotations

import asyncio
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.errors import NotFoundError, UnknownFilterError
from earmark.core.results import StudyResults
from earmark.core.roles import Right
from earmark.core.scope import Scope
from earmark.services.studies import Study
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess, needs
from earmark.web.languages import SOURCE
from earmark.web.mark_words import mark_words
from earmark.web.rendering import page
from earmark.web.report import report_html
from earmark.web.results.filters import filters_of, unknown_filter
from earmark.web.results.pictures import look
from earmark.web.results.sections import parts_of, sections_of

router = APIRouter(prefix="/studies/{study}/results")

Reading = Annotated[StudyAccess, Depends(needs(Right.READ_RESULTS))]

_DRAWING = asyncio.Lock()
"""One process draws at a time: whoever asks next waits a second or two."""


async def _found(request: Request, study: Study) -> StudyResults:
    """Return the results of the part of a study that the address asks for."""
    scope = Scope.from_pairs(request.query_params.multi_items())
    return await run_in_threadpool(lambda: study.results(scope=scope))


@router.get("")
async def show_results(request: Request, home: HomeHere, access: Reading, language: PageLanguage) -> Response:
    """Show how far the study is and what it says so far, of the part that the address asks for."""
    study = home.studies[access.study_name]
    unknown: UnknownFilterError | None = None
    try:
        results = await _found(request, study)
    except UnknownFilterError as error:
        unknown, results = error, await run_in_threadpool(study.results)
    sections = await run_in_threadpool(lambda: sections_of(study.protocol, results, language))
    return page(
        request,
        "results.html",
        visitor=access.person,
        study=study,
        access=access,
        results=results,
        sections=sections,
        look=look(),
        filters=filters_of(results.names, results.scope, language),
        unknown=unknown and unknown_filter(unknown, language),
        query=urlencode(results.scope.as_pairs()),
        skips=[(count, mark_words(study.protocol, count, language)) for count in results.skips],
        discards=[(count, mark_words(study.protocol, count, language)) for count in results.discards],
    )


@router.get("/report.html")
async def download_report(
    request: Request, home: HomeHere, access: Reading, language: PageLanguage
) -> Response:
    """Answer with the results as one file in the language of the page."""
    study = home.studies[access.study_name]
    results = await _found(request, study)
    async with _DRAWING:
        text = await run_in_threadpool(lambda: report_html(study.protocol, results, language, beside=True))
    headers = {"Content-Disposition": f'attachment; filename="{study.name}-report.html"'}
    return Response(text, media_type="text/html; charset=utf-8", headers=headers)


@router.get("/{table}.csv")
async def download_table(request: Request, home: HomeHere, access: Reading, table: str) -> Response:
    """Answer with one table of the page."""
    study = home.studies[access.study_name]
    results = await _found(request, study)
    parts = await run_in_threadpool(lambda: parts_of(sections_of(study.protocol, results, SOURCE)))
    part = parts.get(table)
    if part is None or part.table is None:
        message = "The results of this study have no such table."
        raise NotFoundError(message)
    headers = {"Content-Disposition": f'attachment; filename="{access.study_name}-{table}.csv"'}
    return Response(part.table.csv(), media_type="text/csv", headers=headers)
