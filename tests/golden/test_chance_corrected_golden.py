"""Gwet's family on his published tables, beside his own program in R."""

from __future__ import annotations

import pytest

from earmark.stats.chance_corrected import Agreement, Coefficient, agreement
from earmark.stats.fleiss import fleiss_test
from earmark.stats.ratings import Ratings, ratings_from_matrix
from earmark.stats.weighted_alpha import weighted_alpha
from earmark.stats.weights import Weighting
from elsewhere import NEEDS_DATA
from published import answer, matrix, numbers

pytestmark = NEEDS_DATA

NAMES: dict[str, Coefficient] = {
    "fleiss": "fleiss",
    "gwet": "gwet",
    "conger": "conger",
    "bp": "brennan-prediger",
}


def check(found: Agreement, expected: dict[str, float | str]) -> None:
    assert found.value == pytest.approx(expected["value"], abs=5e-6)
    assert found.standard_error == pytest.approx(expected["se"], abs=1e-5)
    assert (found.observed, found.expected) == pytest.approx((expected["pa"], expected["pe"]), abs=1e-12)
    low, high = (float(end) for end in str(expected["ci95"]).strip("()").split(","))
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-4)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("weighting", ["unweighted", "ordinal", "linear", "quadratic"])
@pytest.mark.parametrize("table", ["raw4raters", "raw10x4"])
def test_coefficients_with_weights_and_missing_ratings(table: str, weighting: Weighting, name: str) -> None:
    file = f"agreement/gwet_{table}.csv"
    found = agreement(ratings_from_matrix(numbers(file)), NAMES[name], weighting=weighting)
    check(found, answer(file)["irrcac_R"][weighting][name])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("table", "skip"), [("gender", 1), ("ben_gerry", 2)])
def test_coefficients_of_categories(table: str, skip: int, name: str) -> None:
    file = f"agreement/gwet_{table}.csv"
    found = agreement(ratings_from_matrix(matrix(file, skip=skip)), NAMES[name])
    check(found, answer(file)["irrcac_R"]["unweighted"][name])


@pytest.mark.parametrize("weighting", ["unweighted", "ordinal", "linear", "quadratic"])
@pytest.mark.parametrize("table", ["raw4raters", "raw10x4"])
def test_alpha_with_weights_and_missing_ratings(table: str, weighting: Weighting) -> None:
    file = f"agreement/gwet_{table}.csv"
    found = weighted_alpha(ratings_from_matrix(numbers(file)), weighting=weighting)
    check(found, answer(file)["irrcac_R"][weighting]["kripp"])


@pytest.mark.parametrize(("table", "skip"), [("gender", 1), ("ben_gerry", 2)])
def test_alpha_of_categories(table: str, skip: int) -> None:
    file = f"agreement/gwet_{table}.csv"
    found = weighted_alpha(ratings_from_matrix(matrix(file, skip=skip)))
    check(found, answer(file)["irrcac_R"]["unweighted"]["kripp"])


def diagnoses() -> Ratings:
    return ratings_from_matrix(matrix("agreement/fleiss_diagnoses.csv", skip=0))


def test_the_diagnoses_of_fleiss_1971() -> None:
    expected = answer("agreement/fleiss_diagnoses.csv")
    found = agreement(diagnoses(), "fleiss")
    assert found.value == pytest.approx(expected["fleiss"]["kappa"], abs=1e-6)
    assert found.observed == pytest.approx(expected["fleiss"]["p_observed"], abs=1e-6)
    assert found.expected == pytest.approx(expected["fleiss"]["p_expected"], abs=1e-6)
    assert agreement(diagnoses(), "conger").value == pytest.approx(expected["conger_exact_kappa"], abs=1e-6)


def test_the_test_of_fleiss_on_his_own_table() -> None:
    expected = answer("agreement/fleiss_diagnoses.csv")
    found = fleiss_test(diagnoses())
    assert (found.kappa, found.null_error, found.z) == pytest.approx(
        tuple(expected["fleiss"][name] for name in ("kappa", "se_null", "z")), abs=1e-6
    )
    assert found.by_category == pytest.approx(tuple(expected["per_category_kappa"].values()), abs=5e-4)
