from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from earmark.stats import reasons
from earmark.stats.chance_corrected import Coefficient, agreement
from earmark.stats.fleiss import fleiss_test
from earmark.stats.lopsided import explain_alpha
from earmark.stats.ratings import Ratings, ratings, ratings_from_matrix
from earmark.stats.weights import Weighting, agreement_weights

ALL: tuple[Coefficient, ...] = ("fleiss", "conger", "brennan-prediger", "gwet")

GWET = ratings_from_matrix(  # Gwet's table of ten subjects by four raters
    [
        [5, 5, 5, 5],
        [3, 1, 3, 1],
        [5, 5, 5, 5],
        [3, 1, 3, 1],
        [5, 5, 4, 5],
        [1, 2, 3, 3],
        [3, 1, 1, 1],
        [1, 1, 1, 3],
        [3, 3, 4, 4],
        [1, 3, 1, 1],
    ]
)


@pytest.mark.parametrize("coefficient", ALL)
def test_the_shares_that_agree_and_the_coefficient_are_those_of_the_formulas(
    coefficient: Coefficient,
) -> None:
    found = agreement(GWET, coefficient, categories=[1, 2, 3, 4, 5])
    table = np.zeros((10, 5))
    np.add.at(table, (GWET.item.codes, GWET.scores.astype(int) - 1), 1)
    observed = ((table * (table - 1)).sum(axis=1) / 12).mean()
    share = table.mean(axis=0) / 4
    own = np.zeros((4, 5))
    np.add.at(own, (GWET.rater.codes, GWET.scores.astype(int) - 1), 0.1)
    expected = {
        "fleiss": share @ share,
        "gwet": (share * (1 - share)).sum() / 4,
        "brennan-prediger": 1 / 5,
        "conger": np.mean([own[a] @ own[b] for a in range(4) for b in range(4) if a != b]),
    }[coefficient]
    assert found.observed == pytest.approx(observed, abs=1e-12)
    assert found.expected == pytest.approx(expected, abs=1e-12)
    assert found.value == pytest.approx((observed - expected) / (1 - expected), abs=1e-12)


@pytest.mark.parametrize(
    ("coefficient", "error"),
    [("fleiss", 0.12172), ("gwet", 0.1079), ("conger", 0.11889), ("brennan-prediger", 0.10958)],
)
def test_errors_are_those_that_gwet_publishes(coefficient: Coefficient, error: float) -> None:
    assert agreement(GWET, coefficient).standard_error == pytest.approx(error, abs=1e-5)


def test_the_linearised_error_is_that_of_leaving_items_out() -> None:
    random = np.random.default_rng(3)
    table = np.clip(random.integers(1, 5, (200, 1)) + random.integers(-1, 2, (200, 3)), 1, 5)
    for coefficient in ALL:
        whole = agreement(ratings_from_matrix(table), coefficient, categories=[1, 2, 3, 4, 5])
        left = [
            agreement(
                ratings_from_matrix(np.delete(table, block, axis=0)), coefficient, categories=[1, 2, 3, 4, 5]
            )
            for block in np.array_split(np.arange(200), 20)
        ]
        values = np.array([one.value for one in left])
        assert whole.standard_error == pytest.approx(
            np.sqrt(19 / 20 * ((values - values.mean()) ** 2).sum()), rel=0.35
        )


@pytest.mark.parametrize(
    ("weighting", "expected"),
    [("unweighted", 0), ("ordinal", 1 - 3 / 10), ("linear", 1 - 2 / 4), ("quadratic", 1 - 4 / 16)],
)
def test_two_points_apart_on_a_five_point_scale_get_their_credit(
    weighting: Weighting, expected: float
) -> None:
    weights = agreement_weights(np.arange(1.0, 6.0), weighting)
    assert weights[1, 3] == pytest.approx(expected, abs=1e-12)
    assert np.diag(weights).tolist() == [1] * 5


def test_a_point_that_nobody_used_counts_where_the_scale_is_given() -> None:
    found = ratings_from_matrix([["a", "a"], ["b", "a"]])
    assert agreement(found, "brennan-prediger").expected == 0.5
    assert agreement(found, "brennan-prediger", categories=["a", "b", "c", "d"]).expected == 0.25
    with pytest.raises(ValueError, match="'b' is not among"):
        agreement(found, categories=["a", "c"])
    with pytest.raises(ValueError, match="linear weights need numbers"):
        agreement(found, weighting="linear")


