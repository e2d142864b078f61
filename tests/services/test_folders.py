from __future__ import annotations

import os
from pathlib import Path

from earmark.services.importing.folders import look_through
from earmark.services.importing.recording_search import find_recordings


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
    assert refusal.reason == "cannot be read: File name too long"


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
