from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earmark.core.exits import Departure
from earmark.core.listening import Span
from earmark.core.submission import CheckedSubmission, Targets, check_submission
from earmark.protocols.questions import Score
from earmark.protocols.schema import Protocol

TURNS = Targets(turns=("t1", "t2"), spans={"t1": Span(1.0, 2.0, 1), "t2": Span(3.0, 4.0, 1)})
CLIP = Targets(spans={"item": Span(0.0, 1.0)})
HEARD = {"played": {"both": [[0.0, 4.0]]}}


def answer(score: object = 4, justification: object = "Clear, and to the point.") -> dict[str, Any]:
    return {"score": score, "justification": justification}


def body_of(**turns: dict[str, Any]) -> dict[str, Any]:
    return {"answers": {"turns": turns}, "discards": [], "listening": HEARD}


def whole() -> dict[str, Any]:
    return body_of(
        t1={"content": answer(), "prosody": answer(3)}, t2={"content": answer(5), "prosody": answer(1)}
    )


def codes(protocol: Protocol, targets: Targets, body: object) -> list[tuple[str, str]]:
    checked = check_submission(protocol, targets, body)
    assert not isinstance(checked, CheckedSubmission)
    return [(fault.where, fault.code) for fault in checked]


def test_a_whole_submission_becomes_one_score_a_dimension_and_turn(conversation: Protocol) -> None:
    body = whole()
    body["answers"]["turns"]["t1"]["content"] |= {"criteria": ["pace"], "justification": "  Clear.  "}
    checked = check_submission(conversation, TURNS, body)
    assert isinstance(checked, CheckedSubmission)
    assert checked.scores == (
        ("t1", Score("content", 4, None, "Clear.", ("pace",))),
        ("t1", Score("prosody", 3, None, "Clear, and to the point.")),
        ("t2", Score("content", 5, None, "Clear, and to the point.")),
        ("t2", Score("prosody", 1, None, "Clear, and to the point.")),
    )


@pytest.mark.parametrize("score", [99, 0, 2.5, "4", True, [4], {"value": 4}])
def test_a_value_that_is_no_point_of_the_scale_is_refused(conversation: Protocol, score: object) -> None:
    body = whole()
    body["answers"]["turns"]["t1"]["content"]["score"] = score
    assert codes(conversation, TURNS, body) == [("answers.turns.t1.content.score", "not-on-scale")]


@pytest.mark.parametrize("written", ["", "   \n", None])
def test_a_required_reason_left_out_is_refused(conversation: Protocol, written: object) -> None:
    body = whole()
    body["answers"]["turns"]["t2"]["prosody"]["justification"] = written
    assert codes(conversation, TURNS, body) == [("answers.turns.t2.prosody.justification", "reason-missing")]


def test_an_unknown_question_is_refused(conversation: Protocol) -> None:
    body = whole()
    body["answers"]["turns"]["t1"]["charm"] = answer()
    assert codes(conversation, TURNS, body) == [("answers.turns.t1.charm", "unknown-question")]


def test_a_turn_that_the_task_does_not_ask_about_is_refused(conversation: Protocol) -> None:
    body = whole()
    body["answers"]["turns"]["a-user-turn"] = {"content": answer(), "prosody": answer()}
    assert codes(conversation, TURNS, body) == [("answers.turns.a-user-turn", "not-ratable")]


def test_every_fault_is_named_at_once(conversation: Protocol) -> None:
    body = body_of(t1={"content": answer(99, ""), "prosody": answer()})
    assert codes(conversation, TURNS, body) == [
        ("answers.turns.t1.content.score", "not-on-scale"),
        ("answers.turns.t1.content.justification", "reason-missing"),
        ("answers.turns.t2.content", "answer-missing"),
        ("answers.turns.t2.prosody", "answer-missing"),
    ]


def test_what_was_not_heard_to_its_end_cannot_be_rated(conversation: Protocol) -> None:
    body = whole() | {"listening": {"played": {"both": [[3.0, 4.0]]}}}
    assert codes(conversation, TURNS, body) == [("listening.t1", "not-heard")]
    assert isinstance(check_submission(conversation, TURNS, body, hear_first=False), CheckedSubmission)


def test_one_dimension_can_be_discarded_while_the_other_is_rated(conversation: Protocol) -> None:
    body = whole()
    del body["answers"]["turns"]["t1"]["prosody"]
    discard = {"exit": "turn-discard", "target": "t1", "question": "prosody", "explanation": "Only a beep."}
    checked = check_submission(conversation, TURNS, body | {"discards": [discard]})
    assert isinstance(checked, CheckedSubmission)
    assert checked.discards == (Departure("turn-discard", "t1", "prosody", "", "Only a beep."),)
    assert [(target, score.question) for target, score in checked.scores] == [
        ("t1", "content"),
        ("t2", "content"),
        ("t2", "prosody"),
    ]


def test_a_discarded_turn_needs_neither_answer_nor_hearing(conversation: Protocol) -> None:
    body = whole() | {"listening": {"played": {"both": [[3.0, 4.0]]}}}
    del body["answers"]["turns"]["t1"]
    body["discards"] = [{"exit": "turn-discard", "target": "t1", "explanation": "There is no such turn."}]
    checked = check_submission(conversation, TURNS, body)
    assert isinstance(checked, CheckedSubmission)
    assert [target for target, _ in checked.scores] == ["t2", "t2"]


def test_a_score_beside_a_discard_of_the_same_turn_does_not_count(conversation: Protocol) -> None:
    discard = {"exit": "turn-discard", "target": "t1", "explanation": "There is no such turn."}
    checked = check_submission(conversation, TURNS, whole() | {"discards": [discard]})
    assert isinstance(checked, CheckedSubmission)
    assert [target for target, _ in checked.scores] == ["t2", "t2"]


