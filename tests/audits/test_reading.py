"""What a text says is told from its own words: negation turns them, and quoted words are evidence."""

from __future__ import annotations

import pytest

from earmark.audits.reading import read


def signs(text: str) -> list[str]:
    return [f"{'+' if sign.kind == 'praise' else '-'}{sign.word}" for sign in read(text).signs]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It sounds natural.", ["+natural"]),
        ("It does not sound natural.", ["-natural"]),
        ("No odd pauses and never rushed.", ["+odd", "+rushed"]),
        ("There is no greeting.", ["-not"]),
        ("자연스럽다.", ["+자연스럽다"]),
        ("자연스럽지 않다.", ["-자연스럽지"]),
        ("어색한 곳이 없다.", ["+어색한"]),
        ("끊기지 않고 매끄럽다.", ["+끊기지", "+매끄럽다"]),
        ("정정을 무시하고 설명이 없다.", ["-무시하고", "-not"]),
        ("인사가 없다.", ["-not"]),
        ("안 끊긴다.", ["+끊긴다"]),
    ],
)
def test_a_negation_turns_what_it_reaches_and_is_a_lack_where_it_reaches_nothing(
    text: str, expected: list[str]
) -> None:
    assert signs(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        'It says "that is perfect".',
        "It says 'that's perfect'.",
        "\u2018완벽해요\u2019라고 한다.",
        "“완벽해요”라고 한다.",
    ],
)
def test_a_verdict_in_quoted_words_is_none_of_the_raters(text: str) -> None:
    reading = read(text)
    assert (len(reading.quotes), reading.signs) == (1, ())


def test_an_apostrophe_opens_no_quotation() -> None:
    assert read("It doesn't say what's wrong and the user's angry.").quotes == ()


@pytest.mark.parametrize(
    "text", ["at 0:12.4", "at 1:02:10", "2 s late", "1분 3초에", "2.5초", "in T3", "turn 4"]
)
def test_times_and_turns_are_moments(text: str) -> None:
    assert read(text).moments == 1


@pytest.mark.parametrize(
    ("text", "scores"), [("so not a 2.", (2,)), ("2점은 아니다.", (2,)), ("at 2 o'clock", ())]
)
def test_a_neighbouring_score_is_a_border_and_no_lack(text: str, scores: tuple[int, ...]) -> None:
    reading = read(text)
    assert (reading.neighbours, [sign for sign in reading.signs if sign.kind == "fault"]) == (scores, [])


def test_clauses_are_parted_at_contrast_words_in_both_languages() -> None:
    english = read("Warm voice, but it hurries.").clauses
    korean = read("목소리는 따뜻하지만 서두른다.").clauses
    assert [clause.opposes for clause in english] == [clause.opposes for clause in korean] == [False, True]
