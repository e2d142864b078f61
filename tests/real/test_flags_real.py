"""Published error flags, and the scores their publisher made of them."""

from __future__ import annotations

from collections import Counter, defaultdict
from statistics import fmean

import pytest

from earmark.stats.flags import MQM, Judged, judged, segment_costs, weighted_scores
from elsewhere import NEEDS_DATA
from published import answer, columns, rows

pytestmark = NEEDS_DATA


FILE = "flags/mqm_ted_ende_flags.csv"


def looks() -> Judged:
    return judged(*columns(FILE, "system", "rater"), [f"{row['doc']} {row['segment']}" for row in rows(FILE)])


def test_weighted_scores_are_the_published_ones() -> None:
    category, severity = columns(FILE, "category", "severity")
    found = weighted_scores(looks(), range(len(category)), category, severity, weights=MQM)
    scores = {each.condition: each.score for each in found}
    assert scores == pytest.approx(answer(FILE)["system_score"], abs=1e-6)
    published = {
        name.replace("ref.A", "ref"): value for name, value in answer(FILE)["published_two_decimals"].items()
    }
    assert scores == pytest.approx(published, abs=0.01)


def test_each_segment_costs_what_its_flags_weigh() -> None:
    """As the publisher adds them up: the scores of all segments that were published are these."""
    assert answer(FILE)["segment_scores_matching_publisher"] == 1
    price = {"Major": 5.0, "Minor": 1.0, "No-error": 0.0}
    by_rater: dict[tuple[str, str], dict[str, float]] = defaultdict(Counter)
    for row in rows(FILE):
        lightly = (row["category"], row["severity"]) == ("Fluency/Punctuation", "Minor")
        cost = 0.1 if lightly else 25.0 if row["category"] == "Non-translation" else price[row["severity"]]
        by_rater[row["system"], f"{row['doc']} {row['segment']}"][row["rater"]] += cost
    category, severity = columns(FILE, "category", "severity")
    _, costs = segment_costs(looks(), range(len(category)), category, severity, weights=MQM)
    assert len(costs) == len(by_rater)
    assert sorted(costs) == pytest.approx(sorted(fmean(one.values()) for one in by_rater.values()), abs=1e-6)


def test_flags_are_counted_by_severity_and_by_category() -> None:
    expected, found = answer(FILE), looks()
    assert found.item.size == expected["n_rows"]
    sizes = (len(set(found.item.tolist())), len(found.conditions), len(set(found.rater.tolist())))
    assert sizes == tuple(expected[name] for name in ("n_segments", "n_systems", "n_raters"))
    category, severity = (Counter(column) for column in columns(FILE, "category", "severity"))
    assert dict(severity) == expected["severity_counts"]
    assert {name: category[name] for name in expected["category_counts"]} == expected["category_counts"]
