"""The settings of a study as a form: checked as `earmark study set` checks them; and its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.errors import WrongInputError
from earmark.core.pairing import read_pairs, write_pairs
from earmark.core.study import StudySettings
from earmark.services.evidence.job import ask_if_needed
from earmark.services.fact_checks.job import check_again, state_of
from earmark.services.fact_checks.plugins import plugin_names
from earmark.services.home import Home
from earmark.services.studies import Study
from earmark.web.dependencies import HomeHere, StudyAccess
from earmark.web.entrance import go
from earmark.web.pages.study import Managing
from earmark.web.rendering import page

router = APIRouter(prefix="/studies/{study}/settings")

NUMBERS: Final = (
    "votes_per_item",
    "lease_minutes",
    "discards_to_stop",
    "items_per_rater",
    "agent_pause_s",
    "user_pause_s",
)

SWITCHES: Final = ("hear_first", "show_text", "analyse", "models")
"""Boxes that are ticked or not: a browser leaves out those that are not."""


@router.get("")
async def show_settings(request: Request, home: HomeHere, access: Managing) -> Response:
    """Show the settings as they are."""
    study = home.studies[access.study_name]
    return _page(request, home, access, values=_as_form(study), faults={})


@router.post("")
async def change_settings(request: Request, home: HomeHere, access: Managing) -> Response:
    """Take settings, all or none; each that cannot be is named at its field."""
    form = {name: str(value) for name, value in (await request.form()).items()}
    study = home.studies[access.study_name]
    try:
        await run_in_threadpool(lambda: study.set(**_changes(form)))
    except WrongInputError as error:
        faults = {fault.where.partition(".")[0]: fault.message for fault in error.faults}
        written = _as_form(study) | form | {name: form.get(name, "") for name in SWITCHES}
        return _page(request, home, access, values=written, faults=faults, status=error.status)
    if await run_in_threadpool(ask_if_needed, home, access.study_id):
        request.app.state.wake_jobs()
    return go(f"/studies/{access.study_name}/settings?saved=1")


@router.post("/fact-check")
async def check_facts_again(request: Request, home: HomeHere, access: Managing) -> Response:
    """Let the talks be checked again whose check failed or was too slow."""
    is_asked = await run_in_threadpool(check_again, home, access.study_id)
    if is_asked:
        request.app.state.wake_jobs()
    return go(f"/studies/{access.study_name}/settings?checks={'asked' if is_asked else 'none'}")


def _as_form(study: Study) -> dict[str, str]:
    """Return the settings as the fields of a form hold them."""
    settings = study.settings
    numbers = {name: getattr(settings, name) for name in NUMBERS}
    shown = {name: "" if value is None else f"{value:g}" for name, value in numbers.items()}
    return (
        shown
        | {
            "agent_channel": settings.agent_channel or "",
            "agent_speakers": "\n".join(settings.agent_speakers),
            "vad": settings.vad,
            "transcript": settings.transcript,
            "evidence": settings.evidence,
            "pairs": write_pairs(settings.pairs),
            "pair_choice": settings.pair_choice,
            "pair_floor": str(settings.pair_floor),
            "fact_check": settings.fact_check,
        }
        | {name: "1" if getattr(settings, name) else "" for name in SWITCHES}
    )


def _changes(form: Mapping[str, str]) -> dict[str, object]:
    """Return what a form asks for; a number that is none stays text, for the check to refuse."""
    changes: dict[str, object] = {name: form.get(name, "").strip() or None for name in NUMBERS}
    speakers = (line.strip() for line in form.get("agent_speakers", "").splitlines())
    return (
        changes
        | {
            "agent_channel": form.get("agent_channel") or None,
            "agent_speakers": tuple(filter(None, speakers)),
            "vad": form.get("vad", ""),
            "transcript": form.get("transcript") or "show",
            "evidence": form.get("evidence") or "after-rating",
            "pairs": read_pairs(form.get("pairs", "").splitlines()),
            "pair_choice": form.get("pair_choice") or "balanced",
            "pair_floor": form.get("pair_floor", "").strip() or StudySettings().pair_floor,
            "fact_check": form.get("fact_check", ""),
        }
        | {name: name in form for name in SWITCHES}
    )


def _page(
    request: Request,
    home: Home,
    access: StudyAccess,
    *,
    values: Mapping[str, str],
    faults: Mapping[str, str],
    status: int = 200,
) -> Response:
    study = home.studies[access.study_name]
    return page(
        request,
        "study-settings.html",
        visitor=access.person,
        status=status,
        access=access,
        here=f"/studies/{access.study_name}/settings",
        study=study,
        plugins=plugin_names() if study.protocol.item.is_pair else (),
        checked=state_of(home, study) if study.settings.fact_check else None,
        values=values,
        faults=faults,
        saved="saved" in request.query_params,
        checks=request.query_params.get("checks", ""),
    )
