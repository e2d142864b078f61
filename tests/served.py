"""A served data folder, and how a test gets into it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from earmark.services.home import Home
from earmark.services.studies import Study
from people import bring_in, token_of

OpenPage = Callable[..., Page]


@dataclass(frozen=True)
class Site:
    """A served data folder, opened beside its server as a command opens it."""

    home: Home
    address: str

    def token_for(self, study: Study, name: str, *, language: str = "en") -> str:
        """Make somebody a rater of a study and sign them in."""
        return token_of(self.home, bring_in(study, name, language=language))