@pytest.mark.parametrize(
    ("discard", "fault"),
    [
        ({"exit": "turn-discard", "target": "t1"}, ("discards.0.explanation", "explanation-missing")),
        ({"exit": "skip", "target": "t1", "reason": "topic"}, ("discards.0.exit", "unknown-exit")),
        ({"exit": "turn-discard", "target": "zz", "explanation": "x"}, ("discards.0.target", "not-ratable")),
        (
            {"exit": "turn-discard", "target": "t1", "question": "charm", "explanation": "x"},
            ("discards.0.question", "unknown-question"),
        ),
    ],
)
def test_a_discard_needs_what_the_protocol_asks(
    conversation: Protocol, discard: dict[str, object], fault: tuple[str, str]
) -> None:
    assert codes(conversation, TURNS, whole() | {"discards": [discard]}) == [fault]


def test_a_clip_is_answered_for_the_item(clip: Protocol) -> None:
    body = {
        "answers": {"item": {"quality": {"score": 2}, "comment": {"text": " Hiss. "}}},
        "listening": HEARD,
    }
    checked = check_submission(clip, CLIP, body)
    assert isinstance(checked, CheckedSubmission)
    assert checked.scores == (
        ("item", Score("quality", 2, None, "")),
        ("item", Score("comment", None, None, "Hiss.")),
    )


def test_an_optional_comment_may_be_left_out(clip: Protocol) -> None:
    body = {"answers": {"item": {"quality": {"score": 2}}}, "listening": HEARD}
    assert isinstance(check_submission(clip, CLIP, body), CheckedSubmission)


_keys = st.sampled_from(["answers", "turns", "t1", "content", "score", "justification", "discards", "exit"])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_keys, inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_no_body_whatever_brings_the_check_down_or_passes_by_chance(
    conversation: Protocol, body: object
) -> None:
    checked = check_submission(conversation, TURNS, body)
    assert isinstance(checked, tuple)
    assert len(checked) > 0


@pytest.mark.parametrize(
    ("listening", "where"),
    [
        ([], "listening"),
        (HEARD | {"targets": {"t1": {"plays": "twice"}}}, "listening.targets"),
        (HEARD | {"targets": {"t1": {"plays": True}}}, "listening.targets"),
        (HEARD | {"targets": {"t1": {"seconds": -1}}}, "listening.targets"),
        (HEARD | {"targets": {"t1": {"modes": {"both": "all"}}}}, "listening.targets"),
        ({"played": {"inside-out": [[0, 4]]}}, "listening.played"),
        ({"played": {"both": [[0, 4, 5]]}}, "listening.played"),
        ({"played": {"both": [[4, 0]]}}, "listening.played"),
        ({"played": {"both": [[0, float("inf")]]}}, "listening.played"),
        (HEARD | {"seconds": -0.5}, "listening.seconds"),
        (HEARD | {"seconds": True}, "listening.seconds"),
        (HEARD | {"heard_to_end": ["t1"]}, "listening.heard_to_end"),
    ],
)
def test_an_account_of_listening_of_another_shape_is_refused(
    conversation: Protocol, listening: object, where: str
) -> None:
    faults = codes(conversation, TURNS, whole() | {"listening": listening})
    assert [place for place, _ in faults if place not in {"listening.t1", "listening.t2"}] == [where]


@pytest.mark.parametrize("character", ["\0", "\ud83d"])
def test_a_text_that_cannot_be_kept_is_refused_wherever_it_stands(
    conversation: Protocol, character: str
) -> None:
    body = whole() | {"view": {"turn": [f"a{character}"]}}
    body["answers"]["turns"]["t1"]["content"]["evidence"] = [{"start_s": 0, "end_s": 1, "note": character}]
    assert codes(conversation, TURNS, body) == [
        ("answers.turns.t1.content.evidence.0.note", "unusable-character"),
        ("view.turn.0", "unusable-character"),
    ]


@pytest.mark.parametrize(
    ("evidence", "fault"),
    [
        ([{"start_s": 0.2, "end_s": 0.4, "note": "click"}, {"start_s": 1, "end_s": 1.0, "note": ""}], None),
        ("0:12", ("", "not-a-list")),
        ([{"start_s": 0, "end_s": 1, "note": ""}] * 101, ("", "not-a-list")),
        ([{"start_s": 0.4, "end_s": 0.2, "note": ""}], (".0", "not-evidence")),
        ([{"start_s": -1, "end_s": 0.2, "note": ""}], (".0", "not-evidence")),
        ([{"start_s": True, "end_s": 1, "note": ""}], (".0", "not-evidence")),
        ([{"start_s": 0, "end_s": 1, "note": "x" * 201}], (".0", "not-evidence")),
        ([{"start_s": 0, "end_s": 1, "note": "", "by": "me"}], (".0", "not-evidence")),
        ([{"start_s": 0.5, "end_s": 1.1, "note": ""}], (".0", "beyond-the-sound")),
    ],
)
def test_evidence_lies_within_the_sound(
    clip: Protocol, evidence: object, fault: tuple[str, str] | None
) -> None:
    body = {
        "answers": {"item": {"quality": {"score": 3, "evidence": evidence}}},
        "listening": {"played": {"both": [[0, 1]]}},
    }
    checked = check_submission(clip, CLIP, body)
    if fault is None:
        assert isinstance(checked, CheckedSubmission)
        assert [score.evidence for _, score in checked.scores] == [tuple(evidence)]  # type: ignore[arg-type]
    else:
        assert codes(clip, CLIP, body) == [(f"answers.item.quality.evidence{fault[0]}", fault[1])]
