"""The graded examples of a protocol: to be read grade by grade, or to guess the grade of each."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.errors import NotFoundError
from earmark.core.order import draw_of
from earmark.core.roles import Right
from earmark.protocols.phrasebook.graded import GradedExample
from earmark.protocols.schema import Grade
from earmark.protocols.texts import Text
from earmark.services.protocols import pinned_protocol
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess, needs
from earmark.web.graded_words import shown_example
from earmark.web.rendering import page

router = APIRouter()

_UNKNOWN: Final = "The protocol of this study brings no graded examples."


@router.get("/studies/{study}/examples")
async def show_examples(
    request: Request,
    home: HomeHere,
    language: PageLanguage,
    access: Annotated[StudyAccess, Depends(needs(Right.READ_GUIDE))],
    guess: bool = False,  # noqa: FBT001, FBT002 - in the address
) -> Response:
    """Show every example under its grade, or, to be guessed, in a mixed order with its grade folded away."""
    study = home.studies[access.study_name]
    pinned = pinned_protocol(home, study.protocol_hash)
    examples = (await run_in_threadpool(lambda: pinned.phrasebook)).graded
    if not examples:
        raise NotFoundError(_UNKNOWN)
    grades = pinned.protocol.grades or _grades_named(examples)
    order = {grade.id: place for place, grade in enumerate(grades)}
    ordered = sorted(examples, key=lambda one: draw_of(one.id) if guess else order.get(one.grade, len(order)))
    return page(
        request,
        "graded.html",
        visitor=access.person,
        study=study,
        guess=guess,
        shown=[shown_example(pinned.protocol, one, language) for one in ordered],
        grades={grade.id: grade for grade in grades},
    )


def _grades_named(examples: tuple[GradedExample, ...]) -> tuple[Grade, ...]:
    """Return the grades that examples name, where the protocol itself lists none."""
    named = dict.fromkeys(one.grade for one in examples)
    return tuple(Grade(id=name, label=Text({"en": name.replace("-", " ").capitalize()})) for name in named)
