"""The example of a plug-in does what the page says, and its claims file is read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from earmark.core.fact_checks import Claim, SaidTurn, Talk
from earmark.services.fact_checks.checking import check_talk
from earmark.services.fact_checks.claims_file import open_claims_file

PAGE = (Path(__file__).parents[2] / "docs" / "fact-checks.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", PAGE, flags=re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def talk(*said: str) -> Talk:
    scenario = {"title": "Shops", "description": "The user wants to know when it closes."}
    turns = tuple(
        SaidTurn(("user", "agent")[place % 2], text, place, place + 1) for place, text in enumerate(said)
    )
    return Talk(scenario, turns, "en")


def test_the_example_of_a_plug_in_finds_its_claims(tmp_path: Path) -> None:
    there: dict[str, Any] = {}
    exec(block("python"), there)  # noqa: S102 - the page's own example
    (tmp_path / "closes-at.txt").write_text("eight\n", encoding="utf-8")
    said = talk("When?", "We close at nine.")
    outcome = check_talk(lambda: there["open_shop_hours"](tmp_path), said, longest_s=30)
    assert (outcome.state, outcome.claims) == (
        "done",
        (Claim(1, "We close at nine.", "wrong", affects_task=True, source="opening hours"),),
    )


def test_the_claims_file_knows_a_turn_by_words_that_are_nearly_the_same(tmp_path: Path) -> None:
    (tmp_path / "claims.jsonl").write_text(block("json"), encoding="utf-8")
    said = talk(
        "Hello",
        "Well, the last train leaves at  NINE o'clock.",
        "The last train leaves at nine?",
        "The last train leaves at ten.",
    )
    words = "the last train leaves at nine"
    assert list(open_claims_file(tmp_path).check(said)) == [
        Claim(1, words, "wrong", affects_task=True, source="timetable of May")
    ]
