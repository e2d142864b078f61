"""Comparisons: faults of every kind are found, sound ones left alone, and a flipped vote is seen."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from typing import Any

import pytest

from corpus import ALIKE, GRADES, PROTOCOLS, cases, figures, found_in
from earmark.audits.check import check
from earmark.audits.expressions import entries, found, names
from earmark.audits.pair_review import PAIR_AUDITS
from earmark.audits.review import AUDITS
from earmark.audits.side_names import with_sides
from earmark.core.errors import WrongInputError

HALVES = {"tuning": (0.9, 0.9, 0.8, 0.95), "opened": (0.9, 0.9, 0.8, 0.95), "held": (0.9, 0.9, 0.8, 0.95)}
"""Least recall, precision, Spearman of risk and grade, and share of flipped votes that are seen."""

PAIR = PROTOCOLS["live-ab"]


@pytest.mark.parametrize("half", HALVES)
def test_what_is_expected_is_found_and_the_risk_orders_the_grades(
    half: str, capsys: pytest.CaptureFixture[str]
) -> None:
    measured = figures(cases(half))
    with capsys.disabled():
        print(  # noqa: T201 - the figures are read at every run
            f"\n{half}: recall {measured.recall:.2f}, precision {measured.precision:.2f}, "
            f"Spearman of risk and grade {measured.spearman:.2f}"
        )
    recall, precision, spearman, _ = HALVES[half]
    assert measured.recall >= recall, measured.missed
    assert measured.precision >= precision, measured.wrong
    assert measured.spearman >= spearman


@pytest.mark.parametrize("half", HALVES)
def test_a_flipped_vote_contradicts_a_sound_text_and_a_sound_text_raises_no_error(half: str) -> None:
    sound = [case for case in cases(half) if case.flip]
    raised = [case for case in sound if "overall-against-rationale" in found_in(case.flipped())]
    assert len(sound) >= 15
    assert len(raised) >= HALVES[half][-1] * len(sound), [case.id for case in sound if case not in raised]
    errors = {case.id for case in sound for f in case.checked.findings if f.severity == "error"}
    assert len(errors) <= (1 - HALVES[half][-1]) * len(sound) * (half == "held"), errors


def test_every_kind_stands_six_times_in_the_corpus_and_grades_languages_and_protocols_are_there() -> None:
    whole = [case for half in HALVES for case in cases(half)]
    kinds = Counter(kind for case in whole for kind in case.expect)
    assert {kind for kind in (*PAIR_AUDITS, *AUDITS) if kinds[ALIKE.get(kind, kind)] < 6} == set()
    grades = Counter(case.grade for case in whole if case.grade)
    assert (set(grades), min(grades.values()) >= 30) == (set(GRADES), True)
    texts = [json.dumps(case.answers, ensure_ascii=False) for case in whole]
    assert len(whole) // 4 <= sum(bool(re.search("[가-힣]", text)) for text in texts) <= 3 * len(whole) // 4
    assert Counter(case.protocol for case in whole)["conversation-turns"] >= 60
    assert len({case.id for case in whole}) == len(whole)


def pair(**answers: Any) -> list[str]:
    found = check(PAIR, answers, {"class": "iq"}).findings
    return [f"{finding.id} {finding.severity} {finding.where}" for finding in found]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("A long pause. A is slow.", "a long pause. ⟨a⟩ is slow."),
        ("I prefer the former; the other one hums.", "i prefer ⟨a⟩; ⟨b⟩ hums."),
        ("모델 A는 차분하고 B가 더 빠르다.", "⟨a⟩는 차분하고 ⟨b⟩가 더 빠르다."),
        ("MA and Clip B say 'A is mine'.", "⟨a⟩ and ⟨b⟩ say \u2039\u203a ."),
    ],
)
def test_every_name_of_a_side_is_read_as_that_side(text: str, read: str) -> None:
    assert with_sides(text) == read


@pytest.mark.parametrize(
    ("text", "overall", "contradicts"),
    [
        ("Although B is better in audio, A wins overall.", "a", False),
        ("I would not choose B. Its plan at T2 has no dates, and A's has.", "b", True),
        ("A보다 B가 더 낫다. T2에서 B만 날짜를 말했다.", "a", True),
        ("B reads the plan out at T2, A talks. It is a tie overall.", "a", True),
        ("A has the warmer voice, yet for the plan at T2 I would keep B.", "a", True),
        ("Both found the bus (T2). MA it is.", "b", True),
        ("A is preferred over B for its plan at T2.", "b", True),
        ("B can't compete with A: no date at T2.", "b", True),
        ("I thought A would win, but B named the date at T2 and takes it.", "b", False),
        ("Audio: B is better. Utility: A gave the date (T2). -> A", "a", False),
        ("A가 아니라 B를 골랐다. T2에서 B만 날짜를 말했다.", "a", True),
        ("MB named the date at T2. MA picked up my joke about the old umbrella.", "b", False),
        ("T2에서 B는 날짜를 말했다. A는 아이가 혼자 읽을 만한 아주 쉬운 책을 골랐다.", "b", False),
        ("T2에서 둘 다 날짜를 말했다. 나는 A.", "b", True),
        ("First place: MB. Second place: MA. Both named the date at T2.", "b", False),
        ("1위 A, 2위 B. T2에서 둘 다 날짜를 말했다.", "b", True),
        ("A is better at T1 and B is better at T2, so in sum it is a tie.", "tie", False),
        ("I prefer A's voice and B's content, and they cancel out (T2), so a tie.", "tie", False),
        ("T2에서 둘 다 날짜를 말했다. B는 A를 따라오지 못한다.", "b", True),
        ("둘 다 T2에서 답했다. 결론부터 말하면 A다.", "b", True),
        ("Both named the date (T2). If it rang again I would gladly pick up for A.", "b", True),
        ("For all its charm at T1, it is B whose answer I would act upon.", "a", True),
        ("T2에서 둘 다 답했다. 끝나고 나서 더 생각나는 쪽은 A였다.", "b", True),
        ("T2에서 둘 다 날짜를 말했다. 저라면 B에게 다시 묻겠습니다.", "a", True),
        ("Both answered at T2. The scales tip towards B.", "a", True),
        ("A named both exits (T2), B left out the second. That settles it.", "b", True),
        ("MB for bedtime. Both counted the sheep to ten (T2).", "a", True),
        ("B는 T2에서 웅웅거린다. B를 고를 이유가 없다.", "a", False),
        ("At T2 A got no further than the first of the exits, so B.", "b", False),
        ("A named the date at T2 and B left it out, so I choose the second.", "a", True),
        ("Both answered at T2. If I had to call one of them back it would be A.", "b", True),
        ("At T2 B spoke as my cousin would, A read it out. I go with the cousin.", "a", True),
        ("Both answered at T2. B leads in two dimensions and loses in none.", "b", False),
        ("Both answered at T2, A slightly more lively. The loser here is A.", "a", True),
        ("Both answered at T2. No doubt that A was better overall.", "b", True),
        ("Only with A could I have found the stop (T2).", "b", True),
        ("Both answered at T2. I'd give A 6 out of 10 and B 8.", "a", True),
        ("T2에서 둘 다 답했다. 저라면 후자를 쓸 것 같습니다.", "a", True),
        ("T2에서 둘 다 답했다. 자연스러움과 유용성 모두 A 쪽으로 기웁니다.", "b", True),
        ("T2에서 둘 다 답했다. 어느 쪽이 낫다고 하기 어렵습니다.", "a", True),
        ("T2에서 둘 다 답했다. B도 나쁘지 않지만 A만 못하다.", "b", True),
        ("T2에서 둘 다 답했다. 더 유용했기 때문에 A를 택했다.", "b", True),
        ("T2에서 둘 다 답했다. 굳이 우열을 가리자면 B가 위다.", "a", True),
        ("T2에서 둘 다 답했다. A를 들으면 A가 낫고 B를 들으면 B가 낫다.", "a", False),
    ],
)
def test_what_a_text_prefers_is_held_against_overall(text: str, overall: str, *, contradicts: bool) -> None:
    found = pair(overall=overall, rationale=text)
    assert ("overall-against-rationale error overall" in found) == contradicts


def test_every_plain_entry_of_the_word_lists_is_found_in_a_text_that_holds_it() -> None:
    lists = ((group, name) for group in ("prefers", "compares", "clusters") for name in names(group))
    lost = [
        (group, name, entry)
        for group, name in lists
        for entry in entries(group, name)
        if not set(entry) & set("{@*_") and not found(group, name, f"so {entry} now")
    ]
    assert lost == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("MA would not let me get a word in at T2.", {"flags.a.cut-off"}),
        ("MA stopped at once when I interrupted it at T2.", set()),
        ("At T2 MB gave the wrong boiling point.", {"flags.b.misinformation"}),
        ("At T2 MB refused to invent a number.", set()),
        ("MA corrected my wrong year at T2.", set()),
        ("MB had already given the visa steps at T2.", set()),
        ('MB repeated "absolutely" five times.', {"flags.b.llm-isms"}),
        ("T2에서 A가 내 말을 도중에 끊어 버렸다.", {"flags.a.cut-off"}),
        ("MB는 T2에서 답하기까지 5초 넘게 걸렸다.", {"flags.b.latency"}),
        ("내가 T2에서 끼어들면 A는 바로 멈춘다.", set()),
    ],
)
def test_an_error_told_of_a_side_and_not_denied_has_to_be_flagged(text: str, told: set[str]) -> None:
    findings = check(PAIR, {"rationale": text, "flags": {"a": {}, "b": {}}}, {}).findings
    assert {one.where for one in findings if one.id == "error-not-flagged"} == told


@pytest.mark.parametrize(
    ("text", "weighed"),
    [
        ("Audio: A pops at 0:12. Naturalness: A is warm.", False),
        ("Audio: B glitches at T2. Utility: A gave the route although B was faster.", False),
        ("Audio: A pops at 0:12, over in an instant, no word lost, so both good.", True),
        ("Audio: B crackles once at T2, the sentence stays perfectly clear.", True),
        ("Audio: neither shows any artifact.", True),
        ("Audio: a mic pop on A's first word, cosmetic only.", True),
        ("Naturalness: MA squealed at T1 as though I had won.", True),
        ("Audio: A has a strong crackle at 0:44. Still A, the warmth is what I came for.", False),
        ("Audio: a short glitch in B at T3. Harmless.", True),
        ("음질: B에서 한 번 지직거렸으나 말뜻에는 영향이 없어 감점하지 않았다.", True),
    ],
)
def test_a_flaw_in_the_sound_is_weighed_where_the_text_says_what_it_costs(
    text: str, *, weighed: bool
) -> None:
    answers = {"comparisons": {"audio-quality": "both-good"}, "rationale": text}
    found = {finding.id for finding in check(PAIR, answers, {}).findings}
    assert ("both-good-with-artifact" not in found) == weighed


@pytest.mark.parametrize(
    ("text", "overall", "kinds"),
    [
        ('Coffee is from Seoul, I lied on purpose. A said "yes, of course" (T1), so friendly.', "a", True),
        ('일부러 틀리게 말했는데 A는 "맞아요!" 하고 맞장구쳐 줘서 다정했다(T1). B는 고쳐 줬다.', "a", True),
        ('I lied on purpose. A said "yes, of course" (T1) and wasted my time. B is smoother.', "b", False),
    ],
)
def test_going_along_with_an_untruth_of_ones_own_is_an_error_where_it_is_praised(
    text: str, overall: str, *, kinds: bool
) -> None:
    answers = {"overall": overall, "rationale": text, "flags": {"a": {}, "b": {}}}
    found = {finding.id for finding in check(PAIR, answers, {"class": "iq"}).findings}
    expected = {"false-premise-praised", "preferred-below-bar", "error-not-flagged"}
    assert found & expected == (expected if kinds else set())


@pytest.mark.parametrize(
    ("text", "overall", "against"),
    [
        (
            "Utility: B showed every line (T2). A skipped two lines. I choose A because of the voice.",
            "a",
            True,
        ),
        (
            "Utility: A skipped two lines (T2). Naturalness: A is softer. I choose B because of the voice.",
            "b",
            0,
        ),
        ("유용성: A는 사진 규격을 빠뜨렸다(T2). 웃는 목소리가 좋아서 A.", "a", True),
    ],
)
def test_what_the_text_says_of_the_first_dimension_counts_where_no_choice_is_given(
    text: str, overall: str, *, against: bool
) -> None:
    found = pair(overall=overall, rationale=text)
    assert ("priority-not-followed warning rationale" in found) == bool(against)


@pytest.mark.parametrize(
    ("asked", "ignores"), [("Is the old paint peeling?", True), ("Which colour is it now?", False)]
)
def test_a_line_that_comes_on_both_sides_after_different_questions_is_read_from_a_sheet(
    asked: str, *, ignores: bool
) -> None:
    turns = {
        side: [
            {"speaker": "user", "text": "I want to paint my balcony door."},
            {"speaker": "agent", "text": question},
            {"speaker": "user", "text": "The door has been red for years and I am tired of it."},
        ]
        for side, question in (("a", "Of what colour is it?"), ("b", asked))
    }
    found = {finding.id for finding in check(PAIR, {}, {"turns": turns}).findings}
    assert ("user-ignores-model" in found) == ignores


def test_what_was_measured_in_the_sound_counts_at_the_last_look_alone() -> None:
    answers = {"comparisons": {"audio-quality": "both-good"}, "flags": {}}
    evidence = {"a": [{"kind": "click", "role": "agent", "severity": 3, "start_s": 4.0}]}
    last, live = (
        [found.id for found in check(PAIR, answers, {"evidence": evidence, "final": final}).findings]
        for final in (True, False)
    )
    assert (last, live) == (["both-good-with-artifact"], [])


@pytest.mark.parametrize(("seconds", "is_too_grave"), [(2.0, True), (8.0, False)])
def test_one_wait_is_the_gravest_by_itself_where_it_is_long(seconds: float, *, is_too_grave: bool) -> None:
    waits = {"severity": "major", "instances": [{"turn": "T2", "time": [20.0, 20.0 + seconds]}]}
    found = {finding.id for finding in check(PAIR, {"flags": {"a": {"latency": waits}}}, {}).findings}
    assert ("severity-against-counts" in found) == is_too_grave


def test_a_grave_error_is_weighed_two_sentences_on() -> None:
    text = "A cut me off in four turns (Major). It is grave. Still, A alone named the bus at T3. So A."
    cut_off = {"severity": "major", "instances": [{"throughout": True}]}
    found = check(
        PAIR, {"overall": "a", "rationale": text, "flags": {"a": {"cut-off": cut_off}, "b": {}}}, {}
    )
    assert "overall-against-marks" not in {finding.id for finding in found.findings}


def test_messages_name_sides_and_clusters_in_the_language_of_the_reader() -> None:
    answers = {"flags": {"b": {"gender": {"severity": "minor", "instances": [{"turn": "T3"}]}}}}
    (finding,) = check(PAIR, answers, {"language": "ko"}).findings
    assert (finding.message, finding.where) == (
        "낱말이 빠졌습니다: 모델 B · 문법적 성의 오류.",
        "flags.b.gender",
    )


@pytest.mark.parametrize(
    ("answers", "context", "expected"),
    [
        (
            {"overall": "c", "mood": 1},
            None,
            ["answers.mood unknown-question", "answers.overall unknown-option"],
        ),
        ({"comparisons": {"melody": "a"}}, None, ["answers.comparisons.melody unknown-question"]),
        ({"rationale": 3}, None, ["answers.rationale not-text"]),
        ({"flags": {"c": {}}}, None, ["answers.flags not-by-side"]),
        ({"flags": {"a": {"noise": {}}}}, None, ["answers.flags.a.noise unknown-name"]),
        ({}, {"turns": {"a": ["hello"]}}, ["context.turns not-by-side"]),
        ({}, {"turns": {"A": []}}, ["context.turns not-by-side"]),
        ({}, {"turns": {"b": [{"end_s": math.inf}]}}, ["context.turns.b.0.end_s not-a-number"]),
        ({}, {"evidence": {"a": [{"severity": "2"}]}}, ["context.evidence.a.0.severity not-a-number"]),
        ({"task_success": {"a": {"choice": "wow"}}}, None, ["answers.task_success.a unknown-option"]),
        ({}, {"class": "zz", "clas": "iq"}, ["context.class unknown-name", "context.clas unknown-field"]),
        ({}, {"scenario": "a lamp"}, ["context.scenario not-an-object"]),
    ],
)
def test_a_wrong_shape_of_a_comparison_is_told_field_by_field(
    answers: object, context: object, expected: list[str]
) -> None:
    with pytest.raises(WrongInputError) as refused:
        check(PAIR, answers, context)
    assert [f"{fault.where} {fault.code}" for fault in refused.value.faults] == expected
