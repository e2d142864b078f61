from __future__ import annotations

import re
from pathlib import Path

from typer.testing import CliRunner

from earmark.cli.main import app
from people import bring_in
from rows import StudyRows

PAGE = (Path(__file__).parents[2] / "docs" / "running-a-study.md").read_text(encoding="utf-8")


def test_every_command_of_the_page_runs(rows: StudyRows) -> None:
    rows.recording("hello", "warm")
    home = rows.save().home
    bring_in(rows.study, "Ida")
    commands = re.findall(r"^earmark (.+)$", PAGE, flags=re.MULTILINE)
    runs = [
        CliRunner().invoke(app, [*command.split(), "--home", str(home.settings.home)]) for command in commands
    ]
    assert [run.exit_code for run in runs] == [0] * len(commands)
    assert len(commands) == 8
