"""A study's results: the sentence first, then the picture, the table and the method."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.errors import NotFoundError
from earmark.core.results import ConditionResult, QuestionResult, StudyResults
from earmark.core.roles import Right
from earmark.exports.question_table import question_csv
from earmark.protocols.questions.scale import Scale
from earmark.services.studies import Study
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess, needs
from earmark.web.mark_words import mark_words
from earmark.web.rendering import page
from earmark.web.result_words import chart_words, condition_names, lead

router = APIRouter(prefix="/studies/{study}/results")

Reading = Annotated[StudyAccess, Depends(needs(Right.READ_RESULTS))]

COLOURS = 8
"""Colours of conditions in the style sheet; a ninth condition begins again, with its name beside it."""


@dataclass(frozen=True, slots=True)
class Section:
    """One question on the page. Specs are None where there is nothing to draw."""

    question: QuestionResult
    title: str
    prompt: str
    labels: tuple[str, ...]
    lead: str
    rows: tuple[tuple[str, ConditionResult], ...]
    intervals: dict[str, object] | None
    histogram: dict[str, object] | None


@router.get("")
async def show_results(request: Request, home: HomeHere, access: Reading, language: PageLanguage) -> Response:
    """Show how far the study is and what it says so far."""
    study = home.studies[access.study_name]
    results = await run_in_threadpool(study.results)
    sections = await run_in_threadpool(lambda: tuple(_sections(study, results, language)))
    return page(
        request,
        "results.html",
        visitor=access.person,
        study=study,
        access=access,
        results=results,
        sections=sections,
        skips=[(count, mark_words(study.protocol, count, language)) for count in results.skips],
        discards=[(count, mark_words(study.protocol, count, language)) for count in results.discards],
        colours=COLOURS,
    )


@router.get("/{question}.csv")
async def download_table(home: HomeHere, access: Reading, question: str) -> Response:
    """Answer with the table of one question."""
    results = await run_in_threadpool(home.studies[access.study_name].results)
    for found in results.questions:
        if found.id == question:
            name = f"{access.study_name}-{question}.csv"
            headers = {"Content-Disposition": f'attachment; filename="{name}"'}
            return Response(question_csv(found), media_type="text/csv", headers=headers)
    message = "The study has no such question with numbers."
    raise NotFoundError(message)


def _sections(study: Study, results: StudyResults, language: str) -> Iterator[Section]:
    from earmark.exports.charts import histogram_chart, interval_chart  # noqa: PLC0415 - Altair is slow to come

    for scale, question in zip(study.protocol.scales(), results.questions, strict=True):
        words = chart_words(scale, question, language)
        has_scores = any(result.score.n for result in question.conditions)
        yield Section(
            question=question,
            title=scale.title.in_language(language),
            prompt=scale.prompt.in_language(language),
            labels=_labels(scale, language),
            lead=lead(question, language),
            rows=tuple(zip(condition_names(question, language), question.conditions, strict=True)),
            intervals=interval_chart(question, words) if has_scores else None,
            histogram=histogram_chart(question, words) if has_scores else None,
        )


def _labels(scale: Scale, language: str) -> tuple[str, ...]:
    return tuple(point.label.in_language(language) for point in scale.points)
