"""The quick start does what it says, command by command, in an empty folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from earmark.cli.main import app
from earmark.services.home import open_home
from sounds import sine, write_sound

PAGE = (Path(__file__).parents[2] / "docs" / "quick-start.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^ *earmark (.+)$", PAGE, flags=re.MULTILINE)
PYTHON = re.search(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EARMARK_HOME", raising=False)
    for number, condition in enumerate(("loud", "soft")):
        write_sound(tmp_path / "recordings" / condition / "one.wav", sine(8000, hertz=300 + 50 * number))
    return tmp_path


def test_the_page_names_the_commands_it_is_tested_with() -> None:
    assert [command.split()[0] for command in COMMANDS] == [
        "new", "import", "serve", "invite", "results", "export",
    ]  # fmt: skip


def test_every_command_but_serve_runs_in_an_empty_folder(folder: Path) -> None:
    for command in COMMANDS:
        if command != "serve":
            result = CliRunner().invoke(app, command.split())
            assert (command, result.exit_code) == (command, 0), result.output
    with open_home(folder / "earmark-data") as home:
        assert home.studies["my-study"].contents().recordings == 2
    assert sorted(path.name for path in (folder / "my-study-data").glob("scores.*")) == [
        "scores.csv",
        "scores.jsonl",
        "scores.parquet",
    ]


@pytest.mark.usefixtures("folder")
def test_the_python_prints_the_progress(capsys: pytest.CaptureFixture[str]) -> None:
    assert PYTHON is not None
    for command in COMMANDS[:2]:
        CliRunner().invoke(app, command.split())
    exec(PYTHON[1], {})  # noqa: S102 - the page's own example
    assert "votes_wanted=10" in capsys.readouterr().out
