"""A person's preferences: kept on the server, so that they are there on another device."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ValidationError
from sqlalchemy import Connection

from earmark.core.errors import WrongInputError
from earmark.core.preferences import Preferences
from earmark.protocols.faults import Fault
from earmark.services.people import get_person
from earmark.storage import people as rows


def preferences_of(connection: Connection, person_id: str) -> Preferences:
    """Return what a person has set; defaults for the rest. NotFoundError where there is no such person."""
    get_person(connection, person_id)
    return Preferences.model_validate(rows.preferences_of(connection, person_id))


def change_preferences(connection: Connection, person_id: str, changes: Mapping[str, object]) -> Preferences:
    """Keep some preferences; those that are not named stay as they are.

    Raises:
        WrongInputError: One is unknown or wrong. Nothing was changed.
    """
    before = preferences_of(connection, person_id).model_dump()
    try:
        changed = Preferences.model_validate({**before, **changes})
    except ValidationError as error:
        message = "These preferences cannot be kept as they are."
        raise WrongInputError(message, faults=tuple(map(_fault, error.errors()))) from error
    rows.set_preferences(connection, person_id, changed.model_dump(mode="json", exclude_defaults=True))
    return changed


def _fault(error: Mapping[str, object]) -> Fault:
    where = error["loc"]
    path = ".".join(map(str, where)) if isinstance(where, tuple) else ""
    return Fault(path, "not-a-preference", str(error["msg"]))
