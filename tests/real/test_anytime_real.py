"""Votes in the order in which they came, beside the intervals that other programs gave (answers.json)."""

from __future__ import annotations

import csv
import json
from typing import Any

import pytest

from earmark.stats.anytime import (
    bernstein_interval,
    beta_binomial_interval,
    betting_interval,
    mixture_interval,
)
from elsewhere import DATA, NEEDS_DATA

pytestmark = NEEDS_DATA

NAME = "sequential/gpt4_votes_in_order.csv"


def values() -> list[float]:
    with (DATA / "ratings" / NAME).open(encoding="utf-8", newline="") as stream:
        return [float(row["x"]) for row in csv.DictReader(stream)]


def rows_of(method: str) -> dict[int, Any]:
    answers = json.loads((DATA / "ratings" / "answers.json").read_text(encoding="utf-8"))[NAME]
    return {int(t): row for t, row in answers[method]["rows"].items()}


def test_votes_are_all_there() -> None:
    expected = json.loads((DATA / "ratings" / "answers.json").read_text(encoding="utf-8"))[NAME]
    assert len(values()) == expected["n"]
    assert sum(values()) / len(values()) == pytest.approx(expected["mean"], abs=1e-6)


@pytest.mark.parametrize(
    ("make", "method", "tolerance"),
    [
        (betting_interval, "betting_hedged_capital", 3e-5),
        (bernstein_interval, "empirical_bernstein_predictable_plugin", 1e-6),
    ],
)
def test_bets(make: Any, method: str, tolerance: float) -> None:
    for t, row in rows_of(method).items():
        found = make(values()[:t], limits=(0, 1))
        assert (found.low, found.high) == pytest.approx(row, abs=tolerance)


def test_mixture() -> None:
    for t, (mean, half) in rows_of("normal_mixture_subgaussian").items():
        found = mixture_interval(values()[:t], limits=(0, 1))
        assert found.mean == pytest.approx(mean, abs=1e-6)
        assert found.low == pytest.approx(max(mean - half, 0), abs=1e-6)
        assert found.high == pytest.approx(min(mean + half, 1), abs=1e-6)


def test_decided_votes() -> None:
    decided = [value for value in values() if value != 0.5]
    for n, row in rows_of("beta_binomial_mixture_decisive_votes_only").items():
        wins = int(sum(decided[:n]))
        found = beta_binomial_interval(wins, n - wins)
        assert (found.low, found.high) == pytest.approx(row, abs=1e-6)
