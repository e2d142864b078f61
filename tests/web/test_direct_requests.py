"""What no page of ours sends: each is refused by name, nothing of it counts, and the rater's words stay."""

from __future__ import annotations

import itertools
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import Response

from direct import Desk, open_desk
from earmark.core.times import MINUTE
from earmark.storage import tables
from earmark.web.bodies import DEEPEST, LARGEST_BODY

NUMBERS = itertools.count(1)
WORDS = "정말 자연스러웠어요 👩‍🚀 … naïve ½"


@pytest.fixture(scope="module")
def refusing(app: FastAPI, empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One desk for all that is refused, since nothing of it is ever stored."""
    folder = tmp_path_factory.mktemp("refusing")
    shutil.copy(empty_database, folder)
    with open_desk(app, folder) as desk:
        yield desk


def told(answer: Response) -> tuple[int, str, list[tuple[str, str]]]:
    """Return status, kind of document, and each fault's place and code."""
    faults = answer.json().get("faults", [])
    places = [(fault["where"], fault["code"]) for fault in faults]
    return answer.status_code, answer.headers["content-type"], places


def refused(*faults: tuple[str, str], status: int = 422) -> tuple[int, str, list[tuple[str, str]]]:
    return status, "application/problem+json", list(faults)


def first(desk: Desk) -> str:
    return f"answers.turns.{desk.turns['agent'][0]}"


@pytest.mark.parametrize("score", [99, 0, -1, "4", 2.5, 4.0, True, [4], {"score": 4}, 10**20])
def test_a_score_that_is_no_point_of_the_scale(refusing: Desk, score: object) -> None:
    body = refusing.with_content(score=score, justification=WORDS)
    [answer] = refusing.ask(refusing.submission(body))
    assert told(answer) == refused((f"{first(refusing)}.content.score", "not-on-scale"))
    assert refusing.kept() == body
    assert refusing.stored(tables.score.c.value) == []


Wrong = Callable[[Desk], tuple[dict[str, Any], list[tuple[str, str]]]]


def no_score(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    return desk.with_content(score=None), [(f"{first(desk)}.content", "answer-missing")]


def unknown_question(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body = desk.whole()
    body["answers"]["turns"][desk.turns["agent"][0]]["charm"] = {"score": 4}
    return body, [(f"{first(desk)}.charm", "unknown-question")]


def no_reason(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body = desk.whole()
    del body["answers"]["turns"][desk.turns["agent"][0]]["content"]["justification"]
    return body, [(f"{first(desk)}.content.justification", "reason-missing")]


def blank_reason(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body = desk.with_content(justification=" \n\u3000 ")
    return body, [(f"{first(desk)}.content.justification", "reason-missing")]


def user_turn(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body, turn = desk.whole(), desk.turns["user"][0]
    body["answers"]["turns"][turn] = {"content": {"score": 4, "justification": "Said it well."}}
    return body, [(f"answers.turns.{turn}", "not-ratable")]


def turn_of_another_task(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body = desk.whole()
    own = {turn for turns in desk.turns.values() for turn in turns}
    turn = next(turn for turn in desk.stored(tables.turn.c.id) if turn not in own)
    body["answers"]["turns"][turn] = {"content": {"score": 4, "justification": "Said it well."}}
    return body, [(f"answers.turns.{turn}", "not-ratable")]


def unheard(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body, turn = desk.whole(), desk.turns["agent"][1]
    _, end = desk.edges_of(turn)
    body["listening"]["played"]["both"] = [[0.0, end - 0.2], [end, 60.0]]
    return body, [(f"listening.{turn}", "not-heard")]


def heard_on_the_other_channel(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body = desk.whole()
    body["listening"]["played"] = {"left": [[0.0, 60.0]]}
    return body, [(f"listening.{turn}", "not-heard") for turn in desk.turns["agent"]]


def said_to_be_heard(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body = desk.whole()
    body["listening"] = {"heard_to_end": desk.turns["agent"]}
    faults = [(f"listening.{turn}", "not-heard") for turn in desk.turns["agent"]]
    return body, [("listening.heard_to_end", "unknown-field"), *faults]


def made_up_listening(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body = desk.whole()
    body["listening"] |= {"targets": {"item": {"plays": "often"}}, "seconds": -1}
    return body, [("listening.targets", "not-listening"), ("listening.seconds", "not-listening")]


def unknown_discard(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body = desk.whole()
    body["discards"] = [{"exit": "vanish", "target": desk.turns["agent"][0], "explanation": WORDS}]
    return body, [("discards.0.exit", "unknown-exit")]


def discard_that_is_no_text(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body = desk.whole()
    mark = {"exit": "turn-discard", "target": desk.turns["agent"][0], "reason": "missing"}
    body["discards"] = [{**mark, "explanation": ["a", "list"]}, {**mark, "because": "x"}, "turn-discard"]
    return body, [
        ("discards.0.explanation", "not-text"),
        ("discards.1.because", "unknown-field"),
        ("discards.2", "not-an-object"),
    ]


def endless_explanation(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body = desk.whole()
    mark = {"exit": "turn-discard", "target": desk.turns["agent"][0], "reason": "missing"}
    body["discards"] = [{**mark, "explanation": "x" * 5001}]
    return body, [("discards.0.explanation", "too-long")]


def half_a_character(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body = desk.with_content(justification=f"{WORDS} \ud800")
    return body, [(f"{first(desk)}.content.justification", "unusable-character")]


def nul_character(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body = desk.with_content(justification=f"{WORDS} \0 and more")
    return body, [(f"{first(desk)}.content.justification", "unusable-character")]


def criteria_that_are_no_names(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body = desk.with_content(criteria=[{"id": "completeness"}])
    return body, [(f"{first(desk)}.content.criteria", "unknown-name")]


def answers_that_are_no_object(desk: Desk) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    body = desk.whole() | {"answers": [1, 2]}
    turns = [
        f"answers.turns.{turn}.{name}" for turn in desk.turns["agent"] for name in ("content", "prosody")
    ]
    return body, [("answers", "not-an-object"), *((turn, "answer-missing") for turn in turns)]


@pytest.mark.parametrize(
    "wrong",
    [
        no_score,
        unknown_question,
        no_reason,
        blank_reason,
        user_turn,
        turn_of_another_task,
        unheard,
        heard_on_the_other_channel,
        said_to_be_heard,
        made_up_listening,
        unknown_discard,
        discard_that_is_no_text,
        endless_explanation,
        half_a_character,
        nul_character,
        criteria_that_are_no_names,
        answers_that_are_no_object,
    ],
    ids=lambda wrong: wrong.__name__,
)
def test_what_the_protocol_does_not_allow(refusing: Desk, wrong: Wrong) -> None:
    body, faults = wrong(refusing)
    [answer] = refusing.ask(refusing.submission(body))
    assert told(answer) == refused(*faults)
    assert refusing.kept() == body
    assert refusing.stored(tables.score.c.value) == []


def envelope(desk: Desk, **changes: Any) -> bytes:
    return json.dumps(desk.submission(desk.whole())[2] | changes).encode()


def nested(depth: int) -> bytes:
    return b'{"body":' + b'{"a":' * depth + b"1" + b"}" * depth + b"}"


RAW: dict[str, Callable[[Desk], tuple[bytes, str]]] = {
    "a body that is a list": lambda _: (b"[1]", "body"),
    "a submission that is a list": lambda desk: (envelope(desk, body=[1]), "body"),
    "NaN": lambda desk: (envelope(desk).replace(b"9.5", b"NaN"), "body"),
    "a number beyond all": lambda desk: (envelope(desk).replace(b"9.5", b"1e999"), "body"),
    "a number of 5,000 digits": lambda desk: (envelope(desk).replace(b"9.5", b"9" * 5000), "body"),
    "a broken string": lambda desk: (envelope(desk)[:-9], "body"),
    "invalid UTF-8": lambda desk: (envelope(desk).replace(b"Clear", b"\xff\xfe\xed\xa0\x80"), "body"),
    "too deep": lambda _: (nested(DEEPEST), "body"),
    "far too deep": lambda _: (nested(100_000), "body"),
    "nothing at all": lambda _: (b"", "body"),
    "a key with NUL": lambda desk: (envelope(desk, key="12345678\0"), "key"),
    "a key with half a character": lambda desk: (envelope(desk, key="12345678\ud800"), "key"),
    "a language that is none": lambda desk: (envelope(desk, language="en; DROP"), "language"),
    "a field that is none": lambda desk: (envelope(desk, score=5), "score"),
    "a name that is half a character": lambda desk: (envelope(desk, **{"\ud800": 5}), "body"),
}


@pytest.mark.parametrize("name", RAW)
def test_a_request_that_is_not_what_the_interface_describes(refusing: Desk, name: str) -> None:
    content, where = RAW[name](refusing)
    refusing.ask(refusing.draft(next(NUMBERS), 0, "tab", refusing.with_content(justification=WORDS)))
    [answer] = refusing.ask(("POST", f"{refusing.address}/submission", content))
    status, kind, faults = told(answer)
    assert (status, kind, [place for place, _ in faults]) == (*refused()[:2], [where])
    assert refusing.kept() == refusing.with_content(justification=WORDS)
    assert refusing.stored(tables.submission.c.id) == []


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_json_that_calls_itself_something_else(refusing: Desk, kind: str) -> None:
    [answer] = refusing.ask(refusing.submission(refusing.whole()), content_type=kind)
    assert told(answer)[:2] == refused()[:2]
    assert [place for place, _ in told(answer)[2]] == ["body"]
    assert refusing.stored(tables.submission.c.id) == []


def test_a_body_beyond_the_limit_is_told_how_much_fits(refusing: Desk) -> None:
    body = refusing.with_content(justification="x" * 5_000_000)
    [answer] = refusing.ask(refusing.submission(body))
    assert told(answer)[:2] == refused(status=413)[:2]
    assert answer.json()["detail"] == f"A request may hold at most {LARGEST_BODY} bytes."
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert refusing.stored(tables.submission.c.id) == []


def test_somebody_elses_task_is_no_task(refusing: Desk) -> None:
    whole = refusing.whole()
    before = refusing.kept()
    answers = refusing.ask(refusing.submission(whole), refusing.draft(99, 0, "tab", whole), who="other")
    assert [told(answer) for answer in answers] == [refused(status=404)] * 2
    assert (refusing.stored(tables.submission.c.id), refusing.kept()) == ([], before)


def test_a_key_belongs_to_one_task(desk: Desk) -> None:
    [done] = desk.ask(desk.submission(desk.whole(), key="one-key-for-all"))
    desk.assignment = desk.take()
    [answer] = desk.ask(desk.submission(desk.whole(), key="one-key-for-all"))
    assert done.status_code == 200
    assert told(answer) == refused(("key", "key-of-another-task"))
    assert len(desk.stored(tables.submission.c.id)) == 1


def test_who_comes_after_the_vote_is_gone_is_kept_as_an_extra(desk: Desk) -> None:
    mine = desk.assignment
    desk.clock[0] += 2 * MINUTE
    for _ in range(2):
        desk.assignment = desk.take("other")
        desk.ask(desk.submission(desk.whole()), who="other")
    desk.assignment = mine
    [answer] = desk.ask(desk.submission(desk.with_content(score=2)))
    assert (answer.status_code, answer.json()["late"], answer.json()["extra"]) == (200, True, True)


def test_every_character_comes_back_as_it_was_written(desk: Desk) -> None:
    desk.ask(desk.draft(1, 0, "tab", desk.with_content(justification=WORDS)))
    assert desk.kept() == desk.with_content(justification=WORDS)
    [answer] = desk.ask(desk.submission(desk.with_content(justification=WORDS)))
    assert answer.status_code == 200
    assert desk.stored(tables.score.c.justification).count(WORDS) == 1
    assert desk.kept() == desk.with_content(justification=WORDS)


@pytest.mark.parametrize(
    ("sent", "where"),
    [
        ({"exit": "vanish"}, "exit.exit"),
        ({"exit": "skip"}, "exit.reason"),
        ({"exit": "skip", "reason": ["other"]}, "reason"),
        ({"exit": "skip", "reason": "other", "explanation": "a\0b"}, "exit.explanation"),
        ({"exit": "skip", "reason": "other", "explanation": "a\ud800b"}, "explanation"),
        ({"exit": "turn-discard", "reason": "missing", "explanation": WORDS}, "exit.exit"),
    ],
)
def test_leaving_in_a_way_that_there_is_not(refusing: Desk, sent: dict[str, Any], where: str) -> None:
    [answer] = refusing.ask(("POST", f"{refusing.address}/exit", sent))
    assert [place for place, _ in told(answer)[2]] == [where]
    assert told(answer)[:2] == refused()[:2]
    assert refusing.stored(tables.mark.c.id) == []


def test_a_draft_goes_on_from_what_it_has_seen(refusing: Desk) -> None:
    [answer] = refusing.ask(refusing.draft(3, 3, "tab", refusing.whole()))
    assert told(answer) == refused(("body", "value_error"))
