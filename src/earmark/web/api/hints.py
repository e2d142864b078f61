"""Hints on a justification while it is being written."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from earmark.services.hints import Asked
from earmark.web.answers import json_answer
from earmark.web.api.queue import AtWork
from earmark.web.bodies import JsonRoute

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
        {"strength": found.strength, "findings": [asdict(finding) for finding in found.findings]}
    )
