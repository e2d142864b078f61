from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import unicodedata
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import select

from earmark.audio.decode import open_sound
from earmark.audio.peaks import overview
from earmark.core.errors import WrongInputError
from earmark.core.imports import ImportReport, Refusal
from earmark.core.progress import Progress
from earmark.core.wording import tell
from earmark.services.home import Home
from earmark.services.importing import import_paths
from earmark.services.studies import Study
from earmark.services.workrooms import workroom
from earmark.storage.objects import content_hash
from earmark.storage.tables import condition, item, stimulus, task, task_stimulus, turn
from full_disk import no_file_larger_than
from sounds import sine, write_sound

SmallProtocol = Callable[[str], Path]

TURNS = [
    {"role": "user", "start": 0, "end": 0.4, "text": "Hello?"},
    {"role": "agent", "start": 0.5, "end": 0.9, "text": "Hello."},
]


@pytest.fixture
def clips(home: Home, small_protocol: SmallProtocol) -> Study:
    return home.studies.create("clips", protocol=small_protocol("clip"), settings={"votes_per_item": 3})


@pytest.fixture
def calls(home: Home, small_protocol: SmallProtocol) -> Study:
    return home.studies.create("calls", protocol=small_protocol("conversation"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "in"


def call(
    path: Path, *, channels: int = 1, turns: list[dict[str, object]] | None = None, **more: object
) -> Path:
    """Write a call of one second with its turn list beside it."""
    write_sound(path, np.stack([sine(8000, hertz=1000 / n) for n in range(1, channels + 1)], axis=1))
    document = {"turns": TURNS if turns is None else turns, **more}
    path.with_suffix(".turns.json").write_text(json.dumps(document), encoding="utf-8")
    return path


def all_rows(study: Study, *columns: object) -> list[tuple[object, ...]]:
    with study.home.database.read() as connection:
        return sorted((tuple(row) for row in connection.execute(select(*columns))), key=repr)


def reasons(refused: tuple[Refusal, ...]) -> list[tuple[str, int | None, str]]:
    return [(Path(one.path).name, one.line, one.reason) for one in refused]


def test_every_usual_format_becomes_a_task_with_a_rendition_and_peaks(clips: Study, folder: Path) -> None:
    for suffix in ("wav", "flac", "mp3", "ogg", "m4a"):
        write_sound(folder / f"a.{suffix}", sine(48_000), 48_000)
    report = import_paths(clips, [folder])
    assert [one.item for one in report.imported] == ["a.flac", "a.m4a", "a.mp3", "a.ogg", "a.wav"]
    assert (report.refused, report.ignored) == ((), ())
    assert {one.message for one in report.warnings} == {"holds no speech that could be heard"}
    rows = all_rows(clips, stimulus.c.file_name, stimulus.c.original_hash, stimulus.c.rendition_hash)
    for name, original, rendition in rows:
        assert content_hash(folder / str(name)) == original
        with open_sound(clips.home.objects.local_path(str(rendition))) as sound:
            assert sound.info.codec == "flac"
    peaks = json.loads(overview(clips.home.objects.file(str(all_rows(clips, stimulus.c.peaks_hash)[0][0]))))
    assert len(peaks["max"][0]) == 50


def test_a_clip_makes_an_item_a_stimulus_and_a_task_of_as_many_votes_as_the_study_wants(
    clips: Study, folder: Path
) -> None:
    write_sound(folder / "deep" / "one.wav", sine(8000))
    report = import_paths(clips, [folder])
    [(item_id, stimulus_id)] = all_rows(clips, stimulus.c.item_id, stimulus.c.id)
    assert all_rows(clips, item.c.id, item.c.name) == [(item_id, "deep/one.wav")]
    assert all_rows(clips, task.c.item_id, task.c.votes, task.c.free, task.c.state) == [
        (item_id, 3, 3, "open")
    ]
    assert all_rows(clips, task_stimulus.c.side, task_stimulus.c.stimulus_id) == [("", stimulus_id)]
    assert all_rows(clips, stimulus.c.condition_id, stimulus.c.agent_channel) == [(None, None)]
    assert [one.stimulus for one in report.imported] == [stimulus_id]


def test_a_second_run_adds_only_what_is_new(clips: Study, folder: Path) -> None:
    write_sound(folder / "a.wav", sine(8000))
    first = import_paths(clips, [folder])
    write_sound(folder / "b.wav", sine(8000, hertz=500))
    second = import_paths(clips, [folder])
    assert [one.item for one in first.imported] == ["a.wav"]
    assert [one.item for one in second.imported] == ["b.wav"]
    assert [one.item for one in second.unchanged] == ["a.wav"]
    assert clips.contents().recordings == 2


def test_good_files_are_in_and_bad_ones_are_refused_with_their_remedy(clips: Study, folder: Path) -> None:
    write_sound(folder / "good.wav", sine(8000))
    (folder / "empty.wav").write_bytes(b"")
    (folder / "words.mp3").write_text("not a sound\n" * 100, encoding="utf-8")
    write_sound(folder / "surround.wav", np.zeros((800, 6)))
    report = import_paths(clips, [folder])
    assert [one.item for one in report.imported] == ["good.wav"]
    assert reasons(report.refused) == [
        ("empty.wav", None, "is empty (0 bytes)"),
        ("surround.wav", None, "has 6 channels, where one or two can be rated"),
        ("words.mp3", None, "is no sound file that can be recognised by its content"),
    ]
    assert all(one.remedy for one in report.refused)
    assert clips.contents().recordings == 1


def test_text_beside_sound_is_ignored_and_a_stray_binary_file_too(clips: Study, folder: Path) -> None:
    write_sound(folder / "a.wav", sine(8000))
    (folder / "notes.txt").write_text("메모", encoding="utf-8")
    (folder / "votes.csv").write_text("audio,mos\na.wav,4\n", encoding="utf-8")
    (folder / "cover.bin").write_bytes(bytes(range(256)) * 8)
    (folder / ".hidden").write_bytes(b"\0")
    report = import_paths(clips, [folder])
    assert [Path(one.path).name for one in report.ignored] == ["notes.txt", "votes.csv", "cover.bin"]
    assert (len(report.imported), report.refused) == (1, ())


def test_sound_is_known_by_its_content_under_any_name(clips: Study, folder: Path) -> None:
    write_sound(folder / "a.wav", sine(8000)).rename(folder / "a.dat")
    assert [one.item for one in import_paths(clips, [folder]).imported] == ["a.dat"]


def test_a_name_is_the_same_composed_and_decomposed(clips: Study, folder: Path) -> None:
    composed, decomposed = (unicodedata.normalize(form, "환불.wav") for form in ("NFC", "NFD"))
    write_sound(folder / "hifi" / composed, sine(8000))
    write_sound(folder / "lofi" / decomposed, sine(8000, amplitude=0.1))
    import_paths(clips, [folder], condition_from="folder")
    assert all_rows(clips, item.c.name) == [("환불",)]


def test_a_manifest_finds_a_file_whose_name_came_from_a_mac(clips: Study, folder: Path) -> None:
    composed, decomposed = (unicodedata.normalize(form, "통화/환불.wav") for form in ("NFC", "NFD"))
    write_sound(folder / decomposed, sine(8000))
    (folder / "manifest.csv").write_text(f"audio\n{composed}\n", encoding="utf-8")
    report = import_paths(clips, [folder])
    assert ([one.item for one in report.imported], report.refused) == ([composed], ())


def test_a_turn_list_belongs_to_its_recording_however_their_names_are_written(
    calls: Study, folder: Path
) -> None:
    call(folder / unicodedata.normalize("NFD", "환불.wav")).with_suffix(".turns.json").rename(
        folder / unicodedata.normalize("NFC", "환불.turns.json")
    )
    report = import_paths(calls, [folder])
    assert ([one.turns for one in report.imported], report.refused) == ([2], ())


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS takes no such name")
def test_a_name_that_is_no_text_is_refused_and_the_others_come_in(clips: Study, folder: Path) -> None:
    write_sound(folder / "good.wav", sine(8000))
    (folder / os.fsdecode(b"bad\xff.wav")).write_bytes((folder / "good.wav").read_bytes())
    report = import_paths(clips, [folder])
    assert [one.item for one in report.imported] == ["good.wav"]
    assert reasons(report.refused) == [
        ("bad\udcff.wav", None, "has a name with bytes that are no text (UTF-8)")
    ]


def test_what_is_neither_file_nor_folder_is_never_waited_for(calls: Study, folder: Path) -> None:
    call(folder / "call.wav")
    os.mkfifo(folder / "pipe.turns.json")
    os.mkfifo(folder / "pipe.wav")
    assert [one.item for one in import_paths(calls, [folder]).imported] == ["call.wav"]
    with pytest.raises(WrongInputError, match="no such file or folder"):
        import_paths(calls, [folder / "pipe.wav"])


def test_a_path_too_long_for_any_file_is_no_file(clips: Study, folder: Path) -> None:
    folder.mkdir()
    (folder / "manifest.csv").write_text(f"audio\n{'a' * 300}\n", encoding="utf-8")
    report = import_paths(clips, [folder])
    assert reasons(report.refused) == [("manifest.csv", 2, f"there is no file '{'a' * 300}'")]
    with pytest.raises(WrongInputError, match="no such file or folder"):
        import_paths(clips, [folder / ("a" * 300)])


def test_a_list_of_other_files_is_no_sound(clips: Study, folder: Path) -> None:
    write_sound(folder / "good.wav", sine(8000))
    (folder / "list.wav").write_text("ffconcat version 1.0\nfile good.wav\n", encoding="utf-8")
    report = import_paths(clips, [folder])
    assert reasons(report.refused) == [
        ("list.wav", None, "is a list of other files and holds no sound itself")
    ]


HOLD = """
import sys, time
from pathlib import Path
from earmark.services.workrooms import workroom
with workroom(Path(sys.argv[1])) as folder:
    print(folder, flush=True)
    time.sleep(600)
"""


def test_what_a_killed_run_left_is_removed_by_the_next_and_what_one_works_in_is_not(
    clips: Study, folder: Path
) -> None:
    write_sound(folder / "a.wav", sine(8000))
    home = clips.home.settings.home
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(home)], stdout=subprocess.PIPE, text=True
    ) as beside:
        assert beside.stdout is not None
        held = Path(beside.stdout.readline().strip())
        (held / "rendition.mp4").write_bytes(b"half of it")
        with workroom(home) as own:
            import_paths(clips, [folder])
            assert {held, own} == set(home.glob("importing-*"))
        beside.kill()
    import_paths(clips, [folder])
    assert list(home.glob("importing-*")) == []


