"""Means and intervals that were published, or computed by others from published ratings."""

from __future__ import annotations

import numpy as np
import pytest

from earmark.stats.mos import condition_means, item_means
from earmark.stats.ratings import Ratings, ratings
from elsewhere import NEEDS_DATA
from published import answer, columns, rows, vcc_2018

pytestmark = NEEDS_DATA


def check_systems(found: Ratings, expected: dict[str, dict[str, float]]) -> None:
    means = condition_means(found, method="t")
    assert set(means) == set(expected)
    for system, one in means.items():
        assert one.n == expected[system]["n"]
        assert one.mean == pytest.approx(expected[system]["mean"], abs=1e-7)
        assert one.high - one.mean == pytest.approx(expected[system]["t_ci95_half"], abs=1e-7)
        assert one.standard_error * one.n**0.5 == pytest.approx(expected[system]["sd"], abs=1e-7)


def test_systems_of_the_voice_conversion_challenge() -> None:
    check_systems(vcc_2018(), answer("mos/vcc2018_*_ratings.csv")["system_mos"])


def test_clips_of_the_voice_conversion_challenge_have_the_means_of_its_publisher() -> None:
    expected, found = answer("mos/vcc2018_*_ratings.csv"), item_means(vcc_2018())
    parts = [rows(f"mos/vcc2018_{part}_ratings.csv") for part in ("training", "valid", "testing")]
    published = {row["WAV_PATH"]: float(row["MEAN"]) for part in parts for row in part}
    four = {clip: one.mean for clip, one in found.items() if one.n == 4}
    assert len(four) == expected["items_with_4_ratings"]
    assert expected["max_abs_diff_mean_vs_MEAN_column_on_4rating_items"] == 0
    assert four == pytest.approx({clip: published[clip] for clip in four}, abs=1e-7)


def test_turns_and_systems_of_conversations() -> None:
    file = "turns/fed_turn_ratings.csv"
    assert len({row["item"] for row in rows(file)}) == answer(file)["n_items"]
    for quality, expected in answer(file)["by_quality"].items():
        of = [row for row in rows(file) if row["quality"] == quality and row["rating"]]
        item, slot, value, system = (
            [row[name] for row in of] for name in ("item", "slot", "rating", "system")
        )
        found = ratings(item, slot, [float(one) for one in value], condition=system)
        means = {name: one.mean for name, one in condition_means(found, method="t").items()}
        assert means == pytest.approx(expected["system_mean"], abs=1e-6)
        assert (found.n, found.scores.mean()) == (expected["n"], pytest.approx(expected["mean"], abs=1e-6))


def test_conditions_of_cloned_voices() -> None:
    file = "mos/yourtts_en_naturalness.csv"
    clip, score, rater = columns(file, "audio_path", "score", "evaluator_id")
    condition = ["/".join(path.split("/")[: 2 if path.startswith("GT") else 3]) for path in clip]
    found = ratings(clip, rater, [float(value) for value in score], condition=condition)
    check_systems(found, answer(file)["condition_mos"])


def test_systems_of_the_voice_mos_challenge() -> None:
    file = "mos/vmc24_track3_sig_bak_ovr.csv"
    clip, score, rater = columns(file, "sample_id", "ovr", "listener")
    system = [name.split("_")[1] for name in clip]
    found = ratings(clip, rater, [float(value) for value in score], condition=system)
    check_systems(found, answer(file)["system_ovr"])


def test_clips_of_the_voice_mos_challenge_without_the_listener_that_was_left_out() -> None:
    file = "mos/vmc24_track3_sig_bak_ovr.csv"
    left_out = answer(file)["listener_left_out_by_publisher"]
    kept = [row for row in rows(file) if row["listener"] != left_out]
    published = {row["systems"]: row for row in rows("mos/vmc24_track3_published_means.csv")}
    for scale in ("sig", "bak", "ovr"):
        found = item_means(
            ratings(
                [row["sample_id"] for row in kept],
                [row["listener"] for row in kept],
                [float(row[scale]) for row in kept],
            )
        )
        assert len(found) == len(published) == 280
        for clip, one in found.items():
            assert one.mean == pytest.approx(float(published[clip][scale.upper()]), abs=1e-9)


def test_clips_of_vmc_2024_have_their_published_intervals_or_ones_that_stay_on_the_scale() -> None:
    clips = rows("mos/vmc2024_sarulab_counts.csv")
    counts = np.array([[int(row[f"n{point}"]) for point in range(1, 6)] for row in clips])
    item = np.repeat(np.arange(len(clips)), counts.sum(axis=1))
    values = np.concatenate([np.repeat(np.arange(1, 6), row) for row in counts])
    found = ratings(item, np.arange(item.size), values)
    expected = answer("mos/vmc2024_sarulab_counts.csv")
    assert (found.n, len(clips)) == (expected["n_ratings"], expected["n_items"])
    assert len({row["utt"].split("-")[0] for row in clips}) == expected["n_systems"]
    assert values.mean() == pytest.approx(expected["overall_mean"], abs=1e-8)
    score = item_means(found, method="score", points=(1, 2, 3, 4, 5))
    checked = 0
    for row, one, other in zip(clips, item_means(found).values(), score.values(), strict=True):
        assert one.mean == pytest.approx(float(row["mos"]), abs=5e-7)
        assert 1 <= other.low < other.high <= 5
        if one.high is not None:
            assert one.high - one.mean == pytest.approx(float(row["ci95"]), abs=1e-6)
            checked += 1
    assert checked == 3610 - sum(float(row["ci95"]) == 0 for row in clips)


def test_the_two_way_error_is_near_that_of_the_crossed_mixed_model() -> None:
    found = vcc_2018()
    one = condition_means(found.rows(found.condition.labels[found.condition.codes] == "B01"))["B01"]
    expected = answer("mos/vcc2018_*_ratings.csv")["lme4_reml_crossed"]["estimate_se"]["B01"][1]
    assert one.standard_error == pytest.approx(expected, rel=0.25)
    assert (
        one.standard_error
        > 2 * answer("mos/vcc2018_*_ratings.csv")["system_mos"]["B01"]["sd"] / one.n**0.5 * 0.9
    )
