from __future__ import annotations

import json
from typing import Any

import pytest

from earmark.core.results import ConditionResult, QuestionResult
from earmark.exports.chart_words import ChartWords
from earmark.exports.charts import histogram_chart, interval_chart
from earmark.protocols.texts import Text
from earmark.stats.counts import histogram
from earmark.stats.mean import mean_score

POINTS = (1, 2, 3, 4, 5)
SCORES = {"cold": [1, 2, 2, 3], "mild": [3, 3], "new": [], "warm": [4, 5, 5, 4]}

WORDS = ChartWords(
    mean="Mean, from 1 Bad to 5 Excellent",
    low="from",
    high="to",
    scores="Scores",
    share="Share",
    point="Score",
    conditions=tuple(SCORES),
    interval_figure="Quality: means",
    histogram_figure="Quality: shares",
)


@pytest.fixture(scope="module")
def question() -> QuestionResult:
    results = tuple(
        ConditionResult(
            name,
            mean_score(scores, range(len(scores)), range(len(scores)), limits=(1, 5)),
            histogram(scores, POINTS),
        )
        for name, scores in SCORES.items()
    )
    return QuestionResult("quality", Text({"en": "Quality"}), POINTS, results)


def rows_of(spec: dict[str, Any], part: dict[str, Any]) -> list[dict[str, Any]]:
    data = part["data"]
    rows: list[dict[str, Any]] = data["values"] if "values" in data else spec["datasets"][data["name"]]
    return rows


def test_means_are_dots_on_the_whole_scale_and_intervals_lines(question: QuestionResult) -> None:
    spec: dict[str, Any] = interval_chart(question, WORDS)
    line, dot = spec["layer"]
    assert (line["mark"]["type"], dot["mark"]["type"]) == ("rule", "point")
    assert dot["encoding"]["x"]["scale"] == {"domain": [1, 5]}
    assert dot["encoding"]["x"]["axis"]["values"] == list(POINTS)
    assert [(row["condition"], row["mean"], row["n"]) for row in rows_of(spec, dot)] == [
        ("cold", 2.0, 4),
        ("mild", 3.0, 2),
        ("warm", 4.5, 4),
    ]


def test_a_condition_without_an_interval_has_a_dot_and_no_line(question: QuestionResult) -> None:
    spec: dict[str, Any] = interval_chart(question, WORDS)
    line, _ = spec["layer"]
    cold, warm = question.conditions[0].score, question.conditions[3].score
    assert [(row["condition"], row["low"], row["high"]) for row in rows_of(spec, line)] == [
        ("cold", cold.low, cold.high),
        ("warm", warm.low, warm.high),
    ]


def test_a_condition_keeps_its_place_and_so_its_colour_in_every_figure(question: QuestionResult) -> None:
    intervals: dict[str, Any] = interval_chart(question, WORDS)
    shares: dict[str, Any] = histogram_chart(question, WORDS)
    scales = [part["encoding"]["color"]["scale"] for part in (*intervals["layer"], shares["spec"])]
    assert scales == [{"domain": ["cold", "mild", "new", "warm"]}] * 3
    assert shares["facet"]["row"]["sort"] == ["cold", "mild", "new", "warm"]


def test_the_shares_of_a_condition_add_up_to_one(question: QuestionResult) -> None:
    spec: dict[str, Any] = histogram_chart(question, WORDS)
    bars = rows_of(spec, spec)
    totals = {name: sum(bar["share"] for bar in bars if bar["condition"] == name) for name in SCORES}
    assert totals == {"cold": 1.0, "mild": 1.0, "new": 0.0, "warm": 1.0}
    assert [bar["n"] for bar in bars if bar["condition"] == "cold"] == [1, 2, 1, 0, 0]


def test_a_spec_is_plain_json_that_leaves_the_look_to_the_page(question: QuestionResult) -> None:
    for draw, words in [(interval_chart, "Quality: means"), (histogram_chart, "Quality: shares")]:
        spec = draw(question, WORDS)
        assert json.loads(json.dumps(spec, allow_nan=False)) == spec
        assert spec["description"] == words
        assert "config" not in spec
