"""Which condition stands as A and which is heard first: case HO-09."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from earmark.core.loudness import NOMINAL_DB, PEAK_DB, STEP_DB, Loudness, matched_gains
from earmark.core.pairing import wanted_pairs
from earmark.core.sides import PLACEMENTS, Placement, place_sides


@given(draws=st.lists(st.integers(0, 2**63), min_size=1, max_size=80))
def test_one_after_the_other_no_balance_is_ever_off_by_more_than_one(draws: list[int]) -> None:
    counts: Counter[Placement] = Counter()
    for draw in draws:
        counts[place_sides(counts, draw=draw)] += 1
        as_a = sum(count if one.swapped else -count for one, count in counts.items())
        first = sum(count if one.first_comes_first else -count for one, count in counts.items())
        assert abs(as_a) <= 1
        assert abs(first) <= 1
    assert max(counts.values()) - min(counts[one] for one in PLACEMENTS) <= 1


@given(draw=st.integers(0, 2**63))
def test_sessions_that_were_given_up_are_made_up_for(draw: int) -> None:
    counts = {Placement(swapped=False, heard_first="a"): 5, Placement(swapped=True, heard_first="a"): 1}
    chosen = place_sides(counts, draw=draw)
    assert chosen == Placement(swapped=True, heard_first="a")  # the other one as A, and first


def test_the_draw_decides_among_equals() -> None:
    assert {place_sides({}, draw=draw) for draw in range(4)} == set(PLACEMENTS)


def test_pairs_are_all_of_an_item_or_those_chosen_in_one_order() -> None:
    assert list(wanted_pairs(["c", "a", "b", "a"])) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert list(wanted_pairs(["c", "a", "b"], [("c", "a"), ("x", "y")])) == [("a", "c")]
    assert list(wanted_pairs(["a"])) == []


def test_both_sides_come_to_the_nominal_level() -> None:
    gains = matched_gains(Loudness(-20.0, -6.0), Loudness(-31.5, -12.0))
    assert gains == (NOMINAL_DB + 20.0, NOMINAL_DB + 31.5)


@given(
    one=st.tuples(st.floats(-60, -3), st.floats(-40, 0)),
    other=st.tuples(st.floats(-60, -3), st.floats(-40, 0)),
)
def test_levels_meet_and_no_peak_is_cut_off(one: tuple[float, float], other: tuple[float, float]) -> None:
    gains = matched_gains(Loudness(*one), Loudness(*other))
    levels = [level + gain for (level, _), gain in zip((one, other), gains, strict=True)]
    assert abs(levels[0] - levels[1]) < STEP_DB + 0.02
    assert all((gain / STEP_DB).is_integer() for gain in gains)  # no number tells one system from another
    for (_, peak), gain in zip((one, other), gains, strict=True):
        assert peak + gain <= PEAK_DB + 0.02


def test_what_has_no_level_is_left_as_it_is() -> None:
    assert matched_gains(Loudness(None, -3.0), Loudness(-20.0, -6.0)) == (0.0, 0.0)
