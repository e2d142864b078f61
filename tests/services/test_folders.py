from __future__ import annotations

import os
from pathlib import Path

from earmark.services.importing.folders import look_through
from earmark.services.importing.recording_search import find_recordings
from earmark.services.importing.recordings import Found
from sounds import sine, write_sound


def beyond_all_paths(folder: Path) -> None:
    """Nest folders until the path of the innermost is longer than the system opens."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(20):
        os.mkdir("d" * 250, dir_fd=here)
        there = os.open("d" * 250, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = there
    os.close(here)


def test_a_folder_that_cannot_be_read_is_told_and_the_others_are_looked_through(tmp_path: Path) -> None:
    beyond_all_paths(tmp_path)
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "a.wav").touch()
    found = find_recordings([tmp_path])
    assert [one.item for one in found.recordings] == ["here/a.wav"]
    [refusal] = found.refused
    assert refusal.reason == "cannot be read: its name or path is too long"


def test_a_link_is_followed_to_its_file_or_it_is_told_why_not(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.wav").touch()
    (tmp_path / "b.wav").symlink_to("a.wav")
    (tmp_path / "round.wav").symlink_to("round.wav")
    (tmp_path / "sub" / "again").symlink_to(tmp_path)
    (tmp_path / "sub" / "away.wav").symlink_to("nowhere.wav")
    os.mkfifo(tmp_path / "pipe.wav")
    contents = look_through(tmp_path)
    assert [path.name for path in contents.files] == ["a.wav", "b.wav"]
    assert [(Path(one.path).name, one.reason) for one in contents.refused] == [
        ("round.wav", "is a link to a file that is not there"),
        ("away.wav", "is a link to a file that is not there"),
    ]
    assert [(Path(one.path).name, one.message) for one in contents.ignored] == [
        ("pipe.wav", "is no file that holds anything"),
        ("again", "is a link to a folder, which is not followed"),
    ]


def of_ignored(found: Found) -> list[tuple[str, str]]:
    return [(Path(one.path).name, one.said.code) for one in found.ignored]


def test_a_manifest_is_one_in_capitals_too(tmp_path: Path) -> None:
    write_sound(tmp_path / "a.wav", sine(800))
    (tmp_path / "MANIFEST.Csv").write_text("audio,item\na.wav,one\n", encoding="utf-8")
    found = find_recordings([tmp_path])
    assert ([one.item for one in found.recordings], found.ignored) == (["one"], [])


def test_tables_that_are_not_read_say_how_they_would_be(tmp_path: Path) -> None:
    for name in ("calls.CSV", "manifest.json", "manifest.txt", "manifest.xlsx", "notes.txt"):
        (tmp_path / name).write_bytes(b"PK\0\xff" if name.endswith("x") else b"{}")
    found = find_recordings([tmp_path])
    assert found.recordings == []
    assert sorted(of_ignored(found)) == [
        ("calls.CSV", "file.other-table"),
        ("manifest.json", "file.nearly-manifest"),
        ("manifest.txt", "file.nearly-manifest"),
        ("manifest.xlsx", "file.spreadsheet"),
        ("notes.txt", "file.needless-text"),
    ]
    assert all(one.remedy for one in found.ignored[:4])


def test_a_path_that_differs_by_capitals_alone_is_told_by_the_name_of_the_file(tmp_path: Path) -> None:
    write_sound(tmp_path / "Calls" / "A.wav", sine(800))
    text = "audio,turns\ncalls/a.WAV,\nCalls/A.wav,X.vtt\n../calls/a.wav,\n"
    (tmp_path / "x.vtt").touch()
    (tmp_path / "manifest.csv").write_text(text, encoding="utf-8")
    alone = "which differs by capitals alone"
    assert [(one.line, one.reason) for one in find_recordings([tmp_path]).refused] == [
        (2, f"there is no file 'calls/a.WAV', only 'Calls/A.wav', {alone}"),
        (4, "there is no file '../calls/a.wav'"),
        (3, f"there is no file 'X.vtt', only 'x.vtt', {alone}"),
    ]


def test_two_manifests_that_list_one_sound_are_told_of_each_other(tmp_path: Path) -> None:
    write_sound(tmp_path / "in" / "a.wav", sine(800))
    (tmp_path / "in" / "manifest.csv").write_text("audio,item\na.wav,one\na.wav,two\n", encoding="utf-8")
    (tmp_path / "manifest.csv").write_text("audio,item\n\nin/a.wav,one\nin/a.wav,three\n", encoding="utf-8")
    found = find_recordings([tmp_path])
    assert [one.item for one in found.recordings] == ["one", "two", "three"]
    assert [(one.path, one.line, one.reason) for one in found.refused] == [
        (
            str(tmp_path / "manifest.csv"),
            3,
            "'a.wav' is listed in line 2 of 'in/manifest.csv' already, as the same item and condition",
        )
    ]
    assert [(one.line, one.said.code) for one in found.warnings] == [(4, "manifest.sound-twice")]
