"""What runs and how hard is the protocol's data; messages come in the language asked for."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

import pytest

from earmark.audits.check import check
from earmark.audits.messages import sentences
from earmark.audits.pair_review import PAIR_AUDITS
from earmark.audits.review import AUDITS, draft_of, drafts_of, review
from earmark.core.errors import WrongInputError
from earmark.protocols.checks import audits as names
from earmark.protocols.schema import AuditRule
from justifications import PROTOCOL

CONTENT = PROTOCOL.question("content")
PROSODY = PROTOCOL.question("prosody")


def ids(question: object, answer: dict[str, object], **context: object) -> list[str]:
    found = review(PROTOCOL, draft_of(question, answer, **context), language="en").findings  # type: ignore[arg-type]
    return [finding.id for finding in found]


def test_a_protocol_can_name_every_audit_that_runs_and_no_other() -> None:
    assert names.AUDITS.keys() == AUDITS.keys() | PAIR_AUDITS.keys()


def test_only_the_audits_that_are_named_run_and_as_hard_as_the_rule_says() -> None:
    draft = draft_of(CONTENT, {"score": 4, "justification": "Fine."})
    rule = AuditRule(id="bare-verdict", severity="error")
    assert [(f.id, f.severity) for f in review(PROTOCOL, draft, rules=[rule]).findings] == [
        ("bare-verdict", "error")
    ]
    assert review(PROTOCOL, draft, rules=[]).findings == ()


def test_a_setting_moves_the_score_up_to_which_a_fault_is_asked_for() -> None:
    draft = draft_of(CONTENT, {"score": 3, "justification": "It gives the platform and the departure time."})
    rules = [[AuditRule(id="low-score-without-fault", settings={"at_most": most})] for most in (2, 3)]
    assert [len(review(PROTOCOL, draft, rules=rule).findings) for rule in rules] == [0, 1]


def test_an_allowed_phrase_may_come_again_and_any_other_text_may_not() -> None:
    phrase, other = "Appropriate backchannel", "Says that the last tram has left, which is true."
    earlier = {"earlier": [phrase, other]}
    assert ids(CONTENT, {"score": 5, "justification": phrase}, **earlier) == []
    assert ids(CONTENT, {"score": 5, "justification": other}, **earlier) == ["near-identical-text"]
    assert "bare-verdict" in ids(PROSODY, {"score": 5, "justification": phrase})


def test_the_phrase_for_a_backchannel_does_not_go_with_a_low_score() -> None:
    assert "score-words-at-odds" in ids(CONTENT, {"score": 1, "justification": "Appropriate backchannel"})


def test_a_mark_on_the_waveform_is_evidence() -> None:
    answer = {"score": 2, "justification": "Robotic here."}
    assert ids(PROSODY, answer) == ["nothing-specific"]
    assert ids(PROSODY, {**answer, "evidence": [{"start_s": 1.0, "end_s": 2.0}]}) == []


def test_a_highest_score_may_name_the_criteria_and_a_lower_one_may_not() -> None:
    text = "Naturalness, pacing and pronunciation are all met."
    assert [ids(PROSODY, {"score": score, "justification": text}) != [] for score in (5, 4)] == [False, True]


def test_without_a_score_only_the_words_are_judged() -> None:
    assert ids(CONTENT, {"justification": "Gives the street and the opening hours."}) == []


def test_texts_of_one_turn_are_held_against_each_other() -> None:
    same = "The second street name comes out wrong."
    answers = {"content": {"score": 2, "justification": same}, "prosody": {"score": 2, "justification": same}}
    first, second = (review(PROTOCOL, draft).findings for draft in drafts_of(PROTOCOL, answers))
    assert ([f.id for f in first], [f.id for f in second]) == ([], ["near-identical-text"])


def test_what_is_there_is_named_before_more_is_asked_for() -> None:
    draft = draft_of(PROSODY, {"score": 4, "justification": 'Natural voice on "of course".'})
    assert review(PROTOCOL, draft).strength == "You quote the words."
    assert review(PROTOCOL, draft, language="ko").strength == "실제로 한 말을 인용했어요."
    assert review(PROTOCOL, draft_of(PROSODY, {"score": 4, "justification": ""}), rules=[]).strength == ""


def test_the_piece_that_a_finding_is_about_is_quoted() -> None:
    answer = {"score": 2, "justification": "Nice voice, but it never explains how to change the password."}
    (finding,) = review(PROTOCOL, draft_of(PROSODY, answer)).findings
    assert finding.message == (
        "This is about what was said: “but it never explains how to change the password”"
    )
    assert finding.where == "prosody.justification"


def test_every_message_is_there_in_both_languages() -> None:
    english, korean = (
        tomllib.loads((files("earmark.audits") / "messages" / f"{tag}.toml").read_text("utf-8"))
        for tag in ("en", "ko")
    )
    shape = {key: sorted(texts) for key, texts in english.items()}
    assert shape == {key: sorted(texts) for key, texts in korean.items()}
    assert [
        text for texts in korean.values() for text in texts.values() if not re.search("[가-힣]", text)
    ] == []
    assert {key.partition(".")[0] for key in shape} - {"strengths", "pair"} == names.AUDITS.keys()
    assert sentences("bare-verdict", "fr") == sentences("bare-verdict", "en")


def test_risk_rises_with_what_is_found_and_grades_follow_it() -> None:
    sound = {"score": 4, "justification": 'Warm; only "Thursday" at 0:12 is clipped.'}
    thin = {"score": 4, "justification": "Warm; only the last word is clipped."}
    bare = {"score": 4, "justification": "Fine."}
    grades = [check(PROTOCOL, {"prosody": answer}) for answer in (sound, thin, bare)]
    assert [one.predicted_grade for one in grades] == ["exceptional", "good", "below-expectations"]
    assert grades[0].risk == 0.0 < grades[1].risk < grades[2].risk < 1


def test_a_partial_answer_is_audited_as_far_as_it_goes() -> None:
    assert check(PROTOCOL, {"content": {"score": 4}, "prosody": {"justification": ""}}).as_json()[
        "findings"
    ] == [
        {
            "id": "empty-reason",
            "severity": "error",
            "message": "There is no reason here yet.",
            "where": "prosody.justification",
            "suggestion": "Write in a sentence what you heard and why it is this score.",
        }
    ]


@pytest.mark.parametrize(
    ("answers", "context", "expected"),
    [
        ([], None, ["answers not-an-object"]),
        ({"melody": {}}, None, ["answers.melody unknown-question"]),
        ({"content": "good"}, None, ["answers.content not-an-object"]),
        (
            {"content": {"score": 9, "justification": 3, "reason": ""}},
            None,
            [
                "answers.content.reason unknown-field",
                "answers.content.score not-on-scale",
                "answers.content.justification not-text",
            ],
        ),
        (
            {},
            {"earlier_texts": "x", "language": "fr"},
            ["context.earlier_texts not-text", "context.language unknown-language"],
        ),
        ({}, [], ["context not-an-object"]),
    ],
)
def test_a_wrong_shape_is_told_field_by_field(answers: object, context: object, expected: list[str]) -> None:
    with pytest.raises(WrongInputError) as refused:
        check(PROTOCOL, answers, context)
    assert [f"{fault.where} {fault.code}" for fault in refused.value.faults] == expected


@pytest.mark.parametrize(
    ("text", "empty"),
    [
        ("Nothing to add.", True),
        ("I don't really know", True),
        ("특이사항 없음", True),
        ("별로였다", False),
        ("Really hard", False),
        ("그냥 잘", False),
        ("Nothing to say against it", False),
    ],
)
def test_a_phrase_that_declines_is_an_empty_reason_and_a_bare_verdict_is_not(
    text: str, *, empty: bool
) -> None:
    assert ("empty-reason" in ids(CONTENT, {"score": 3, "justification": text})) == empty
