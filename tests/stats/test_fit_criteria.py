from __future__ import annotations

import math

import numpy as np
import pytest

from earmark.stats import reasons
from earmark.stats.fit_criteria import EXACT, fit_criteria, subject_criteria
from earmark.stats.ratings import ratings, ratings_from_matrix
from earmark.stats.subject_model import annex_e


def test_criteria_are_those_of_normal_noise_and_of_its_parameters() -> None:
    found = fit_criteria([0.5, -1.0], [1.0, 2.0], parameters=1)
    density = [math.exp(-0.125) / math.sqrt(2 * math.pi), math.exp(-0.125) / math.sqrt(8 * math.pi)]
    mean = sum(map(math.log, density)) / 2
    assert found.log_likelihood == pytest.approx(mean)
    assert (found.aic, found.bic) == pytest.approx((1 - 2 * mean, math.log(2) / 2 - 2 * mean))


def test_a_model_that_knows_more_than_the_data_say_pays_for_it() -> None:
    random = np.random.default_rng(6)
    found = ratings_from_matrix(3 + random.normal(0, 1, (40, 1)) + random.normal(0, 0.7, (40, 12)))
    subject = subject_criteria(found, annex_e(found))
    quality = np.bincount(found.item.codes, found.scores) / 12
    rest = found.scores - quality[found.item.codes]
    plain = fit_criteria(rest, np.full(found.n, rest.std()), parameters=41)
    assert subject.log_likelihood > plain.log_likelihood
    assert subject.bic > plain.bic, "all raters are alike, so that more parameters only fit chance"


def test_what_has_no_error_or_no_scores_has_a_reason() -> None:
    assert fit_criteria([0.0, 1.0], [0.0, 1.0], parameters=1).reason == EXACT
    assert fit_criteria([], [], parameters=0).reason == reasons.NO_SCORES
    alike = ratings([0, 1], [0, 1], [3, 3])
    assert subject_criteria(alike, annex_e(alike)).reason == reasons.ALL_EQUAL