def test_trouble_with_the_data_folder_stops_a_run_and_trouble_with_a_file_does_not(
    clips: Study, folder: Path
) -> None:
    for number in range(6):
        write_sound(folder / f"{number}.wav", sine(8000, hertz=300 + number))
    write_sound(folder / "2.wav", np.random.default_rng(1).uniform(-1, 1, 1_250_000), 48_000)
    with no_file_larger_than(2_000_000):
        report = import_paths(clips, [folder])
    assert {"0.wav", "1.wav"} <= {one.item for one in report.imported}
    assert "2.wav" in {Path(path).name for path in report.left}
    assert len(report.imported) + len(report.left) == 6
    assert (report.refused, clips.contents().recordings) == ((), len(report.imported))
    assert "kept" in tell(report.halted)
    again = import_paths(clips, [folder])
    assert (len(again.unchanged), len(again.imported)) == (len(report.imported), len(report.left))
    assert list(clips.home.settings.home.glob("importing-*")) == []


def test_sound_lost_from_the_object_store_is_put_back_by_importing_it_again(
    clips: Study, folder: Path
) -> None:
    write_sound(folder / "a.wav", sine(8000))
    import_paths(clips, [folder])
    shutil.rmtree(clips.home.settings.home / "objects")
    (clips.home.settings.home / "objects").mkdir()
    report = import_paths(clips, [folder])
    assert (len(report.imported), len(report.unchanged)) == (0, 1)
    assert [remark.message for remark in report.repaired] == [
        "its sound was lost from the object store: put back"
    ]
    [hashes] = all_rows(clips, stimulus.c.original_hash, stimulus.c.rendition_hash, stimulus.c.peaks_hash)
    assert [clips.home.objects.has(str(key)) for key in hashes] == [True] * 3
    assert import_paths(clips, [folder]).repaired == ()


