"""A rater gets hints on the text in hand; what the protocol makes an error keeps a submission back."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import Response

from direct import Desk, open_desk
from earmark.storage import tables


@pytest.fixture(scope="module")
def asking(app: FastAPI, empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One desk for all that only asks, since nothing of it is ever stored."""
    folder = tmp_path_factory.mktemp("asking")
    shutil.copy(empty_database, folder)
    with open_desk(app, folder) as desk:
        yield desk


def hints(desk: Desk, text: str, *, score: int | None = 4, **more: Any) -> Response:
    turn = more.pop("target", desk.turns["agent"][0])
    body = {
        "target": turn,
        "question": "content",
        "answer": {"score": score, "justification": text},
        "language": "en",
    }
    [answer] = desk.ask(("POST", f"{desk.address}/hints", {**body, **more}))
    return answer


def ids(answer: Response) -> list[str]:
    return [finding["id"] for finding in answer.json()["findings"]]


def test_a_text_gets_what_it_has_and_what_it_lacks_and_nothing_of_risk_or_grades(asking: Desk) -> None:
    answer = hints(asking, 'It says "sure" and gives the platform.', language="ko")
    assert answer.json() == {
        "strength": "실제로 한 말을 인용했어요.",
        "findings": [
            {
                "id": "score-words-at-odds",
                "severity": "warning",
                "message": "이 글은 가장 높은 점수에도 어울립니다.",
                "where": f"answers.turns.{asking.turns['agent'][0]}.content.justification",
                "suggestion": "왜 한 점 낮은지 적어 주세요.",
            }
        ],
    }


def test_a_sound_text_gets_no_hint(asking: Desk) -> None:
    text = 'Gives the platform, "nine", but not the time I asked for.'
    assert hints(asking, text, score=3).json() == {"strength": "", "findings": []}


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"question": "charm"}, 422),
        ({"target": "item"}, 422),
        ({"target": "no-such-turn"}, 422),
        ({"answer": "good"}, 422),
        ({"answer": {"score": "4", "justification": ["good"], "criteria": 3, "evidence": "x"}}, 200),
        ({"answer": {"score": 4, "justification": "word " * 100_000}}, 200),
    ],
)
def test_what_the_task_does_not_ask_is_refused_and_a_strange_answer_harms_nothing(
    asking: Desk, more: dict[str, Any], status: int
) -> None:
    assert hints(asking, "Fine.", **more).status_code == status


def test_the_users_turn_has_no_hints(asking: Desk) -> None:
    assert hints(asking, "Fine.", target=asking.turns["user"][0]).status_code == 422


def test_a_text_is_held_against_the_rest_of_the_draft_and_against_earlier_tasks(desk: Desk) -> None:
    text = "The second street name comes out wrong, and the first is missing."
    body = desk.with_content(score=2, justification=text)
    desk.ask(desk.draft(1, 0, "tab", body))
    first, second = desk.turns["agent"]
    assert ids(hints(desk, text, score=2, target=first)) == []
    assert ids(hints(desk, text, score=2, target=second)) == ["near-identical-text"]
    [sent] = desk.ask(desk.submission(body))
    assert sent.status_code == 200
    assert ids(hints(desk, text, score=2, target=first)) == []
    desk.assignment = desk.take()
    assert ids(hints(desk, text, score=2)) == ["near-identical-text"]


def test_texts_of_another_rater_are_not_told(desk: Desk) -> None:
    text = "The second street name comes out wrong, and the first is missing."
    desk.ask(desk.submission(desk.with_content(score=2, justification=text)))
    desk.assignment = desk.take("other")
    turn = desk.turns["agent"][0]
    body = {"target": turn, "question": "content", "language": "en"}
    body["answer"] = {"score": 2, "justification": text}
    [answer] = desk.ask(("POST", f"{desk.address}/hints", body), who="other")
    assert ids(answer) == []


def test_what_the_protocol_makes_an_error_keeps_the_submission_back_and_says_where(desk: Desk) -> None:
    body = desk.with_content(justification="...")
    [answer] = desk.ask(desk.submission(body))
    assert answer.json()["faults"] == [
        {
            "where": f"answers.turns.{desk.turns['agent'][0]}.content.justification",
            "code": "empty-reason",
            "message": "There is no reason here yet. "
            "Write in a sentence what you heard and why it is this score.",
        }
    ]
    assert (desk.kept(), desk.stored(tables.score.c.value)) == (body, [])


def test_a_reason_of_a_dimension_that_is_discarded_is_not_judged(desk: Desk) -> None:
    body = desk.with_content(justification="...")
    turn = desk.turns["agent"][0]
    mark = {"exit": "turn-discard", "target": turn, "question": "content", "reason": "silent"}
    body["discards"] = [{**mark, "explanation": "Nothing to hear."}]
    [answer] = desk.ask(desk.submission(body))
    assert answer.status_code == 200


def test_a_warning_blocks_nothing_and_what_became_of_it_is_stored(desk: Desk) -> None:
    body = desk.with_content(justification="Fine.")
    where = f"answers.turns.{desk.turns['agent'][0]}.content.justification"
    hint = {"where": where, "id": "bare-verdict", "severity": "warning", "outcome": "put-away"}
    body["hints"] = [hint]
    [answer] = desk.ask(desk.submission(body))
    assert answer.status_code == 200
    [stored] = desk.stored(tables.submission.c.body)
    assert stored["hints"] == [hint]


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ("x", ("hints", "not-a-list")),
        ([{"id": "bare-verdict"}], ("hints.0", "not-a-hint")),
        ([{"where": "a", "id": "b", "severity": "hint", "outcome": "loved"}], ("hints.0", "not-a-hint")),
        ([{"where": "a", "id": "b", "severity": "hint", "outcome": 3}], ("hints.0", "not-a-hint")),
        ([{"where": "a" * 301, "id": "b", "severity": "hint", "outcome": "kept"}], ("hints.0", "not-a-hint")),
    ],
)
def test_an_account_of_hints_that_is_none_is_refused(
    asking: Desk, given: object, fault: tuple[str, str]
) -> None:
    [answer] = asking.ask(asking.submission({**asking.whole(), "hints": given}))
    faults = [(one["where"], one["code"]) for one in answer.json()["faults"]]
    assert faults == [fault]
