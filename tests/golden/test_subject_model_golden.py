"""The subject model of ITU-T P.910 Annex E on the tables that its own program was shown with."""

from __future__ import annotations

import numpy as np
import pytest

from earmark.stats.fit_criteria import subject_criteria
from earmark.stats.ratings import ratings_from_matrix
from earmark.stats.subject_em import subject_model
from earmark.stats.subject_model import annex_e
from elsewhere import NEEDS_DATA
from published import answer, numbers

pytestmark = NEEDS_DATA

FILES = ["subject_model/p910_sample_79x26.csv", "subject_model/nflx_public_last4outliers_79x30.csv"]


@pytest.mark.parametrize("file", FILES)
def test_annex_e(file: str) -> None:
    expected = answer(file)["sureal_0_9"]["p910_annexE"]
    found = ratings_from_matrix(numbers(file))
    fit = annex_e(found)
    assert fit.quality == pytest.approx(expected["quality_scores"], abs=1e-6)
    assert fit.standard_error == pytest.approx(expected["quality_scores_std"], abs=1e-6)
    assert fit.bias == pytest.approx(expected["observer_bias"], abs=1e-6)
    assert fit.inconsistency == pytest.approx(expected["observer_inconsistency"], abs=1e-6)
    by = subject_criteria(found, fit)
    assert (by.log_likelihood, by.aic, by.bic) == pytest.approx(
        tuple(expected[name] for name in ("loglikelihood", "aic", "bic")), abs=1e-6
    )
    assert by.parameters / by.n == pytest.approx(expected["dof"], abs=1e-6)


@pytest.mark.parametrize("file", FILES)
def test_the_regularised_fit_finds_the_same_inconsistent_raters(file: str) -> None:
    found = ratings_from_matrix(numbers(file))
    ours, theirs = subject_model(found), annex_e(found)
    assert ours.quality == pytest.approx(theirs.quality, abs=0.2)
    assert np.corrcoef(ours.inconsistency, theirs.inconsistency)[0, 1] > 0.99
