from __future__ import annotations

import json
import shutil
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
import soundfile
from sqlalchemy import select

from earmark.audio import detectors
from earmark.audio.voice import SETTINGS
from earmark.core.cutting import CutSettings
from earmark.core.errors import EnvironmentProblemError
from earmark.core.imports import Remark
from earmark.core.progress import Progress
from earmark.core.wording import said
from earmark.services import listening
from earmark.services.home import Home
from earmark.services.importing import import_paths, paths
from earmark.services.importing.cutting import Cutter
from earmark.services.studies import Study
from earmark.storage.tables import condition, item, stimulus, task, turn, turn_list
from sounds import DEMO, sine, write_sound

CALL = DEMO / "calls" / "dentist-fjord.flac"
"""Nine turns, with a listener's word and an interruption; the agent is on the right."""


@pytest.fixture
def calls(home: Home) -> Study:
    return home.studies.create("calls", protocol="conversation-turns", settings={"agent_channel": "right"})


@pytest.fixture(scope="module")
def opening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first two turns of the call: 10.6 s."""
    samples, rate = soundfile.read(CALL, dtype="float32")
    return write_sound(tmp_path_factory.mktemp("opening") / "opening.flac", samples[: int(10.6 * rate)], rate)


def rows(study: Study, *columns: object) -> list[tuple[object, ...]]:
    with study.home.database.read() as connection:
        return [tuple(row) for row in connection.execute(select(*columns))]


def written_turns() -> list[dict[str, object]]:
    lines = (DEMO / "calls.jsonl").read_text(encoding="utf-8").splitlines()
    return next(one["turns"] for one in map(json.loads, lines) if one["audio"] == "calls/dentist-fjord.flac")


def test_a_call_without_a_list_gets_the_turns_that_were_spoken(calls: Study) -> None:
    report = import_paths(calls, [CALL])
    assert (report.refused, report.warnings) == ((), ())
    found = rows(calls, turn.c.role, turn.c.start_s, turn.c.end_s, turn.c.text)
    spoken = written_turns()
    assert [row[0] for row in found] == [one["role"] for one in spoken]
    assert [row[1] for row in found] == pytest.approx([one["start"] for one in spoken], abs=0.2)
    assert [row[2] for row in found] == pytest.approx([one["end"] for one in spoken], abs=0.1)
    assert {row[3] for row in found} == {""}
    assert [one.turns for one in report.imported] == [9]
    assert rows(calls, task.c.state) == [("open",)]


def test_what_was_cut_keeps_the_settings_it_was_cut_by(calls: Study, opening: Path) -> None:
    import_paths(calls.set(agent_pause_s=3), [opening])
    [(origin, settings)] = rows(calls, turn_list.c.origin, turn_list.c.settings)
    assert (origin, settings) == (
        "cut",
        {
            "voice": asdict(SETTINGS["fast"]),
            "turns": asdict(CutSettings(agent_pause_s=3)),
            "agent_channel": "right",
            "leaks": [],
        },
    )


def test_the_accurate_detector_cuts_where_the_run_or_the_study_asks_for_it(
    calls: Study, opening: Path
) -> None:
    import_paths(calls, [opening], vad="accurate")
    [(settings,)] = rows(calls, turn_list.c.settings)
    assert settings["voice"] == asdict(SETTINGS["accurate"])
    assert [one for (one,) in rows(calls, turn.c.role)] == ["user", "agent"]
    assert calls.set(vad="accurate").settings.vad == "accurate"


def test_a_detector_that_is_not_installed_stops_the_run_before_it_begins(
    calls: Study, opening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detectors, "_ACCURATE_PACKAGE", "no_such_package_of_ours")
    with pytest.raises(EnvironmentProblemError, match="not installed") as raised:
        import_paths(calls, [opening], vad="accurate")
    assert raised.value.exit_code == 3
    assert calls.contents().recordings == 0


def test_a_dry_run_cuts_and_stores_nothing(calls: Study, opening: Path) -> None:
    report = import_paths(calls, [opening], dry_run=True)
    assert [(one.stimulus, one.turns) for one in report.imported] == [(None, 2)]
    assert (calls.contents().recordings, rows(calls, turn.c.id)) == (0, [])


def test_the_agents_channel_is_not_guessed(home: Home, opening: Path) -> None:
    unset = home.studies.create("unset", protocol="conversation-turns")
    [refusal] = import_paths(unset, [opening]).refused
    assert refusal.reason == "has two channels, and nothing says on which of them the agent speaks"


def test_what_no_turns_can_be_cut_from_is_refused_with_its_remedy_and_not_left_in(
    calls: Study, opening: Path, tmp_path: Path
) -> None:
    folder, (samples, rate) = tmp_path / "hifi", soundfile.read(opening, dtype="float32")
    write_sound(folder / "mono.wav", samples[:, 0], rate)
    write_sound(folder / "same.wav", np.stack([samples[:, 0], samples[:, 0] * 0.8], axis=1), rate)
    write_sound(folder / "twice.wav", np.stack([samples[:, 0]] * 2, axis=1), rate)
    write_sound(folder / "user.wav", samples * [1, 0], rate)
    report = import_paths(calls, [folder], condition_from="folder")
    assert {Path(one.path).name: one.reason for one in report.refused} == {
        "mono.wav": "has one channel and no list of turns, so who speaks when cannot be told",
        "same.wav": "has the same sound in both channels, so who speaks when cannot be told",
        "twice.wav": "has the same sound in both channels, so who speaks when cannot be told",
        "user.wav": "nobody speaks on the agent's channel (right), so there is nothing to rate",
    }
    remedies = {Path(one.path).name: one.remedy for one in report.refused}
    assert remedies["mono.wav"] == (
        "Bring it with one speaker a channel, as one file for each speaker (NAME_user and NAME_agent), or "
        "with a list of its turns beside it, such as 'mono.turns.json'."
    )
    assert "earmark study set calls --agent-channel left" in remedies["user.wav"]
    tables = (item.c.id, condition.c.id, stimulus.c.id, task.c.id, turn_list.c.id)
    assert [rows(calls, column) for column in tables] == [[]] * 5


def test_a_call_in_which_no_user_speaks_comes_in_with_a_warning(
    calls: Study, opening: Path, tmp_path: Path
) -> None:
    samples, rate = soundfile.read(opening, dtype="float32")
    samples[:, 0] = 0
    path = write_sound(tmp_path / "lone.wav", samples, rate)
    report = import_paths(calls, [path])
    assert report.warnings[-1] == Remark(str(path), None, said("cut.no-user", side=said("side.left")))
    assert rows(calls, task.c.state) == [("open",)]


def test_an_agent_that_is_heard_in_the_users_channel_is_no_user(calls: Study, tmp_path: Path) -> None:
    samples, rate = soundfile.read(CALL, dtype="float32")
    samples[rate // 20 :, 0] += samples[: -(rate // 20), 1] * 10 ** (-29.5 / 20)
    path = write_sound(tmp_path / "leaky.wav", samples, rate)
    report = import_paths(calls, [path])
    assert [one for (one,) in rows(calls, turn.c.role)] == [one["role"] for one in written_turns()]
    assert [one.message for one in report.warnings] == [
        "the right channel is heard in the left one (-30 dB, 50 ms later); speech there is what is louder"
    ]


def test_a_run_that_ends_between_sound_and_turns_leaves_a_task_for_nobody_and_the_next_cuts_it(
    calls: Study, opening: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def end(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Cutter, "cut", end)
        with pytest.raises(KeyboardInterrupt):
            import_paths(calls, [opening])
    assert rows(calls, task.c.state, task.c.free) == [("preparing", 1)]
    assert rows(calls, turn.c.id) == []
    other = write_sound(tmp_path / "other" / "mono.wav", sine(8000))
    report = import_paths(calls, [other])
    assert report.repaired == (Remark("opening.flac", None, said("cut.taken-up", count=2)),)
    assert rows(calls, task.c.state) == [("open",)]
    assert len(rows(calls, turn.c.id)) == 2
    assert len(import_paths(calls, [opening]).unchanged) == 1


@pytest.mark.server
def test_a_long_call_is_heard_by_two_processes_with_the_same_result_and_tells_how_far_it_is(
    calls: Study, opening: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import_paths(calls, [opening])
    here = rows(calls, turn.c.role, turn.c.start_s, turn.c.end_s)
    monkeypatch.setattr(listening, "WORK_IN_PROCESS_S", 0)
    monkeypatch.setattr(paths, "_TICK_S", 0.01)
    told: list[Progress] = []
    apart = shutil.copy(opening, tmp_path / "apart.flac")
    import_paths(calls, [apart], progress=told.append)
    assert rows(calls, turn.c.role, turn.c.start_s, turn.c.end_s) == here * 2
    shares = [one.cut for one in told if one.cut is not None]
    assert shares == sorted(shares)
    assert shares[-1] <= 1


@pytest.mark.server
def test_a_process_that_is_killed_while_it_listens_is_named(
    calls: Study, opening: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "WORK_IN_PROCESS_S", 0)
    monkeypatch.setattr(listening, "WORK", "errands:die")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]), prepend=":")
    report = import_paths(calls, [opening])
    assert ("ended without a word" in report.halted, report.left) == (True, (str(opening),))
    assert rows(calls, task.c.state) == [("preparing",)]


def test_nothing_is_left_of_the_scratch_files(calls: Study, opening: Path) -> None:
    import_paths(calls, [opening])
    assert list(calls.home.settings.home.glob("importing-*")) == []