def test_a_dry_run_reports_the_same_and_stores_nothing(clips: Study, folder: Path) -> None:
    write_sound(folder / "a.wav", sine(8000))
    (folder / "b.wav").write_bytes(b"")
    report = import_paths(clips, [folder], dry_run=True)
    assert [(one.item, one.stimulus, one.duration_s) for one in report.imported] == [("a.wav", None, 1.0)]
    assert reasons(report.refused) == [("b.wav", None, "is empty (0 bytes)")]
    assert clips.contents().recordings == 0
    assert list(clips.home.settings.home.glob("objects/*")) == []


def test_a_path_that_does_not_exist_stops_the_run_before_it_begins(clips: Study, folder: Path) -> None:
    write_sound(folder / "a.wav", sine(8000))
    with pytest.raises(WrongInputError, match=r"no such file or folder: .*nowhere\. Nothing was imported"):
        import_paths(clips, [folder, folder / "nowhere"])
    assert clips.contents().recordings == 0


def test_folders_are_no_conditions_unless_somebody_says_so(clips: Study, folder: Path) -> None:
    for system in ("hifi", "lofi"):
        write_sound(folder / system / "s1.wav", sine(8000, hertz=300 if system == "hifi" else 400))
    unasked = import_paths(clips, [folder], dry_run=True)
    assert [one.condition for one in unasked.imported] == [None, None]
    assert [one.message for one in unasked.warnings if "--condition-from folder" in one.remedy] == [
        "the files lie in 2 folders (hifi, lofi) and have no condition"
    ]
    asked = import_paths(clips, [folder], condition_from="folder")
    assert [(one.item, one.condition) for one in asked.imported] == [("s1", "hifi"), ("s1", "lofi")]
    assert all(one.remedy for one in asked.warnings)
    assert (clips.contents().items, clips.contents().conditions) == (1, 2)


