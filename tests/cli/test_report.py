from __future__ import annotations

import json
from html import unescape
from pathlib import Path

from click.testing import Result
from typer.testing import CliRunner

from earmark.cli.main import app
from earmark.core.errors import NotFoundError, WrongInputError
from earmark.web.report import MARK
from rows import StudyRows


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["report", "voices", *(str(argument) for argument in arguments)])


def test_a_report_is_written_replaced_and_never_in_place_of_something_else(
    rows: StudyRows, tmp_path: Path
) -> None:
    rows.clips(["plain", "warm"], items=2, raters=2, question="quality")
    home = rows.save().home.settings.home
    out, notes = tmp_path / "report.html", tmp_path / "notes.txt"
    notes.write_text("mine", encoding="utf-8")
    out.write_text(f"{MARK} of last week", encoding="utf-8")
    written = json.loads(run(out, "--lang", "ko", "--json", "--home", home).stdout)
    text = out.read_text(encoding="utf-8")
    assert written == {"study": "voices", "file": str(out), "language": "ko", "bytes": len(text.encode())}
    assert '<html lang="ko">' in text
    for refused in ((notes, "--lang", "en"), (tmp_path / "new.html", "--lang", "tlh")):
        assert isinstance(run(*refused, "--home", home).exception, WrongInputError)
    assert notes.read_text(encoding="utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.glob("*.*")) == ["notes.txt", "report.html"]


def test_a_part_of_a_study_is_reported_with_the_command_that_makes_it_again(
    rows: StudyRows, tmp_path: Path
) -> None:
    rows.clips(["plain", "=warm air"], items=2, raters=2, question="quality")
    home, out = rows.save().home.settings.home, tmp_path / "part.html"
    assert run(out, "--condition", "=warm air", "--home", home).exit_code == 0
    text = unescape(out.read_text(encoding="utf-8"))
    assert "earmark report voices report.html --lang en --condition '=warm air'" in text
    assert isinstance(run(out, "--condition", "warm", "--home", home).exception, NotFoundError)
