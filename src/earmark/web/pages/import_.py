"""Bringing recordings into a study in the browser: send files, check or import them, read the report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Form, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.corrections import Choice
from earmark.core.errors import ConflictError, WrongInputError
from earmark.core.wording import knows, said_from, say, spoken
from earmark.services import jobs, uploads
from earmark.services.home import Home
from earmark.services.import_jobs import LISTS, ImportOptions, options_of, start_import
from earmark.services.jobs import JobRow
from earmark.services.oversight import PAGE, Page
from earmark.web.answers import json_answer
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess
from earmark.web.entrance import go
from earmark.web.languages import N_, translate
from earmark.web.pages.study import Managing, PageNumber
from earmark.web.rendering import page

router = APIRouter(prefix="/studies/{study}/import")

LABELS: Final = {
    "refused": N_("Refused"),
    "warnings": N_("Warnings"),
    "repaired": N_("Repaired"),
    "revised": N_("Corrected"),
    "imported": N_("Imported"),
    "unchanged": N_("Unchanged"),
    "ignored": N_("Ignored"),
}
CHANGES: Final = {
    "sound": N_("the sound"),
    "channel": N_("the agent's channel"),
    "turns": N_("the turns"),
    "words": N_("words of the turns"),
}
UNDER_WAY: Final = N_("An import of this study is under way already. Wait until it has ended, or cancel it.")
NOT_ALL_HERE: Final = N_("Not all files have arrived. Send the rest, or leave it out.")
NO_FOLDER: Final = N_(
    "Some files were chosen without their folder, so it cannot name their condition. Choose the folder."
)

_SHOWN: Final = 20
SAYING: Final = frozenset({"refused", "warnings", "repaired", "ignored"})
"""The lists whose lines are sentences."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a report: which list it is from, what it holds, and what that says in a language.

    `language` is that of ``reason`` and ``remedy``: English for reports of older versions.
    """

    kind: str
    entry: dict[str, Any]
    reason: str = ""
    remedy: str = ""
    language: str = "en"


@router.get("")
async def show_import(request: Request, home: HomeHere, access: Managing) -> Response:
    """Show what can be sent, what is here, and earlier imports."""
    return _import_page(request, home, access)


def _import_page(
    request: Request, home: Home, access: StudyAccess, *, status: int = 200, notice: str = ""
) -> Response:
    with home.database.read() as connection:
        upload = uploads.upload_of(connection, access.study_id)
        earlier = jobs.jobs_of(connection, uploads.KIND, study_id=access.study_id, limit=_SHOWN)
    return page(
        request,
        "study-import.html",
        visitor=access.person,
        access=access,
        status=status,
        here=f"/studies/{access.study_name}/import",
        study=home.studies[access.study_name],
        upload=upload,
        earlier=earlier,
        active=next((job for job in earlier if job.is_active), None),
        labels=LABELS,
        kept_days=uploads.KEPT_DAYS,
        notice=notice,
    )


@router.post("")
async def start(
    request: Request,
    home: HomeHere,
    access: Managing,
    language: PageLanguage,
    condition_from: Annotated[Literal["", "folder"], Form()] = "",
    agent_channel: Annotated[Literal["", "left", "right"], Form()] = "",
    vad: Annotated[Literal["", "fast", "accurate"], Form()] = "",
    on_change: Annotated[Choice, Form()] = "refuse",
    agent_speakers: Annotated[str, Form(max_length=2_000)] = "",
    act: Annotated[str, Form()] = "check",
) -> Response:
    """Check or import what is here."""
    options = ImportOptions(
        condition_from=condition_from or None,
        agent_speakers=tuple(filter(None, map(str.strip, agent_speakers.split(",")))),
        agent_channel=agent_channel or None,
        vad=vad or None,
        on_change=on_change,
        dry_run=act != "import",
    )
    return await _start(request, home, access, language, options=options)


async def _start(
    request: Request, home: Home, access: StudyAccess, language: str, *, options: ImportOptions
) -> Response:
    study = home.studies[access.study_name]
    try:
        job = await run_in_threadpool(start_import, study, options, person_id=access.person.person_id)
    except WrongInputError as error:
        return _import_page(request, home, access, status=error.status, notice=translate(language, NO_FOLDER))
    except ConflictError as error:
        with home.database.read() as connection:
            upload = uploads.upload_of(connection, access.study_id)
        notice = NOT_ALL_HERE if upload is not None and upload.missing else UNDER_WAY
        return _import_page(request, home, access, status=error.status, notice=translate(language, notice))
    request.app.state.wake_jobs()
    return go(f"/studies/{access.study_name}/import/{job}")


@router.post("/discard")
async def discard(home: HomeHere, access: Managing) -> Response:
    """Remove what was sent."""
    await run_in_threadpool(uploads.discard, home, access.study_id)
    return go(f"/studies/{access.study_name}/import")


@router.post("/leave-out")
async def leave_out(home: HomeHere, access: Managing) -> Response:
    """Go on without the files that have not arrived whole."""
    await run_in_threadpool(uploads.leave_out, home, access.study_id)
    return go(f"/studies/{access.study_name}/import")


@router.get("/{job}")
async def show_job(
    request: Request,
    home: HomeHere,
    access: Managing,
    language: PageLanguage,
    job: str,
    number: PageNumber = 1,
    only: str = "",
) -> Response:
    """Show how far an import is, or its report; the filter is in the address."""
    with home.database.read() as connection:
        found = jobs.get_job(connection, job, study_id=access.study_id)
        upload = uploads.upload_of(connection, access.study_id)
    chosen = only if only in LISTS else ""
    return page(
        request,
        "study-import-job.html",
        visitor=access.person,
        access=access,
        study=home.studies[access.study_name],
        job=found,
        failure=jobs.why_failed(found, language),
        has_upload=upload is not None and upload.id == found.arguments["upload"],
        only=chosen,
        lines=_lines(found, chosen, number, language),
        changes=CHANGES,
        labels=LABELS,
    )


def _lines(job: JobRow, only: str, number: int, language: str) -> Page[Line]:
    report = job.report or {}
    kinds = [only] if only else list(LISTS)
    entries = [(kind, entry) for kind in kinds for entry in report.get(kind, [])]
    begin = (number - 1) * PAGE
    lines = (_line(kind, entry, language) for kind, entry in entries[begin : begin + PAGE])
    return Page(tuple(lines), number, len(entries) > begin + PAGE)


def _line(kind: str, entry: dict[str, Any], language: str) -> Line:
    if kind not in SAYING:
        return Line(kind, entry)
    if not knows(entry.get("code", "")):
        return Line(kind, entry, entry.get("reason") or entry.get("message", ""), entry.get("remedy", ""))
    sentence = said_from(entry["code"], entry["words"])
    return Line(kind, entry, say(sentence, language), say(sentence, language, part="page"), spoken(language))


@router.get("/{job}/report.json")
async def download_report(home: HomeHere, access: Managing, job: str) -> Response:
    """Return the report as the command prints it with --json."""
    with home.database.read() as connection:
        found = jobs.get_job(connection, job, study_id=access.study_id)
    answer = json_answer(found.report or {})
    answer.headers["Content-Disposition"] = f'attachment; filename="import-{access.study_name}-{job}.json"'
    return answer


@router.post("/{job}/cancel")
async def cancel(home: HomeHere, access: Managing, job: str) -> Response:
    """Cancel an import; what is finished stays."""
    now = home.clock()
    await home.database.write_async(
        lambda connection: jobs.cancel_job(connection, job, study_id=access.study_id, now=now)
    )
    return go(f"/studies/{access.study_name}/import/{job}")


@router.post("/{job}/again")
async def run_again(
    request: Request,
    home: HomeHere,
    access: Managing,
    language: PageLanguage,
    job: str,
    act: Annotated[str, Form()] = "check",
    on_change: Annotated[Choice | None, Form()] = None,
) -> Response:
    """Import after a check, go on after a cancelled import, or settle corrections; with the same options."""
    with home.database.read() as connection:
        found = jobs.get_job(connection, job, study_id=access.study_id)
    options = options_of(found, dry_run=act != "import", on_change=on_change)
    return await _start(request, home, access, language, options=options)