def test_progress_counts_every_recording(clips: Study, folder: Path) -> None:
    for name in "abc":
        write_sound(folder / f"{name}.wav", sine(8000))
    steps: list[Progress] = []
    import_paths(clips, [folder], progress=steps.append)
    assert steps == [
        Progress(0, 3, 0, "a.wav"),
        Progress(1, 3, 1, "b.wav"),
        Progress(2, 3, 2, "c.wav"),
        Progress(3, 3, 3),
    ]


def test_an_interrupted_run_keeps_what_was_finished_and_the_next_one_goes_on(
    clips: Study, folder: Path
) -> None:
    for number in range(8):
        write_sound(folder / f"{number:02}.wav", sine(8000, hertz=300 + number))

    def interrupt(at: Progress) -> None:
        if at.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_paths(clips, [folder], progress=interrupt)
    kept = clips.contents().recordings
    report = import_paths(clips, [folder])
    assert (kept >= 2, len(report.unchanged), len(report.imported)) == (True, kept, 8 - kept)
    assert list(clips.home.settings.home.glob("importing-*")) == []


def test_a_run_that_is_stopped_finishes_what_is_under_way_and_counts_what_is_left(
    clips: Study, folder: Path
) -> None:
    for number in range(8):
        write_sound(folder / f"{number:02}.wav", sine(8000, hertz=300 + number))
    stopped = threading.Event()
    report = import_paths(
        clips,
        [folder],
        progress=lambda at: stopped.set() if at.done == 2 else None,
        is_stopped=stopped.is_set,
    )
    assert len(report.imported) == clips.contents().recordings >= 2
    assert [Path(path).name for path in report.left] == [
        f"{n:02}.wav" for n in range(len(report.imported), 8)
    ]
    again = import_paths(clips, [folder])
    assert (len(again.unchanged), len(again.imported)) == (len(report.imported), len(report.left))


