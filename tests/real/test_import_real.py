from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from earmark.core.imports import ImportReport
from earmark.services.home import Home
from earmark.services.importing import import_paths
from elsewhere import DATA, NEEDS_DATA

AUDIO = DATA / "audio"

pytestmark = NEEDS_DATA


def imported(home: Home, protocol: str, *paths: str) -> ImportReport:
    study = home.studies.create("real", protocol=protocol)
    return import_paths(study, [AUDIO / path for path in paths])


def test_a_whole_agent_call_comes_in_with_its_turns(home: Home) -> None:
    report = imported(home, "conversation-turns", "agent-call-eva")
    assert [(one.item, round(one.duration_s, 2), one.channels, one.turns) for one in report.imported] == [
        ("airline_rebooking.mp3", 291.27, 1, 16)
    ]
    assert [Path(one.path).suffix for one in report.ignored] == [".json", ".json", ".jsonl", ".json"]
    assert (report.refused, report.repaired, report.warnings) == ((), (), ())


def test_a_stereo_call_takes_the_agents_channel_from_its_turn_list(home: Home) -> None:
    report = imported(home, "conversation-turns", "callcentre-stereo/auto_repair_49_full.ogg")
    assert [(round(one.duration_s, 2), one.channels, one.turns) for one in report.imported] == [
        (237.56, 2, 34)
    ]
    assert (report.refused, report.repaired) == ((), ())


CLIPS = (
    *("ab-dialogue-systems", "degraded", "english-tts", "formats", "korean-tts", "p835-human-mos"),
    *("s2s-question-answer", "vad-labelled"),
)


def listed() -> dict[str, tuple[float, str]]:
    """Return what the README of the sets says of each file: its seconds, its rate and channels."""
    row = re.compile(r"^\| (?P<name>[^|]+?) \| (?P<seconds>[\d.]+) \| (?P<shape>\d+/\d) \|", re.MULTILINE)
    readme = (AUDIO / "README.md").read_text(encoding="utf-8")
    return {found["name"]: (float(found["seconds"]), found["shape"]) for found in row.finditer(readme)}


def test_every_set_of_clips_comes_in_as_its_readme_says(home: Home) -> None:
    study = home.studies.create("real", protocol="clip-rating")
    report = import_paths(study, [AUDIO / folder for folder in CLIPS], dry_run=True)
    assert sorted(Path(one.path).name for one in report.refused) == [
        "headerless_16k_s16.raw",
        "missing_wav_header.wav",
    ]
    says = listed()
    sounds = {name for folder in CLIPS for name in says if (AUDIO / folder / name).exists()}
    assert {Path(one.path).name for one in report.imported} == sounds
    assert len(sounds) == 107
    for one in report.imported:
        seconds, shape = says[Path(one.path).name]
        assert abs(one.duration_s - seconds) <= 0.02, one.path
        assert one.channels == int(shape[-1]), one.path
    found = {(Path(one.path).name, one.message[:26]) for one in report.warnings if Path(one.path).is_file()}
    assert {(name, words) for name, words in found if "same sound" not in words and "dB" not in words} == {
        ("almost_silent_24bit.wav", "holds nothing but silence"),
        ("digital_silence_float.wav", "holds nothing but silence"),
        ("tap.wav", "holds no speech that could"),
    }


def test_two_files_a_talk_are_put_together_and_cut(home: Home) -> None:
    study = home.studies.create("real", protocol="conversation-turns")
    report = import_paths(study, [AUDIO / "full-duplex-bench"])
    assert report.refused == ()
    assert [(one.item, one.channels, round(one.duration_s, 1)) for one in report.imported] == [
        ("pause_handling", 2, 4.7),
        ("smooth_turn_taking", 2, 10.4),
        ("user_interruption", 2, 28.2),
    ]
    assert all(one.turns >= 2 for one in report.imported)
    assert [one.message for one in report.repaired] == [
        "the two files have 48,000 and 16,000 samples a second: both are heard at 48,000",
        "the agent's file is 0.02 s shorter: silence follows it",
    ]


