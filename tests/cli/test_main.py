from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.server

SLOW = {"alembic", "altair", "arro3", "av", "fastapi", "numpy", "rich", "scipy", "sqlalchemy", "uvicorn"}


@pytest.mark.parametrize("words", [["--help"], ["import", "--help"], ["study", "--help"]])
def test_help_imports_nothing_slow(words: list[str]) -> None:
    program = "import sys; from earmark.cli.main import app; app(standalone_mode=False); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    assert "Usage:" in done.stdout
    assert {name.partition(".")[0] for name in done.stdout.splitlines()[-1].split()} & SLOW == set()
