"""One's own preferences, for scripts."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from earmark.services.preferences import change_preferences, preferences_of
from earmark.web.answers import json_answer
from earmark.web.bodies import JsonRoute
from earmark.web.dependencies import HomeHere, SignedIn

router = APIRouter(prefix="/api/v1/me", tags=["me"], route_class=JsonRoute)


@router.get("/preferences")
async def get_preferences(home: HomeHere, visitor: SignedIn) -> Response:
    """Return what the signed-in person has set."""
    with home.database.read() as connection:
        return json_answer(preferences_of(connection, visitor.person_id).model_dump(mode="json"))


@router.patch("/preferences")
async def patch_preferences(home: HomeHere, visitor: SignedIn, body: dict[str, object]) -> Response:
    """Keep the preferences that are named, and return all."""
    changed = await home.database.write_async(
        lambda connection: change_preferences(connection, visitor.person_id, body)
    )
    return json_answer(changed.model_dump(mode="json"))
