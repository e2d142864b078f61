"""Means and intervals of published listening tests, beside what their authors or a mixed model found."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

from earmark.stats.mean import mean_score
from elsewhere import DATA, NEEDS_DATA

pytestmark = NEEDS_DATA

SCORES = DATA / "ratings"


def rows_of(name: str) -> list[dict[str, str]]:
    with (SCORES / "mos" / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def answers_of(name: str) -> dict[str, dict[str, dict[str, float]]]:
    return json.loads((SCORES / "answers.json").read_text(encoding="utf-8"))[name]


def test_one_vote_a_rater_gives_the_intervals_that_vmc_2024_published() -> None:
    checked = 0
    for row in rows_of("vmc2024_sarulab_counts.csv"):
        values = [point for point in range(1, 6) for _ in range(int(row[f"n{point}"]))]
        found = mean_score(values, range(len(values)), [0] * len(values))
        assert found.mean == pytest.approx(float(row["mos"]), abs=5e-7)
        if found.high is not None:
            assert found.high - found.mean == pytest.approx(float(row["ci95"]), abs=1e-6)
            checked += 1
    assert checked == 3610 - sum(float(row["ci95"]) == 0 for row in rows_of("vmc2024_sarulab_counts.csv"))


def test_listeners_who_rated_everything_widen_the_intervals_of_vmc_2024_track_3() -> None:
    rows = rows_of("vmc24_track3_sig_bak_ovr.csv")
    listeners = {name: code for code, name in enumerate(sorted({row["listener"] for row in rows}))}
    clips = {name: code for code, name in enumerate(sorted({row["sample_id"] for row in rows}))}
    published = answers_of("mos/vmc24_track3_sig_bak_ovr.csv")["system_ovr"]
    for system, answer in published.items():
        of = [row for row in rows if row["sample_id"].split("_")[1] == system]
        found = mean_score(
            [int(row["ovr"]) for row in of],
            [listeners[row["listener"]] for row in of],
            [clips[row["sample_id"]] for row in of],
            limits=(1, 5),
        )
        assert found.n == answer["n"]
        assert found.mean == pytest.approx(answer["mean"], abs=1e-7)
        assert found.high - found.mean > answer["t_ci95_half"]


def test_the_error_on_vcc_2018_is_near_that_of_the_crossed_mixed_model() -> None:
    parts = [rows_of(f"vcc2018_{part}_ratings.csv") for part in ("training", "valid", "testing")]
    of = [row for rows in parts for row in rows if row["WAV_PATH"].startswith("B01_")]
    _, judges = np.unique([row["JUDGE"] for row in of], return_inverse=True)
    _, clips = np.unique([row["WAV_PATH"] for row in of], return_inverse=True)
    found = mean_score([float(row["MOS"]) for row in of], judges, clips)
    answer = answers_of("mos/vcc2018_*_ratings.csv")["system_mos"]["B01"]
    assert found.mean == pytest.approx(answer["mean"], abs=1e-7)
    assert found.standard_error == pytest.approx(0.04716, rel=0.25)
