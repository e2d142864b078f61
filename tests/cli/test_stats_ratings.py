"""``earmark stats mos | agreement | labels | screen`` read a table of ratings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from earmark.cli.main import app, main

RUN = CliRunner()
WHO = ["--item", "clip", "--rater", "who"]
ROWS = [
    "a1,ann,5,new",
    "a1,bob,4,new",
    "a1,cid,5,new",
    "a2,ann,4,new",
    "a2,bob,4,new",
    "a2,cid,3,new",
    "b1,ann,2,old",
    "b1,bob,1,old",
    "b1,cid,2,old",
    "b2,ann,3,old",
    "b2,bob,2,old",
    "b2,cid,,old",
]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "ratings.csv"
    path.write_text("clip,who,score,system\n" + "".join(f"{row}\n" for row in ROWS), encoding="utf-8")
    return path


def run(*arguments: object) -> Any:
    result = RUN.invoke(app, ["stats", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout) if "--json" in arguments else result.stdout


def test_means_and_differences_of_conditions(table: Path) -> None:
    options = ["mos", table, *WHO, "--value", "score", "--condition", "system"]
    found = run(*options, "--json")
    assert [(one["condition"], one["n"]) for one in found["conditions"]] == [("new", 6), ("old", 5)]
    assert found["conditions"][0]["mean"] == pytest.approx(25 / 6)
    assert found["contrasts"][0]["difference"] == pytest.approx(25 / 6 - 2)
    assert found["missing"] == 1
    assert "new less old: +2.1" in run(*options, "--method", "mixed")


def test_a_scale_ends_intervals_and_refuses_what_is_beyond(table: Path) -> None:
    options = ["mos", table, *WHO, "--value", "score", "--condition", "system"]
    assert run(*options).splitlines()[1].startswith("old: 2.00 (-")
    assert run(*options, "--scale", 1, 5).splitlines()[1].startswith("old: 2.00 (1.00 to ")
    refused = RUN.invoke(app, ["stats", *map(str, options), "--scale", "1", "4"]).exception
    assert "row 1: score is 5, beyond the scale of 1 to 4." in str(refused)


def test_a_second_score_of_a_rater_on_an_item_is_told(table: Path) -> None:
    with table.open("a", encoding="utf-8") as file:
        file.write("a1,ann,4,new\n")
    options = ["mos", table, *WHO, "--value", "score", "--condition", "system"]
    assert run(*options, "--json")["repeats"] == 1
    said = RUN.invoke(app, ["stats", *map(str, options)]).stderr
    assert "on an item that they had scored before: 1. Each counts as one more score" in said


@pytest.mark.parametrize(
    ("name", "remedy"),
    [("", "Name a table in it"), ("a.xlsx", "Save its sheet as CSV in UTF-8"), ("a.jsonl", "this is JSON")],
)
def test_what_is_no_table_is_refused_with_what_to_bring(tmp_path: Path, name: str, remedy: str) -> None:
    path = tmp_path / name
    if name:
        path.write_bytes(b"PK")
    refused = RUN.invoke(app, ["stats", "mos", str(path), *WHO, "--value", "score"]).exception
    assert remedy in str(refused)


def test_one_condition_needs_no_column(table: Path) -> None:
    assert run("mos", table, *WHO, "--value", "score").startswith("all: 3.18")


def test_agreement_with_what_lies_behind_it(table: Path) -> None:
    options = ["agreement", table, *WHO, "--value", "score", "--resamples", 50]
    found = run(*options, "--level", "interval", "--json")
    assert found["low"] < found["alpha"] < found["high"] <= 1
    assert (found["n"], found["missing"], found["repeats"], found["explanation"]["finding"]) == (
        11,
        1,
        0,
        "agree",
    )
    assert run(*options).startswith("alpha (ordinal) 0.8")


def test_a_low_value_of_lopsided_data_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    rows = [
        f"{clip},{who},{4 if (clip, who) in {(1, 'x'), (2, 'y')} else 5}"
        for clip in range(20)
        for who in "xyz"
    ]
    path.write_text("clip,who,score\n" + "\n".join(rows), encoding="utf-8")
    text = run("agreement", path, *WHO, "--value", "score", "--resamples", 50)
    assert "97% of the ratings are 5.0 and 93% of pairs agree" in text
    assert run("agreement", path, *WHO, "--value", "who", "--level", "nominal").startswith(
        "alpha (nominal) -"
    )


@pytest.mark.parametrize("method", ["majority", "dawid-skene", "one-coin", "mace", "glad"])
def test_labels_by_each_method(table: Path, method: str) -> None:
    found = run("labels", table, *WHO, "--label", "system", "--method", method, "--json")
    assert [(one["item"], one["label"]) for one in found["labels"]] == [
        ("a1", "new"),
        ("a2", "new"),
        ("b1", "old"),
        ("b2", "old"),
    ]
    assert [one["rater"] for one in found["raters"]] == ["ann", "bob", "cid"]
    assert found["starts"] == (1 if method in {"majority", "glad"} else 10)


def test_labels_are_a_table_for_people(table: Path) -> None:
    assert run("labels", table, *WHO, "--label", "system").splitlines()[0] == "a1\tnew"
    by_count = run("labels", table, *WHO, "--label", "score", "--method", "majority").splitlines()
    assert by_count[-1] == "b2\t2\ttied"  # one vote for 2, one for 3, one cell empty


def screened(path: Path, rows: list[str], *options: str) -> Any:
    path.write_text("clip,who,score,system,right\n" + "\n".join(rows), encoding="utf-8")
    return RUN.invoke(app, ["stats", "screen", str(path), *WHO, "--value", "score", *options])


USUAL = [*[2] * 4, *[3] * 11, *[4] * 4]
PANEL = [
    f"{clip},r{who:02},{score},,"
    for clip in range(20)
    for who, score in enumerate([*USUAL[clip % 19 :], *USUAL[: clip % 19], 1 + 4 * (clip % 2)])
]
MUSHRA = [
    f"{clip},{who},{score},{system},"
    for clip in range(4)
    for who, scores in (("x", (100, 40)), ("y", (60, 40)), ("z", (100, 95)))
    for system, score in zip(("ref", "mid"), scores, strict=True)
]
CROWD = ["a,x,5,new,5", "b,x,1,new,", "a,y,1,new,5", "b,y,4,new,", "a,z,3,new,", "b,z,3,new,", "c,z,,new,"]


@pytest.mark.parametrize(
    ("rows", "options", "first", "out"),
    [
        (
            PANEL,
            [],
            "ITU-R BT.500 as printed",
            ["r19: leave out, 10 above and 10 below of 20"],
        ),
        (
            PANEL,
            ["--rule", "bt500-sureal"],
            "ITU-R BT.500 as the program sureal 0.9 does it",
            ["r19: leave out, 10"],
        ),
        (
            PANEL,
            ["--rule", "p913"],
            "ITU-T P.913 (2021) 12.4: each rater's bias",
            ["r19: leave out, 10 above"],
        ),
        (
            PANEL,
            ["--rule", "p913-sureal"],
            "ITU-T P.913 (2021) 12.4 as the program",
            ["r19: leave out, 10 above"],
        ),
        (
            [
                "a,x,1,,",
                "b,x,2,,",
                "c,x,3,,",
                "a,y,1,,",
                "b,y,3,,",
                "c,y,4,,",
                "a,z,5,,",
                "b,z,3,,",
                "c,z,1,,",
            ],
            ["--rule", "p913-2014"],
            "ITU-T P.913 (2014): correlation",
            ["z: leave out, correlation -0.87 by clip"],
        ),
        (
            MUSHRA,
            ["--rule", "bs1534", "--condition", "system", "--reference", "ref", "--anchor", "mid"],
            "ITU-R BS.1534-3",
            [
                "y: leave out, reference under 90 in 4 of 4, anchor over 90 in 0 of 4",
                "z: leave out, reference under 90 in 0 of 4, anchor over 90 in 4 of 4",
            ],
        ),
        (
            CROWD,
            ["--rule", "p808", "--gold", "right", "--condition", "system"],
            "ITU-T P.808 as its public toolkit does it",
            ["y: leave out, gold clip wrong", "z: leave out, gold clip wrong, scores do not vary"],
        ),
        (CROWD, ["--rule", "p808"], "ITU-T P.808", ["z: leave out, scores do not vary"]),
    ],
)
def test_each_rule_of_screening_says_whom_it_leaves_out_and_why(
    rows: list[str], options: list[str], first: str, out: list[str], *, tmp_path: Path
) -> None:
    result = screened(tmp_path / "ratings.csv", rows, *options)
    lines = result.stdout.splitlines()
    assert (result.exit_code, lines[0].startswith(first)) == (1, True), result.output
    left_out = [line for line in lines if "leave out" in line]
    assert [line.startswith(start) for line, start in zip(left_out, out, strict=True)] == [True] * len(out)


def test_screening_as_json_has_the_figures_of_the_rule(tmp_path: Path) -> None:
    found = json.loads(screened(tmp_path / "ratings.csv", PANEL, "--json").stdout)
    assert (found["rule"], found["edition"]) == ("bt500", "ITU-R BT.500 as printed")
    last = found["raters"][-1]
    assert (last["rater"], last["rejected"], last["above"], last["one_sided"]) == ("r19", True, 10, 0)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--rule", "bs1534"], "The rule bs1534 needs --condition"),
        (["--reference", "ref"], "The rule bt500 has no use for --reference."),
        (["--rule", "bs1534", "--condition", "system", "--reference", "low"], "there is no condition 'low'"),
        (["--rule", "p808", "--gold", "system"], "row 1: system must be a number, got 'ref'"),
    ],
)
def test_a_rule_that_lacks_what_it_needs_or_gets_what_it_cannot_use_is_refused(
    options: list[str], says: str, tmp_path: Path
) -> None:
    assert says in str(screened(tmp_path / "ratings.csv", MUSHRA, *options).exception)


def told(table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What a refused table is told on standard error."""
    monkeypatch.setattr("sys.argv", ["earmark", "stats", "mos", str(table), *WHO, "--value", "score"])
    with pytest.raises(SystemExit) as leaving:
        main()
    assert leaving.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize("sign", [";", "\t"])
