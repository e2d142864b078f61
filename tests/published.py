"""The published answers and their data, read once; tests that need them are skipped where they are absent."""

from __future__ import annotations

import csv
import json
from functools import cache
from typing import Any

from earmark.stats.ratings import Ratings, ratings
from elsewhere import DATA

RATINGS = DATA / "ratings"


def answer(file: str) -> dict[str, Any]:
    """Return the right answers for one file."""
    return _answers()[file]


@cache
def rows(file: str) -> list[dict[str, str]]:
    """Return the rows of one file as they stand."""
    with (RATINGS / file).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def columns(file: str, *names: str) -> list[list[str]]:
    """Return the named columns of one file."""
    return [[row[name] for row in rows(file)] for name in names]


def matrix(file: str, *, skip: int = 1) -> list[list[str]]:
    """Return the cells of one file without its first columns."""
    return [list(row.values())[skip:] for row in rows(file)]


def numbers(file: str, *, skip: int = 1) -> list[list[float | None]]:
    """Return the cells of one file as numbers; blanks are None."""
    return [[float(cell) if cell else None for cell in row] for row in matrix(file, skip=skip)]


@cache
def vcc_2018() -> Ratings:
    """All 61,040 ratings of the Voice Conversion Challenge 2018; the system is the condition."""
    parts = [rows(f"mos/vcc2018_{part}_ratings.csv") for part in ("training", "valid", "testing")]
    every = [row for part in parts for row in part]
    return ratings(
        [row["WAV_PATH"] for row in every],
        [row["JUDGE"] for row in every],
        [float(row["MOS"]) for row in every],
        condition=[row["WAV_PATH"].split("_")[0] for row in every],
    )


@cache
def _answers() -> dict[str, dict[str, Any]]:
    return json.loads((RATINGS / "answers.json").read_text(encoding="utf-8"))
