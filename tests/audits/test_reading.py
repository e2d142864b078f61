"""What a text says is told from its own words: negation turns them, and quoted words are evidence."""

from __future__ import annotations

import pytest

from earmark.audits.reading import read
from earmark.audits.signs import WITHHELD


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


@pytest.mark.parametrize(
    ("text", "withheld"),
    [
        ("It never mentions the fee.", True),
        ("It does not promise a refund.", False),
        ("It remembers the dog, although I never mentioned it.", False),
        ("It says what it cannot tell.", False),
        ("요금을 말해 주지 않는다.", True),
        ("번호를 다시 묻지 않는다.", False),
    ],
)
def test_what_the_agent_did_not_tell_is_a_fault_and_what_the_user_did_not_tell_is_none(
    text: str, *, withheld: bool
) -> None:
    assert (WITHHELD in read(text).signs) == withheld


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I wanted the fare and it names the gate.", True),
        ("요금을 물었는데 탑승구를 말한다.", True),
        ("환불해 달랬더니 쿠폰을 준다.", True),
        ("요금을 물었다.", False),
    ],
)
def test_korean_tells_by_an_ending_that_what_came_is_not_what_was_asked(text: str, *, told: bool) -> None:
    assert any(clause.tells_what_was_wanted for clause in read(text).clauses) == told


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("A woman is reading the forecast.", False),
        ("남자가 일기예보를 읽는다.", False),
        ("Female voice, middle-aged.", False),
        ("Begins as a woman and ends as a man.", True),
        ("여자로 시작해서 남자로 끝난다.", True),
    ],
)
def test_who_reads_what_is_known_to_tell_nothing_unless_there_are_two_of_them(
    text: str, *, unread: bool
) -> None:
    assert read(text).unread == unread


def test_agreeing_to_two_things_is_a_contradiction() -> None:
    assert read("It agrees that the shop is open, and agrees that it is closed.").contradicts
    assert not read("It agrees that the shop is open.").contradicts


@pytest.mark.parametrize(
    "text", ["so the middle score", "hence a three.", "so it stays in the middle", "10/10"]
)
def test_a_restated_score_leaves_no_word_to_go_by(text: str) -> None:
    assert not {"middle", "score", "three", "10"} & set(read(text).words)


def test_clauses_are_parted_at_contrast_words_in_both_languages() -> None:
    english = read("Warm voice, but it hurries.").clauses
    korean = read("목소리는 따뜻하지만 서두른다.").clauses
    assert [clause.opposes for clause in english] == [clause.opposes for clause in korean] == [False, True]
