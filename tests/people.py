"""People for tests: made, put into a study and signed in, as an invitation would."""

from __future__ import annotations

from typing import Final

from earmark.core.roles import Role
from earmark.services.home import Home
from earmark.services.members import join
from earmark.services.people import create_person
from earmark.services.sessions import open_session
from earmark.services.studies import Study

NOON: Final = 1_767_268_800_000_000  # 2026-01-01 12:00 UTC


def bring_in(
    study: Study, name: str, *, role: Role = Role.RATER, now: int | None = None, language: str = "en"
) -> str:
    """Make somebody a member of a study and return the id; the clock is the home's where none is given."""
    home = study.home
    at = home.clock() if now is None else now
    person = home.database.write(lambda c: create_person(c, name=name, now=at, language=language))
    home.database.write(
        lambda c: join(c, study_id=study.id, person_id=person, role=role, now=at, invited_at=at)
    )
    return person


def token_of(home: Home, person: str, *, now: int | None = None) -> str:
    """Sign somebody in and return the token of the session."""
    at = home.clock() if now is None else now
    return home.database.write(lambda c: open_session(c, person, agent="test", now=at))
