"""An owner's list of items, one item with all that happened to it, and what can be done with items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from earmark.core.errors import NotFoundError
from earmark.core.steering import ACTS, Act, Outcome
from earmark.services.home import Home
from earmark.services.oversight import choices_of, item_of, items_of, matching
from earmark.services.soundchecks import Finding
from earmark.services.soundremarks import findings_by_task
from earmark.services.steering import By, Handover, done_by, leases_among, release_lease, steer, undo
from earmark.services.under_way import share_cut
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess
from earmark.web.entrance import go
from earmark.web.item_query import ANY_FINDING, ItemQuery, query_from
from earmark.web.mark_words import mark_words
from earmark.web.pages.study import Managing, PageNumber
from earmark.web.rendering import page
from earmark.web.revision_words import changes_of
from earmark.web.sound_words import CHECKS, sound_remarks
from earmark.web.steering_words import EVENTS, HOLDS, STATES, left_code, told_of

router = APIRouter(prefix="/studies/{study}/items")

ASKS_FIRST: Final = frozenset({"withdraw", "reassign"})
"""Acts that touch what raters are doing: a page says whom, before they are done."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a form of the list or of an item says is to be done."""

    act: Act
    tasks: tuple[str, ...]
    back: str


@router.get("")
async def show_items(
    request: Request, home: HomeHere, access: Managing, language: PageLanguage, number: PageNumber = 1
) -> Response:
    """List the items; filter, order and page are in the address, so that a view can be sent."""
    query, now = query_from(request.query_params), home.clock()
    with home.database.read() as connection:
        findings = findings_by_task(connection, access.study_id)
        items = items_of(
            connection, access.study_id, query.wanted, now=now, page=number, among=_among(query, findings)
        )
        choices = choices_of(connection, access.study_id, now=now)
        done = done_by(connection, access.study_id, request.query_params.get("done", ""))
    checks = sorted({one.check for found in findings.values() for one in found})
    return page(
        request,
        "study-items.html",
        visitor=access.person,
        status=200,
        access=access,
        study=home.studies[access.study_name],
        items=items,
        query=query,
        choices=choices,
        checks=[(check, CHECKS[check]) for check in checks],
        remarked=len(findings),
        remarks={row.id: sound_remarks(findings.get(row.id, ()), language) for row in items.rows},
        states=STATES,
        **told_of(request, done),
    )


@router.post("")
async def act_on_items(
    request: Request,
    home: HomeHere,
    access: Managing,
    act: Annotated[str, Form()] = "",
    to: Annotated[str, Form()] = "",
) -> Response:
    """Do something to the chosen items, or to all that the filter names; ask first where raters work."""
    form = await request.form()
    wanted = next((one for one in ACTS if one == act), None)
    if wanted is None:
        message = "There is no such thing to do with items."
        raise NotFoundError(message)
    tasks = _chosen(home, access, {name: form[name] for name in form}, form.getlist("task"))
    back = _back(access, str(form.get("back", "")))
    chosen = Chosen(wanted, tasks, back)
    if not tasks:
        return go(f"{back}{'&' if '?' in back else '?'}none=1")
    if wanted in ASKS_FIRST and "confirmed" not in form and _matters(home, access, chosen):
        return _ask(request, home, access, chosen)
    by = _by(home, access)
    outcome = await home.database.write_async(
        lambda connection: steer(connection, by, wanted, tasks, handover=Handover(to=to or None))
    )
    return _go_back(back, outcome)


@router.post("/undo")
async def undo_act(
    home: HomeHere,
    access: Managing,
    batch: Annotated[str, Form()] = "",
    back: Annotated[str, Form()] = "",
) -> Response:
    """Take back what was done to items."""
    by = _by(home, access)
    outcome = await home.database.write_async(lambda connection: undo(connection, by, batch))
    return _go_back(_back(access, back), outcome)


