"""The texts that scripts show, in one language."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from earmark.core.errors import NotFoundError
from earmark.web.languages import known, languages

router = APIRouter(prefix="/api/v1", tags=["messages"])


class Messages(BaseModel):
    """Texts by their English ones. A text with a number in it has its plural forms in a list."""

    language: str
    messages: dict[str, str | list[str]]


@router.get("/messages/{language}")
async def get_messages(language: str) -> Messages:
    """Return the catalogue of a language; English has none, since the sources are English."""
    if known(language) is None:
        message = "Earmark has no such language."
        raise NotFoundError(message)
    return Messages(language=language, messages=languages()[language].messages)
