from __future__ import annotations

import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from earmark import __version__
from earmark.cli.main import app, main

SLOW = {
    "alembic",
    "altair",
    "arro3",
    "av",
    "fastapi",
    "numpy",
    "onnxruntime",
    "rich",
    "scipy",
    "sqlalchemy",
    "uvicorn",
}


@pytest.mark.server
@pytest.mark.parametrize("words", [["--help"], ["import", "--help"], ["study", "--help"]])
def test_help_imports_nothing_slow(words: list[str]) -> None:
    program = "import sys; from earmark.cli.main import app; app(standalone_mode=False); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    assert "Usage:" in done.stdout
    assert {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()} & SLOW == set()


def test_the_program_tells_its_version() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert (result.exit_code, result.stdout) == (0, f"earmark {__version__}\n")


def test_linear_algebra_keeps_to_one_thread_where_nothing_else_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["earmark", "--version"])
    for said, held in ((None, "1"), ("3", "3")):
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", said or "")
        if said is None:
            monkeypatch.delenv("OPENBLAS_NUM_THREADS")
        with pytest.raises(SystemExit):
            main()
        assert os.environ["OPENBLAS_NUM_THREADS"] == held


@pytest.mark.parametrize(
    ("command", "usage", "said"),
    [
        ("new", "[OPTIONS] {STUDY}", "What raters read; without it the name."),
        ("invite", "[OPTIONS] {STUDY}", "Data folder; without it EARMARK_HOME, else ./earmark-data."),
    ],
)
def test_help_says_what_holds_without_an_option(command: str, usage: str, said: str) -> None:
    told = " ".join(CliRunner().invoke(app, [command, "--help"]).stdout.split())
    assert (told.count(f" {command} {usage} "), told.count(said)) == (1, 1)
