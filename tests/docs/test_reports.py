"""The page on reports says what is so: its command runs, and its examples compute what a report claims."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from claims import EXAMPLES, differing, recomputed
from earmark.cli.main import app
from earmark.services.exporting import export_study
from earmark.services.home import Home
from earmark.web.report import MARK
from rows import PROTOCOL, StudyRows

PAGE = (Path(__file__).parents[2] / "docs" / "reports.md").read_text(encoding="utf-8")


@pytest.fixture
def calls(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StudyRows:
    """A rated study *calls* in *earmark-data* of the working folder, with an extra submission."""
    (tmp_path / "protocol.yaml").write_text(PROTOCOL, encoding="utf-8")
    rows = StudyRows(home.studies.create("calls", protocol=tmp_path), at=home.clock())
    rows.clips(["cold", "mild", "warm"], items=5, raters=4, question="quality")
    rows.rate(rows.recording("late", "warm"), "late rater", {"item": {"quality": 1}}, extra=True)
    rows.save()
    (tmp_path / "earmark-data").symlink_to(home.settings.home)
    monkeypatch.chdir(tmp_path)
    return rows


def test_each_claim_of_a_report_is_recomputed_from_the_export(calls: StudyRows, tmp_path: Path) -> None:
    export_study(calls.study, tmp_path / "out", audio=False)
    found = recomputed(tmp_path, "quality")
    question = calls.study.results().questions[0]
    assert differing(question, found) == []
    assert (found["best"], found["following"], found["left_out"]) == ("warm", "mild", 1)
    bias = {one.rater: one.scales[0].bias for one in calls.study.results().raters}
    assert found["bias"] == pytest.approx(bias)


def test_no_example_is_longer_than_it_says() -> None:
    lines = [len([line for line in example.splitlines() if line.strip()]) for example in EXAMPLES]
    assert len(lines) == 7
    assert max(lines) <= 13


@pytest.mark.usefixtures("calls")
def test_the_command_writes_a_report_in_the_language_asked_for(tmp_path: Path) -> None:
    commands = re.findall(r"^earmark (report calls (?:\S+ )+) ", PAGE, flags=re.MULTILINE)
    assert [command.split()[3:] for command in commands] == [[], ["--lang", "ko"], ["--condition", "warm"]]
    done = CliRunner().invoke(app, commands[1].split())
    assert done.exit_code == 0, done.output
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert MARK in text
    assert '<html lang="ko">' in text