def test_nothing_is_read_from_outside_where_a_run_is_kept(clips: Study, folder: Path) -> None:
    secret = write_sound(folder.parent / "secret.wav", sine(8000))
    write_sound(folder / "mine.wav", sine(8000, hertz=300))
    (folder / "manifest.csv").write_text(f"audio\nmine.wav\n../secret.wav\n{secret}\n", encoding="utf-8")
    report = import_paths(clips, [folder], within=folder)
    assert [one.item for one in report.imported] == ["mine.wav"]
    assert reasons(report.refused) == [
        ("manifest.csv", 3, "there is no file '../secret.wav'"),
        ("manifest.csv", 4, f"there is no file '{secret}'"),
    ]


def test_a_call_brings_its_turns_from_the_list_beside_it(calls: Study, folder: Path) -> None:
    call(folder / "call.wav", language="en")
    report = import_paths(calls, [folder])
    assert [(one.item, one.turns) for one in report.imported] == [("call.wav", 2)]
    assert all_rows(calls, turn.c.position, turn.c.role, turn.c.start_s, turn.c.end_s, turn.c.text) == [
        (1, "user", 0.0, 0.4, "Hello?"),
        (2, "agent", 0.5, 0.9, "Hello."),
    ]
    assert all_rows(calls, stimulus.c.language) == [("en",)]


def test_a_turn_list_may_name_its_recordings(calls: Study, folder: Path) -> None:
    call(folder / "take.wav", audio=["other.wav", "third.wav"])
    (folder / "take.turns.json").rename(folder / "both.turns.json")
    write_sound(folder / "other.wav", sine(8000, hertz=300))
    write_sound(folder / "third.wav", sine(8000, hertz=500))
    report = import_paths(calls, [folder])
    assert [one.item for one in report.imported] == ["other.wav", "third.wav"]
    assert reasons(report.refused) == [
        ("take.wav", None, "has one channel and no list of turns, so who speaks when cannot be told")
    ]


def test_a_turn_list_of_nothing_here_is_ignored(calls: Study, folder: Path) -> None:
    call(folder / "call.wav")
    (folder / "gone.turns.json").write_text('{"turns": []}', encoding="utf-8")
    report = import_paths(calls, [folder])
    assert [(Path(one.path).name, one.message) for one in report.ignored] == [
        ("gone.turns.json", "is a turn list of no recording here")
    ]


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (
            '{"turns":\n oops}',
            2,
            "the turn list is no JSON: a value is missing, or is written as JSON has none",
        ),
        ('{"turns": {}}', None, "the turn list has no list 'turns' of objects"),
        ("[]", None, "the turn list has no list 'turns' of objects"),
        ('{"turns": [1]}', None, "the turn list has no list 'turns' of objects"),
        ('{"turns": [], "audio": 5}', None, "the turn list has an 'audio' that is no name"),
        ('{"turns": ' + "[" * 5000 + "]" * 5000 + "}", None, "the turn list is nested too deeply"),
        (
            '{"turns": [{"text": "\\ud83d"}]}',
            None,
            "the turn list holds a character that cannot be kept, in 'turns.0.text'",
        ),
    ],
)
def test_a_turn_list_that_cannot_be_read_is_refused_once_and_its_call_stays_out(
    calls: Study, folder: Path, content: str, line: int | None, reason: str
) -> None:
    call(folder / "call.wav").with_suffix(".turns.json").write_text(content, encoding="utf-8")
    report = import_paths(calls, [folder])
    assert reasons(report.refused) == [
        ("call.turns.json", line, reason),
    ]
    assert (report.imported, calls.contents().items) == ((), 0)


