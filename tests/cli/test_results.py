from __future__ import annotations

import json
import re
from pathlib import Path

from typer.testing import CliRunner

import found
from earmark.cli.main import app
from earmark.cli.results import _lines
from earmark.core.errors import NotFoundError
from earmark.services.results import results_of
from rows import StudyRows


def run(*arguments: str | Path) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.stderr
    return result.stdout


def folder_of(rows: StudyRows) -> Path:
    return rows.study.home.settings.home


def test_people_get_a_table_a_question(rows: StudyRows) -> None:
    for rater, value in [("ann", 2), ("bo", 4)]:
        rows.rate(rows.recording(f"of {rater}", "warm"), rater, {"item": {"quality": value, "clarity": 5}})
    rows.leave(rows.recording("one more", "cold"), "ann", "skip", reason="accent")
    rows.save()
    assert run("results", "voices", "--home", folder_of(rows)).splitlines() == [
        "Voices · two-scales 1.2.0 · open",
        "2 of 3 votes in, 0 in hand, 2 raters, 0 tasks waiting for you",
        "late 0 · extra, not counted 0 · corrections 0",
        "skips: 1 item (accent)",
        "discards: none",
        "",
        "Quality (1 to 5)",
        "  condition  mean  95 % interval                  n  raters  items  1  2  3  4  5",
        "  cold             not measurable: no scores yet  0       0      0  0  0  0  0  0",
        "  warm       3.00  1.02 to 4.98                   2       2      2  0  1  0  1  0",
        "  scores left out: none",
        "",
        "Clarity (1 to 5)",
        "  condition  mean  95 % interval                  n  raters  items  1  2  3  4  5",
        "  cold             not measurable: no scores yet  0       0      0  0  0  0  0  0",
        "  warm       5.00  1.63 to 5.00                   2       2      2  0  0  0  0  2",
        "  scores left out: none",
    ]


def test_a_part_says_what_it_is_and_that_counts_are_of_the_whole(rows: StudyRows) -> None:
    for condition, values in (("cold", (1, 2)), ("warm", (4, 5))):
        recording = rows.recording("one", condition, votes=2)
        for rater, value in zip(("ann", "bo"), values, strict=True):
            rows.rate(recording, rater, {"item": {"quality": value}})
    rows.save()
    lines = run("results", "voices", "--condition", "warm", "--home", folder_of(rows)).splitlines()
    assert (
        lines[1] == "only a part: condition = warm; votes, skips and discards up here are of the whole study"
    )
    assert "  one item: this holds for it alone; how much items differ, no interval here covers" in lines


def test_recordings_without_a_condition_are_all_only_where_no_condition_is_named(rows: StudyRows) -> None:
    def names() -> list[str]:
        rows.save()
        table = run("results", "voices", "--home", folder_of(rows)).split("\n\n")[1]
        return [re.split("  +", line.strip())[0] for line in table.splitlines()[2:]]

    rows.recording("bare")
    assert names() == ["all recordings"]
    rows.recording("other", "warm")
    assert names() == ["warm", "without a condition"]


def test_programs_get_the_results_as_one_object(rows: StudyRows) -> None:
    rows.clips(["plain", "warm"], items=3, raters=2, question="quality")
    study = rows.save()
    printed = json.loads(run("results", "voices", "--json", "--home", folder_of(rows)))
    assert printed == json.loads(json.dumps(results_of(study).as_json(), allow_nan=False))
    assert [one["n"] for one in printed["questions"][0]["conditions"]] == [6, 6]


def test_a_study_that_is_not_there_is_explained(rows: StudyRows) -> None:
    result = CliRunner().invoke(app, ["results", "nothing", "--home", str(folder_of(rows))])
    assert isinstance(result.exception, NotFoundError)


def test_an_export_says_what_it_wrote(rows: StudyRows, tmp_path: Path) -> None:
    rows.clips(["plain"], items=2, raters=2, question="quality")
    rows.save()
    out = tmp_path / "out"
    assert run("export", "voices", out, "--home", folder_of(rows)) == (
        f"{out}: scores 4 · submissions 4 · comparisons 0 · flags 0 · key_facts 0 · prefilled 0 · "
        "listening 0 · hints 0 · marks 0 · stimuli 2 · earlier_sounds 0 · turn_lists 0 · turns 0 · "
        "evidence 0 · fact_checks 0 · events 1\n"
        "dictionary.md in it says what each column means.\n"
    )
    again = tmp_path / "again"
    assert json.loads(run("export", "voices", again, "--json", "--home", folder_of(rows))) == {
        "study": "voices",
        "folder": str(again),
        "rows": {
            "scores": 4,
            "submissions": 4,
            "comparisons": 0,
            "flags": 0,
            "key_facts": 0,
            "prefilled": 0,
            "listening": 0,
            "hints": 0,
            "marks": 0,
            "stimuli": 2,
            "earlier_sounds": 0,
            "turn_lists": 0,
            "turns": 0,
            "evidence": 0,
            "fact_checks": 0,
            "events": 1,
        },
        "audio": 0,
    }


def test_comparisons_and_choices_are_tables_too() -> None:
    lines = list(_lines(found.everything()))
    board = lines.index("Overall (120 votes, 8 raters)")
    assert [line.split() for line in (lines[board + 2], lines[board + 4])] == [
        ["warm", "1", "+0.80", "(+0.50", "to", "+1.10)", "70%", "40", "30", "10"],
        ["cold", "2", "to", "3", "-0.90", "(-1.20", "to", "open)", "28%", "40", "30", "10"],
    ]
    assert any(line.endswith("(share of answers)") for line in lines)
