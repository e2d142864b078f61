from __future__ import annotations

import json
from typing import Any

import pytest

from earmark.exports.charts import (
    Axis,
    Chart,
    Estimate,
    Shares,
    Spot,
    Step,
    Words,
    curve,
    forest,
    in_colours,
    look,
    scatter,
    shares,
    spec_of,
)
from earmark.exports.drawing import draw_all

CONDITIONS = ("cold", "mild", "new", "warm")
SCALE = Axis("Mean, from 1 Bad to 5 Excellent", 1.0, 5.0, (1.0, 2.0, 3.0, 4.0, 5.0))
MEANS = (
    Estimate("cold", 2.0, 1.2, 2.8, 4, series="cold"),
    Estimate("mild", 3.0, None, None, 2, series="mild"),
    Estimate("new", None, None, None, 0, series="new"),
    Estimate("warm", 4.5, 4.0, 5.0, 4, series="warm", settled=False),
)
COUNTS = (Shares("cold", (1, 2, 1, 0, 0)), Shares("new", (0, 0, 0, 0, 0)), Shares("warm", (0, 0, 0, 2, 2)))


def means() -> Chart:
    return forest(MEANS, SCALE, conditions=CONDITIONS, words=Words("Quality: means"))


def counts() -> Chart:
    return shares(COUNTS, "12345", title="Score", conditions=CONDITIONS, words=Words("Quality: shares"))


def raters() -> Chart:
    spots = [Spot("R1", -0.4, 0.5, 12), Spot("R2", 0.4, 0.7, 12)]
    return scatter(spots, Axis("Bias", mark=0.0), Axis("Inconsistency"), words=Words("Raters"))


def plans() -> Chart:
    steps = [Step("more raters", n, 1 / (1 + n)) for n in range(3)]
    return curve(steps, Axis("How many more", number="d"), Axis("Known to"), words=Words("Plans"))


def rows_of(spec: dict[str, Any], part: dict[str, Any]) -> list[dict[str, Any]]:
    data = part["data"]
    rows: list[dict[str, Any]] = data["values"] if "values" in data else spec["datasets"][data["name"]]
    return rows


def test_means_are_dots_on_the_whole_scale_and_intervals_lines() -> None:
    spec = spec_of(means())
    line, dot = spec["layer"]
    assert (line["mark"]["type"], dot["mark"]["type"]) == ("rule", "point")
    assert dot["encoding"]["x"]["scale"] == {"domain": [1.0, 5.0], "nice": False, "zero": False}
    assert dot["encoding"]["x"]["axis"]["values"] == [1, 2, 3, 4, 5]
    assert [row["name"] for row in rows_of(spec, dot)] == ["cold", "mild", "warm"]
    assert [row["name"] for row in rows_of(spec, line)] == ["cold", "warm"]  # the mild has no interval
    assert dot["encoding"]["y"]["scale"]["domain"] == list(CONDITIONS)  # the new has a row all the same


def test_where_an_interval_has_no_end_its_line_goes_on_to_the_edge() -> None:
    ends = (
        Estimate("low", 1.0, 0.2, open_high=True),
        Estimate("high", -1.0, high=-0.2, open_low=True),
        Estimate("both", 0.0, open_low=True, open_high=True),
    )
    spec = spec_of(forest(ends, Axis("Strength"), conditions=CONDITIONS, words=Words()))
    *lines, _ = spec["layer"]
    assert [(line["encoding"]["x"].get("value"), line["encoding"]["x2"]) for line in lines] == [
        (None, {"value": "width"}),
        (None, {"value": 0}),
        (0, {"value": "width"}),
    ]
    assert draw_all([spec], config={})[0].startswith("<svg"), "Vega draws it"


def test_what_is_not_settled_is_a_hollow_dot_and_what_is_of_no_condition_has_ink() -> None:
    fill = spec_of(means())["layer"][1]["encoding"]["fill"]
    assert [(one["test"], one["value"]) for one in fill["condition"]] == [
        ("!datum.settled", "var(--card)"),
        ("datum.series == null", "var(--ink)"),
    ]


def test_a_place_worth_one_gets_a_dashed_line() -> None:
    differences = forest(MEANS, Axis("Difference", mark=0.0), conditions=CONDITIONS, words=Words())
    spec = spec_of(differences)
    assert rows_of(spec, spec["layer"][0]) == [{"at": 0.0}]
    assert spec["layer"][0]["mark"]["strokeDash"] == [4, 3]


def test_a_condition_keeps_its_place_and_so_its_colour_in_every_figure() -> None:
    line, dot = spec_of(means())["layer"]
    bars = spec_of(counts())["spec"]["layer"][0]
    colours = [line["encoding"]["color"], dot["encoding"]["stroke"], bars["encoding"]["color"]]
    assert [colour["scale"] for colour in colours] == [{"domain": list(CONDITIONS)}] * 3


def test_the_shares_of_a_condition_add_up_to_one() -> None:
    spec = spec_of(counts())
    bars = rows_of(spec, spec)
    totals = {row.name: sum(bar["share"] for bar in bars if bar["series"] == row.name) for row in COUNTS}
    assert totals == {"cold": 1.0, "new": 0.0, "warm": 1.0}
    assert [bar["n"] for bar in bars if bar["series"] == "cold"] == [1, 2, 1, 0, 0]


@pytest.mark.parametrize("draw", [means, counts, raters, plans])
def test_a_spec_is_what_vega_lite_knows_and_leaves_the_look_to_the_page(draw: Any) -> None:
    chart = draw()
    chart.to_dict()  # Altair's own check against the schema of Vega-Lite
    spec = spec_of(chart)
    assert json.loads(json.dumps(spec, allow_nan=False)) == spec
    assert spec["description"]
    assert "config" not in spec


def test_the_look_names_colours_by_their_tokens_alone() -> None:
    colours = [value for key, value in look()["axis"].items() if key.endswith("Color")]
    assert {colour[:4] for colour in (*colours, *look()["range"]["category"])} == {"var("}


def test_a_notebook_gets_colours_and_no_token_is_left() -> None:
    spec = in_colours(means()).to_dict()
    assert "var(" not in json.dumps(spec)
    assert spec["config"]["range"]["category"][0] == "#23655a"
