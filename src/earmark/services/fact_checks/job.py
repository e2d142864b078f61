"""Fact-checks after everything else: asked for when talks come in, and when a study chooses a plug-in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection

from earmark.core.study import StudySettings
from earmark.services import jobs
from earmark.services.home import Home
from earmark.services.jobs import JobRow, Kind
from earmark.storage import fact_checks as rows
from earmark.storage.jobs import has_active
from earmark.storage.studies import settings_of

if TYPE_CHECKING:
    from earmark.services.studies import Study

KIND: Final = "fact-check"


def ask_if_needed(home: Home, study_id: str) -> bool:
    """Ask for the fact-check of a study that has a plug-in and talks that wait for it; tell whether."""

    def write(connection: Connection) -> bool:
        name = StudySettings.model_validate(settings_of(connection, study_id)).fact_check
        if not name or has_active(connection, KIND, study_id=study_id):
            return False
        if not rows.unchecked(connection, study_id, plugin=name, limit=1):
            return False
        jobs.ask_for(connection, KIND, study_id=study_id, person_id=None, arguments={}, now=home.clock())
        return True

    return home.database.write(write)


def check_again(home: Home, study_id: str) -> bool:
    """Let a study's talks be checked anew whose check failed; tell whether there is something to do."""
    home.database.write(lambda connection: rows.forget_failed(connection, study_id))
    return ask_if_needed(home, study_id)


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the fact-check of a study is: talks checked, failed or too slow, and waiting."""

    done: int
    failed: int
    waiting: int


def state_of(home: Home, study: Study) -> Standing:
    """Return how far the plug-in of a study is."""
    name = study.settings.fact_check
    with home.database.read() as connection:
        states = rows.count_states(connection, study.id, plugin=name)
        waiting = len(rows.unchecked(connection, study.id, plugin=name))
    done = states.get("done", 0)
    return Standing(done, sum(states.values()) - done, waiting)


def settle(home: Home, job: JobRow) -> None:
    """Look whether talks came in at the last moment."""
    ask_if_needed(home, job.study_id)


FACT_CHECK: Final = Kind("earmark.services.fact_checks.checking:work", settle, gives_way=True)