def test_scott_is_for_two_raters() -> None:
    two = ratings_from_matrix([[1, 1], [2, 1], [2, 2]])
    assert agreement(two, "scott").value == agreement(two, "fleiss").value
    with pytest.raises(ValueError, match="two raters, got 4"):
        agreement(GWET, "scott")


@given(st.randoms(use_true_random=False))
def test_names_and_the_order_of_rows_do_not_matter(chance: Any) -> None:
    rows = [(i, r, chance.randrange(4)) for i in range(6) for r in range(4) if chance.random() < 0.8]
    mixed = chance.sample(rows, len(rows))
    plain = ratings(*zip(*rows, strict=True))
    other = ratings(
        [f"i{9 - i}" for i, _, _ in mixed], [f"r{9 - r}" for _, r, _ in mixed], [v for *_, v in mixed]
    )
    for coefficient in ALL:
        first, second = agreement(plain, coefficient), agreement(other, coefficient)
        assert first.reason == second.reason
        assert (first.value, first.standard_error) == pytest.approx(
            (second.value, second.standard_error), abs=1e-10
        )


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (ratings([], [], []), reasons.NO_SCORES),
        (ratings_from_matrix([[1], [2]]), reasons.NO_PAIRS),
        (ratings_from_matrix([[1, 1], [1, 1]]), reasons.ALL_EQUAL),
    ],
)
@pytest.mark.parametrize("coefficient", ALL)
def test_what_has_no_value_has_a_reason(found: Ratings, reason: str, coefficient: Coefficient) -> None:
    one = agreement(found, coefficient)
    assert (one.value, one.low, one.reason) == (None, None, reason)


def test_one_item_has_a_value_and_no_interval_and_one_rater_meets_no_other() -> None:
    one = agreement(ratings_from_matrix([[1, 2, 2]]), "gwet")
    assert (one.low, one.reason) == (None, reasons.ONE_ITEM)
    assert one.value is not None
    assert agreement(ratings([0, 0, 1, 1], [5] * 4, [1, 2, 2, 2]), "conger").reason == reasons.ONE_RATER


def test_the_test_of_fleiss_is_that_of_its_formulas_and_wants_equal_numbers() -> None:
    found = fleiss_test(
        ratings_from_matrix([["a", "a", "b"], ["b", "b", "b"], ["a", "a", "a"], ["c", "b", "b"]])
    )
    p = np.array([5, 6, 1]) / 12
    assert found.kappa == pytest.approx(1 - (4 / 12) / (p * (1 - p)).sum(), abs=1e-12)
    assert found.by_category[0] == pytest.approx(1 - (2 / 24) / (p[0] * (1 - p[0])), abs=1e-12)
    assert found.null_error is not None
    assert found.z == pytest.approx(found.kappa / found.null_error)
    assert fleiss_test(ratings_from_matrix([[1, 2], [1, None]])).reason == reasons.UNEVEN
    assert fleiss_test(ratings_from_matrix([[1], [2]])).reason == reasons.NO_PAIRS
    assert fleiss_test(ratings_from_matrix([[1, 1], [1, 1]])).reason == reasons.ALL_EQUAL
    assert fleiss_test(ratings([], [], [])).reason == reasons.NO_SCORES


def test_a_low_alpha_of_lopsided_data_is_explained() -> None:
    lopsided = np.full((50, 3), 5)
    lopsided[:4, 0] = 4
    found = explain_alpha(ratings_from_matrix(lopsided))
    assert (found.finding, found.commonest, found.others) == ("lopsided", 5, 4)
    assert found.alpha < 0.1
    assert found.percent > 0.9
    assert found.gwet > 0.9
    split = explain_alpha(ratings_from_matrix([[1, 5], [5, 1], [2, 4]]))
    assert (split.finding, split.share) == ("disagree", 1 / 3)
    assert explain_alpha(ratings_from_matrix([[1, 1], [5, 5], [3, 3]])).finding == "agree"
    assert explain_alpha(ratings_from_matrix([[5, 5], [5, 5]])).finding == "not measurable"
    assert explain_alpha(ratings([], [], [])).commonest is None
