"""What the audits say: of a justification while it is written, of a comparison, and of any answers given."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from earmark.audits.check import check
from earmark.core.roles import Right
from earmark.services.hints import Asked
from earmark.services.pair_hints import LastLook
from earmark.web.answers import json_answer
from earmark.web.api.queue import AtWork
from earmark.web.bodies import JsonRoute
from earmark.web.dependencies import HomeHere, StudyAccess, needs

Reading = Annotated[StudyAccess, Depends(needs(Right.READ_RESULTS))]

router = APIRouter(prefix="/api/v1", tags=["rating"], route_class=JsonRoute)


class HintsBody(BaseModel):
    """A text that is being written, with the answer so far; see `Asked`."""

    model_config = ConfigDict(extra="forbid")

    target: str = Field(max_length=64)
    question: str = Field(max_length=130)
    answer: dict[str, object]
    language: str = Field(pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$", max_length=12)


@router.post("/assignments/{assignment}/hints")
async def hints(assignment: str, rater: AtWork, body: HintsBody) -> Response:
    """Say what a text has already, and what the protocol's audits find in it. Nothing is kept."""
    found = rater.hints(assignment, Asked(body.target, body.question, body.answer, body.language))
    return json_answer(
        {"strength": found.strength, "findings": [finding.as_json() for finding in found.findings]}
    )


class FindingsBody(BaseModel):
    """A comparison as the page has it; see `LastLook`."""

    model_config = ConfigDict(extra="forbid")

    answers: dict[str, object]
    language: str = Field(pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$", max_length=12)
    at_end: bool = False
    talks: dict[str, object] = Field(default_factory=dict)


@router.post("/assignments/{assignment}/findings")
async def findings(assignment: str, rater: AtWork, body: FindingsBody) -> Response:
    """Say what the protocol's audits find in a comparison of the rater's own. Nothing is kept."""
    found = rater.findings_on_pair(assignment, LastLook(body.answers, body.language, body.at_end, body.talks))
    return json_answer({"findings": [finding.as_json() for finding in found]})


class AuditBody(BaseModel):
    """Answers and what is known around them, as ``earmark audit check`` takes them."""

    model_config = ConfigDict(extra="forbid")

    answers: dict[str, object]
    context: dict[str, object] = Field(default_factory=dict)


@router.post("/studies/{study}/audit")
async def audit(study: str, home: HomeHere, access: Reading, body: AuditBody) -> Response:
    """Answer with the object that ``earmark audit check`` prints, by the protocol that the study pinned."""
    del access  # risk and predicted grade are for those who may read results
    protocol = home.studies[study].protocol
    return json_answer(check(protocol, body.answers, body.context).as_json())