def test_turn_lists_beside_clips_are_only_text(clips: Study, folder: Path) -> None:
    call(folder / "clip.wav").with_suffix(".turns.json").write_text("{", encoding="utf-8")
    report = import_paths(clips, [folder])
    assert [one.item for one in report.imported] == ["clip.wav"]
    assert [(Path(one.path).name, one.message) for one in report.ignored] == [
        ("clip.turns.json", "is text that no recording needs")
    ]


def test_a_listed_call_without_turns_anywhere_is_told_so(calls: Study, folder: Path) -> None:
    call(folder / "call.wav").with_suffix(".turns.json").unlink()
    (folder / "manifest.csv").write_text("audio\ncall.wav\n", encoding="utf-8")
    assert reasons(import_paths(calls, [folder]).refused) == [
        ("call.wav", None, "has one channel and no list of turns, so who speaks when cannot be told")
    ]


def test_a_call_with_faulty_turns_stays_out_as_a_whole_with_all_faults_told(
    calls: Study, folder: Path
) -> None:
    turns = [{"role": "Katie", "start": 0, "end": 0.5}, {"role": "agent", "start": 0.5, "end": 7}]
    call(folder / "call.wav", turns=turns)
    report = import_paths(calls, [folder])
    assert reasons(report.refused) == [
        (
            "call.turns.json",
            None,
            "it is not known who is agent and who is user in 'call.wav': 'Katie' (1 turn)",
        ),
        ("call.turns.json", None, "turn 2 (0.5 to 7 s) lies beyond the sound, which lasts 1.000 s"),
    ]
    assert (report.imported, calls.contents().items) == ((), 0)


def test_a_repair_is_named(calls: Study, folder: Path) -> None:
    call(folder / "call.wav", turns=[{"role": "agent", "start": 0.5, "end": 1.1}])
    report = import_paths(calls, [folder])
    assert [(Path(one.path).name, one.message) for one in report.repaired] == [
        ("call.turns.json", "turn 1 ended 0.100 s after the sound: cut to its end")
    ]
    assert all_rows(calls, turn.c.end_s) == [(1.0,)]


def test_the_agents_channel_is_never_guessed(calls: Study, folder: Path) -> None:
    call(folder / "call.wav", channels=2)
    report = import_paths(calls, [folder])
    assert reasons(report.refused) == [
        ("call.wav", None, "has two channels, and nothing says on which of them the agent speaks")
    ]
    assert "earmark study set calls --agent-channel left" in report.refused[0].remedy
    import_paths(calls.set(agent_channel="right"), [folder])
    assert all_rows(calls, stimulus.c.channels, stimulus.c.agent_channel) == [(2, 1)]


def test_the_files_own_word_on_the_agents_channel_comes_before_the_studys(calls: Study, folder: Path) -> None:
    turns = [{**one, "channel": 0 if one["role"] == "agent" else 1} for one in TURNS]
    call(folder / "listed.wav", channels=2, turns=turns)
    call(folder / "mono.wav")
    import_paths(calls.set(agent_channel="right"), [folder])
    assert all_rows(calls, stimulus.c.file_name, stimulus.c.agent_channel) == [
        ("listed.wav", 0),
        ("mono.wav", None),
    ]


def test_a_manifest_says_item_condition_and_scenario(calls: Study, folder: Path) -> None:
    rows = [
        {
            "audio": f"{system}.wav",
            "item": "refund",
            "condition": system,
            "agent_channel": "left",
            "scenario": {"title": "Refund", "description": "A caller wants money back."},
            "turns": TURNS,
        }
        for system in ("alpha", "beta")
    ]
    for number, row in enumerate(rows):
        write_sound(folder / str(row["audio"]), np.stack([sine(8000, hertz=300 + number)] * 2, axis=1))
    lines = "\n".join(json.dumps(row) for row in rows)
    (folder / "manifest.jsonl").write_text(lines, encoding="utf-8")
    write_sound(folder / "unlisted.wav", sine(8000))
    report = import_paths(calls, [folder])
    assert [(one.item, one.condition) for one in report.imported] == [("refund", "alpha"), ("refund", "beta")]
    assert [(Path(one.path).name, one.message) for one in report.ignored] == [
        ("unlisted.wav", "is not listed in the manifest")
    ]
    assert all_rows(calls, item.c.name, item.c.scenario) == [
        ("refund", {"title": "Refund", "description": "A caller wants money back."})
    ]
    assert all_rows(calls, condition.c.name) == [("alpha",), ("beta",)]


