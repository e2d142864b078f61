"""Practice: a judgement in the rater's language is shown, its English sentence is written and compared."""

from __future__ import annotations

from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.practice.deck import CHAINS, NOTES
from earmark.core.practice.memory import Grade
from earmark.core.roles import Right
from earmark.core.times import start_of_day
from earmark.services.practice import Look, Practice, Sitting
from earmark.services.protocols import pinned_protocol
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess, needs
from earmark.web.entrance import go
from earmark.web.languages import N_
from earmark.web.rendering import page
from earmark.web.zones import zone_of

router = APIRouter(prefix="/studies/{study}/practice")

Reading = Annotated[StudyAccess, Depends(needs(Right.READ_GUIDE))]
Sentence = Annotated[str, Query(max_length=1_000)]
PartAsked = Annotated[str, Query(max_length=80)]
PartSent = Annotated[str, Form(max_length=80)]

PARTS: Final = {NOTES: N_("Study notes"), CHAINS: N_("Chains")}
"""The names of the parts that are no groups of phrases."""

GRADES: Final = {
    Grade.AGAIN: N_("Again"),
    Grade.HARD: N_("Hard"),
    Grade.GOOD: N_("Good"),
    Grade.EASY: N_("Easy"),
}


@router.get("")
async def show_practice(
    request: Request,
    home: HomeHere,
    access: Reading,
    language: PageLanguage,
    part: PartAsked = "",
    more: bool = False,  # noqa: FBT001, FBT002 - in the address
) -> Response:
    """Show the sentence that comes next, or that nothing is left for now."""
    practice = Practice(home, access.person.person_id, access.study_name, language)
    today = start_of_day(home.clock(), zone_of(request))
    sitting = await run_in_threadpool(practice.sitting, today=today, part=part, more=more)
    return _page(request, home, access, sitting=sitting, part=part, more=more)


@router.post("/look")
async def look(
    request: Request,
    home: HomeHere,
    access: Reading,
    language: PageLanguage,
    card: Annotated[str, Form(max_length=80)],
    sentence: Annotated[list[Sentence] | None, Form()] = None,
    part: PartSent = "",
    more: Annotated[bool, Form()] = False,  # noqa: FBT002 - a field of the form
) -> Response:
    """Show the model sentence beside what was written."""
    practice = Practice(home, access.person.person_id, access.study_name, language)
    found = await run_in_threadpool(practice.look, card, sentence or [])
    return _page(request, home, access, look=found, part=part, more=more)


@router.post("/grade")
async def grade(
    home: HomeHere,
    access: Reading,
    language: PageLanguage,
    card: Annotated[str, Form(max_length=80)],
    grade: Annotated[Grade, Form()],
    seen: Annotated[int, Form()],
    part: PartSent = "",
    more: Annotated[bool, Form()] = False,  # noqa: FBT002 - a field of the form
) -> Response:
    """Keep how it went and go on to the next sentence."""
    practice = Practice(home, access.person.person_id, access.study_name, language)
    await practice.grade(card, grade, seen=seen)
    asked = {"part": part} if part else {}
    asked |= {"more": "true"} if more else {}
    return go(f"/studies/{access.study_name}/practice" + (f"?{urlencode(asked)}" if asked else ""))


def _page(
    request: Request,
    home: HomeHere,
    access: StudyAccess,
    *,
    sitting: Sitting | None = None,
    look: Look | None = None,
    part: str,
    more: bool,
) -> Response:
    study = home.studies[access.study_name]
    return page(
        request,
        "practice.html",
        visitor=access.person,
        access=access,
        has_examples=pinned_protocol(home, study.protocol_hash).loaded.has_graded_examples,
        here=f"/studies/{access.study_name}/practice",
        study=study,
        part_names=PARTS,
        grades=GRADES,
        zone=zone_of(request),
        sitting=sitting,
        look=look,
        part=part,
        more=more,
    )
