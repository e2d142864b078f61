from __future__ import annotations

import numpy as np
import pytest

from earmark.stats.ratings import ratings, ratings_from_matrix
from earmark.stats.screening.bs1534 import bs1534_3
from earmark.stats.screening.bt500 import bt500
from earmark.stats.screening.p808 import Rules, Session, p808_session
from earmark.stats.screening.p808_outliers import p808_outliers
from earmark.stats.screening.p913 import p913_12_4


def panel(last: list[int]) -> np.ndarray:
    """Twenty presentations by nineteen observers who differ little, and a last one."""
    usual = np.tile([2] * 4 + [3] * 11 + [4] * 4, (20, 1))
    return np.column_stack([usual, last])


def test_who_is_wild_on_both_sides_is_rejected_and_who_is_steadily_high_is_not() -> None:
    wild, high = [1, 5] * 10, [5] * 20
    assert [one.rejected for one in bt500(ratings_from_matrix(panel(wild)))] == [False] * 19 + [True]
    found = bt500(ratings_from_matrix(panel(high)))[-1]
    assert (found.above, found.below, found.outside, found.one_sided, found.rejected) == (20, 0, 1, 1, False)


def test_the_print_divides_by_what_an_observer_rated_and_sureal_by_all() -> None:
    matrix = panel([1, 5] + [0] * 18).astype(object)
    matrix[2:, -1] = None
    printed, sureal = (
        bt500(ratings_from_matrix(matrix), edition=edition)[-1]
        for edition in ("BT.500 as printed", "BT.500 as in sureal 0.9")
    )
    assert (printed.outside, sureal.outside, printed.rejected) == (1, 0.1, True)


def test_scores_far_from_normal_get_the_wider_band() -> None:
    heavy = np.array([[3] * 19 + [4]] * 10)  # kurtosis 18
    found = bt500(ratings_from_matrix(heavy))[-1]
    assert (found.above, found.one_sided) == (0, None)
    even = np.array([[2, 3, 3, 3, 4, 3, 3, 3, 3, 3, 3, 2, 4, 3, 3, 3, 3, 3, 3, 4]] * 2)  # kurtosis 4 and over
    assert sum(one.above for one in bt500(ratings_from_matrix(even))) == 0


def test_equal_scores_and_single_ones_put_nobody_outside() -> None:
    assert [one.above + one.below for one in bt500(ratings_from_matrix([[3, 3], [4, None]]))] == [0, 0]
    assert bt500(ratings([], [], [])) == ()


def test_bias_is_taken_off_before_screening() -> None:
    matrix = np.array([[1, 2, 3], [2, 3, 4], [3, 4, 5]])
    found = p913_12_4(ratings_from_matrix(matrix))
    assert found.bias == pytest.approx([-1, 0, 1])
    assert found.quality == pytest.approx((2, 3, 4))
    assert found.standard_error == pytest.approx((0, 0, 0), abs=1e-12)
    assert p913_12_4(ratings_from_matrix([[1, 2], [3, None]])).standard_error[1] is None


GOOD = Session(
    all_played=True,
    maths_right=1,
    trapping_right=1,
    bandwidth_passed=True,
    gold=[(4, 5)],
    comparisons_right=2,
    scores=[1, 2, 3],
)


def test_a_session_in_order_is_accepted_and_used_and_what_was_not_asked_is_no_fault() -> None:
    for session in (GOOD, Session()):
        verdict = p808_session(session)
        assert (verdict.accepted, verdict.used, verdict.faults) == (True, True, ())


@pytest.mark.parametrize(
    ("change", "fault", "accepted"),
    [
        ({"all_played": False}, "not played to the end", False),
        ({"maths_right": 0}, "two-ear question wrong", False),
        ({"trapping_right": 0}, "trapping question wrong", False),
        ({"bandwidth_passed": False}, "bandwidth check failed", False),
        ({"gold": [(3, 5)]}, "gold clip wrong", True),
        ({"comparisons_right": 1}, "set-up comparisons wrong", True),
        ({"scores": [3, 3, 3, 3]}, "scores do not vary", True),
    ],
)
def test_each_fault_has_its_name_and_some_cost_the_pay(
    change: dict[str, object], fault: str, *, accepted: bool
) -> None:
    known = {name: getattr(GOOD, name) for name in GOOD.__slots__}
    verdict = p808_session(Session(**{**known, **change}))
    assert (verdict.faults, verdict.accepted, verdict.used) == ((fault,), accepted, False)


def test_limits_can_be_set() -> None:
    assert p808_session(Session(gold=[(3, 5)]), Rules(gold_reach=2)).used


def test_votes_far_from_their_condition_are_told() -> None:
    values = [3, 4] * 10 + [30] + [2]
    found = ratings(range(22), range(22), values, condition=["a"] * 21 + ["b"])
    assert np.flatnonzero(p808_outliers(found)).tolist() == [20]


def test_assessors_who_miss_the_hidden_reference_or_overrate_the_anchor_are_excluded() -> None:
    rows = [
        (item, rater, condition, score)
        for rater, reference, anchor in (("x", 100, 40), ("y", 60, 40), ("z", 100, 95))
        for item in range(10)
        for condition, score in (("ref", reference if item < 2 else 100), ("mid", anchor if item < 2 else 40))
    ]
    item, rater, condition, score = zip(*rows, strict=True)
    found = ratings(item, rater, score, condition=condition)
    assert [one.excluded for one in bs1534_3(found, reference="ref", mid_anchor="mid")] == [False, True, True]
    assert [one.excluded for one in bs1534_3(found, reference="ref")] == [False, True, False]
    assert (bs1534_3(found, reference="ref")[1].missed, bs1534_3(found, reference="ref")[1].references) == (
        2,
        10,
    )
    with pytest.raises(ValueError, match="no condition 'low'"):
        bs1534_3(found, reference="low")
