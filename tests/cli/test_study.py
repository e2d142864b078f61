from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from earmark.cli.main import app
from earmark.core.errors import ConflictError, EarmarkError, NotFoundError
from earmark.core.scope import Scope
from people import bring_in
from rows import StudyRows


def run(rows: StudyRows, *words: str) -> tuple[int, Any]:
    home = ("--home", str(rows.study.home.settings.home), "--json")
    result = CliRunner().invoke(app, ["study", *words, *home])
    if isinstance(result.exception, EarmarkError):  # which `earmark` prints, and leaves with its exit code
        raise result.exception
    return result.exit_code, json.loads(result.stdout) if result.stdout else None


def test_items_are_withdrawn_brought_back_and_given_to_a_rater(rows: StudyRows) -> None:
    kept = [rows.recording("hello", condition) for condition in ("warm", "cold")]
    rows.save()
    bring_in(rows.study, "Ida")
    code, told = run(rows, "withdraw", "voices", "hello", "--condition", "warm")
    assert (code, told["done"]) == (0, [kept[0].task])
    code, told = run(rows, "withdraw", "voices", "hello")
    assert (code, [one["reason"] for one in told["left"]]) == (1, ["as-it-is"])
    assert run(rows, "withdraw", "voices", "hello", "--back")[0] == 0
    code, told = run(rows, "reassign", "voices", "hello", "--to", "ida")
    assert (code, len(told["done"])) == (0, 2)
    for words in (("reassign", "voices", "hello", "--to", "nobody"), ("withdraw", "voices", "nothing")):
        with pytest.raises(NotFoundError):
            run(rows, *words)


def test_members_who_are_there_already_are_put_into_a_group(rows: StudyRows) -> None:
    recording = rows.recording("one", votes=2)
    for rater, value in (("ida", 2), ("bo", 5)):
        rows.rate(recording, rater, {"item": {"quality": value}})
        rows.group(rater, "")
    study = rows.save()

    def rated_by_experts() -> list[int]:
        scope = Scope(group=("experts",))
        return [one.score.n for one in study.results(scope=scope).questions[0].conditions]

    told = run(rows, "group", "voices", "ida", "bo", "--group", " experts ")
    assert told == (0, {"study": "voices", "group": "experts", "raters": ["ida", "bo"]})
    assert rated_by_experts() == [2]
    with pytest.raises(NotFoundError, match="called 'nobody'"):
        run(rows, "group", "voices", "ida", "nobody", "--group", "")
    assert rated_by_experts() == [2], "all or none"
    run(rows, "group", "voices", "ida", "--group", "")
    assert rated_by_experts() == [1]


def test_a_study_is_closed_and_reopened(rows: StudyRows) -> None:
    assert run(rows, "close", "voices")[1]["state"] == "closed"
    with pytest.raises(ConflictError, match="Reopen it first"):
        run(rows, "resume", "voices")
    assert run(rows, "reopen", "voices")[1]["state"] == "open"


def test_the_conditions_that_are_compared_are_named_and_taken_back(rows: StudyRows) -> None:
    pairs = run(rows, "set", "voices", "--compare", "warm,cold", "--compare", "cold,odd")[1]["settings"][
        "pairs"
    ]
    assert pairs == [["warm", "cold"], ["cold", "odd"]]
    assert run(rows, "set", "voices", "--compare", "")[1]["settings"]["pairs"] == []


def test_the_most_items_of_a_rater_are_set_and_taken_back(rows: StudyRows) -> None:
    assert run(rows, "set", "voices", "--items-per-rater", "5")[1]["settings"]["items_per_rater"] == 5
    assert run(rows, "set", "voices", "--items-per-rater", "0")[1]["settings"]["items_per_rater"] is None
