"""Evidence of a study's sound: analysed once for each content and version, after everything else."""

from __future__ import annotations

import io
import resource
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import soundfile
from sqlalchemy import delete, select, update

from detection import analyse
from earmark import __version__
from earmark.audio.evidence.predictions import PREDICTIONS
from earmark.core.wording import pack, said
from earmark.engine.jobs import Channel
from earmark.services.evidence.analysis import work
from earmark.services.evidence.job import KIND, ask_if_needed, ask_where_needed, settle, start_analysis
from earmark.services.evidence.rows import evidence_rows
from earmark.services.home import Home, open_home
from earmark.services.importing import import_paths
from earmark.services.jobs import JobRow, ask_for, jobs_of
from earmark.services.soundremarks import findings_by_task
from earmark.services.studies import Study
from earmark.storage.analyses import has_unanalysed
from earmark.storage.jobs import end_job, take_job
from earmark.storage.tables import analysis, job, stimulus
from people import NOON
from sounds import DEMO, write_sound

SmallProtocol = Callable[[str], Path]


@pytest.fixture
def study(
    tmp_path: Path, empty_database: Path, small_protocol: SmallProtocol, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Study]:
    """Two clips of speech that is cut at both ends, in a home that analyses."""
    monkeypatch.setenv("EARMARK_ANALYSE", "1")
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "earmark.sqlite3").write_bytes(empty_database.read_bytes())
    speech, rate = soundfile.read(next((DEMO / "clips").iterdir()), dtype="float32")
    for at, condition in enumerate(("warm", "cold"), 1):
        write_sound(tmp_path / "clips" / condition / "speech.wav", speech[at * rate // 4 :][:rate], rate)
    with open_home(tmp_path / "home", clock=lambda: NOON) as home:
        made = home.studies.create("clips", protocol=small_protocol("clip"))
        import_paths(made, [tmp_path / "clips"], condition_from="folder")
        yield home.studies["clips"]


def analyses(study: Study) -> list[Any]:
    columns = (analysis.c.sound_hash, analysis.c.versions, analysis.c.found)
    with study.home.database.read() as connection:
        return list(connection.execute(select(*columns).order_by(analysis.c.sound_hash)))


def asked(study: Study) -> list[JobRow]:
    with study.home.database.read() as connection:
        return list(jobs_of(connection, KIND, study_id=study.id, limit=9))


def test_what_comes_in_is_analysed_once_and_later_only_by_detectors_that_are_new(study: Study) -> None:
    assert len(asked(study)) == 1  # by the import
    assert not ask_if_needed(study.home, study.id)  # since it waits already
    assert analyse(study) == {
        "complete": True,
        "summary": {"analysed": 2, "refused": 0, "left": 0},
        "report": {},
        "told": 2,
    }
    first = analyses(study)
    assert analyse(study)["summary"] == {"analysed": 0, "refused": 0, "left": 0}

    sound, versions, found = first[0]
    older = found | {"parts": found["parts"] | {"hum": found["parts"]["hum"] | {"version": 0}}}
    older["parts"]["clicks"] |= {"measures": {"kept": 1.0}}  # a detector that looked again would drop it
    study.home.database.write(
        lambda c: c.execute(
            update(analysis)
            .where(analysis.c.sound_hash == sound)
            .values(versions=versions | {"hum": 0}, found=older, earmark="0.0.1")
        )
    )
    with study.home.database.read() as connection:
        assert has_unanalysed(connection, study.id, earmark=__version__)
    assert analyse(study)["summary"] == {"analysed": 1, "refused": 0, "left": 0}
    again = analyses(study)
    assert again[0].versions == versions
    assert again[0].found["parts"]["clicks"]["measures"] == {"kept": 1.0}
    assert again[0].found["parts"]["hum"] == found["parts"]["hum"]
    assert again[1] == first[1]


def test_a_sound_that_is_lost_is_told_and_tried_again_only_when_its_owner_says_so(study: Study) -> None:
    with study.home.database.read() as connection:
        [first, _] = connection.execute(select(stimulus.c.original_hash)).scalars()
    study.home.objects.local_path(first).unlink()
    assert analyse(study)["summary"] == {"analysed": 1, "refused": 1, "left": 0}
    [ended] = asked(study)
    study.home.database.write(lambda c: c.execute(delete(job)))
    settle(study.home, ended)
    assert asked(study) == []
    start_analysis(study.home, study.id, person_id=None)
    assert len(asked(study)) == 1


def test_a_run_that_is_stopped_keeps_what_it_has_and_goes_on_with_the_rest(study: Study) -> None:
    class Stopped(Channel):
        def is_stopped(self) -> bool:
            return True

    done = work({"home": str(study.home.settings.home), "study": study.id}, Stopped(io.BytesIO()))
    assert (done["complete"], done["summary"]) == (False, {"analysed": 1, "refused": 0, "left": 1})
    assert analyse(study)["summary"] == {"analysed": 1, "refused": 0, "left": 0}


def test_after_a_process_that_died_recordings_are_looked_at_in_others(study: Study) -> None:
    (first,) = asked(study)
    told = pack(said("job.died", how="signal 9"))
    study.home.database.write(lambda c: end_job(c, first.id, "failed", failure=told, now=NOON))
    at = NOON + 1
    study.home.database.write(
        lambda c: ask_for(c, KIND, study_id=study.id, person_id=None, arguments={}, now=at)
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = work({"home": str(study.home.settings.home), "study": study.id}, Channel(io.BytesIO()))
    assert done["summary"] == {"analysed": 2, "refused": 0, "left": 0}
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime > before


def test_analysis_gives_way_to_imports_and_runs_one_at_a_time(
    home: Home, small_protocol: SmallProtocol
) -> None:
    studies = [home.studies.create(name, protocol=small_protocol("clip")) for name in ("one", "two")]
    wanted = [("one", KIND), ("two", KIND), ("one", "import")]

    def take() -> tuple[str, str] | None:
        taken = home.database.write(lambda c: take_job(c, now=9, last=[KIND]))
        return taken and (next(one.name for one in studies if one.id == taken.study_id), taken.kind)

    for at, (name, kind) in enumerate(wanted):
        ids = {one.name: one.id for one in studies}
        home.database.write(
            lambda c, of=ids[name], kind=kind, at=at: ask_for(
                c, kind, study_id=of, person_id=None, arguments={}, now=at
            )
        )
    assert [take(), take(), take()] == [("one", "import"), ("two", KIND), None]
    home.database.write(lambda c: c.execute(update(job).values(state="done").where(job.c.state == "running")))
    assert take() == ("one", KIND)
    home.database.write(
        lambda c: ask_for(c, "import", study_id=studies[0].id, person_id=None, arguments={}, now=5)
    )
    assert take() == ("one", "import")  # beside the analysis of its study


def test_nothing_is_analysed_where_a_setting_says_so(study: Study) -> None:
    study.home.database.write(lambda c: c.execute(delete(job)))
    study.set(analyse=False)
    assert (ask_if_needed(study.home, study.id), ask_where_needed(study.home)) == (False, 0)
    study.set(analyse=True)
    still = replace(study.home, settings=study.home.settings.model_copy(update={"analyse": False}))
    assert (ask_if_needed(still, study.id), ask_where_needed(still)) == (False, 0)
    assert ask_where_needed(study.home) == 1
    assert (study.home.clock(), len(asked(study))) == (NOON, 1)


def test_models_are_asked_where_a_study_says_so_and_what_they_said_stays(study: Study) -> None:
    analyse(study)
    assert analyses(study)[0].versions["predictions"] == 0
    study.home.database.write(lambda c: c.execute(delete(job)))
    assert not ask_if_needed(study.home, study.id)
    study.set(models=True)
    assert ask_where_needed(study.home) == 1
    assert analyse(study)["summary"] == {"analysed": 2, "refused": 0, "left": 0}
    asked_once = analyses(study)
    part = asked_once[0].found["parts"]["predictions"]
    assert (part["version"], part["group"]) == (PREDICTIONS.version, "models")
    assert {row["kind"] for row in part["rows"]} == {"predicted_mos", "predicted_overall"}
    study.home.database.write(lambda c: c.execute(delete(job)))
    assert not ask_if_needed(study.home, study.id)
    study.set(models=False)
    assert (analyse(study)["summary"], analyses(study)) == (
        {"analysed": 0, "refused": 0, "left": 0},
        asked_once,
    )


def test_what_a_listener_hears_in_a_recording_marks_it_and_leaves_with_the_study(study: Study) -> None:
    analyse(study)
    with study.home.database.read() as connection:
        marked = {one.check for found in findings_by_task(connection, study.id).values() for one in found}
        facts = [dict(row) for row in evidence_rows(connection, study.id)]
    assert "cut-end" in marked
    ends = [fact for fact in facts if fact["kind"] == "cutoff"]
    assert {fact["condition"] for fact in ends} == {"warm", "cold"}
    assert {(fact["item"], fact["detector"], fact["channel"]) for fact in ends} == {("speech", "cuts", 0)}
