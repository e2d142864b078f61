"""A served data folder, and how a test gets into it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page
from sqlalchemy import Connection

from earmark.core.roles import Role
from earmark.services.home import Home
from earmark.services.members import join
from earmark.services.people import create_person
from earmark.services.sessions import open_session
from earmark.services.studies import Study

OpenPage = Callable[..., Page]


@dataclass(frozen=True)
class Site:
    """A served data folder, opened beside its server as a command opens it."""

    home: Home
    address: str

    def token_for(self, study: Study, name: str, *, language: str = "en") -> str:
        """Make somebody a rater of a study and sign them in."""
        now = self.home.clock()

        def enter(connection: Connection) -> str:
            person = create_person(connection, name=name, now=now, language=language)
            join(connection, study_id=study.id, person_id=person, role=Role.RATER, now=now, invited_at=now)
            return open_session(connection, person, agent="test", now=now)

        return self.home.database.write(enter)
