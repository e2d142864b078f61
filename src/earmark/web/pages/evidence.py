"""What the recordings of a study themselves show: by condition, the worst first, and one to be heard."""

from __future__ import annotations

from collections.abc import Iterator
from io import TextIOWrapper
from tempfile import TemporaryFile
from typing import IO, Annotated, BinaryIO, Final, Literal, cast
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from earmark.core.errors import ConflictError, NotFoundError
from earmark.core.roles import Right
from earmark.core.scope import KINDS, Scope
from earmark.exports.columns import EVIDENCE
from earmark.exports.tables import write_csv, write_parquet
from earmark.services.evidence.job import start_analysis
from earmark.services.evidence.study import (
    StudyEvidence,
    evidence_of,
    recording_in,
    study_evidence,
    table_rows,
)
from earmark.services.evidence.summary import OF_RECORDINGS
from earmark.services.jobs import why_failed
from earmark.services.studies import Study
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess, needs
from earmark.web.entrance import go
from earmark.web.evidence_measures import measures_of_channels, measures_of_whole
from earmark.web.evidence_words import kind_title
from earmark.web.languages import SOURCE
from earmark.web.pages.study import Managing, PageNumber
from earmark.web.rendering import page
from earmark.web.results.evidence import distribution, overview, parts_of_kind
from earmark.web.results.filters import filters_of
from earmark.web.results.parts import Part
from earmark.web.results.pictures import look
from earmark.web.results.writing import Writer

router = APIRouter(prefix="/studies/{study}/evidence")

Reading = Annotated[StudyAccess, Depends(needs(Right.READ_RESULTS))]
Form = Literal["csv", "parquet"]

MEDIA: Final[dict[Form, str]] = {
    "csv": "text/csv; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
}
_BLOCK: Final = 1 << 16


@router.get("")
async def show_evidence(
    request: Request,
    home: HomeHere,
    access: Reading,
    language: PageLanguage,
    number: PageNumber = 1,
    kind: str = "",
) -> Response:
    """Show what was found, by condition, and the worst recordings first; filters are in the address."""
    study, scope = home.studies[access.study_name], _scope(request)
    found = await run_in_threadpool(lambda: study_evidence(study, scope, kind=kind, page=number))
    writer = _writer(found, language)
    parts = await run_in_threadpool(lambda: _parts(found, writer))
    return page(
        request,
        "study-evidence.html",
        visitor=access.person,
        access=access,
        study=study,
        here=f"/studies/{access.study_name}/evidence",
        found=found,
        failure=found.job and why_failed(found.job, language),
        parts=parts,
        spread=distribution(found.latencies, writer),
        look=look(),
        filters=filters_of(found.names, scope, language),
        is_part=bool(scope),
        kind=kind,
        kinds=[(name, kind_title(name, language)) for name in found.kinds],
        title_of=lambda name: kind_title(name, language),
        query=urlencode(scope.as_pairs()),
    )


@router.post("/analyse")
async def analyse(request: Request, home: HomeHere, access: Managing) -> Response:
    """Let the study be analysed now; what is under way goes on."""
    try:
        await run_in_threadpool(start_analysis, home, access.study_id, person_id=access.person.person_id)
    except ConflictError:
        return go(f"/studies/{access.study_name}/evidence")
    request.app.state.wake_jobs()
    return go(f"/studies/{access.study_name}/evidence")


@router.get("/evidence.{form}")
async def download_evidence(home: HomeHere, access: Reading, form: Form) -> Response:
    """Answer with every fact about every recording, as a table."""
    study = home.studies[access.study_name]
    stream = await run_in_threadpool(_written, study, form)
    headers = {"Content-Disposition": f'attachment; filename="{access.study_name}-evidence.{form}"'}
    return StreamingResponse(_blocks(stream), media_type=MEDIA[form], headers=headers)


@router.get("/tables/{table}.csv")
async def download_table(request: Request, home: HomeHere, access: Reading, table: str) -> Response:
    """Answer with one table of the page."""
    study, scope = home.studies[access.study_name], _scope(request)
    found = await run_in_threadpool(lambda: study_evidence(study, scope))
    parts = await run_in_threadpool(lambda: _parts(found, _writer(found, SOURCE)))
    part = next((one for one in parts if one.id == table), None)
    if part is None or part.table is None:
        message = "The evidence of this study has no such table."
        raise NotFoundError(message)
    headers = {"Content-Disposition": f'attachment; filename="{access.study_name}-{table}.csv"'}
    return Response(part.table.csv(), media_type="text/csv", headers=headers)


@router.get("/recordings/{stimulus}")
async def hear_recording(
    request: Request,
    home: HomeHere,
    access: Reading,
    language: PageLanguage,
    stimulus: str,
    at: float = 0.0,
) -> Response:
    """Show one recording with its lanes, at the place that the address names, and what was measured."""
    study = home.studies[access.study_name]
    recording = recording_in(study, stimulus)
    found = await run_in_threadpool(evidence_of, study, recording)
    return page(
        request,
        "study-recording.html",
        visitor=access.person,
        access=access,
        study=study,
        recording=recording,
        whole=measures_of_whole(found, language) if found else [],
        each=measures_of_channels(found, language) if found else [],
        at=min(max(0.0, at), recording.duration_s) if at == at else 0.0,  # noqa: PLR0124 - NaN is no place
    )


def _scope(request: Request) -> Scope:
    asked = request.query_params.multi_items()
    return Scope.from_pairs((key, value) for key, value in asked if KINDS.get(key) in OF_RECORDINGS)


def _writer(found: StudyEvidence, language: str) -> Writer:
    """Return the writer of the page: colours go by all conditions, as those of the results do."""
    there = dict.fromkeys(one.condition or None for kind in found.results.kinds for one in kind.conditions)
    return Writer(language, tuple(name or None for name in found.names.condition) or tuple(there) or (None,))


def _parts(found: StudyEvidence, writer: Writer) -> list[Part]:
    kinds = found.results.kinds
    each = (part for kind in kinds if not kind.is_whole for part in parts_of_kind(kind, writer))
    return [overview(kinds, writer), *each] if kinds else []


def _written(study: Study, form: Form) -> IO[bytes]:
    stream = cast("BinaryIO", TemporaryFile())  # noqa: SIM115 - it is closed when it has been sent
    if form == "parquet":
        write_parquet(stream, EVIDENCE, table_rows(study))
    else:
        text = TextIOWrapper(stream, encoding="utf-8", newline="")
        write_csv(text, EVIDENCE, table_rows(study))
        text.detach()
    stream.seek(0)
    return stream


def _blocks(stream: IO[bytes]) -> Iterator[bytes]:
    with stream:
        while block := stream.read(_BLOCK):
            yield block
