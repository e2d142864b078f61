"""``earmark stats rank`` reads a table of comparisons and ranks who is in it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from earmark.cli.main import app, main

RUN = CliRunner()
OPTIONS = ["--left", "a", "--right", "b", "--winner", "won"]
ROWS = [
    *["red,blue,left,ann"] * 6,
    *["blue,red,left,bob"] * 3,
    *["red,blue,tie,bob"] * 2,
    *["blue,green,left,ann"] * 5,
    *["green,blue,both_good,cid"] * 2,
    *["green,blue,left,cid"] * 2,
]


def table(folder: Path, rows: list[str]) -> Path:
    path = folder / "votes.csv"
    path.write_text("a,b,won,who\n" + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def test_a_table_of_labels_is_ranked_with_errors_by_rater(tmp_path: Path) -> None:
    path = table(tmp_path, ROWS)
    result = RUN.invoke(app, ["stats", "rank", str(path), *OPTIONS, "--rater", "who", "--position", "--json"])
    found = json.loads(result.stdout)
    assert [row["name"] for row in found["ranking"]] == ["blue", "red", "green"]
    assert (found["model"], found["errors"], found["clusters"], found["votes"]) == (
        "davidson",
        "rater",
        3,
        20,
    )
    assert found["draws"]["counts"] == {"tie": 2, "both_good": 2, "both_bad": 0}
    assert [effect["name"] for effect in found["effects"]] == ["position"]
    assert sum(row["strength"] for row in found["ranking"]) == pytest.approx(0)


def test_parquet_gives_the_same_numbers_as_csv(tmp_path: Path) -> None:
    from pyarrow import csv, parquet  # noqa: PLC0415 - slow, and only for this test

    path = table(tmp_path, ROWS)
    parquet.write_table(csv.read_csv(path), tmp_path / "votes.parquet")
    outputs = [
        RUN.invoke(app, ["stats", "rank", str(tmp_path / f"votes.{form}"), *OPTIONS, "--json"]).stdout
        for form in ("csv", "parquet")
    ]
    assert outputs[0] == outputs[1]


def test_the_text_shows_an_open_interval_where_the_votes_set_no_limit(tmp_path: Path) -> None:
    path = table(tmp_path, ["red,blue,left,ann", "blue,red,right,bob"])
    result = RUN.invoke(app, ["stats", "rank", str(path), *OPTIONS])
    assert "davidson, 2 votes, errors by vote" in result.stdout
    red = next(line for line in result.stdout.splitlines() if "red" in line)
    assert red.split()[:5] == ["1", "to", "2", "red", "+0.80"]
    assert " to  " in red  # open above
    assert "its interval is open" in result.stderr


@pytest.mark.parametrize(
    ("rows", "options", "told"),
    [
        (
            ["red,blue,won,ann"],
            OPTIONS,
            "row 1: outcome 'won' is none of left, right, tie, both_good, both_bad",
        ),
        (["red,blue,left,ann", "red,red,left,ann"], OPTIONS, "row 2: 'red' stands against itself"),
        (["red,blue,left,ann", "red,,left,ann"], OPTIONS, "row 2: column 'b' is empty"),
        (["red,blue,left"], OPTIONS, "row 1: 3 cells, but the header has 4"),
        ([], [*OPTIONS, "--rater", "rater"], "no column 'rater'; there are 'a', 'b', 'won', 'who'"),
    ],
)
def test_a_wrong_table_is_refused_with_its_row(
    rows: list[str],
    options: list[str],
    told: str,
    *,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = table(tmp_path, rows)
    monkeypatch.setattr(sys, "argv", ["earmark", "stats", "rank", str(path), *options])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert told in capsys.readouterr().err


def test_a_table_without_votes_says_so(tmp_path: Path) -> None:
    result = RUN.invoke(app, ["stats", "rank", str(table(tmp_path, [])), *OPTIONS])
    assert (result.exit_code, result.stdout) == (0, "not measurable: no votes\n")
