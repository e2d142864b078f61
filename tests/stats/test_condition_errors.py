from __future__ import annotations

import numpy as np
import pytest

from earmark.stats.clustered_score import clustered_score_limits, effective_scores
from earmark.stats.clusters import clustered
from earmark.stats.condition_errors import difference_errors
from earmark.stats.contrasts import contrasts
from earmark.stats.counts import histogram
from earmark.stats.holm import holm
from earmark.stats.mean import mean_score
from earmark.stats.ratings import ratings
from earmark.stats.verdict import pair_verdict, rater_means, verdict_of

POINTS = (1, 2, 3, 4, 5)


def sparse(seed: int = 3) -> tuple[np.ndarray, ...]:
    """Item, rater, score and condition of a design in which neither all raters nor all items meet."""
    random = np.random.default_rng(seed)
    condition, item, rater = (random.integers(0, most, 300) for most in (4, 12, 9))
    value = np.clip(np.rint(2 + 0.4 * condition + 0.1 * item + random.normal(0, 0.8, 300)), 1, 5)
    return item, rater, value, condition


def test_errors_of_all_differences_are_those_of_each_by_itself() -> None:
    item, rater, value, condition = sparse()
    found = difference_errors(ratings(item, rater, value, condition=condition))
    mean = [value[condition == code].mean() for code in range(4)]
    for first, second in [(0, 1), (0, 3), (2, 1)]:
        rows = (condition == first) | (condition == second)
        sign = np.where(condition == first, 1, -1)
        n = np.bincount(condition)
        influence = sign * (value - np.array(mean)[condition]) / n[condition]
        alone = clustered(influence[rows], rater[rows], item[rows])
        assert found.by_rater[first, second] == pytest.approx(alone.by_rater)
        assert found.by_item[first, second] == pytest.approx(alone.by_item)
        assert found.by_both[first, second] == pytest.approx(alone.by_both)
        assert (found.raters[first, second], found.items[first, second]) == (alone.raters, alone.items)


def test_a_constant_shift_has_no_error_and_says_so() -> None:
    item, rater = (way.ravel() for way in np.indices((5, 6)))
    value = 1 + (item + rater) % 3 / 10
    both = ratings(
        np.tile(item, 2),
        np.tile(rater, 2),
        np.concatenate([value, value + 1.1]),
        condition=np.repeat([0, 1], 30),
    )
    (one,) = contrasts(both, resamples=20)
    assert (one.standard_error, one.reason) == (None, "not measurable: all scores are equal")


def test_verdicts_from_means_of_raters_are_those_from_all_scores() -> None:
    item, rater, value, condition = sparse()
    table = rater_means(ratings(item, rater, value, condition=condition))
    for first, second in [(0, 1), (3, 2)]:
        rows = (condition == first) | (condition == second)
        alone = pair_verdict(value[rows], condition[rows] == first, rater[rows], limits=(1, 5), margin=0.2)
        found = verdict_of(*table.differences(first, second), limits=(1, 5), margin=0.2)
        assert (found.decision, found.values, found.more) == (alone.decision, alone.values, alone.more)
        assert (found.interval.low, found.floor) == pytest.approx((alone.interval.low, alone.floor))


def test_p_values_are_adjusted_for_their_number_and_never_fall() -> None:
    assert holm([0.01, None, 0.04, 0.03]) == pytest.approx((0.03, None, 0.06, 0.06))
    assert holm([0.9, 0.8]) == (1.0, 1.0)
    assert holm([]) == ()


def test_a_score_interval_of_clusters_is_wider_than_one_of_as_many_lone_scores() -> None:
    rater, item = (way.ravel() for way in np.indices((6, 10)))
    scores = np.where(rater < 2, 4, 5)  # all a rater's scores are alike
    mean = mean_score(scores, rater, item, limits=(1, 5))
    found = clustered_score_limits(mean, histogram(scores, POINTS), POINTS)
    lone = mean_score(scores, np.arange(60), np.arange(60), limits=(1, 5))
    alone = clustered_score_limits(lone, histogram(scores, POINTS), POINTS)
    assert found.effective == pytest.approx(5, abs=0.5)
    assert found.low < alone.low < mean.mean < alone.high < found.high < 5
    assert alone.effective == pytest.approx(60, rel=0.02)


def test_where_all_agree_raters_are_what_counts_and_one_rater_tells_nothing() -> None:
    counts = histogram([5] * 40, POINTS)
    many = mean_score([5] * 40, np.arange(40) // 5, np.arange(40) % 5)
    found = clustered_score_limits(many, counts, POINTS)
    share = 0.025 ** (1 / 5)  # what Clopper and Pearson say of five successes in five
    assert (found.effective, found.high, found.low) == (5.0, 5, pytest.approx(5 * share + 1 - share))
    three = mean_score([3] * 40, np.arange(40) // 5, np.arange(40) % 5)
    middle = clustered_score_limits(three, histogram([3] * 40, POINTS), POINTS)
    assert (middle.low, middle.high) == pytest.approx((1 + 2 * share, 5 - 2 * share))
    one = mean_score([5] * 40, [0] * 40, np.arange(40))
    assert clustered_score_limits(one, counts, POINTS) is None
    assert effective_scores(one, counts, POINTS) is None