def ignored(report: ImportReport) -> list[str]:
    return [Path(one.path).name for one in report.ignored]


def test_one_json_gives_the_turns_of_several_dialogues_once_the_agent_is_named(home: Home) -> None:
    study = home.studies.create("real", protocol="conversation-turns")
    paths = [
        AUDIO / "short-dialogues" / name for name in ("katie_steve.wav", "shop_call_8k.wav", "barge_in.mp3")
    ]
    unnamed = import_paths(study, paths, dry_run=True)
    assert [(one.item, one.turns) for one in unnamed.imported] == [
        ("shop_call_8k.wav", 10),
        ("barge_in.mp3", 2),
    ]
    [refusal] = unnamed.refused
    assert refusal.reason == (
        "it is not known who is agent and who is user in 'katie_steve.wav': "
        "'Katie' (3 turns), 'Steve' (3 turns)"
    )
    named = import_paths(study, paths, agent_speakers=["Steve"], dry_run=True)
    assert [one.turns for one in named.imported] == [6, 10, 2]


def test_a_list_of_two_sounds_is_used_for_both(home: Home) -> None:
    study = home.studies.create("real", protocol="conversation-turns", settings={"agent_channel": "left"})
    report = import_paths(study, [AUDIO / "s2s-demo-freezeomni"], dry_run=True)
    assert [(one.item, one.turns) for one in report.imported] == [("quiz_en.m4a", 9), ("quiz_en.mp4", 9)]
    assert (report.refused, report.ignored) == ((), ())


@pytest.mark.parametrize(
    ("folder", "protocol", "count"),
    [
        ("vad-labelled", "clip-rating", 6),
        ("ab-dialogue-systems", "clip-rating", 2),
        ("full-duplex-bench", "conversation-turns", 8),
    ],
)
def test_what_publishers_lay_beside_sound_is_no_turn_list(
    home: Home, folder: str, protocol: str, count: int
) -> None:
    study = home.studies.create("real", protocol=protocol)
    report = import_paths(study, [AUDIO / folder], dry_run=True)
    texts = [path.name for path in sorted((AUDIO / folder).iterdir()) if path.suffix in {".json", ".scv"}]
    assert (ignored(report), len(texts)) == (texts, count)
    assert not any("turn list" in one.reason for one in report.refused if "no turn list" not in one.reason)


def test_a_context_continued_by_several_systems_is_one_item_under_their_conditions(
    home: Home, tmp_path: Path
) -> None:
    folder = AUDIO / "ab-dialogue-systems"
    sounds = sorted(path for path in folder.iterdir() if path.suffix in {".mp3", ".wav"})
    lines = []
    for path in sounds:
        item, _, condition = path.stem.rpartition("_")
        lines.append(json.dumps({"audio": str(path), "item": item, "condition": condition, "language": "en"}))
    manifest = tmp_path / "systems.jsonl"
    manifest.write_text("\n".join(lines), encoding="utf-8")
    study = home.studies.create("systems", protocol="clip-rating")
    report = import_paths(study, [manifest], dry_run=True)
    assert (report.refused, report.repaired, len(report.imported)) == ((), (), 11)
    systems: dict[str, set[str | None]] = {}
    for one in report.imported:
        systems.setdefault(one.item, set()).add(one.condition)
    single = {"rttl-dg", "cascaded", "human"}
    assert systems == {
        "conv0": {"rttl-dg", "cascaded"},
        "filler_0": single,
        "filler_1": single,
        "pitch_0": single,
    }


def test_two_talkers_on_one_channel_are_no_conversation_without_a_list_of_speakers(home: Home) -> None:
    study = home.studies.create("talks", protocol="conversation-turns")
    folder = AUDIO / "ab-dialogue-systems"
    report = import_paths(study, [folder / "conv0_cascaded.wav", folder / "conv0_rttl-dg.mp3"], dry_run=True)
    assert [one.said.code for one in report.refused] == ["talk.one-channel"] * 2
