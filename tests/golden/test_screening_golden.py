"""Screening of the observers that published programs and the printed rule leave out."""

from __future__ import annotations

import pytest

from earmark.stats.mos import item_means
from earmark.stats.ratings import Ratings, ratings_from_matrix
from earmark.stats.screening.bt500 import ObserverFinding, bt500
from earmark.stats.screening.p913 import p913_12_4
from elsewhere import NEEDS_DATA
from published import answer, numbers

pytestmark = NEEDS_DATA

FILES = ["subject_model/p910_sample_79x26.csv", "subject_model/nflx_public_last4outliers_79x30.csv"]


def rejected(findings: tuple[ObserverFinding, ...]) -> list[int]:
    return [place for place, one in enumerate(findings) if one.rejected]


def check_means(found: Ratings, expected: dict[str, list[float]]) -> None:
    means = list(item_means(found).values())
    assert [one.mean for one in means] == pytest.approx(expected["quality_scores"], abs=1e-6)
    errors = [one.standard_error or 0.0 for one in means]
    assert errors == pytest.approx(expected["quality_scores_std"], abs=1e-6)


@pytest.mark.parametrize("file", FILES)
def test_plain_means(file: str) -> None:
    check_means(ratings_from_matrix(numbers(file)), answer(file)["sureal_0_9"]["mos"])


@pytest.mark.parametrize("file", FILES)
def test_bt500_as_in_sureal_and_as_printed(file: str) -> None:
    found, expected = ratings_from_matrix(numbers(file)), answer(file)["sureal_0_9"]["bt500"]
    out = rejected(bt500(found, edition="BT.500 as in sureal 0.9"))
    assert out == expected["rejected_observer_index"]
    check_means(found.rows(~sum(found.rater.codes == place for place in out).astype(bool)), expected)
    assert rejected(bt500(found)) == answer(file)["bt500_as_printed"]["rejected_observer_index"]


@pytest.mark.parametrize("file", FILES)
def test_p913_12_4(file: str) -> None:
    expected = answer(file)["sureal_0_9"]["p913_12_4"]
    found = p913_12_4(ratings_from_matrix(numbers(file)))
    assert rejected(found.findings) == expected["rejected_observer_index"]
    assert found.bias == pytest.approx(expected["observer_bias"], abs=1e-6)
    assert found.quality == pytest.approx(expected["quality_scores"], abs=1e-6)
    assert found.standard_error == pytest.approx(expected["quality_scores_std"], abs=1e-6)
