"""Published error flags, and the scores their publisher made of them."""

from __future__ import annotations

import csv
import json

import pytest

from earmark.stats.flags import MQM, judged, weighted_scores
from elsewhere import DATA, NEEDS_DATA

pytestmark = NEEDS_DATA


def test_weighted_scores_are_the_published_ones() -> None:
    with (DATA / "ratings" / "flags" / "mqm_ted_ende_flags.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    looks = judged(
        [row["system"] for row in rows],
        [row["rater"] for row in rows],
        [f"{row['doc']} {row['segment']}" for row in rows],
    )
    found = weighted_scores(
        looks,
        range(len(rows)),
        [row["category"] for row in rows],
        [row["severity"] for row in rows],
        weights=MQM,
    )
    answer = json.loads((DATA / "ratings" / "answers.json").read_text(encoding="utf-8"))[
        "flags/mqm_ted_ende_flags.csv"
    ]
    scores = {each.condition: each.score for each in found}
    assert scores == pytest.approx(answer["system_score"], abs=1e-6)
    published = {
        name.replace("ref.A", "ref"): value for name, value in answer["published_two_decimals"].items()
    }
    assert scores == pytest.approx(published, abs=0.01)
