from __future__ import annotations

import numpy as np
import pytest

from earmark.stats.flag_contrasts import flag_contrast, flag_contrasts
from earmark.stats.flags import (
    MQM,
    ONE_ITEM,
    Weights,
    flag_rates,
    judged,
    segment_costs,
    weighted_scores,
)
from earmark.stats.proportion import ALIKE, NO_ROWS, mean_difference, proportion, wilson


def test_rates_are_shares_of_submissions_and_count_a_flag_once() -> None:
    looks = judged(["A", "A", "A", "B"], [1, 2, 3, 1], [1, 1, 1, 1])
    found = flag_rates(
        looks, [0, 0, 1], ["cut-off"] * 3, ["Minor", "Minor", "Major"], severities=["Minor", "Major"]
    )
    rates = {(each.condition, each.severity): each.rate.share for each in found}
    assert rates["A", None] == pytest.approx(2 / 3)
    assert rates["A", "Minor"] == rates["A", "Major"] == pytest.approx(1 / 3)
    assert rates["B", None] == 0


def test_a_rate_of_raters_who_agree_with_themselves_has_the_interval_of_the_raters() -> None:
    hits = np.repeat([True, False, True, False, False], 20)
    raters = np.repeat(range(5), 20)
    assert proportion(hits, (raters,)).effective == pytest.approx(4)
    assert proportion(hits).effective == pytest.approx(99)
    assert proportion(hits, (raters,)).high > proportion(hits).high


def test_without_any_flag_each_rater_counts_once() -> None:
    found = proportion(np.zeros(100), (np.repeat(range(5), 20),))
    assert (found.low, found.effective) == (0, 5)
    assert found.high == pytest.approx(wilson(0, 5, level=0.95)[1])
    assert proportion([]).reason == NO_ROWS


def test_the_interval_is_wilsons() -> None:
    assert wilson(0.3, 10, level=0.95) == pytest.approx((0.107791, 0.603222), abs=1e-6)


def test_what_a_rater_gives_to_both_conditions_cancels_out() -> None:
    random = np.random.default_rng(1)
    strict = random.random(40)
    rater = np.tile(range(40), 2)
    condition = np.repeat([0, 1], 40)
    values = strict[rater] + 0.1 * condition + 0.01 * random.standard_normal(80)
    paired = mean_difference(values, condition == 1, condition == 0, ways=(rater,))
    unpaired = mean_difference(values, condition == 1, condition == 0)
    assert paired.difference == pytest.approx(0.1, abs=0.01)
    assert paired.low > 0.08
    assert unpaired.low < 0
    pairs = values[40:] - values[:40]
    assert paired.standard_error == pytest.approx(pairs.std(ddof=1) / np.sqrt(40), rel=0.05)


def test_a_contrast_of_flags_names_what_it_cannot_tell() -> None:
    looks = judged(["A", "A", "B", "B"], [1, 2, 1, 2], [1, 1, 1, 1])
    assert flag_contrast(looks, [0, 1], "A", "B").reason == ALIKE
    found = flag_contrast(looks, [0], "A", "B")
    assert found.difference == pytest.approx(0.5)
    with pytest.raises(ValueError, match="flag 1 stands in row 9, but there are 4 submissions"):
        flag_contrast(looks, [9], "A", "B")


def test_p_values_of_all_clusters_are_adjusted_together() -> None:
    random = np.random.default_rng(4)
    looks = judged(["A"] * 200 + ["B"] * 200, list(range(20)) * 20, [n // 20 for n in range(200)] * 2)
    flagged = [(row, "often") for row in range(200) if random.random() < 0.5]
    flagged += [(row, "seldom") for row in range(400) if random.random() < 0.1]
    flagged += [(row, "often") for row in range(200, 400) if random.random() < 0.2]
    rows, clusters = zip(*flagged, strict=True)
    found = flag_contrasts(
        looks, rows, clusters, ["Minor"] * len(rows), clusters=["often", "seldom", "never"]
    )
    often, seldom, never = found
    assert (often.condition, often.other, often.severity) == ("A", "B", None)
    assert often.difference.difference == pytest.approx(0.3, abs=0.1)
    assert often.adjusted_p == pytest.approx(2 * often.difference.p)
    assert often.adjusted_p < 0.01 < seldom.adjusted_p
    assert (never.difference.reason, never.adjusted_p) == (ALIKE, None)
    assert (
        flag_contrasts(looks, rows, clusters, ["Minor"] * len(rows), severities=["Major"])[0].adjusted_p
        is None
    )


def test_scores_are_summed_a_rater_then_averaged_over_raters_and_items() -> None:
    looks = judged(["A"] * 4 + ["B"], [1, 2, 1, 2, 1], ["s", "s", "t", "t", "s"])
    rows = [0, 0, 1, 2, 2]
    cluster = ["x", "Non-translation", "x", "Fluency/Punctuation", "x"]
    severity = ["Major", "Major", "Minor", "Minor", "unknown"]
    items, costs = segment_costs(looks, rows, cluster, severity, weights=MQM)
    assert items.tolist() == [[0, 0], [0, 1], [1, 0]]
    assert costs == pytest.approx([(30 + 1) / 2, 0.1 / 2, 0])
    a, b = weighted_scores(looks, rows, cluster, severity, weights=MQM)
    assert a.score == pytest.approx((15.5 + 0.05) / 2)
    assert (b.score, b.reason) == (0, ONE_ITEM)
    free = weighted_scores(looks, rows, cluster, severity, weights=Weights({"Major": 1}))
    assert free[0].score == pytest.approx(0.5)
