"""The first page: my studies, each with the next step for my role."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter, Request
from starlette.responses import Response

from earmark.core.roles import Role
from earmark.services.members import OwnStudy, studies_of
from earmark.web.dependencies import HomeHere, SignedIn
from earmark.web.languages import N_
from earmark.web.rendering import page
from earmark.web.words import ROLES

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Step:
    """A way on from a study in the list."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A study in the list; the last step is the one to take."""

    study: OwnStudy
    role_name: str
    steps: tuple[Step, ...]


@router.get("/")
async def show_home(request: Request, home: HomeHere, visitor: SignedIn) -> Response:
    """List the visitor's studies."""
    with home.database.read() as connection:
        studies = studies_of(connection, visitor.person_id)
    entries = [Entry(study, ROLES[study.role], steps_for(study)) for study in studies]
    return page(request, "home.html", visitor=visitor, studies=entries)


def steps_for(study: OwnStudy) -> tuple[Step, ...]:
    """Return where a member can go from the list, the usual next step last."""
    work = Step(N_("My work"), f"/studies/{study.name}/work")
    rate = Step(N_("Rate"), f"/studies/{study.name}/rate")
    results = Step(N_("Results"), f"/studies/{study.name}/results")
    manage = Step(N_("Manage"), f"/studies/{study.name}")
    return {
        Role.OWNER: (rate, results, manage),
        Role.REVIEWER: (results,),
        Role.RATER: (work, rate),
    }[study.role]
