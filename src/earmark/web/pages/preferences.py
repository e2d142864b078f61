"""Language and theme, changed at any time from any page."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from earmark.services.people import set_language
from earmark.services.preferences import change_preferences as keep_preferences
from earmark.web.cookies import keep_choice
from earmark.web.dependencies import HomeHere, MaybeSignedIn
from earmark.web.entrance import go
from earmark.web.languages import COOKIE, known
from earmark.web.rendering import THEME_COOKIE, THEMES

router = APIRouter()


@router.post("/preferences")
async def change_preferences(
    request: Request,
    home: HomeHere,
    visitor: MaybeSignedIn,
    language: Annotated[str, Form()] = "",
    theme: Annotated[str, Form()] = "",
    next: Annotated[str, Form()] = "/",  # noqa: A002 - the field's name
) -> Response:
    """Keep a choice: the language with the person, or with the browser where nobody is signed in."""
    response = go(next)
    if known(language) is not None:
        keep_choice(request, response, COOKIE, language)
        if visitor is not None:
            await home.database.write_async(
                lambda connection: set_language(connection, visitor.person_id, language)
            )
    if theme in THEMES:
        keep_choice(request, response, THEME_COOKIE, theme)
        if visitor is not None:
            await home.database.write_async(
                lambda connection: keep_preferences(connection, visitor.person_id, {"theme": theme})
            )
    return response
