from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
import soundfile
from sqlalchemy import select

from earmark.services.exporting import export_study
from earmark.services.home import Home
from earmark.services.importing import import_paths
from earmark.services.studies import Study
from earmark.storage.objects import content_hash
from earmark.storage.tables import stimulus
from sounds import DEMO, sine, write_sound

SmallProtocol = Callable[[str], Path]
TURNS = {"turns": [{"role": role, "start": 0.1, "end": 0.4} for role in ("user", "agent")]}


@pytest.fixture
def calls(home: Home, small_protocol: SmallProtocol) -> Study:
    return home.studies.create("calls", protocol=small_protocol("conversation"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "in"


def talk(folder: Path, name: str = "refund", *, hertz: float = 300) -> tuple[Path, Path]:
    """Write the two files of a talk, with its turn list."""
    user = write_sound(folder / f"{name}_user.wav", sine(8000, seconds=0.5))
    agent = write_sound(folder / f"{name}_Agent.flac", sine(16_000, hertz=hertz, seconds=0.6), 16_000)
    (folder / f"{name}.turns.json").write_text(json.dumps(TURNS), encoding="utf-8")
    return user, agent


def rows(study: Study) -> list[tuple[object, ...]]:
    with study.home.database.read() as connection:
        return [tuple(row) for row in connection.execute(select(*stimulus.c).order_by(stimulus.c.created_at))]


def test_two_files_become_one_conversation_and_both_originals_are_kept(calls: Study, folder: Path) -> None:
    user, agent = talk(folder / "deep")
    report = import_paths(calls, [folder])
    assert report.refused == ()
    [one] = report.imported
    assert (one.item, one.path, one.agent_path) == ("deep/refund", str(user), str(agent))
    assert (one.channels, one.turns, one.duration_s) == (2, 2, 0.6)
    assert [remark.message for remark in report.repaired] == [
        "the two files have 8,000 and 16,000 samples a second: both are heard at 16,000",
        "the user's file is 0.10 s shorter: silence follows it",
    ]
    with calls.home.database.read() as connection:
        row = connection.execute(select(stimulus)).one()
    assert (row.agent_channel, row.channels, row.file_name) == (1, 2, "refund_user.wav")
    objects = calls.home.objects
    for path in (user, agent):
        assert objects.get(content_hash(path)) == path.read_bytes()
    assert json.loads(objects.get(row.original_hash)) == {
        "user": content_hash(user),
        "agent": content_hash(agent),
    }
    with av.open(str(objects.file(row.rendition_hash))) as container:
        frames = [frame.to_ndarray().reshape(-1, 2) for frame in container.decode(audio=0)]
    assert (np.abs(np.concatenate(frames)[8000:]).max(axis=0) > 0).tolist() == [False, True]


def test_a_second_run_changes_nothing_and_another_agent_corrects_the_recording(
    calls: Study, folder: Path
) -> None:
    talk(folder)
    import_paths(calls, [folder])
    again = import_paths(calls, [folder])
    assert ([one.item for one in again.unchanged], again.imported) == (["refund"], ())
    _, agent = talk(folder, hertz=400)
    corrected = import_paths(calls, [folder])
    assert [(one.item, one.changed) for one in corrected.revised] == [("refund", ("sound",))]
    lost = calls.home.objects.local_path(content_hash(agent))
    lost.unlink()
    import_paths(calls, [folder])
    assert lost.exists()


def test_a_manifest_names_both_files_whatever_they_are_called(calls: Study, folder: Path) -> None:
    talk(folder)
    (folder / "refund_user.wav").rename(folder / "caller.wav")
    turns = [{**turn, "text": ""} for turn in TURNS["turns"]]
    listed = {"user_audio": "caller.wav", "agent_audio": "refund_Agent.flac", "item": "one", "turns": turns}
    (folder / "manifest.jsonl").write_text(json.dumps(listed) + "\n", encoding="utf-8")
    report = import_paths(calls, [folder])
    assert ([one.item for one in report.imported], report.refused) == (["one"], ())
    assert report.warnings == () or all(one.remedy for one in report.warnings)
    with calls.home.database.read() as connection:
        assert connection.execute(select(stimulus.c.agent_channel)).scalar_one() == 1


def test_a_table_of_turns_may_name_two_files(calls: Study, folder: Path) -> None:
    talk(folder)
    lines = ["user_audio,agent_audio,role,start,end"]
    lines += [f"refund_user.wav,refund_Agent.flac,{role},0.1,0.4" for role in ("user", "agent")]
    (folder / "manifest.csv").write_text("\n".join(lines), encoding="utf-8")
    report = import_paths(calls, [folder])
    assert ([(one.item, one.turns) for one in report.imported], report.refused) == ([("refund", 2)], ())


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"user_audio": "refund_user.wav"}, "names neither one sound nor the two"),
        (
            {"user_audio": "refund_user.wav", "agent_audio": "refund_user.wav"},
            "names neither one sound nor the two",
        ),
        ({"user_audio": "a", "agent_audio": "b", "audio": "c"}, "names neither one sound nor the two"),
        ({"user_audio": "a", "agent_audio": "b", "agent_channel": "left"}, "and each speaker has a file"),
        ({"user_audio": "refund_user.wav", "agent_audio": "none.wav"}, "there is no file 'none.wav'"),
    ],
)
def test_a_line_that_does_not_name_two_files_is_refused(
    calls: Study, folder: Path, row: dict[str, str], reason: str
) -> None:
    talk(folder)
    (folder / "manifest.jsonl").write_text(json.dumps(row), encoding="utf-8")
    [refused] = import_paths(calls, [folder]).refused
    assert reason in refused.reason
    assert refused.line == 1


