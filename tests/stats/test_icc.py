from __future__ import annotations

import numpy as np
import pytest

from earmark.stats import reasons
from earmark.stats.icc import FORMS, icc
from earmark.stats.ratings import Ratings, ratings, ratings_from_matrix

SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


def test_the_table_of_shrout_and_fleiss_has_its_values_and_limits() -> None:
    found = icc(ratings_from_matrix(SHROUT_FLEISS))
    values = (0.1657417684, 0.2897637795, 0.7148407148, 0.4427971337, 0.6200505476, 0.9093155424)
    assert tuple(one.value for one in found) == pytest.approx(values, abs=1e-9)
    limits = [
        (-0.13293232, 0.72256006),
        (0.01878651, 0.76108437),
        (0.34246476, 0.94585826),
        (-0.88444216, 0.91241542),
        (0.07113682, 0.92723204),
        (0.67567471, 0.98589168),
    ]
    assert [one.low for one in found] == pytest.approx([low for low, _ in limits], abs=1e-8)
    assert [one.high for one in found] == pytest.approx([high for _, high in limits], abs=1e-8)
    assert (found[0].f, found[1].f) == pytest.approx((1.794678492, 11.02724796), abs=1e-8)
    assert tuple(one.form for one in found) == FORMS


def test_data_with_a_gap_come_near_the_complete_ones() -> None:
    random = np.random.default_rng(5)
    table = (
        3 + random.normal(0, 1, (60, 1)) + random.normal(0, 0.5, (1, 12)) + random.normal(0, 0.7, (60, 12))
    )
    whole = icc(ratings_from_matrix(table))
    table[random.random((60, 12)) < 0.1] = np.nan
    gaps = icc(ratings_from_matrix(table))
    assert [one.value for one in gaps[1:3]] == pytest.approx([one.value for one in whole[1:3]], abs=0.03)
    assert gaps[0].k < 12
    assert [one.low for one in gaps[1:3]] == pytest.approx([one.low for one in whole[1:3]], abs=0.07)
    assert [one.high for one in gaps[1:3]] == pytest.approx([one.high for one in whole[1:3]], abs=0.03)
    assert all(one.low < one.value < one.high and one.reason is None for one in gaps)


def test_gaps_have_no_limits_where_items_are_all_alike() -> None:
    table = np.array([[1, 2, 3, None], [3, 1, 2, 1], [2, 3, 1, 2], [3, 2, 1, 3]], dtype=object)
    found = icc(ratings_from_matrix(table))
    assert {one.reason for one in found} == {reasons.UNBALANCED}
    assert {one.low for one in found} == {None}


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (ratings([], [], []), reasons.NO_SCORES),
        (ratings_from_matrix([[1, 2]]), reasons.ONE_ITEM),
        (ratings_from_matrix([[1], [2]]), reasons.ONE_RATER),
        (ratings_from_matrix([[2, 2], [2, 2]]), reasons.ALL_EQUAL),
    ],
)
def test_what_has_no_value_has_a_reason(found: Ratings, reason: str) -> None:
    assert {(one.value, one.reason) for one in icc(found)} == {(None, reason)}


@pytest.mark.parametrize("table", [[[1, 2], [2, 1]], [[1, 2, 3], [3, 1, 2], [2, 3, 1]]])
def test_items_and_raters_that_are_all_alike_have_no_limits_but_a_reason(table: list[list[int]]) -> None:
    two = icc(ratings_from_matrix(table))[1]
    assert (two.low, two.high, two.reason) == (None, None, reasons.ALIKE)


def test_full_agreement_is_one_and_so_are_its_limits() -> None:
    found = icc(ratings_from_matrix([[1, 1], [2, 2], [4, 4]]))
    assert [one.value for one in found] == pytest.approx([1] * 6)
