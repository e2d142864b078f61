"""What a link leads to: a page with one button. Opening it changes nothing; pressing the button does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from earmark.core.errors import WrongInputError
from earmark.services import links
from earmark.services.home import Home
from earmark.services.links import Kind, Sight
from earmark.services.passwords import hash_password
from earmark.services.people import check_new_person, get_person
from earmark.services.sessions import Visitor
from earmark.web.dependencies import HomeHere, MaybeSignedIn, PageLanguage
from earmark.web.entrance import go, let_in
from earmark.web.languages import translate
from earmark.web.rendering import page
from earmark.web.words import ROLES, fault_sentences

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Landing:
    """What the page says, and whether it asks for an account first."""

    title: str
    lead: str
    action: str
    form: str
    password_required: bool = False


@router.get("/links/{token}")
async def show_link(
    request: Request, home: HomeHere, visitor: MaybeSignedIn, language: PageLanguage, token: str
) -> Response:
    """Say where a link leads; programs that preview links do no harm."""
    return _landing_page(request, home, visitor, language, token=token)


@router.post("/links/{token}")
async def take_link(
    request: Request,
    home: HomeHere,
    visitor: MaybeSignedIn,
    language: PageLanguage,
    token: str,
    name: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
) -> Response:
    """Take a link: sign in, or join, or make an account and join."""
    now = home.clock()
    with home.database.read() as connection:
        link = links.look_at(connection, token, now=now)
    if link.kind is Kind.SIGN_IN:
        person_id = await home.database.write_async(
            lambda connection: links.take_sign_in(connection, token, now=now)
        )
        return await let_in(request, home, person_id)
    if link.kind is Kind.INVITATION and visitor is not None:
        await home.database.write_async(
            lambda connection: links.take_as_person(connection, token, person_id=visitor.person_id, now=now)
        )
        return go("/")
    try:
        person_id = await _make_person(
            home, link, token=token, name=name, password=password, language=language
        )
    except WrongInputError as error:
        return _landing_page(request, home, visitor, language, token=token, name=name, error=error)
    return await let_in(request, home, person_id)


async def _make_person(
    home: Home, link: Sight, *, token: str, name: str, password: str, language: str
) -> str:
    """Make the account of whoever takes a set-up link or an invitation; returns its id."""
    needs_password = link.kind is Kind.SET_UP
    chosen = password if password or needs_password else None
    check_new_person(name, chosen)
    hashed = None if chosen is None else await run_in_threadpool(hash_password, chosen)
    take = links.take_set_up if needs_password else links.take_as_new_person
    now = home.clock()
    return await home.database.write_async(
        lambda connection: take(
            connection, token, name=name, password_hash=hashed, language=language, now=now
        )
    )


def _landing_page(
    request: Request,
    home: Home,
    visitor: Visitor | None,
    language: str,
    *,
    token: str,
    name: str = "",
    error: WrongInputError | None = None,
) -> Response:
    landing = _landing(home, visitor, language, token=token)
    return page(
        request,
        "link.html",
        visitor=visitor,
        status=error.status if error else 200,
        here=request.url.path,
        title=landing.title,
        lead=landing.lead,
        action=landing.action,
        form=landing.form,
        password_required=landing.password_required,
        name=name,
        faults=fault_sentences(error, language) if error else {},
    )


def _landing(home: Home, visitor: Visitor | None, language: str, *, token: str) -> Landing:
    def _(message: str) -> str:
        return translate(language, message)

    with home.database.read() as connection:
        link = links.look_at(connection, token, now=home.clock())
        if link.kind is Kind.SET_UP:
            return Landing(
                title=_("Make this Earmark yours"),
                lead=_("You are the first here. Choose a name and a password; you will make the studies."),
                action=_("Begin"),
                form="account",
                password_required=True,
            )
        if link.kind is Kind.SIGN_IN:
            person = get_person(connection, link.person_id or "")
            return Landing(
                title=_("Hello, %(name)s") % {"name": person.name},
                lead=_("This link signs you in."),
                action=_("Sign in"),
                form="none",
            )
        role = _(ROLES[link.role]) if link.role else ""
        return Landing(
            title=link.study_title,
            lead=_("You are invited to take part. Your role: %(role)s.") % {"role": role},
            action=_("Join"),
            form="account" if visitor is None else "none",
        )