def test_tables_of_spreadsheets_with_other_signs_and_a_byte_order_mark_are_read(
    table: Path, sign: str
) -> None:
    text = table.read_text(encoding="utf-8")
    expected = run("mos", table, *WHO, "--value", "score", "--condition", "system", "--json")
    table.write_text("\ufeff" + text.replace(",", sign).replace("\n", "\r\n"), encoding="utf-8")
    assert run("mos", table, *WHO, "--value", "score", "--condition", "system", "--json") == expected


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is no column 'clip'; there are none"),
        ("clip,who,who,score\na,b,c,1\n", "2 columns are named 'who'"),
        (
            "clip;who;score\na;b;4,5\n",
            "row 1: score must be a number, got '4,5'. Write a point before decimals.",
        ),
        ("clip,who,score\na,b,4\na,c\n", "row 2: 2 cells, but the header has 3"),
        ("clip,who,score\na,,4\n", "row 1: column 'who' is empty"),
        ("clip,rater,score\na,b,4\n", "there is no column 'who'; there are 'clip', 'rater', 'score'"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused_with_what_is_wrong(
    text: str,
    says: str,
    *,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text(text, encoding="utf-8")
    assert says in told(path, monkeypatch, capsys)


def test_what_is_no_text_or_no_parquet_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ratings.parquet"
    path.write_text("clip,who,score\n", encoding="utf-8")
    assert "this is no Parquet that can be read" in told(path, monkeypatch, capsys)
    path = tmp_path / "ratings.csv"
    path.write_text("clip,who,score\na,b,4\n", encoding="utf-16")
    assert "byte 0 is not UTF-8" in told(path, monkeypatch, capsys)


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ("good", "row 2: score must be a number, got 'good'"),
        ("inf", "row 2: score is infinite. Rows are counted from 1 below the header"),
    ],
)
def test_a_score_that_is_none_is_refused_with_its_row(
    table: Path, cell: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table.write_text(
        table.read_text(encoding="utf-8")
        .replace("ann,5,new", "ann,,new")
        .replace("bob,4,new", f"bob,{cell},new", 1),
        encoding="utf-8",
    )
    assert says in told(table, monkeypatch, capsys)
