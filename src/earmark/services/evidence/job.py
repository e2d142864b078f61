"""Analysis after everything else: asked for when sound comes in, and when a newer Earmark begins."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection

from earmark import __version__
from earmark.core.errors import ConflictError
from earmark.core.study import StudySettings
from earmark.services import jobs
from earmark.services.home import Home
from earmark.services.jobs import JobRow, Kind
from earmark.storage import analyses
from earmark.storage.jobs import has_active
from earmark.storage.studies import settings_of

KIND: Final = "analysis"


def ask_where_needed(home: Home) -> int:
    """Ask for the analysis of every study with sound that this Earmark has not looked at; tell how many."""
    if not home.settings.analyse:
        return 0
    with home.database.read() as connection:
        waiting = analyses.studies_to_analyse(connection, earmark=__version__)
    wanted = [study_id for study_id, settings in waiting if StudySettings.model_validate(settings).analyse]
    return sum(_asked(home, study_id) for study_id in wanted)


def _asked(home: Home, study_id: str) -> bool:
    return home.database.write(lambda connection: _ask(connection, study_id, home))


def ask_if_needed(home: Home, study_id: str) -> bool:
    """Ask for the analysis of one study where it has sound that waits for it and wants it; tell whether."""
    if not home.settings.analyse:
        return False

    def write(connection: Connection) -> bool:
        settings = StudySettings.model_validate(settings_of(connection, study_id))
        return settings.analyse and _ask(connection, study_id, home)

    return home.database.write(write)


def _ask(connection: Connection, study_id: str, home: Home, *, person_id: str | None = None) -> bool:
    if not _waits(connection, study_id) or has_active(connection, KIND, study_id=study_id):
        return False
    jobs.ask_for(connection, KIND, study_id=study_id, person_id=person_id, arguments={}, now=home.clock())
    return True


def _waits(connection: Connection, study_id: str) -> bool:
    """Tell whether a study has sound that this Earmark, or a model that the study asks, has not looked at."""
    if analyses.has_unanalysed(connection, study_id, earmark=__version__):
        return True
    if not StudySettings.model_validate(settings_of(connection, study_id)).models:
        return False
    from earmark.services.evidence.analysis import lacks_models  # noqa: PLC0415 - few studies ask models

    return lacks_models(analyses.sounds_of(connection, study_id))


def start_analysis(home: Home, study_id: str, *, person_id: str | None) -> None:
    """Let a study be analysed now, as its owner wants: what could not be read before is tried again.

    Raises:
        ConflictError: Its analysis is under way, or it has no sound.
    """

    def write(connection: Connection) -> bool:
        if has_active(connection, KIND, study_id=study_id):
            return False
        analyses.look_again(connection, study_id)
        return _ask(connection, study_id, home, person_id=person_id)

    if not home.database.write(write):
        message = "There is nothing to analyse, or it is under way already."
        raise ConflictError(message)


def settle(home: Home, job: JobRow) -> None:
    """Look whether something came in at the last moment."""
    ask_if_needed(home, job.study_id)


ANALYSIS: Final = Kind("earmark.services.evidence.analysis:work", settle, gives_way=True)
