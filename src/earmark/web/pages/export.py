"""A study's data for its owner to take along."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from earmark.core.errors import EnvironmentProblemError
from earmark.core.roles import Right
from earmark.core.times import iso
from earmark.services.downloading import stream_export
from earmark.services.export_files import check_sound
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess, needs
from earmark.web.languages import N_, translate
from earmark.web.pages.study import study_page

router = APIRouter(prefix="/studies/{study}")

Managing = Annotated[StudyAccess, Depends(needs(Right.MANAGE))]

LOST: Final = N_("Some of the sound is lost. Import it again, or download without it.")


@router.get("/export.zip")
async def download_export(
    request: Request, home: HomeHere, access: Managing, language: PageLanguage, *, audio: bool = False
) -> Response:
    """Answer with everything that the study holds, as `earmark export` writes it."""
    study = home.studies[access.study_name]
    if audio:
        try:
            await run_in_threadpool(check_sound, study)  # while there is a page to say so on
        except EnvironmentProblemError as lost:
            return study_page(request, home, access, status=lost.status, notice=translate(language, LOST))
    name = f"{access.study_name}-{iso(home.clock())[:10]}.zip"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "X-Accel-Buffering": "no",  # a proxy before us should pass it on as it comes
    }
    return StreamingResponse(stream_export(study, audio=audio), media_type="application/zip", headers=headers)
