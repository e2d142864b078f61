from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from earmark.core.cutting import CutSettings, Span, cut_turns
from earmark.core.study import StudySettings

DEFAULT = CutSettings()


def cut(agent: list[Span], user: list[Span], by: CutSettings = DEFAULT) -> list[tuple[str, float, float]]:
    turns = cut_turns({"agent": agent, "user": user}, by)
    return [(turn.role, turn.start_s, turn.end_s) for turn in turns]


def test_pauses_within_a_turn_are_closed_up_to_the_limit_of_each_role() -> None:
    with_pauses: list[Span] = [(0, 1), (2.9, 4), (6.1, 7)]
    assert cut(with_pauses, []) == [("agent", 0, 4), ("agent", 6.1, 7)]
    assert cut([], with_pauses) == [("user", 0, 1), ("user", 2.9, 4), ("user", 6.1, 7)]
    assert cut(with_pauses, [], CutSettings(agent_pause_s=3)) == [("agent", 0, 7)]


def test_a_turn_of_the_other_side_ends_a_turn_however_short_the_pause() -> None:
    assert cut([(0, 2), (3.2, 5)], [(2.1, 3.1)]) == [("agent", 0, 2), ("user", 2.1, 3.1), ("agent", 3.2, 5)]


def test_an_answer_that_begins_before_the_other_has_ended_still_parts_two_turns() -> None:
    assert cut([(0, 2), (4.1, 6)], [(1.8, 4)], CutSettings(agent_pause_s=5)) == [
        ("agent", 0, 2),
        ("user", 1.8, 4),
        ("agent", 4.1, 6),
    ]


def test_a_short_stop_of_who_is_talked_over_does_not_cut_the_turn() -> None:
    assert cut([(0, 5), (5.3, 5.9)], [(4.8, 9)]) == [("agent", 0, 5.9), ("user", 4.8, 9)]


def test_who_cuts_in_and_is_left_the_word_has_a_turn_even_if_most_of_it_was_said_before() -> None:
    assert cut([(0, 5), (6, 8)], [(3, 5.7)]) == [("agent", 0, 5), ("user", 3, 5.7), ("agent", 6, 8)]
    assert cut([(1.5, 5)], [(0, 1), (2, 4)]) == [("user", 0, 1), ("agent", 1.5, 5), ("user", 2, 4)]


def test_a_listeners_word_is_a_turn_of_its_own_and_cuts_none() -> None:
    assert cut([(2.0, 2.5)], [(0, 2.3), (2.55, 5)]) == [("user", 0, 5), ("agent", 2.0, 2.5)]


def test_the_same_word_is_a_turn_that_cuts_where_the_other_has_stopped() -> None:
    assert cut([(2.1, 2.5)], [(0, 2), (2.9, 5)]) == [("user", 0, 2), ("agent", 2.1, 2.5), ("user", 2.9, 5)]


def test_two_words_near_to_each_other_are_no_listeners_words() -> None:
    assert cut([(2, 2.4), (3, 3.4)], [(0, 6)]) == [("user", 0, 6), ("agent", 2, 3.4)]


def test_a_click_is_no_turn_but_counts_within_one() -> None:
    assert cut([(0, 0.1), (5, 5.1), (5.2, 6)], []) == [("agent", 5, 6)]


def test_turns_may_overlap_and_come_in_order_of_their_start() -> None:
    assert cut([(1, 4)], [(0, 2), (3.5, 6)]) == [("user", 0, 2), ("agent", 1, 4), ("user", 3.5, 6)]


def test_nobody_speaking_gives_no_turns() -> None:
    assert cut([], []) == []


def test_a_study_starts_with_the_pauses_that_are_written_here() -> None:
    study = StudySettings()
    assert (study.agent_pause_s, study.user_pause_s) == (DEFAULT.agent_pause_s, DEFAULT.user_pause_s)


_SPANS = st.lists(st.integers(1, 40), max_size=12).map(
    lambda steps: [
        (sum(steps[: 2 * n + 1]) / 10, sum(steps[: 2 * n + 2]) / 10) for n in range(len(steps) // 2)
    ]
)


@given(_SPANS, _SPANS)
def test_all_speech_longer_than_a_click_lies_in_exactly_one_turn_of_its_role(
    agent: list[Span], user: list[Span]
) -> None:
    turns = cut(agent, user)
    for role, spans in (("agent", agent), ("user", user)):
        own = [(start, end) for of, start, end in turns if of == role]
        assert all(before[1] <= after[0] for before, after in pairwise(own))
        for start, end in spans:
            if end - start >= DEFAULT.shortest_turn_s:
                assert sum(a <= start and end <= b for a, b in own) == 1
