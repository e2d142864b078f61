"""Surroundings that are not as needed: exit code 3 and a sentence that says what to do, never a traceback."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from earmark.cli.main import main
from earmark.storage.migrate import HEAD

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command where an ``earmark.toml`` and a data folder may lie; return exit code and last line."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EARMARK_HOME", raising=False)

    def command(*words: object) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["earmark", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr().err.splitlines()
        return int(left.value.code or 0), said[-1] if said else ""

    return command


def test_a_data_folder_that_is_a_file_is_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    assert run("study", "list", "--home", tmp_path / "taken") == (
        3,
        (
            f"earmark: The data folder '{tmp_path}/taken' cannot be used: {tmp_path}/taken: File exists. "
            "Name another one with --home or EARMARK_HOME."
        ),
    )


def test_an_empty_variable_is_no_data_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EARMARK_HOME", "")
    assert run("study", "list")[0] == 0
    assert [path.name for path in tmp_path.iterdir()] == ["earmark-data"]


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        (b"colour = 3", "cannot be used: colour: Extra inputs are not permitted"),
        (b"home = [", "cannot be read: Invalid value"),
        (b"\xff\xfe", "cannot be read: 'utf-8' codec"),
        (b"public_url = 'raters'", "cannot be used: public_url: it must be an address without a path"),
        (b"public_url = 'https://a.test/b'", "cannot be used: public_url: it must be an address"),
        (b"database_url = 'postgresql://a/b'", "cannot be used: database_url: only SQLite"),
        (b"objects_url = 's3://sound'", "cannot be used: objects_url: sound can be kept"),
    ],
)
def test_wrong_settings_are_said(run: Run, tmp_path: Path, written: bytes, fault: str) -> None:
    (tmp_path / "earmark.toml").write_bytes(written)
    code, said = run("study", "list")
    assert (code, fault in said, "earmark.toml" in said) == (3, True, True)


def test_a_database_of_a_newer_version_is_left_alone(run: Run, tmp_path: Path) -> None:
    assert run("study", "list", "--home", tmp_path)[0] == 0
    with closing(sqlite3.connect(tmp_path / "earmark.sqlite3")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    assert run("study", "list", "--home", tmp_path) == (
        3,
        (
            f"earmark: The database was made by a newer Earmark (revision 9999, this one knows {HEAD}). "
            "Install the newer version; nothing was changed."
        ),
    )


def test_a_database_that_is_none_is_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "earmark.sqlite3").write_bytes(b"not a database " * 1000)
    code, said = run("study", "list", "--home", tmp_path)
    assert (code, said.split(".")[0]) == (3, "earmark: The database file is damaged or is no database")


def test_a_folder_that_cannot_be_written_to_is_said_by_its_name(run: Run, tmp_path: Path) -> None:
    run("new", "voices", "--protocol", "clip-rating")
    (tmp_path / "taken").write_text("a file")
    assert run("export", "voices", tmp_path / "taken" / "export") == (
        3,
        (
            f"earmark: The export to {tmp_path}/taken/export was given up: File exists. "
            "Make room or name another folder; nothing was left there."
        ),
    )


def test_a_title_that_is_no_text_is_refused(run: Run) -> None:
    code, said = run("new", "voices", "--protocol", "clip-rating", "--title", "\udcff")
    assert (code, said.split(":")[0]) == (2, "  title")
