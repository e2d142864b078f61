"""Frames of pandas, polars and Arrow are coded as plain columns are: `make peers`."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import earmark

PEERS = os.environ.get("EARMARK_PEERS", "")
SCRIPT = Path(__file__).with_name("code_frames.py")


@pytest.mark.skipif(not PEERS, reason="make peers brings pandas, polars and Arrow")
def test_frames_are_coded_as_plain_columns_are() -> None:
    sources = {**os.environ, "PYTHONPATH": str(Path(str(earmark.__file__)).parents[1])}
    found = subprocess.run([PEERS, SCRIPT], capture_output=True, text=True, check=False, env=sources)
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.count("the same") == 12
