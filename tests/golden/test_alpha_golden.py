"""Krippendorff's alpha of published and real data, beside what two programs found."""

from __future__ import annotations

import pytest

from earmark.stats.alpha import Distance, krippendorff_alpha
from earmark.stats.ratings import Ratings, ratings, ratings_from_matrix
from elsewhere import DATA, NEEDS_DATA
from published import answer, columns, matrix, numbers, rows, vcc_2018

pytestmark = NEEDS_DATA


WIDE = [
    "agreement/krippendorff_4x12.csv",
    "agreement/gwet_raw4raters.csv",
    "agreement/gwet_raw10x4.csv",
    "agreement/gwet_gender.csv",
    "agreement/fleiss_diagnoses.csv",
]
DISTANCES: tuple[Distance, ...] = ("nominal", "ordinal", "interval", "ratio")


@pytest.mark.parametrize("file", WIDE)
def test_alpha_of_small_tables(file: str) -> None:
    expected = answer(file)["krippendorff_alpha"]
    skip = 0 if "fleiss" in file else 1
    cells = matrix(file, skip=skip) if list(expected) == ["nominal"] else numbers(file, skip=skip)
    for distance in DISTANCES:
        if distance in expected:
            found = krippendorff_alpha(ratings_from_matrix(cells), distance)
            assert found.alpha == pytest.approx(expected[distance], abs=6e-9)  # eight digits are printed


def test_alpha_of_two_raters_in_groups() -> None:
    found = krippendorff_alpha(ratings_from_matrix(matrix("agreement/gwet_ben_gerry.csv", skip=2)), "nominal")
    expected = answer("agreement/gwet_ben_gerry.csv")["krippendorff_alpha"]["nominal"]
    assert found.alpha == pytest.approx(expected, abs=6e-9)  # eight digits are printed


def counts_of(found: Ratings) -> tuple[int, int, int]:
    return found.n, found.item.count, found.rater.count


def check(found: Ratings, expected: dict[str, float]) -> None:
    assert len(expected) >= 3
    for distance in DISTANCES:
        if distance in expected:
            alpha = krippendorff_alpha(found, distance).alpha
            assert alpha == pytest.approx(expected[distance], abs=1e-7), distance


def test_alpha_of_the_voice_conversion_challenge() -> None:
    found = vcc_2018()
    expected = answer("mos/vcc2018_*_ratings.csv")
    assert counts_of(found) == tuple(expected[name] for name in ("n_ratings", "n_items", "n_judges"))
    check(found, expected["krippendorff_alpha"])


def test_alpha_of_cloned_voices() -> None:
    file = "mos/yourtts_en_naturalness.csv"
    clip, score, rater = columns(file, "audio_path", "score", "evaluator_id")
    found, expected = ratings(clip, rater, [float(value) for value in score]), answer(file)
    assert counts_of(found) == tuple(expected[name] for name in ("n_ratings", "n_items", "n_raters"))
    check(found, expected["krippendorff_alpha"])


@pytest.mark.parametrize("scale", ["sig", "bak", "ovr"])
def test_alpha_of_the_voice_mos_challenge(scale: str) -> None:
    file = "mos/vmc24_track3_sig_bak_ovr.csv"
    clip, score, rater = columns(file, "sample_id", scale, "listener")
    found, expected = ratings(clip, rater, [float(value) for value in score]), answer(file)
    assert counts_of(found) == tuple(expected[name] for name in ("n_rows", "n_items", "n_listeners"))
    check(found, expected["krippendorff_alpha"][scale])


@pytest.mark.parametrize(
    "quality", sorted(answer("turns/fed_turn_ratings.csv")["by_quality"]) if DATA.is_dir() else []
)
def test_alpha_of_conversation_turns(quality: str) -> None:
    of = [row for row in rows("turns/fed_turn_ratings.csv") if row["quality"] == quality and row["rating"]]
    found = ratings(
        [row["item"] for row in of], [row["slot"] for row in of], [float(row["rating"]) for row in of]
    )
    check(found, answer("turns/fed_turn_ratings.csv")["by_quality"][quality]["alpha"])