def test_a_side_without_its_other_or_with_two_of_them_is_refused(calls: Study, folder: Path) -> None:
    for name in ("alone_user.wav", "late_agent.mp3", "many_user.wav", "many_user.mp3", "many_agent.wav"):
        write_sound(folder / name, sine(8000))
    report = import_paths(calls, [folder])
    assert [(Path(one.path).name, one.reason) for one in report.refused] == [
        ("alone_user.wav", "is the user's side of a talk, and there is no 'alone_agent' beside it"),
        ("late_agent.mp3", "is the agent's side of a talk, and there is no 'late_user' beside it"),
        *[
            (name, "is one of 3 files of one talk: 'many_user.mp3', 'many_user.wav', 'many_agent.wav'")
            for name in ("many_agent.wav", "many_user.mp3", "many_user.wav")
        ],
    ]
    assert report.imported == ()


def test_a_broken_side_keeps_the_talk_out_and_is_named(calls: Study, folder: Path) -> None:
    _, agent = talk(folder)
    agent.write_bytes(b"RIFF")
    [refused] = import_paths(calls, [folder]).refused
    assert refused.path == str(agent)
    assert rows(calls) == []


def test_clips_of_such_names_are_clips(home: Home, small_protocol: SmallProtocol, folder: Path) -> None:
    clips = home.studies.create("clips", protocol=small_protocol("clip"))
    talk(folder)
    report = import_paths(clips, [folder])
    assert [one.item for one in report.imported] == ["refund_Agent.flac", "refund_user.wav"]


def test_an_export_holds_both_files(calls: Study, folder: Path, tmp_path: Path) -> None:
    user, agent = talk(folder)
    import_paths(calls, [folder])
    export_study(calls, tmp_path / "out", audio=True)
    [row] = [json.loads(line) for line in (tmp_path / "out" / "stimuli.jsonl").read_text().splitlines()]
    assert (tmp_path / "out" / row["audio"]).read_bytes() == user.read_bytes()
    assert (tmp_path / "out" / row["agent_audio"]).read_bytes() == agent.read_bytes()


def test_what_is_wrong_with_one_speakers_file_is_said_of_that_file(home: Home, folder: Path) -> None:
    calls = home.studies.create("cut", protocol="conversation-turns")
    speech, rate = soundfile.read(DEMO / "clips" / "parcel-meadow.flac", dtype="float32")
    still = np.zeros(rate, np.float32)
    for name, user, agent in (
        ("equal", speech[: 2 * rate], speech[: 2 * rate]),
        ("mute", speech[: 2 * rate], still),
        ("alone", still, speech[: 2 * rate]),
    ):
        write_sound(folder / f"{name}_user.wav", user, rate)
        write_sound(folder / f"{name}_agent.wav", agent, rate)
    report = import_paths(calls, [folder], dry_run=True)
    assert [(Path(one.path).name, one.said.code) for one in report.refused] == [
        ("equal_user.wav", "talk.same-files"),
        ("mute_agent.wav", "cut.no-agent-file"),
    ]
    assert not [one for one in report.refused if "channel" in one.reason + one.remedy]
    assert [(Path(one.path).name, one.said.code) for one in report.warnings] == [
        ("alone_user.wav", "sound.dead-file"),
        ("alone_user.wav", "cut.no-user-file"),
        ("equal_user.wav", "sound.equal-files"),
    ]


def test_two_sides_whose_names_differ_by_capitals_alone_are_told_of_each_other(
    calls: Study, folder: Path
) -> None:
    talk(folder)
    (folder / "refund_user.wav").rename(folder / "Refund_user.wav")
    report = import_paths(calls, [folder], dry_run=True)
    assert [(Path(one.path).name, one.reason.partition("'")[2]) for one in report.refused] == [
        ("Refund_user.wav", "refund_Agent.flac', differs by capitals alone"),
        ("refund_Agent.flac", "Refund_user.wav', differs by capitals alone"),
    ]
