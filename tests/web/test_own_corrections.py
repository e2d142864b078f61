"""What was submitted, changed over the interface: by the revision that it changes, or told why not."""

from __future__ import annotations

from httpx2 import Response
from sqlalchemy import update

from direct import Desk
from earmark.storage import tables

BROKEN = {"exit": "item-discard", "reason": "audio-unusable", "explanation": "It breaks off."}


def told(answer: Response) -> tuple[int, list[str]]:
    return answer.status_code, [fault["code"] for fault in answer.json().get("faults", [])]


def leave(desk: Desk, revises: int | None) -> Response:
    [answer] = desk.ask(("POST", f"{desk.address}/exit", BROKEN | {"revises": revises}))
    return answer


def test_answers_that_a_discard_hides_come_back_to_their_rater_alone(desk: Desk) -> None:
    body = desk.whole()
    mark = {"exit": "turn-discard", "target": desk.turns["agent"][0], "reason": "missing"}
    body["discards"] = [mark | {"explanation": "It cannot be found."}]
    desk.ask(desk.submission(body))
    [stored] = desk.stored(tables.submission.c.body)
    assert list(stored["answers"]["turns"]) == desk.turns["agent"][1:]
    assert desk.kept() == body
    again = desk.submission(body)
    assert [answer.status_code for answer in desk.ask(again)] == [200]


def test_what_was_rated_is_left_by_the_revision_that_was_seen(desk: Desk) -> None:
    desk.ask(desk.submission(desk.whole()))
    assert told(leave(desk, None)) == (409, ["submitted-meanwhile"])
    better = desk.submission(desk.with_content(score=5), key="key-of-the-correction", revises=1)
    assert [answer.status_code for answer in desk.ask(better)] == [200]
    assert told(leave(desk, 1)) == (409, ["submitted-meanwhile"])
    assert told(leave(desk, 2)) == told(leave(desk, 2)) == (200, [])
    assert desk.stored(tables.submission.c.current) == [False, False]
    assert desk.stored(tables.mark.c.exit) == ["item-discard"]


def test_a_change_that_may_not_begin_says_why(desk: Desk) -> None:
    desk.ask(desk.submission(desk.whole()))
    pause = update(tables.membership).values(paused_at=1)
    desk.home.database.write(lambda c: c.execute(pause).rowcount)
    draft = desk.draft(1, 0, "tab", desk.with_content(score=5), revises=1)
    correction = desk.submission(desk.with_content(score=5), key="key-of-the-correction", revises=1)
    answers = [*desk.ask(draft), *desk.ask(correction), leave(desk, 1)]
    assert [told(answer) for answer in answers] == [(409, ["paused-for-you"])] * 3
    assert desk.stored(tables.draft.c.body) == []
