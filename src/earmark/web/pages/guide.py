"""The guideline of a study's protocol, page by page, as the study pinned it."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.responses import Response

from earmark.core.errors import NotFoundError
from earmark.core.roles import Right
from earmark.services.protocols import pinned_protocol
from earmark.web.dependencies import HomeHere, PageLanguage, StudyAccess, needs
from earmark.web.rendering import page

router = APIRouter()

_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")


@router.get("/studies/{study}/guide/{guide_page}")
async def show_guide(
    request: Request,
    home: HomeHere,
    language: PageLanguage,
    access: Annotated[StudyAccess, Depends(needs(Right.READ_GUIDE))],
    guide_page: str,
) -> Response:
    """Show one page of the guideline in the reader's language, or in English where it has no such page."""
    loaded = pinned_protocol(home, home.studies[access.study_name].protocol_hash).loaded
    pages = loaded.protocol.guide
    place = next((index for index, entry in enumerate(pages) if entry.id == guide_page), None)
    if place is None:
        message = "The guideline has no such page."
        raise NotFoundError(message)
    return page(
        request,
        "guide.html",
        visitor=access.person,
        study_name=access.study_name,
        pages=[(entry.id, entry.title.in_language(language)) for entry in pages],
        place=place,
        has_phrasebook=loaded.has_phrasebook,
        has_examples=loaded.has_graded_examples,
        content=_render(loaded.guide(language, guide_page)),
    )


def _render(text: str) -> Markup:
    """Return Markdown as HTML. Markup written into a protocol stays text: protocols come from anywhere."""
    return Markup(_MARKDOWN.render(text))  # noqa: S704 - made by the renderer, which escapes what it is given
