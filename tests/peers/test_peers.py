"""The programs that people load an export into read what was written: `make peers`."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from earmark.services.exporting import export_study
from rows import StudyRows

PEERS = os.environ.get("EARMARK_PEERS", "")
READER = Path(__file__).with_name("read_export.py")
TEXTS = [
    "=1+1",
    "-",
    "@x",
    "'quoted",
    'He said "no", then\nleft;\r\nso',
    "좋아요 👩‍👧",
    "\u2028\x85\x0b",
    "NA",
    "",
    " a",
    "1",
]


@pytest.mark.skipif(not PEERS, reason="make peers brings pandas, polars, DuckDB and datasets")
def test_pandas_polars_duckdb_and_datasets_read_what_was_written(rows: StudyRows, tmp_path: Path) -> None:
    for number, text in enumerate(TEXTS):
        clip = rows.recording(f"clip-{number}", "warm")
        rows.rate(clip, "ann", {"item": {"quality": {"value": 1 + number % 5, "justification": text}}})
    export_study(rows.save(), tmp_path / "out")
    done = subprocess.run([PEERS, READER, tmp_path / "out"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("the same") == 12
