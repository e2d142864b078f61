"""The page on results says what is so: its commands and examples run, its tables name what there is."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from earmark.cli.main import app
from earmark.core.results import Progress
from earmark.exports.columns import EVENTS, TABLES
from earmark.services.home import Home
from rows import PROTOCOL, StudyRows

PAGE = (Path(__file__).parents[2] / "docs" / "results.md").read_text(encoding="utf-8")
IN_PYTHON, FROM_FILES = re.findall(r"^```python\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


@pytest.fixture
def beside(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StudyRows:
    """A rated study *calls* in the folder *earmark-data* of the working folder, with an extra submission."""
    (tmp_path / "protocol.yaml").write_text(PROTOCOL, encoding="utf-8")
    rows = StudyRows(home.studies.create("calls", protocol=tmp_path), at=home.clock())
    rows.clips(["cold", "warm"], items=3, raters=2, question="quality")
    rows.rate(rows.recording("late", "warm"), "late rater", {"item": {"quality": 1}}, extra=True)
    rows.save()
    (tmp_path / "earmark-data").symlink_to(home.settings.home)
    monkeypatch.chdir(tmp_path)
    return rows


def test_the_examples_print_and_compute_the_means_of_the_results(
    beside: StudyRows, capsys: pytest.CaptureFixture[str]
) -> None:
    quality = beside.study.results().questions[0].conditions
    exec(IN_PYTHON, {})  # noqa: S102 - an example of the page
    printed = [line.split()[:3] for line in capsys.readouterr().out.splitlines()]
    assert printed[:2] == [["quality", str(one.condition), str(one.score.mean)] for one in quality]
    found: dict[str, Any] = {}
    for command in re.findall(r"^earmark (\S+ calls(?: \S+)?)  ", PAGE, flags=re.MULTILINE):
        assert CliRunner().invoke(app, command.split()).exit_code == 0
    exec(FROM_FILES, found)  # noqa: S102 - an example of the page
    assert found["means"] == {("quality", one.condition): one.score.mean for one in quality}


def test_every_count_of_the_progress_is_explained() -> None:
    table = PAGE.partition("## What counts")[2].partition("\n\nSkips")[0]
    words = [row.replace(" the ", " ") for row in re.findall(r"^\| ([\w ]+) \|", table, flags=re.MULTILINE)]
    counts = {field.name.replace("_", " ") for field in fields(Progress)}
    assert counts - set(words) == {"tasks open", "tasks withdrawn", "raters active"}


def test_every_table_of_an_export_is_named() -> None:
    table = PAGE.partition("## The folder of an export")[2].partition("\n\nEach table")[0]
    named = re.findall(r"^\| `([\w.]+)`", table, flags=re.MULTILINE)
    assert named == [*(table.name for table in TABLES), f"{EVENTS.name}.jsonl"]


def test_what_left_comes_back_with_the_same_results(beside: StudyRows) -> None:
    section = PAGE.partition("## Leaving with the data")[2]
    commands = re.findall(r"^earmark ((?:\S+ )+)  ", section, flags=re.MULTILINE)
    assert [command.split()[0] for command in commands] == ["export", "import"]
    for command in commands:  # the recordings of this study are rows without sound
        done = CliRunner().invoke(app, command.replace("--audio", "").split())
        assert done.exit_code == 0, done.output
    home = beside.study.home
    assert home.studies["calls-2"].results().questions == beside.study.results().questions
    assert "7 recordings have no sound yet" in done.output
