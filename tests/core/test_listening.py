from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earmark.core.listening import Span, has_heard

TURN = Span(1.0, 3.0, 1)


def heard(span: Span, **played: list[list[float]]) -> bool:
    return has_heard({"played": played}, "turn", span)


@pytest.mark.parametrize(
    ("both", "expected"),
    [
        ([[1.0, 3.0]], True),
        ([[0.0, 9.0]], True),
        ([[2.0, 3.0], [0.5, 2.0]], True),  # in whatever order
        ([[1.0, 2.92]], True),  # a player's own edge
        ([[1.0, 2.8]], False),
        ([[2.8, 3.0]], False),  # a jump to its end
        ([[1.0, 1.9], [1.0, 1.9], [1.0, 1.9]], False),  # its start over and over
        ([[1.0, 1.5], [1.6, 3.0]], True),  # a tenth of a second may be missing
        ([[1.0, 1.5], [1.7, 3.0]], False),
        ([], False),
    ],
)
def test_a_turn_is_heard_once_every_part_of_it_was_played(both: list[list[float]], expected: object) -> None:
    assert heard(TURN, both=both) is expected


def test_of_a_short_word_a_twentieth_may_be_missing() -> None:
    word = Span(1.0, 1.3)
    assert heard(word, both=[[1.0, 1.286]])
    assert not heard(word, both=[[1.0, 1.28]])


def test_a_turn_is_not_heard_by_listening_to_the_other_channel() -> None:
    assert heard(TURN, right=[[1.0, 3.0]])
    assert heard(TURN, right=[[1.0, 2.0]], centred=[[2.0, 3.0]])
    assert not heard(TURN, left=[[1.0, 3.0]])
    assert not heard(Span(1.0, 3.0), left=[[1.0, 3.0]], right=[[1.0, 3.0]])


def test_where_nothing_is_known_of_the_span_a_play_is_asked_for() -> None:
    assert has_heard({"targets": {"a": {"plays": 1}}}, "a", None)
    assert not has_heard({"targets": {"b": {"plays": 1}}}, "a", None)
    assert not has_heard(None, "a", None)


@given(st.lists(st.tuples(st.floats(0, 4), st.floats(0, 4)).map(sorted), max_size=6))
def test_stretches_cover_what_a_fine_grid_says(stretches: list[list[float]]) -> None:
    step = 1 / 512
    grid = [1.0 + step * (n + 0.5) for n in range(round(2 / step))]
    missing = step * sum(not any(start <= at <= end for start, end in stretches) for at in grid)
    if abs(missing - 0.1) > 0.03:
        assert heard(TURN, both=stretches) is (missing < 0.1)
