"""Who belongs to a study, and the invitations by which people come in."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from sqlalchemy import Connection
from starlette.responses import Response

from earmark.core.errors import ConflictError, NotFoundError, WrongInputError
from earmark.core.roles import Role
from earmark.services.home import Home
from earmark.services.links import NewLink, close_invitation, make_invitation, make_sign_in_link
from earmark.services.members import LONGEST_GROUP, may_let_in, members_of, revoke_member
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess
from earmark.web.entrance import go, public_address
from earmark.web.languages import N_, translate
from earmark.web.pages.study import Managing, study_page
from earmark.web.rendering import page
from earmark.web.words import ROLES

router = APIRouter(prefix="/studies/{study}")

WRONG_INVITATION = N_("An invitation is for 1 to 10,000 people and 1 to 365 days.")
LAST_OWNER = N_("This is the study's only owner. Make somebody else an owner first.")


@router.post("/invitations")
async def invite(
    request: Request,
    home: HomeHere,
    access: Managing,
    language: PageLanguage,
    role: Annotated[Role, Form()],
    cap: Annotated[int, Form()] = 1,
    days: Annotated[int, Form()] = 14,
    group: Annotated[str, Form(max_length=LONGEST_GROUP)] = "",
) -> Response:
    """Make an invitation and show its link, now or never."""
    now = home.clock()
    try:
        link = await home.database.write_async(
            lambda connection: make_invitation(
                connection, study_id=access.study_id, role=role, cap=cap, days=days, now=now, group=group
            )
        )
    except WrongInputError as error:
        notice = translate(language, WRONG_INVITATION)
        return study_page(request, home, access, status=error.status, notice=notice)
    address = f"{public_address(request)}/links/{link.token}"
    return study_page(request, home, access, new_link=address, new_role=ROLES[role], new_cap=cap)


@router.post("/invitations/{link}/close")
async def close(home: HomeHere, access: Managing, link: str) -> Response:
    """Close an invitation; who came in by it stays."""
    now = home.clock()
    await home.database.write_async(
        lambda connection: close_invitation(connection, link, study_id=access.study_id, now=now)
    )
    return go(f"/studies/{access.study_name}")


@router.post("/members/{person}/link")
async def make_link(request: Request, home: HomeHere, access: Managing, person: str) -> Response:
    """Make a link by which a member without a password comes back, such as on another computer."""
    now = home.clock()

    def make(connection: Connection) -> NewLink:
        if not may_let_in(connection, owner_id=access.person.person_id, person_id=person):
            message = "There is no such member whom you may let in."
            raise NotFoundError(message)
        return make_sign_in_link(connection, person_id=person, now=now)

    link = await home.database.write_async(make)
    return _members(request, home, access, new_link=f"{public_address(request)}/links/{link.token}")


@router.get("/members")
async def show_members(request: Request, home: HomeHere, access: Managing) -> Response:
    """List all who are or were members."""
    return _members(request, home, access)


@router.post("/members/{person}/revoke")
async def revoke(
    request: Request, home: HomeHere, access: Managing, language: PageLanguage, person: str
) -> Response:
    """End a membership at once; the work stays."""
    now = home.clock()
    try:
        await home.database.write_async(
            lambda connection: revoke_member(connection, study_id=access.study_id, person_id=person, now=now)
        )
    except ConflictError as error:
        return _members(request, home, access, status=error.status, notice=translate(language, LAST_OWNER))
    return go(f"/studies/{access.study_name}/members")


def _members(
    request: Request,
    home: Home,
    access: StudyAccess,
    *,
    status: int = 200,
    notice: str = "",
    new_link: str = "",
) -> Response:
    with home.database.read() as connection:
        members = members_of(connection, access.study_id)
        linkable = {
            member.person_id
            for member in members
            if may_let_in(connection, owner_id=access.person.person_id, person_id=member.person_id)
        }
    return page(
        request,
        "study-members.html",
        visitor=access.person,
        access=access,
        status=status,
        here=f"/studies/{access.study_name}/members",
        study=home.studies[access.study_name],
        members=members,
        linkable=linkable,
        new_link=new_link,
        roles=ROLES,
        notice=notice,
    )
