"""The page on evidence does what it says: its example prints what is shown, and it names every kind."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from earmark.audio.evidence.registry import DETECTORS
from earmark.cli.main import app
from sounds import DEMO, write_sound
from speech import RATE, speech

PAGE = (Path(__file__).parents[2] / "docs" / "evidence.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL))


def test_the_example_prints_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(DEMO / "calls" / "dinner-meadow.flac", tmp_path / "call.flac")
    monkeypatch.chdir(tmp_path)
    exec(BLOCKS["python"], {})  # noqa: S102 - the example itself
    assert capsys.readouterr().out == BLOCKS["text"]


def test_the_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("call.flac", "a.wav", "b.wav", "recordings/one.wav"):
        write_sound(tmp_path / name, speech(0.5), RATE)
    monkeypatch.chdir(tmp_path)
    commands = [
        line.partition("#")[0].removeprefix("$ earmark ").split() for line in BLOCKS["console"].splitlines()
    ]
    assert [CliRunner().invoke(app, command).exit_code for command in commands] == [0, 0, 0, 0]
    assert (tmp_path / "out.parquet").exists()


def test_every_kind_is_explained() -> None:
    cells = re.findall(r"^\| (`[^|]*`) \|", PAGE.partition("## Kinds")[2], flags=re.MULTILINE)
    explained = {kind for cell in cells for kind in re.findall("[a-z_]+", cell)}
    assert explained == {kind for detector in DETECTORS for kind in detector.kinds}
