"""The results of a study as JSON: the same object that ``earmark results --json`` prints."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.roles import Right
from earmark.core.scope import Scope
from earmark.web.answers import json_answer
from earmark.web.dependencies import HomeHere, StudyAccess, needs

router = APIRouter(prefix="/api/v1", tags=["results"])

Reading = Annotated[StudyAccess, Depends(needs(Right.READ_RESULTS))]


@router.get("/studies/{study}/results")
async def results(study: str, request: Request, home: HomeHere, access: Reading) -> Response:
    """Answer with the results; `condition`, `language`, `category`, `class`, `group` in the query filter."""
    del access  # that the asker may read is all that matters
    scope = Scope.from_pairs(request.query_params.multi_items())
    found = await run_in_threadpool(lambda: home.studies[study].results(scope=scope))
    return json_answer(found.as_json())
