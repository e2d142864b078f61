from __future__ import annotations

from typing import Any

from earmark.core.revisions import DISCARD, Change, changes_between


def body(turns: dict[str, Any], discards: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {"answers": {"turns": turns}, "discards": discards or []}


def test_each_field_that_differs_is_a_change_with_what_stood_there() -> None:
    before = body(
        {"t1": {"content": {"score": 4, "justification": "Fine."}}, "t2": {"content": {"score": 1}}}
    )
    after = body({"t1": {"content": {"score": 2, "justification": "Fine.", "criteria": ["tone"]}}})
    assert changes_between(before, after) == (
        Change("t1", "content", "score", 4, 2),
        Change("t1", "content", "criteria", None, ["tone"]),
        Change("t2", "content", "score", 1, None),
    )


def test_a_discard_is_a_change_with_its_reason() -> None:
    mark = {"exit": "turn-discard", "target": "t1", "question": "content", "reason": "missing"}
    whole = {"exit": "turn-discard", "target": "t2", "question": None, "explanation": "Only a hum."}
    assert changes_between(body({}, [mark]), body({}, [whole])) == (
        Change("t2", None, DISCARD, None, "Only a hum."),
        Change("t1", "content", DISCARD, "missing", None),
    )


def test_what_was_sent_again_as_it_was_has_no_change() -> None:
    same = {"answers": {"item": {"quality": {"score": 3}}}, "time": {"active_seconds": 4}}
    assert changes_between(same, same | {"time": {"active_seconds": 9}}) == ()
