"""Lists that do not say who speaks, beside calls with one speaker a channel."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import soundfile
from sqlalchemy import select

from earmark.core.imports import ImportReport
from earmark.services.home import Home
from earmark.services.importing import import_paths
from earmark.services.importing.cutting import Cutter
from earmark.services.studies import Study
from earmark.services.turn_editing import Edited, save_turns, turns_json
from earmark.storage.preparing import UNCUT_WORDS
from earmark.storage.tables import stimulus, task, turn, turn_list
from earmark.storage.turnlists import current_list
from sounds import DEMO, write_sound

CALL = DEMO / "calls" / "dentist-fjord.flac"
"""Nine turns, with a listener's word and an interruption; the agent is on the right."""


@pytest.fixture
def calls(home: Home) -> Study:
    return home.studies.create("calls", protocol="conversation-turns", settings={"agent_channel": "right"})


@pytest.fixture(scope="module")
def opening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first two turns of the call: 10.6 s."""
    samples, rate = soundfile.read(CALL, dtype="float32")
    return write_sound(tmp_path_factory.mktemp("opening") / "o.flac", samples[: int(10.6 * rate)], rate)


def spoken() -> list[dict[str, object]]:
    lines = (DEMO / "calls.jsonl").read_text(encoding="utf-8").splitlines()
    return next(one["turns"] for one in map(json.loads, lines) if one["audio"] == "calls/dentist-fjord.flac")


def clock(seconds: object) -> str:
    whole = round(float(str(seconds)) * 1000)
    return f"{whole // 3_600_000:02}:{whole // 60_000 % 60:02}:{whole // 1000 % 60:02},{whole % 1000:03}"


def srt(turns: list[dict[str, object]]) -> str:
    cues = (f"{clock(one['start'])} --> {clock(one['end'])}\n{one['text']}\n" for one in turns)
    return "\n".join(cues)


def textgrid(turns: list[dict[str, object]]) -> str:
    marks = "\n".join(f'{one["start"]}\n{one["end"]}\n"{one["text"]}"' for one in turns)
    tier = f'"IntervalTier"\n"words spoken"\n0\n11\n{len(turns)}\n{marks}\n'
    return f'File type = "ooTextFile"\nObject class = "TextGrid"\n0\n11\n<exists>\n1\n{tier}'


def bring(calls: Study, folder: Path, sound: Path, name: str, content: str) -> ImportReport:
    folder.mkdir(exist_ok=True)
    (folder / sound.name).write_bytes(sound.read_bytes())
    (folder / name).write_text(content, encoding="utf-8")
    return import_paths(calls, [folder])


def texts(calls: Study) -> list[tuple[object, ...]]:
    query = (
        select(turn.c.role, turn.c.text).join(turn_list).where(turn_list.c.current).order_by(turn.c.position)
    )
    with calls.home.database.read() as connection:
        return [tuple(row) for row in connection.execute(query)]


def test_words_of_a_whole_call_come_to_the_turns_they_were_spoken_in(calls: Study, tmp_path: Path) -> None:
    report = bring(calls, tmp_path / "in", CALL, "dentist-fjord.srt", srt(spoken()))
    assert report.refused == ()
    assert [one.turns for one in report.imported] == [9]
    assert texts(calls) == [(one["role"], one["text"]) for one in spoken()]
    assert [one.said.code for one in report.repaired] == ["words.given"]
    assert {one.said.code for one in report.warnings} <= {"words.unsure"}


def vtt(turns: list[dict[str, object]]) -> str:
    return "WEBVTT\n\n" + "\n".join(
        f"{clock(one['start'])} --> {clock(one['end'])}\n".replace(",", ".") + f"{one['text']}\n"
        for one in turns
    )


def whisper(turns: list[dict[str, object]]) -> str:
    return json.dumps({"text": "…", "segments": [{**one, "role": None} for one in turns]})


@pytest.mark.parametrize(("ending", "write"), [("vtt", vtt), ("TextGrid", textgrid), ("json", whisper)])
def test_every_form_may_leave_the_speakers_out(
    calls: Study, opening: Path, tmp_path: Path, ending: str, write: Callable[[list[dict[str, object]]], str]
) -> None:
    turns = spoken()[:2]
    report = bring(calls, tmp_path / "in", opening, f"o.{ending}", write(turns))
    assert (report.refused, [one.said.code for one in report.repaired]) == ((), ["words.given"])
    assert texts(calls) == [(one["role"], one["text"]) for one in turns]


def test_a_list_without_speakers_and_words_leaves_the_turns_to_the_voices(
    calls: Study, opening: Path, tmp_path: Path
) -> None:
    bare = [{**one, "text": ""} for one in spoken()[:2]]
    report = bring(calls, tmp_path / "in", opening, "o.vtt", vtt(bare))
    assert [one.said.code for one in report.repaired] == ["words.none"]
    assert texts(calls) == [("user", ""), ("agent", "")]


def test_a_second_run_changes_nothing_and_other_words_become_a_revision(
    calls: Study, opening: Path, tmp_path: Path
) -> None:
    turns, folder = spoken()[:2], tmp_path / "in"
    first = bring(calls, folder, opening, "o.srt", srt(turns))
    assert len(import_paths(calls, [folder]).unchanged) == 1
    with calls.home.database.read() as connection:
        [task_id] = connection.execute(select(task.c.id)).scalars()
        before = current_list(connection, str(first.imported[0].stimulus))
    assert before is not None
    moved = turns_json(before.turns)
    moved[1]["end"] = 10.25
    save_turns(calls, task_id, Edited(1, moved, None, person_id=None))  # type: ignore[arg-type]
    assert len(import_paths(calls, [folder]).unchanged) == 1
    turns[1] = {**turns[1], "text": "Something else."}
    (folder / "o.srt").write_text(srt(turns), encoding="utf-8")
    [revised] = import_paths(calls, [folder]).revised
    assert (revised.revision, revised.changed) == (3, ("words",))
    assert texts(calls)[1] == ("agent", "Something else.")
    with calls.home.database.read() as connection:
        after = current_list(connection, revised.stimulus)
    assert after is not None
    assert (after.turns[1].end_s, after.origin) == (10.25, "edited")
    assert len(import_paths(calls, [folder]).unchanged) == 1


def test_words_at_which_nobody_speaks_are_named(calls: Study, opening: Path, tmp_path: Path) -> None:
    silence = {"start": 0.0, "end": 0.05, "text": "Thanks for watching."}
    report = bring(calls, tmp_path / "in", opening, "o.srt", srt([silence, *spoken()[:2]]))
    [warning] = [one for one in report.warnings if one.said.code == "words.left-out"]
    assert warning.message == (
        "at 1 of 3 entries nobody speaks, first at 0.0 s (“Thanks for watching.”): their words are left out"
    )


def test_one_channel_cannot_tell_who_speaks(calls: Study, opening: Path, tmp_path: Path) -> None:
    samples, rate = soundfile.read(opening, dtype="float32")
    mono = write_sound(tmp_path / "o.wav", samples.mean(axis=1), rate)
    [refused] = bring(calls, tmp_path / "in", mono, "o.srt", srt(spoken()[:2])).refused
    assert (Path(refused.path).name, refused.said.code) == ("o.srt", "list.one-channel")
    named = [{**one, "text": f"Ann: {one['text']}"} for one in spoken()[:2]]
    [unknown] = bring(calls, tmp_path / "in", mono, "o.srt", srt(named)).refused
    assert unknown.said.code == "turns.unknown-speakers"
    assert calls.contents().recordings == 0


def test_words_of_a_call_whose_import_was_killed_are_in_its_first_list_of_turns(
    calls: Study, opening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Cutter, "cut", end)
        with pytest.raises(KeyboardInterrupt):
            bring(calls, tmp_path / "in", opening, "o.srt", srt(spoken()[:2]))
    (tmp_path / "other").mkdir()
    assert import_paths(calls, [tmp_path / "other"]).refused == ()
    assert texts(calls) == [(one["role"], one["text"]) for one in spoken()[:2]]
    assert len(import_paths(calls, [tmp_path / "in"]).unchanged) == 1
    with calls.home.database.read() as connection:
        assert connection.execute(select(turn_list.c.revision)).scalars().all() == [1]
        [details] = connection.execute(select(stimulus.c.details)).scalars()
    assert UNCUT_WORDS not in details
