"""Intraclass correlations and sample sizes, beside what R and published tables say."""

from __future__ import annotations

import pytest

from earmark.stats.icc import icc
from earmark.stats.power import (
    graded_size,
    paired_size,
    sign_power,
    sign_size,
    two_sample_power,
    two_sample_size,
)
from earmark.stats.ratings import ratings_from_matrix
from elsewhere import NEEDS_DATA
from published import answer, numbers

pytestmark = NEEDS_DATA


def test_six_correlations_of_shrout_and_fleiss() -> None:
    file = "icc/shrout_fleiss_6x4.csv"
    found, expected = icc(ratings_from_matrix(numbers(file))), answer(file)
    for one, name in zip(found, ("ICC1", "ICC2", "ICC3", "ICC1k", "ICC2k", "ICC3k"), strict=True):
        assert one.value == pytest.approx(expected["icc"][name], abs=1e-8)
        assert (one.low, one.high) == pytest.approx(expected["ci95"][name], abs=1e-8)
    assert (found[0].f, found[1].f) == pytest.approx(tuple(expected["F"].values()), abs=1e-8)


def test_sizes_and_power_of_t_tests() -> None:
    expected = answer("_no_data_power")
    size = expected["two_sample_t_d_0p3_power_0p8_alpha_0p05_n_per_group"]
    assert two_sample_size(0.3) == pytest.approx(size, abs=1e-4)
    pairs = expected["paired_t_d_0p2_power_0p9_alpha_0p05_pairs"]
    assert paired_size(0.2, power=0.9) == pytest.approx(pairs, abs=1e-4)
    assert two_sample_power(0.5, 64) == pytest.approx(expected["two_sample_t_power_d_0p5_n_64"], abs=1e-6)


def test_sizes_of_the_sign_test_and_of_ordered_grades() -> None:
    expected = answer("_no_data_power")
    sign = expected["sign_test_p_0p6_power_0p8_two_sided_0p05"]
    assert sign_size(0.6) == (sign["first_n"], sign["first_n_from_which_power_stays_above"])
    power = (sign["power_at_199"], sign["power_at_200"])
    assert (sign_power(0.6, 199), sign_power(0.6, 200)) == pytest.approx(power, abs=1e-6)
    assert sign["normal_approx_arcsine_n"] < sign_size(0.6)[0], "the exact size, which is ours, is larger"
    grades = expected["whitehead_ordinal_or_1p5_control_0p05_0p15_0p35_0p30_0p15_total_n"]
    assert graded_size([0.05, 0.15, 0.35, 0.30, 0.15], 1.5) == pytest.approx(grades, abs=1e-3)
