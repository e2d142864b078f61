"""The sentences that lead: what they claim is what intervals allow, in English."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import found
from earmark.core.results import QuestionResult
from earmark.services.evidence.summary import Summed
from earmark.services.results.evidence import evidence_results
from earmark.stats.reasons import NO_PAIRS
from earmark.web.results import advice, agreement, battles, choices, evidence, flags, raters, scales
from earmark.web.results.intake import intake
from earmark.web.results.writing import Writer, number, writer_of

EN = Writer("en", ("cold", "mild", "warm"))
COLD, MILD, WARM = (
    found.condition("cold", 2.0, 1.5, 2.4),
    found.condition("mild", 3.5, 3.0, 4.0),
    found.condition("warm", 4.0, 3.5, 4.5),
)


def plain(text: str) -> str:
    """Return a text without what keeps the ends of an interval on one line."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def two(half: float | None, finding: str, *, turned: bool = False) -> QuestionResult:
    pair = found.contrast("warm", "mild", 0.5, half, finding)
    if turned:
        other = {"first": "second", "second": "first"}.get(finding, finding)
        pair = found.contrast("mild", "warm", -0.5, half, other)
    return found.scale(MILD, WARM, pairs=(pair,))


def of_one_item(question: QuestionResult) -> QuestionResult:
    alone = (replace(one, score=replace(one.score, items=1)) for one in question.conditions)
    return replace(question, conditions=tuple(alone))


ENOUGH = "warm is rated 0.50 above mild (0.20 to 0.80), enough to say so."
OPEN = "warm is rated 0.50 above mild (\N{MINUS SIGN}0.20 to 1.20), not enough to say so."
ALIKE = "warm and mild are alike: they differ by 0.50 (0.40 to 0.60), less than the 0.50 that would matter."
ONE = "On average 3.00, n = 12. Interval not measurable: one rater only."
ONE_ITEM = (
    " That holds for this one item only: how much items differ, a single one cannot show, and no interval "
    "here covers it."
)
UNKNOWN = "warm is rated 0.50 above mild; whether that is more than chance is not measurable yet."


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        (found.scale(), "No scores yet."),
        (found.scale(found.condition("warm", None)), "No scores yet."),
        (found.scale(WARM), "On average 4.00 (3.50 to 4.50), from 12 scores by 4 raters."),
        (found.scale(found.condition(None, 3.0)), ONE),
        (two(0.3, "first"), ENOUGH),
        (of_one_item(two(0.3, "first")), ENOUGH + ONE_ITEM),
        (of_one_item(found.scale(found.condition(None, 3.0))), ONE + ONE_ITEM),
        (two(0.3, "first", turned=True), ENOUGH),
        (two(0.7, "open"), OPEN),
        (two(0.7, "open", turned=True), OPEN),
        (two(0.1, "alike"), ALIKE),
        (two(None, "open"), UNKNOWN),
        (found.scale(MILD, WARM), UNKNOWN),
        (
            found.everything().questions[0],
            ("warm is rated highest, 4.00 on average, but only 0.50 above mild, the next "
            "(\N{MINUS SIGN}0.20 to 1.20): not enough to say so."),
        ),
    ],
)  # fmt: skip
def test_the_sentence_of_a_question_claims_what_its_contrast_allows(
    question: QuestionResult, sentence: str
) -> None:
    assert plain(scales.lead(question, EN)) == sentence


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "On Quality raters agree well: alpha 0.71 (0.60 to 0.80)."),
        (
            {"finding": "disagree", "alpha": 0.4, "low": None},
            (
                "On Quality raters differ: alpha 0.40. A single score says little there; means of many still "
                "hold."
            ),
        ),
        (
            {"finding": "lopsided", "alpha": 0.1, "low": None, "share": 0.9, "commonest": 5, "percent": 0.85},
            (
                "On Quality 90 % of all scores are the same (5), so alpha, 0.10, has little to learn from; "
                "raters give the same answer in 85 % of pairs."
            ),
        ),
        (
            {"low": -5.2, "others": 1},
            (
                "On Quality raters agree well: alpha 0.71 (\N{MINUS SIGN}5.20 to 0.80). The interval reaches "
                "down to \N{MINUS SIGN}5.20 because there is little to learn from: 4 raters on 9 clips or "
                "turns; scores other than 4: 1. Read it as not known, not as raters who contradict each "
                "other."
            ),
        ),
        (
            {"finding": "not measurable", "alpha": None, "reason": NO_PAIRS},
            "On Quality agreement is not measurable: no item was rated twice.",
        ),
    ],
)
def test_agreement_is_told_by_what_lies_behind_alpha(changes: dict[str, Any], sentence: str) -> None:
    results = found.results(found.scale(WARM, agreement=replace(found.AGREEMENT, **changes)))
    section = agreement.agreement_section(results, EN)
    assert section is not None
    assert plain(section.parts[0].lead) == sentence