def test_a_dry_run_says_exactly_what_the_import_does_then(clips: Study, folder: Path) -> None:
    def list_in_manifest(*rows: dict[str, object]) -> None:
        (folder / "manifest.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    for name, hertz in (("0", 300), ("1", 400), ("2", 400), ("3", 500), ("4", 600)):
        write_sound(folder / f"{name}.wav", sine(8000, hertz=hertz))
    (folder / "empty.wav").write_bytes(b"")
    list_in_manifest({"audio": "0.wav", "item": "zero", "scenario": {"title": "Old"}})
    import_paths(clips, [folder])
    new = {"item": "zero", "scenario": {"title": "New"}}
    list_in_manifest(
        *({"audio": audio, "item": "one"} for audio in ("1.wav", "2.wav", "3.wav", "missing.wav")),
        *({"audio": audio, **new} for audio in ("0.wav", "4.wav")),
        {"audio": "empty.wav"},
    )
    foreseen, done = (told(import_paths(clips, [folder], dry_run=dry_run)) for dry_run in (True, False))
    assert foreseen == done
    assert (len(done["imported"]), len(done["unchanged"]), len(done["refused"])) == (3, 2, 2)
    assert {message[:36] for _, message in done["warnings"]} >= {
        "the item 'one' has another recording",
        "the item 'zero' has another scenario",
    }


def told(report: ImportReport) -> dict[str, list[tuple[str, str]]]:
    """Return what a report says by list: the item and the reason, in an order that no thread decides."""
    content = report.as_json()
    del content["study"]
    return {
        name: sorted((str(one.get("item")), str(one.get("reason") or one.get("message"))) for one in entries)
        for name, entries in content.items()
        if isinstance(entries, (list, tuple))
    }


def test_an_item_keeps_the_scenario_it_has(clips: Study, folder: Path) -> None:
    for number, title in enumerate(("", "First", "Second")):
        write_sound(folder / f"{number}.wav", sine(8000, hertz=300 + number))
        row = {"audio": f"{number}.wav", "item": "one", "condition": str(number)}
        row |= {"scenario": {"title": title} if title else {}}
        (folder / "manifest.jsonl").write_text(json.dumps(row), encoding="utf-8")
        report = import_paths(clips, [folder / "manifest.jsonl"])
    assert all_rows(clips, item.c.scenario) == [({"title": "First"},)]
    assert [one.message for one in report.warnings] == [
        "the item 'one' has another scenario already, which stays",
    ]


def test_a_fault_in_a_manifests_turns_is_told_with_its_line(calls: Study, folder: Path) -> None:
    write_sound(folder / "a.wav", sine(8000))
    (folder / "manifest.csv").write_text(
        "audio,role,start,end,text\na.wav,user,0,0.4,Hi\na.wav,agent,0.9,0.5,Hello\nb.wav,agent,0,1,\n",
        encoding="utf-8",
    )
    report = import_paths(calls, [folder])
    assert reasons(report.refused) == [
        ("manifest.csv", 4, "there is no file 'b.wav'"),
        ("manifest.csv", 3, "line 3 (0.9 to 0.5 s) ends before it starts"),
    ]


def test_votes_set_later_hold_for_the_tasks_that_are_there(clips: Study, folder: Path) -> None:
    write_sound(folder / "a.wav", sine(8000))
    import_paths(clips, [folder])
    clips.home.database.write(lambda connection: connection.execute(task.update().values(free=1)))
    clips.set(votes_per_item=5)
    assert all_rows(clips, task.c.votes, task.c.free) == [(5, 3)]