@router.post("/release")
async def take_back_lease(
    home: HomeHere,
    access: Managing,
    assignment: Annotated[str, Form()] = "",
    back: Annotated[str, Form()] = "",
) -> Response:
    """Take an item back from one rater, for anybody else."""
    by = _by(home, access)
    outcome = await home.database.write_async(lambda connection: release_lease(connection, by, assignment))
    return _go_back(_back(access, back), outcome)


@router.get("/{task}")
async def show_item(
    request: Request, home: HomeHere, access: Managing, language: PageLanguage, task: str
) -> Response:
    """Show one item: its recordings, who had it, what they sent and left, and its history."""
    now, study = home.clock(), home.studies[access.study_name]
    with home.database.read() as connection:
        item = item_of(connection, access.study_id, task, now=now)
        choices = choices_of(connection, access.study_id, now=now)
        findings = findings_by_task(connection, access.study_id)
        done = done_by(connection, access.study_id, request.query_params.get("done", ""))
        share = share_cut(connection, access.study_id, item.recordings[0].file_name)
    had = {hold.rater_id for hold in item.holds if hold.state not in {"expired", "released"}}
    return page(
        request,
        "study-item.html",
        visitor=access.person,
        status=200,
        access=access,
        study=study,
        item=item,
        remarks=sound_remarks(findings.get(task, ()), language),
        share=share,
        marks=[(mark, mark_words(study.protocol, mark, language)) for mark in item.marks],
        changes=changes_of(study.protocol, item.sent, item.turn_numbers, language),
        others=[(person, name) for person, name in choices.seated if person not in had],
        names=dict(choices.raters),
        now=now,
        states=STATES,
        holds=HOLDS,
        kinds=EVENTS,
        **told_of(request, done),
    )


def _by(home: Home, access: StudyAccess) -> By:
    return By(access.study_id, access.person.person_id, home.clock())


def _among(query: ItemQuery, findings: Mapping[str, Sequence[Finding]]) -> list[str] | None:
    if not query.finding:
        return None
    return [
        task
        for task, found in findings.items()
        if query.finding in {ANY_FINDING, *(one.check for one in found)}
    ]


def _chosen(
    home: Home, access: StudyAccess, fields: Mapping[str, object], ticked: Sequence[object]
) -> tuple[str, ...]:
    """Return the tasks that a form names: those that are ticked, or all that its filter matches."""
    if "all" not in fields:
        return tuple(str(task) for task in ticked)
    query = query_from(fields)
    with home.database.read() as connection:
        findings = findings_by_task(connection, access.study_id) if query.finding else {}
        among = _among(query, findings)
        return matching(connection, access.study_id, query.wanted, now=home.clock(), among=among)


def _matters(home: Home, access: StudyAccess, chosen: Chosen) -> bool:
    """Tell whether to ask first: several items, somebody at work, or nobody named yet who gets it."""
    if chosen.act == "reassign" or len(chosen.tasks) > 1:
        return True
    with home.database.read() as connection:
        return bool(leases_among(connection, access.study_id, chosen.tasks))


def _ask(request: Request, home: Home, access: StudyAccess, chosen: Chosen) -> Response:
    with home.database.read() as connection:
        leases = leases_among(connection, access.study_id, chosen.tasks)
        choices = choices_of(connection, access.study_id, now=home.clock())
    return page(
        request,
        "study-items-confirm.html",
        visitor=access.person,
        access=access,
        here=chosen.back,
        study=home.studies[access.study_name],
        chosen=chosen,
        leases=leases,
        choices=choices,
    )


def _back(access: StudyAccess, path: str) -> str:
    """Return where a form wants to go on, if that is in this study; else the list."""
    ours = f"/studies/{access.study_name}"
    return path if path == ours or path.startswith((f"{ours}/", f"{ours}?")) else f"{ours}/items"


def _go_back(back: str, outcome: Outcome) -> Response:
    told = {"done": outcome.batch, "left": left_code(outcome.left)}
    query = "&".join(f"{name}={value}" for name, value in told.items() if value)
    return go(f"{back}{'&' if '?' in back else '?'}{query}" if query else back)