def test_what_lost_to_its_equals_is_not_said_to_have_never_lost() -> None:
    level = found.place("warm", 0.8, 1, 2, open_end="above")  # lost 30 times
    alone = replace(level, losses=0)
    said = {cell.text for one in (level, alone) for cell in battles.board_cells(one, EN)}
    assert {
        "no upper limit: it never lost",
        "no upper limit: it lost only to others that never lost to the rest",
    } <= said


def test_one_vote_is_told_as_one() -> None:
    assert intake("votes", 1, (), EN) == ("One vote counts; none were left out.",)
    assert intake("votes", 2, (), EN) == ("2 votes count; none were left out.",)


def test_boards_name_who_is_first_or_who_may_be() -> None:
    first, second = found.place("warm", 0.8, 1, 1), found.place("mild", 0.1, 2, 2)
    assert battles.board_lead(found.board(first, second), EN) == (
        "warm is preferred: it would win 70 % against the others, and is first by enough to say so "
        "(votes: 120)."
    )
    near = found.board(found.place("warm", 0.8, 1, 2), found.place("mild", 0.6, 1, 2))
    assert battles.board_lead(near, EN) == (
        "warm leads, it would win 70 % against the others, but the first place is open: mild may be first, "
        "too (votes: 120)."
    )


def test_what_a_place_adds_is_called_chance_where_its_interval_holds_none() -> None:
    (section, _) = battles.battle_sections(found.battles(), EN)
    leads = {part.id: part.lead for part in section.parts}
    assert leads["overall.positions"] == (
        "Shown as A: won 55 % of the time, no more than chance would explain. "
        "Heard first: won 75 % of the time, which is more than chance."
    )
    assert list(leads) == ["overall", "overall.EQ", "overall.IQ", "overall.wins", "overall.positions"]


def test_choices_and_flags_lead_with_what_is_settled_or_most() -> None:
    section = choices.choice_section(found.choice(), EN)
    assert section is not None
    assert [plain(part.lead) for part in section.parts[:2]] == [
        "Pass: 50 points more often for warm than for cold (30 to 70), enough to say so.",
        (
            "warm has better outcomes than cold: odds 8.2 times as large (3.7 to 18), enough to say so. 1 of "
            "1 pairs are settled."
        ),
    ]
    open_shares = choices.choice_section(replace(found.choice(), contrasts=()), EN)
    assert open_shares is not None  # what is settled about outcomes is not denied above them
    assert plain(open_shares.parts[0].lead).endswith(
        "All answers together, warm has better outcomes than cold, enough to say so."
    )
    flagged = flags.flag_section(found.flags(), EN)
    assert flagged is not None
    assert [plain(part.lead) for part in flagged.parts] == [
        "Pause is flagged most: in 30 % of the submissions on cold (20 to 40 %).",
        "Errors weigh most on cold.",
        "0 of 1 differences are settled.",
    ]


