"""``earmark stats power | sizes`` say what more raters, clips or votes would buy."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from earmark.cli.main import app, main
from games import simulated

RUN = CliRunner()
RATED = ["--item", "clip", "--rater", "who", "--value", "score", "--condition", "system"]
VOTED = ["--left", "a", "--right", "b", "--winner", "won", "--rater", "who"]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "ratings.csv"
    rows = [
        f"{system}{clip},r{who},{2 + who % 3 + (clip % 2) * (system == 'x') + (who * clip) % 2},{system}"
        for system in "xy"
        for clip in range(8)
        for who in range(9)
    ]
    path.write_text("clip,who,score,system\n" + "\n".join(rows), encoding="utf-8")
    return path


def run(*arguments: object) -> Any:
    result = RUN.invoke(app, ["stats", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout) if "--json" in arguments else result.stdout


def test_ratings_say_how_many_more_raters_or_clips(table: Path) -> None:
    found = run("power", table, *RATED, "--half-width", 0.6, "--difference", 0.5, "--json")
    assert found["design"] == {"raters": 9, "clips": 8, "load": None}
    assert found["parts"]["rater"] > 0.5
    assert found["interval"]["reached"] > found["interval"]["wanted"] == 0.6
    more = found["interval"]["more_raters"]
    enough = ["--half-width", 0.6, "--raters", 9 + more, "--json"]
    assert run("power", table, *RATED, *enough)["interval"]["more_raters"] == 0
    text = run("power", table, *RATED, "--half-width", 0.6, "--difference", 0.5)
    assert f"for ±0.60: {more} more raters" in text
    assert "a difference of 0.5: found in " in text


def test_without_a_goal_the_interval_is_to_be_half_as_wide(table: Path) -> None:
    plan = run("power", table, *RATED, "--json")["interval"]
    assert plan["wanted"] == pytest.approx(plan["reached"] / 2)


def test_one_condition_tells_nothing_of_a_difference(table: Path) -> None:
    found = run("power", table, *RATED[:-2], "--difference", 0.5, "--json")
    assert (found["difference"], found["interval"] is None) == (None, False)
    assert "tastes" in found["reason"]


def test_votes_say_how_many_more_raters_or_votes(tmp_path: Path) -> None:
    votes = simulated(seed=1, n=200, raters=10, contestants=3)
    rows = [
        f"{left},{right},{('left', 'right', 'tie')[outcome]},{rater}"
        for left, right, outcome, rater in zip(
            votes.left, votes.right, votes.outcome, votes.rater, strict=True
        )
    ]
    path = tmp_path / "votes.csv"
    path.write_text("a,b,won,who\n" + "\n".join(rows), encoding="utf-8")
    found = run("power", path, *VOTED, "--difference", 0.3, "--json")
    assert (found["design"]["raters"], found["design"]["clips"]) == (10, 20)
    assert (found["interval"], found["difference"]["more_raters"] > 0) == (None, True)
    assert "more votes of each" in run("power", path, *VOTED, "--difference", 0.3)


def test_a_study_that_does_not_exist_is_planned_from_given_parts() -> None:
    text = run(
        "power",
        "--variances",
        "0.2,0.5,0.7",
        "--raters",
        20,
        "--clips",
        12,
        "--load",
        6,
        "--half-width",
        0.45,
    )
    assert (
        text.splitlines()[-1]
        == "a mean's interval: ±0.48; for ±0.45: 5 more raters, or 4 more clips a condition"
    )
    text = run("power", "--draws", 0.2, "--taste", 1, "--raters", 20, "--votes", 8, "--difference", 0.4)
    assert "for 80%: " in text
    assert text.endswith(" more votes of each\n")  # with more raters, since alone they will not do


def test_sizes_are_those_of_the_textbook() -> None:
    assert run("sizes", "--effect", 0.3) == "t: 176 in each of two groups\n"
    assert run("sizes", "--effect", 0.2, "--paired", "--power", 0.9) == "t: 265 pairs\n"
    assert run("sizes", "--share", 0.6, "--json")["size"] == 210
    assert (
        run("sizes", "--odds-ratio", 1.5, "--grades", "0.05,0.15,0.35,0.3,0.15")
        == "grades: 311 in each of two groups\n"
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["power"], "give --raters, and --clips of ratings or --votes"),
        (["power", "--raters", "3", "--clips", "4"], "Give a FILE, or --variances"),
        (["power", "--variances", "1,x", "--raters", "3", "--clips", "4"], "must be numbers with commas"),
        (["power", "--variances", "1,-1,1", "--raters", "3", "--clips", "4"], "must be 0 or more"),
        (["power", "--variances", "0,0,0", "--raters", "3", "--clips", "4"], "one is above 0"),
        (["power", "--draws", "0.2", "--raters", "3", "--votes", "4"], "Say which difference"),
        (
            ["power", "--draws", "0.2", "--raters", "3", "--votes", "4", "--difference", "0"],
            "finds a difference of 0",
        ),
        (["power", "FILE", "--item", "clip"], "Name the columns"),
        (["power", "FILE", *RATED, "--half-width", "0"], "A half-width must be above 0"),
        (["power", "FILE", *RATED, "--power", "0.01"], "Power must lie between"),
        (["sizes"], "Give one of --effect"),
        (["sizes", "--share", "0.5"], "no number is enough"),
        (["sizes", "--odds-ratio", "0", "--grades", "1"], "An odds ratio must be above 0"),
    ],
)
def test_what_is_missing_or_wrong_is_told(
    arguments: list[str],
    told: str,
    *,
    table: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = [str(table) if one == "FILE" else one for one in arguments]
    monkeypatch.setattr(sys, "argv", ["earmark", "stats", *given])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert told in capsys.readouterr().err
