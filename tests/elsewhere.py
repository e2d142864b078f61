"""Recordings and scores from elsewhere, which are not in the repository; tests that need them say so."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

DATA: Final = Path(
    os.environ.get("EARMARK_TEST_DATA") or Path(__file__).parents[1].parent / "shared" / "data"
).resolve()

NEEDS_DATA: Final = [
    pytest.mark.real,
    pytest.mark.skipif(not DATA.is_dir(), reason=f"there are no recordings at {DATA}"),
]
