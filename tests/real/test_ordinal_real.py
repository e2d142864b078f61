"""Published scores as grades, beside what other programs found (answers.json)."""

from __future__ import annotations

import csv
import json
from typing import Any

import pytest

from earmark.stats.ordinal.fixed import ordinal_fit
from earmark.stats.ordinal.grading import dummies
from earmark.stats.ordinal.mixed import ordinal_mixed_fit
from earmark.stats.ordinal.profile import profile_intervals
from elsewhere import DATA, NEEDS_DATA

pytestmark = NEEDS_DATA


def rows_of(name: str) -> list[dict[str, str]]:
    with (DATA / "ratings" / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def answers_of(name: str) -> Any:
    return json.loads((DATA / "ratings" / "answers.json").read_text(encoding="utf-8"))[name]


def test_judges_of_wine() -> None:
    rows = rows_of("ordinal/wine_72.csv")
    design = [[row["temp"] == "warm", row["contact"] == "yes"] for row in rows]
    answer = answers_of("ordinal/wine_72.csv")
    for nodes, key in ((1, "clmm_logit_laplace"), (10, "clmm_logit_agq10")):
        found = ordinal_mixed_fit(
            [int(row["rating"]) for row in rows],
            rater=[row["judge"] for row in rows],
            design=design,
            names=["tempwarm", "contactyes"],
            nodes=nodes,
        )
        assert found.log_likelihood == pytest.approx(answer[key]["loglik"], abs=2e-3)
        assert found.thresholds == pytest.approx(answer[key]["thresholds"], abs=2e-3)
        assert found.raters.deviation == pytest.approx(answer[key]["sd_judge"], abs=2e-3)
        for effect in found.effects:
            assert effect.estimate == pytest.approx(answer[key][effect.name], abs=2e-3)
            assert effect.standard_error == pytest.approx(answer[key]["se"][effect.name], abs=2e-3)
        if nodes == 1:
            modes = dict(zip(found.raters.labels, found.raters.values, strict=True))
            assert modes == pytest.approx(answer["judge_modes_laplace"], abs=2e-3)


def test_wine_without_its_judges() -> None:
    """R draws a curve through a few points of the profile, and so is off by some 1e-5."""
    rows, names = rows_of("ordinal/wine_72.csv"), ["tempwarm", "contactyes"]
    design = [[row["temp"] == "warm", row["contact"] == "yes"] for row in rows]
    rating, answer = [int(row["rating"]) for row in rows], answers_of("ordinal/wine_72.csv")["clm_logit"]
    found = ordinal_fit(rating, design, names=names)
    assert found.log_likelihood == pytest.approx(answer["loglik"], abs=1e-5)
    assert found.thresholds == pytest.approx(answer["thresholds"], abs=1e-5)
    for effect in profile_intervals(rating, design, names=names):
        assert effect.estimate == pytest.approx(answer[effect.name], abs=1e-5)
        assert effect.standard_error == pytest.approx(answer["se"][effect.name], abs=1e-5)
        assert (effect.low, effect.high) == pytest.approx(answer["profile_ci95"][effect.name], abs=5e-5)


def test_clips_and_listeners_of_vmc_2024_track_3() -> None:
    rows = rows_of("mos/vmc24_track3_sig_bak_ovr.csv")
    design, names = dummies([row["sample_id"].split("_")[1] for row in rows])
    answer = answers_of("mos/vmc24_track3_sig_bak_ovr.csv")["clmm_logit_laplace_R"]
    found = ordinal_mixed_fit(
        [int(row["ovr"]) for row in rows],
        item=[row["sample_id"] for row in rows],
        rater=[row["listener"] for row in rows],
        design=design,
        names=names,
    )
    assert found.log_likelihood == pytest.approx(answer["loglik"], abs=1e-2)
    assert {effect.name: effect.estimate for effect in found.effects} == pytest.approx(
        answer["coef"], abs=1e-2
    )
    assert {effect.name: effect.standard_error for effect in found.effects} == pytest.approx(
        answer["se"], abs=1e-2
    )
    assert found.thresholds == pytest.approx(answer["thresholds"], abs=1e-2)
    deviations = (found.items.deviation, found.raters.deviation)
    assert deviations == pytest.approx((answer["sd_sample"], answer["sd_listener"]), abs=1e-2)


def test_videos_and_subjects_of_p910() -> None:
    rows = rows_of("subject_model/p910_sample_79x26.csv")
    scores = [
        (row["stimulus"], name, int(value))
        for row in rows
        for name, value in row.items()
        if name != "stimulus" and value
    ]
    stimulus, subject, value = zip(*scores, strict=True)
    answer = answers_of("subject_model/p910_sample_79x26.csv")["clmm_logit_laplace_R"]
    found = ordinal_mixed_fit(value, item=stimulus, rater=subject)
    assert found.thresholds == pytest.approx(answer["thresholds"], abs=5e-3)
    assert found.log_likelihood == pytest.approx(answer["loglik"], abs=5e-3)
    assert found.items.deviation == pytest.approx(answer["sd_stimulus"], abs=5e-3)
    assert found.raters.deviation == pytest.approx(answer["sd_subject"], abs=5e-3)


def test_systems_of_vcc_2018() -> None:
    """Our log-likelihood is 0.0011 above the recorded one, which is not quite at the maximum."""
    rows = [
        row for part in ("training", "valid", "testing") for row in rows_of(f"mos/vcc2018_{part}_ratings.csv")
    ]
    design, names = dummies([row["WAV_PATH"].split("_")[0] for row in rows])
    found = ordinal_fit([float(row["MOS"]) for row in rows], design, names=names)
    answer = answers_of("mos/vcc2018_*_ratings.csv")["clm_logit"]["loglik"]
    assert answer < found.log_likelihood < answer + 2e-3
