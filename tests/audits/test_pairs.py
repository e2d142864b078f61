"""Comparisons: faults of every kind are found, sound ones left alone, and a flipped vote is seen."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from corpus import PROTOCOLS, cases, figures, found_in
from earmark.audits.check import check
from earmark.audits.pair_review import PAIR_AUDITS
from earmark.audits.side_names import with_sides
from earmark.core.errors import WrongInputError

HALVES = {"tuning": (0.9, 0.9, 0.8, 0.95), "opened": (0.9, 0.9, 0.8, 0.95), "held": (0.82, 0.88, 0.72, 0.9)}
"""Least recall, precision, Spearman of risk and grade, and share of flipped votes that are seen; what nobody
looked at falls short of the rest."""

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
    errors = {case.id for case in sound for f in case.checked().findings if f.severity == "error"}
    assert len(errors) <= (1 - HALVES[half][-1]) * len(sound) * (half == "held"), errors


def test_every_kind_stands_three_times_in_the_half_that_is_looked_at() -> None:
    counts = Counter(kind for case in cases("tuning") for kind in case.expect)
    assert {kind for kind in PAIR_AUDITS if counts[kind] < 3} == set()


def pair(**answers: Any) -> list[str]:
    found = check(PAIR, answers, {"class": "iq"}).findings
    return [f"{finding.id} {finding.severity} {finding.where}" for finding in found]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("A long pause. A is slow.", "a long pause. ⟨a⟩ is slow."),
        ("I prefer the former; the other one hums.", "i prefer ⟨a⟩; ⟨b⟩ hums."),
        ("모델 A는 차분하고 B가 더 빠르다.", "⟨a⟩는 차분하고 ⟨b⟩가 더 빠르다."),
        ("MA and Clip B say 'A is mine'.", "⟨a⟩ and ⟨b⟩ say  \u2039\u203a ."),
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
    ],
)
def test_what_a_text_prefers_is_held_against_overall(text: str, overall: str, *, contradicts: bool) -> None:
    found = pair(overall=overall, rationale=text)
    assert ("overall-against-rationale error overall" in found) == contradicts


def test_what_was_measured_in_the_sound_counts_at_the_last_look_alone() -> None:
    answers = {"comparisons": {"audio-quality": "both-good"}, "flags": {}}
    evidence = {"a": [{"kind": "click", "role": "agent", "severity": 3, "start_s": 4.0}]}
    last, live = (
        [found.id for found in check(PAIR, answers, {"evidence": evidence, "final": final}).findings]
        for final in (True, False)
    )
    assert (last, live) == (["both-good-with-artifact"], [])


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
        ({}, {"scenario": "a lamp"}, ["context.scenario not-an-object"]),
    ],
)
def test_a_wrong_shape_of_a_comparison_is_told_field_by_field(
    answers: object, context: object, expected: list[str]
) -> None:
    with pytest.raises(WrongInputError) as refused:
        check(PAIR, answers, context)
    assert [f"{fault.where} {fault.code}" for fault in refused.value.faults] == expected
