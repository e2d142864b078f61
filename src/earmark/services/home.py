"""The data folder, opened: what every use case works on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self

from pydantic import ValidationError

from earmark.core.errors import EnvironmentProblemError
from earmark.services.kept import Kept
from earmark.settings import Settings
from earmark.storage.database import Database, sqlite_url
from earmark.storage.migrate import upgrade
from earmark.storage.objects import Objects

if TYPE_CHECKING:
    from earmark.core.results import StudyResults
    from earmark.services.results.reading import StudyRead
    from earmark.services.studies import Studies

Risks = dict[tuple[str, int], float]

Clock = Callable[[], int]
"""Returns microseconds since 1970 in UTC."""


def wall_clock() -> int:
    """Return the machine's time in microseconds since 1970 in UTC."""
    return time.time_ns() // 1000


@dataclass(frozen=True)
class Home:
    """An open data folder: its database, its objects, and the clock that stamps what happens.

    Attributes:
        kept_reads: The answers of the studies whose results were asked for last.
        kept_results: The results that were computed last.
        kept_risks: The risks of submissions by assignment and revision, of the studies reviewed last.
    """

    settings: Settings
    database: Database
    objects: Objects
    clock: Clock = field(default=wall_clock)
    kept_reads: Kept[StudyRead] = field(default_factory=lambda: Kept(most=2), compare=False, repr=False)
    kept_results: Kept[StudyResults] = field(default_factory=Kept, compare=False, repr=False)
    kept_risks: Kept[Risks] = field(default_factory=lambda: Kept(most=8), compare=False, repr=False)

    @property
    def studies(self) -> Studies:
        """The studies, by name."""
        from earmark.services.studies import Studies  # noqa: PLC0415 - studies open homes too

        return Studies(self)

    def close(self) -> None:
        """Finish what was written and close the database."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_home(home: str | Path | None = None, *, clock: Clock = wall_clock) -> Home:
    """Open a data folder, make it if it is not there, and bring its database up to date.

    Args:
        home: The folder; None takes it from the settings (``EARMARK_HOME``, else ``earmark-data``).
        clock: Source of times, in microseconds since 1970 UTC.

    Raises:
        EnvironmentProblemError: The settings are wrong, or the folder or its database cannot be used.
    """
    settings = _settings(home)
    try:
        settings.home.mkdir(parents=True, exist_ok=True)
        objects = Objects(settings.home / "objects")
    except OSError as error:
        message = (
            f"The data folder '{settings.home}' cannot be used: {error.filename}: {error.strerror}. Name "
            "another one with --home or EARMARK_HOME."
        )
        raise EnvironmentProblemError(message) from error
    database = Database(settings.database_url or sqlite_url(settings.home / "earmark.sqlite3"))
    try:
        upgrade(database)
    except BaseException:
        database.close()
        raise
    return Home(settings, database, objects, clock)


def _settings(home: str | Path | None) -> Settings:
    """Read the settings; what is wrong in one is said by its name in ``earmark.toml`` and as a variable."""
    try:
        return Settings(home=Path(home)) if home else Settings()
    except ValidationError as wrong:
        faults = "; ".join(
            f"{'.'.join(map(str, error['loc']))}: {error['msg'].removeprefix('Value error, ')}"
            for error in wrong.errors(include_url=False)
        )
        known = ", ".join(Settings.model_fields)
        message = (
            f"The settings cannot be used: {faults}. Mend 'earmark.toml' or the variables that begin with "
            f"EARMARK_; there are {known}."
        )
        raise EnvironmentProblemError(message) from wrong
    except (OSError, ValueError) as unreadable:  # TOML and UTF-8 have errors of that kind
        message = f"The settings in 'earmark.toml' cannot be read: {unreadable}. Mend the file or remove it."
        raise EnvironmentProblemError(message) from unreadable