def test_raters_and_advice_lead_with_the_widest_lean_and_what_to_collect() -> None:
    results = found.everything()
    of_raters, of_advice = raters.rater_section(results, EN), advice.advice_section(results, EN)
    assert of_raters is not None
    assert of_advice is not None
    assert of_raters.parts[0].lead == (
        "R1 leans furthest of 2 raters: 0.62 points below the others. Scores drift with time: R1."
    )
    assert [part.lead for part in of_advice.parts] == [
        (
            "What it takes to settle the pairs that can be: about 9 more raters, or about 20 more items a "
            "condition, or 5 more raters and 6 more items. Over all pairs, a difference is known to about "
            "±0.60 now; one on which raters agree is known better. With 8 more raters it would be ±0.45."
        ),
        "To stop before the planned votes are in, 1 of 2 pairs are sure enough.",
    ]


def test_a_plan_that_nobody_could_follow_is_not_told_in_numbers() -> None:
    more = replace(found.MORE, more_raters=None, more_items=None, more_of_both=(2812, 1875))
    section = advice.advice_section(found.results(found.scale(WARM, more=more)), EN)
    assert section is not None
    assert section.parts[0].lead.startswith(
        "What is open is so close that only a far larger study would settle it."
    )


def test_colours_go_by_all_conditions_of_the_study_whatever_a_filter_leaves() -> None:
    writer = writer_of(found.results(found.scale(WARM)), "en")
    assert writer.condition("warm").series == 2
    assert writer.names() == ("cold", "mild", "warm")


def test_recordings_without_a_condition_are_all_only_where_no_condition_is_named() -> None:
    assert Writer("en", (None,)).name(None) == "All recordings"
    assert Writer("ko", ("warm", None)).name(None) == "조건 없음"


@pytest.mark.parametrize(
    ("value", "text"), [(-0.5, "\N{MINUS SIGN}0.50"), (0.5, "+0.50"), (-0.001, "0.00"), (0.0, "0.00")]
)
def test_a_number_has_a_sign_only_where_something_is_left_of_it(value: float, text: str) -> None:
    assert number(value, sign=True) == text


def test_groups_of_raters_choose_among_votes_and_not_among_recordings() -> None:
    talks = [
        Summed(
            f"{name}{item}", f"item{item}", name, "en", "", "", "a.wav", "there", 60.0, {}, frozenset(),
            (seconds + item / 10,), frozenset(), None,
        )
        for name, seconds in (("cold", 0.5), ("warm", 1.5))
        for item in range(3)
    ]  # fmt: skip
    measured = evidence_results(talks, level=0.95)
    section, of_a_group = (evidence.evidence_section(measured, EN, groups=one) for one in ((), ("experts",)))
    assert section is not None
    assert of_a_group is not None
    counted = "6 recordings count; none were left out."
    assert [part.notes for part in section.parts] == [(counted,), (counted,)]
    assert [part.notes for part in of_a_group.parts] == [
        (counted, "All recordings are counted here, whoever rated them: groups of raters do not apply."),
        (counted,),
    ]


def test_pairs_differ_in_the_sound_where_they_do_so_with_all_at_once() -> None:
    talks = [
        Summed(
            f"{name}{item}", f"item{item}", name, "en", "", "", "a.wav", "there", 60.0, {}, frozenset(),
            (seconds + item / 10,), frozenset(), None,
        )
        for name, seconds in (("cold", 0.5), ("mild", 0.6), ("warm", 1.5))
        for item in range(3)
    ]  # fmt: skip
    (kind,) = evidence_results(talks, level=0.95).kinds
    first, *more = kind.contrasts
    just = replace(first, low=-1.44, high=-0.34, p=0.031, adjusted_p=0.092)
    *_, pairs = evidence.parts_of_kind(replace(kind, contrasts=(just, *more)), EN)
    assert pairs.lead == "2 of 3 pairs differ."
