"""Screening of the observers that published programs and the printed rule leave out."""

from __future__ import annotations

import numpy as np
import pytest

from earmark.stats.fit_criteria import fit_criteria
from earmark.stats.mos import item_means
from earmark.stats.ratings import Floats, Ratings, ratings_from_matrix
from earmark.stats.screening.bt500 import ObserverFinding, bt500
from earmark.stats.screening.p913 import p913_12_4
from elsewhere import NEEDS_DATA
from published import answer, numbers

pytestmark = NEEDS_DATA

FILES = ["subject_model/p910_sample_79x26.csv", "subject_model/nflx_public_last4outliers_79x30.csv"]


def rejected(findings: tuple[ObserverFinding, ...]) -> list[int]:
    return [place for place, one in enumerate(findings) if one.rejected]


def check_fit(found: Ratings, expected: dict[str, float], *, quality: Floats, bias: Floats, n: int) -> None:
    """Compare the fit of a model with one spread a clip, which is that of its scores less the bias."""
    observer = found.rater.labels[found.rater.codes].astype(int)
    rest = found.scores - quality[found.item.codes] - bias[observer]
    squares, rated = np.bincount(found.item.codes, rest**2), np.bincount(found.item.codes)
    spread = np.sqrt(squares / (rated - 1))[found.item.codes]
    parameters = 2 * quality.size + np.count_nonzero(bias)
    fit = fit_criteria(rest, spread, parameters=parameters, n=n)
    assert (fit.log_likelihood, fit.aic, fit.bic) == pytest.approx(
        tuple(expected[name] for name in ("loglikelihood", "aic", "bic")), abs=1e-6
    )
    assert fit.parameters / fit.n == pytest.approx(expected["dof"], abs=1e-6)


def check_means(found: Ratings, expected: dict[str, list[float]]) -> None:
    means = list(item_means(found).values())
    assert [one.mean for one in means] == pytest.approx(expected["quality_scores"], abs=1e-6)
    errors = [one.standard_error or 0.0 for one in means]
    assert errors == pytest.approx(expected["quality_scores_std"], abs=1e-6)


def without(found: Ratings, out: list[int]) -> Ratings:
    return found.rows(~np.isin(found.rater.codes, out))


@pytest.mark.parametrize("file", FILES)
def test_plain_means(file: str) -> None:
    found, expected = ratings_from_matrix(numbers(file)), answer(file)
    counts = tuple(expected[name] for name in ("n_ratings", "n_stimuli", "n_subjects"))
    assert (found.n, found.item.count, found.rater.count) == counts
    plain = expected["sureal_0_9"]["mos"]
    check_means(found, plain)
    check_fit(
        found, plain, quality=np.array(plain["quality_scores"]), bias=np.zeros(found.rater.count), n=found.n
    )


@pytest.mark.parametrize("file", FILES)
def test_bt500_as_in_sureal_and_as_printed(file: str) -> None:
    found, expected = ratings_from_matrix(numbers(file)), answer(file)["sureal_0_9"]["bt500"]
    out = rejected(bt500(found, edition="BT.500 as in sureal 0.9"))
    assert out == expected["rejected_observer_index"]
    kept = without(found, out)
    check_means(kept, expected)
    quality = np.array(expected["quality_scores"])
    check_fit(kept, expected, quality=quality, bias=np.zeros(found.rater.count), n=found.n)
    assert rejected(bt500(found)) == answer(file)["bt500_as_printed"]["rejected_observer_index"]


@pytest.mark.parametrize("file", FILES)
def test_p913_12_4(file: str) -> None:
    expected = answer(file)["sureal_0_9"]["p913_12_4"]
    every = ratings_from_matrix(numbers(file))
    found = p913_12_4(every)
    assert rejected(found.findings) == expected["rejected_observer_index"]
    assert found.bias == pytest.approx(expected["observer_bias"], abs=1e-6)
    assert found.quality == pytest.approx(expected["quality_scores"], abs=1e-6)
    assert found.standard_error == pytest.approx(expected["quality_scores_std"], abs=1e-6)
    kept = without(every, rejected(found.findings))
    check_fit(kept, expected, quality=np.array(found.quality), bias=np.array(found.bias), n=every.n)
