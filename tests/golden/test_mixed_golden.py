"""The crossed mixed model on real listening tests, beside lme4."""

from __future__ import annotations

from typing import Any

import pytest

from earmark.stats.mixed import MixedModel, crossed_model
from earmark.stats.ratings import ratings, ratings_from_matrix
from elsewhere import NEEDS_DATA
from published import answer, columns, numbers, vcc_2018

pytestmark = NEEDS_DATA


def check(found: MixedModel, expected: dict[str, Any], *, rater: str) -> None:
    near = {"rel": expected["tolerance_rel"]}
    assert found.item_variance == pytest.approx(expected["var_item"], **near)
    assert found.rater_variance == pytest.approx(expected[rater], **near)
    assert found.residual_variance == pytest.approx(expected["var_resid"], **near)
    assert found.deviance == pytest.approx(expected["reml"], abs=0.01)
    for condition, (mean, error) in expected["estimate_se"].items():
        place = found.conditions.index(condition)
        assert found.means[place] == pytest.approx(mean, abs=1e-5)
        assert found.standard_errors[place] == pytest.approx(error, **near)


def test_the_voice_conversion_challenge() -> None:
    check(
        crossed_model(vcc_2018()), answer("mos/vcc2018_*_ratings.csv")["lme4_reml_crossed"], rater="var_judge"
    )


def test_cloned_voices_whose_clips_hardly_differ() -> None:
    file = "mos/yourtts_en_naturalness.csv"
    clip, score, rater = columns(file, "audio_path", "score", "evaluator_id")
    condition = ["/".join(path.split("/")[: 2 if path.startswith("GT") else 3]) for path in clip]
    found = ratings(clip, rater, [float(value) for value in score], condition=condition)
    check(crossed_model(found), answer(file)["lme4_reml_crossed"], rater="var_rater")


def test_the_sample_of_p910() -> None:
    file = "subject_model/p910_sample_79x26.csv"
    expected = answer(file)["lme4_reml_crossed"]
    found = crossed_model(ratings_from_matrix(numbers(file)))
    near = {"rel": expected["tolerance_rel"]}
    assert found.item_variance == pytest.approx(expected["var_stimulus"], **near)
    assert found.rater_variance == pytest.approx(expected["var_subject"], **near)
    assert found.residual_variance == pytest.approx(expected["var_resid"], **near)
    assert (found.means[0], found.standard_errors[0]) == pytest.approx(tuple(expected["intercept"]), rel=1e-4)
    assert found.deviance == pytest.approx(expected["reml"], abs=1e-3)
