"""Which turn list belongs to which recording, and what is said of the others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import select

from earmark.core.imports import ImportReport
from earmark.services.home import Home
from earmark.services.importing import import_paths
from earmark.services.studies import Study
from earmark.storage.tables import stimulus, turn, turn_list
from sounds import sine, write_sound

VTT = "WEBVTT\n\n00:00.000 --> 00:00.400\n<v User>Hello?\n\n00:00.500 --> 00:00.900\n<v Agent>Hello.\n"
SRT = "1\n00:00:00,500 --> 00:00:00,900\nAgent: Hello.\n"
RTTM = "SPEAKER {0} 1 0.0 0.4 <NA> <NA> user <NA> <NA>\nSPEAKER {0} 1 0.5 0.4 <NA> <NA> agent <NA> <NA>\n"
JSON = '{"segments": [{"start": 0.5, "end": 0.9, "text": "Hello.", "speaker": "agent"}]}'
DIALOGUE = '{"audio": "call.wav", "turns": [{"start": 0.5, "end": 0.9, "speaker": "Katie"}]}'

Bring = Callable[..., ImportReport]


@pytest.fixture
def calls(home: Home, small_protocol: Callable[[str], Path]) -> Study:
    return home.studies.create("calls", protocol=small_protocol("conversation"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "in"


@pytest.fixture
def bring(calls: Study, folder: Path) -> Bring:
    """Write ``call.wav`` of one second and files beside it, and import the folder."""

    def run(files: dict[str, str | bytes], *paths: str, **more: object) -> ImportReport:
        write_sound(folder / "call.wav", sine(8000))
        for name, content in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return import_paths(calls, [folder / path for path in paths] or [folder], **more)

    return run


def turns(report: ImportReport) -> list[tuple[str, int]]:
    return [(one.item, one.turns) for one in report.imported]


def told(remarks: object) -> list[tuple[str, int | None, str]]:
    return [(Path(one.path).name, one.line, getattr(one, "message", None) or one.reason) for one in remarks]


@pytest.mark.parametrize(
    ("name", "content", "count"),
    [
        ("call.vtt", VTT, 2),
        ("call.wav.VTT", VTT, 2),
        ("call.srt", SRT, 1),
        ("call.rttm", RTTM.format("call"), 2),
        ("all.rttm", RTTM.format("call.wav"), 2),
        ("call.json", JSON, 1),
        ("dialogues.json", DIALOGUE.replace("Katie", "bot").replace("call.wav", "x\\\\call.wav"), 1),
        ("turns.json", f'{{"call.wav": {JSON[13:-1]}}}', 1),
    ],
)
def test_a_list_belongs_to_the_sound_whose_name_it_bears_or_says(
    bring: Bring, name: str, content: str, count: int
) -> None:
    report = bring({name: content})
    assert (turns(report), report.refused, report.ignored) == ([("call.wav", count)], (), ())


def test_of_several_lists_the_first_by_the_stated_order_is_taken_and_the_others_are_named(
    bring: Bring,
) -> None:
    report = bring({"call.vtt": VTT, "call.srt": SRT, "call.json": "[]"})
    assert turns(report) == [("call.wav", 2)]
    assert told(report.warnings)[0] == (
        "call.wav",
        None,
        "its turns are taken from 'call.vtt' and not from 'call.srt', which lie beside it too",
    )
    assert told(report.ignored) == [
        ("call.json", None, "is text that no recording needs"),
        ("call.srt", None, "is left out: the turns of 'call.wav' are taken from 'call.vtt'"),
    ]


def test_two_lists_with_the_same_right_are_refused_by_name(bring: Bring) -> None:
    report = bring({"a.json": DIALOGUE, "b.json": DIALOGUE, "call.vtt": VTT})
    assert told(report.refused) == [
        ("call.wav", None, "has 2 turn lists with the same right: 'a.json', 'b.json'")
    ]
    assert report.imported == ()


def test_an_rttm_of_another_recording_name_is_taken_by_its_own_name_with_a_word(bring: Bring) -> None:
    report = bring({"call.rttm": RTTM.format("waveform")})
    assert turns(report) == [("call.wav", 2)]
    assert told(report.repaired) == [
        ("call.rttm", None, "the file names the recording 'waveform': taken for 'call', whose name it bears")
    ]


def test_a_list_may_be_given_by_name_from_another_folder(bring: Bring) -> None:
    report = bring(
        {"lists/call.vtt": VTT, "lists/gone.srt": SRT}, "call.wav", "lists/call.vtt", "lists/gone.srt"
    )
    assert turns(report) == [("call.wav", 2)]
    assert told(report.ignored) == [("gone.srt", None, "is a turn list of no recording here")]


def test_a_manifest_may_name_the_list_of_a_recording_and_its_agent(bring: Bring) -> None:
    manifest = "audio,item,turns,agent_speaker\ncall.wav,one,l/x.json,katie\ncall.wav,two,none.vtt,\n"
    report = bring({"manifest.csv": manifest, "l/x.json": DIALOGUE})
    assert turns(report) == [("one", 1)]
    assert told(report.refused) == [("manifest.csv", 3, "there is no file 'none.vtt'")]


def test_the_agent_may_be_named_for_one_import_or_for_the_study(bring: Bring, calls: Study) -> None:
    refused = bring({"call.json": DIALOGUE})
    assert told(refused.refused) == [
        ("call.json", None, "it is not known who is agent and who is user in 'call.wav': 'Katie' (1 turn)")
    ]
    assert "earmark study set calls --agent-speaker NAME" in refused.refused[0].remedy
    assert turns(bring({}, agent_speakers=["KATIE"], dry_run=True)) == [("call.wav", 1)]
    calls.set(agent_speakers=["Katie"])
    assert calls.home.studies["calls"].settings.agent_speakers == ("Katie",)


def test_a_list_that_cannot_be_read_keeps_its_call_out_though_another_lies_beside_it(bring: Bring) -> None:
    report = bring({"call.vtt": "no cue", "call.srt": SRT, "x.vtt": "\0", "x.json": "{"})
    assert told(report.refused) == [
        (
            "call.vtt",
            None,
            "the turn list is no WebVTT: it neither begins with WEBVTT nor has a line with an arrow (-->)",
        )
    ]
    assert [(name, message) for name, _, message in told(report.ignored)] == [
        ("call.srt", "is left out: the turns of 'call.wav' are taken from 'call.vtt'"),
        ("x.json", "is text that no recording needs"),
        ("x.vtt", "is a turn list of no recording here"),
    ]


def test_repairs_and_warnings_of_the_reader_are_told_with_their_lines(bring: Bring) -> None:
    report = bring({"call.vtt": VTT.removeprefix("WEBVTT").replace("00:00.900", "00:00,900")})
    assert told(report.repaired) == [
        ("call.vtt", 1, "the file does not begin with WEBVTT: read all the same"),
        ("call.vtt", 6, "the list has clock times, first '00:00,900' in the cue at line 6: read as 0.9 s"),
    ]


def test_out_of_the_folder_no_list_is_read(bring: Bring, folder: Path) -> None:
    (folder.parent / "secret.vtt").write_text("hello", encoding="utf-8")
    report = bring({"manifest.csv": "audio,turns\ncall.wav,../secret.vtt\n"}, within=folder)
    assert told(report.refused)[0] == ("secret.vtt", None, "the turn list lies outside of the folder")
    assert report.imported == ()


def test_roles_and_the_agents_lane_follow_the_channel_that_is_said(calls: Study, folder: Path) -> None:
    speech = np.stack([sine(8000), sine(8000, hertz=300)], axis=1)
    words = "{0} A 0.1 0.3 Hello?\n{0} B 0.5 0.3 Yes.\n"
    for side in ("left", "right"):
        write_sound(folder / f"{side}.wav", speech if side == "left" else speech * 0.5)
        (folder / f"{side}.ctm").write_text(words.format(side), encoding="utf-8")
    (folder / "manifest.csv").write_text(
        "audio,agent_channel\nleft.wav,left\nright.wav,right\n", encoding="utf-8"
    )
    assert import_paths(calls, [folder]).refused == ()
    with calls.home.database.read() as connection:
        rows = connection.execute(
            select(stimulus.c.file_name, stimulus.c.agent_channel, turn.c.role, turn.c.text)
            .join(turn_list, turn_list.c.stimulus_id == stimulus.c.id)
            .join(turn, turn.c.turn_list_id == turn_list.c.id)
            .order_by(stimulus.c.file_name, turn.c.position)
        ).all()
    assert [tuple(row) for row in rows] == [
        ("left.wav", 0, "agent", "Hello?"),
        ("left.wav", 0, "user", "Yes."),
        ("right.wav", 1, "user", "Hello?"),
        ("right.wav", 1, "agent", "Yes."),
    ]


def test_a_manifest_that_contradicts_the_list_on_the_agents_channel_holds_with_a_warning(
    calls: Study, folder: Path
) -> None:
    write_sound(folder / "call.wav", np.stack([sine(8000), sine(8000, hertz=300)], axis=1))
    listed = '{"turns": [{"role": "agent", "channel": 0, "start": 0, "end": 0.5}]}'
    (folder / "call.turns.json").write_text(listed, encoding="utf-8")
    (folder / "manifest.csv").write_text("audio,agent_channel\ncall.wav,right\n", encoding="utf-8")
    report = import_paths(calls, [folder])
    assert (
        "call.wav",
        2,
        "the manifest puts the agent on one channel and the turn list on the other: the manifest holds",
    ) in told(report.warnings)
    with calls.home.database.read() as connection:
        assert connection.execute(select(stimulus.c.agent_channel)).scalar_one() == 1


def two_sides(folder: Path, **lists: str) -> Path:
    for side in ("user", "agent"):
        write_sound(folder / f"talk_{side}.wav", sine(8000, hertz=300 if side == "user" else 500))
    for name, content in lists.items():
        (folder / name.replace("__", ".")).write_text(content, encoding="utf-8")
    return folder


def turns_in(study: Study) -> list[tuple[object, ...]]:
    with study.home.database.read() as connection:
        rows = connection.execute(select(turn.c.role, turn.c.start_s, turn.c.text).order_by(turn.c.position))
        return [tuple(row) for row in rows]


def test_a_list_for_each_file_of_a_talk_gives_that_speaker_the_turns(calls: Study, folder: Path) -> None:
    user = '{"language": "ko", "segments": [{"start": 0.1, "end": 0.4, "text": "네?"}]}'
    agent = "1\n00:00:00,500 --> \n네.\n"
    report = import_paths(calls, [two_sides(folder, talk_user__json=user, talk_agent__srt=agent)])
    assert (turns(report), report.refused) == ([("talk", 2)], ())
    assert turns_in(calls) == [("user", 0.1, "네?"), ("agent", 0.5, "네.")]
    assert told(report.repaired) == [
        (
            "talk_agent.srt",
            None,
            "the cue at line 2 of 'talk_agent.srt' has no end: now it ends with the sound, at 1 s",
        )
    ]


def test_the_list_of_a_talk_goes_before_those_of_its_files(calls: Study, folder: Path) -> None:
    report = import_paths(calls, [two_sides(folder, talk__vtt=VTT, talk_user__srt=SRT, talk_agent__srt=SRT)])
    assert turns(report) == [("talk", 2)]
    assert [name for name, *_ in told(report.ignored)] == ["talk_agent.srt", "talk_user.srt"]


def test_a_list_for_one_file_of_a_talk_alone_is_none(calls: Study, folder: Path) -> None:
    report = import_paths(calls, [two_sides(folder, talk_agent__srt=SRT)], dry_run=True)
    assert told(report.ignored) == [("talk_agent.srt", None, "is a turn list of no recording here")]


def of_recording(name: str) -> str:
    return DIALOGUE.replace("call.wav", name).replace("Katie", "agent")


TORN = "bears the name of 'call' and says that it is of '{}', so whose turns it holds cannot be told"


@pytest.mark.parametrize(
    ("files", "refused", "brought"),
    [
        ({"call.json": "other.wav"}, ["other.wav"], []),
        ({"call.json": "other.wav", "other.json": "other.wav"}, ["other.wav"], ["other.wav"]),
        ({"call.json": "gone.wav", "other.json": "other"}, ["gone.wav"], ["other.wav"]),
        ({"call.json": "other.wav", "x.json": "call.wav", "other.json": ""}, [], ["call.wav", "other.wav"]),
        ({"call.json": "call.mp3", "other.json": "other.wav"}, [], ["call.wav", "other.wav"]),
    ],
)
def test_a_list_that_bears_one_name_and_says_another_is_nobodys(
    bring: Bring, folder: Path, files: dict[str, str], refused: list[str], brought: list[str]
) -> None:
    write_sound(folder / "other.wav", sine(8000, hertz=300))
    report = bring({name: of_recording(said) for name, said in files.items()})
    assert [one for one in told(report.refused) if one[0] == "call.json"] == [
        ("call.json", None, TORN.format(name)) for name in refused
    ]
    assert [one.item for one in report.imported] == brought
    assert not [one for one in report.refused if one.path.endswith(".wav")]


def test_a_recordings_sound_is_not_replaced_beside_a_list_that_names_another(
    bring: Bring, folder: Path, calls: Study
) -> None:
    bring({"call.json": of_recording("call.wav")})
    write_sound(folder / "call.wav", sine(8000, hertz=600))
    (folder / "call.json").write_text(of_recording("other.wav"), encoding="utf-8")
    report = import_paths(calls, [folder])
    assert (report.revised, told(report.refused)) == ((), [("call.json", None, TORN.format("other.wav"))])


def test_a_list_that_names_both_files_of_a_talk_is_the_talks(calls: Study, folder: Path) -> None:
    both = of_recording("x").replace('"x"', '["talk_user.wav", "talk_agent.wav"]')
    report = import_paths(calls, [two_sides(folder, any__json=both)])
    assert (turns(report), report.refused, report.ignored) == ([("talk", 1)], (), ())


def test_a_list_of_the_talks_name_may_name_one_of_its_files(calls: Study, folder: Path) -> None:
    report = import_paths(calls, [two_sides(folder, talk__json=of_recording("talk_agent.wav"))])
    assert (turns(report), report.refused, report.repaired) == ([("talk", 1)], (), ())


def test_a_list_that_a_manifest_names_holds_for_that_recording_alone(bring: Bring) -> None:
    manifest = "audio,item,turns\ncall.wav,one,x.json\ncall.wav,two,many.rttm\n"
    many = RTTM.format("a") + RTTM.format("b")
    report = bring({"manifest.csv": manifest, "x.json": of_recording("gone.wav"), "many.rttm": many})
    assert turns(report) == [("one", 1)]
    assert told(report.repaired) == [
        ("x.json", 2, "the file names the recording 'gone.wav': taken for 'call.wav', as the manifest says")
    ]
    assert told(report.refused) == [
        ("many.rttm", None, "the file holds turn lists of 'a', 'b', and none of 'call.wav'")
    ]


def test_a_list_whose_name_differs_from_the_sounds_by_capitals_alone_is_told_so(bring: Bring) -> None:
    report = bring({"Call.vtt": VTT}, dry_run=True)
    assert told(report.ignored)[0][2] == (
        "is a turn list of no recording here; its name differs from that of 'call' by capitals alone"
    )
