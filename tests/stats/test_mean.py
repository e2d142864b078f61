from __future__ import annotations

import math
from collections import defaultdict

import numpy as np
import pytest
from scipy.special import stdtrit

from earmark.stats import reasons
from earmark.stats.mean import MeanScore, mean_score


def brute_variance(values: list[float], raters: list[int], items: list[int]) -> float:
    """The definition, with dictionaries and no arrays."""
    n, mean = len(values), sum(values) / len(values)

    def one_way(keys: list[object]) -> float:
        sums: dict[object, float] = defaultdict(float)
        for key, value in zip(keys, values, strict=True):
            sums[key] += value - mean
        return len(sums) / (len(sums) - 1) * sum(total**2 for total in sums.values()) / n**2

    by_rater, by_item = one_way(list(raters)), one_way(list(items))
    both = one_way(list(zip(raters, items, strict=True)))
    plain = sum((value - mean) ** 2 for value in values) / (n - 1) / n
    return max(by_rater + by_item - both, by_rater, by_item, plain)


def test_scores_that_share_nothing_get_the_plain_t_interval() -> None:
    values = [1, 2, 4, 5, 3, 3, 2]
    found = mean_score(values, range(7), range(7))
    error = np.std(values, ddof=1) / math.sqrt(7)
    half = stdtrit(6, 0.975) * error
    assert found.standard_error == pytest.approx(error, abs=1e-12)
    assert (found.low, found.high) == pytest.approx((20 / 7 - half, 20 / 7 + half), abs=1e-12)
    assert (found.n, found.raters, found.items, found.method) == (7, 7, 7, "two-way")


def test_balanced_raters_on_items_of_their_own_get_the_error_of_the_rater_means() -> None:
    by_rater = np.array([[1, 2, 2], [4, 4, 5], [3, 3, 2], [5, 4, 5]])
    found = mean_score(by_rater.ravel(), np.repeat(range(4), 3), range(12))
    assert found.standard_error == pytest.approx(np.std(by_rater.mean(axis=1), ddof=1) / 2, abs=1e-12)


def test_one_item_is_clustered_by_rater_alone() -> None:
    values, raters = [2, 3, 5, 5, 4, 4], [0, 0, 1, 1, 2, 2]
    found = mean_score(values, raters, [7] * 6)
    error = np.std([2.5, 5, 4], ddof=1) / math.sqrt(3)
    assert (found.method, found.items) == ("raters", 1)
    assert found.standard_error == pytest.approx(error, abs=1e-12)
    assert found.high == pytest.approx(23 / 6 + stdtrit(2, 0.975) * error, abs=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_the_variance_is_the_one_of_the_definition(seed: int) -> None:
    random = np.random.default_rng(seed)
    n = int(random.integers(8, 60))
    raters, items = random.integers(0, 5, n), random.integers(0, 6, n)
    values = random.integers(1, 6, n)
    found = mean_score(values, raters, items)
    brute = brute_variance(values.tolist(), raters.tolist(), items.tolist())
    assert found.standard_error == pytest.approx(math.sqrt(brute), abs=1e-12)
    half = stdtrit(min(found.raters, found.items) - 1, 0.975) * math.sqrt(brute)
    assert found.high == pytest.approx(values.mean() + half, abs=1e-9)


def test_names_of_raters_and_items_and_the_order_of_rows_do_not_matter() -> None:
    random = np.random.default_rng(3)
    values, raters, items = random.integers(1, 6, 40), random.integers(0, 6, 40), random.integers(0, 9, 40)
    order = random.permutation(40)
    plain = mean_score(values, raters, items)
    renamed = mean_score(values[order], 1000 - 7 * raters[order], 3 + 11 * items[order])
    assert renamed.standard_error == pytest.approx(plain.standard_error, abs=1e-12)
    assert (renamed.mean, renamed.raters, renamed.items) == (plain.mean, plain.raters, plain.items)


def test_raters_who_cancel_out_leave_the_plain_error_as_the_floor() -> None:
    found = mean_score([1, 5, 1, 5, 1, 5], [0, 0, 1, 1, 2, 2], [0, 1, 2, 3, 4, 5])
    assert found.standard_error == pytest.approx(np.std([1, 5] * 3, ddof=1) / math.sqrt(6), abs=1e-12)


def test_the_interval_stays_on_the_scale() -> None:
    found = mean_score([5, 5, 4, 5], range(4), range(4), limits=(1, 5))
    assert found.high == 5
    assert found.low == pytest.approx(4.75 - stdtrit(3, 0.975) * 0.25, abs=1e-12)


@pytest.mark.parametrize(
    ("values", "raters", "mean", "reason"),
    [
        ([], [], None, reasons.NO_SCORES),
        ([4], [0], 4.0, reasons.ONE_SCORE),
        ([4, 2, 3], [9, 9, 9], 3.0, reasons.ONE_RATER),
        ([3, 3, 3], [0, 1, 2], 3.0, reasons.ALL_EQUAL),
    ],
)
def test_what_gives_no_interval_gives_a_reason(
    values: list[int], raters: list[int], mean: float | None, reason: str
) -> None:
    n = len(values)
    assert mean_score(values, raters, range(n)) == MeanScore(
        mean, None, None, None, n, len(set(raters)), n, 0.95, "none", reason
    )


@pytest.mark.parametrize(
    ("values", "raters", "level"),
    [([1, 2], [0], 0.95), ([[1, 2]], [[0, 1]], 0.95), ([1, math.nan], [0, 1], 0.95), ([1, 2], [0, 1], 1.0)],
)
def test_input_that_makes_no_sense_is_refused(values: object, raters: object, level: float) -> None:
    with pytest.raises(ValueError, match="must"):
        mean_score(values, raters, raters, level=level)


def covered(*, rounds: int, seed: int) -> tuple[float, float]:
    """Share of rounds in which the interval, and a plain t interval, hold the true mean of 3.

    Twenty raters rate eight of forty items each; raters differ by 0.6 and items by 0.4 about it.
    """
    random = np.random.default_rng(seed)
    ours = plain = 0
    for _ in range(rounds):
        raters = np.repeat(np.arange(20), 8)
        items = np.concatenate([random.choice(40, 8, replace=False) for _ in range(20)])
        values = 3 + random.normal(0, 0.6, 20)[raters] + random.normal(0, 0.4, 40)[items]
        values += random.normal(0, 0.7, 160)
        found = mean_score(values, raters, items)
        assert found.low is not None
        assert found.high is not None
        ours += found.low <= 3 <= found.high
        half = stdtrit(159, 0.975) * values.std(ddof=1) / math.sqrt(160)
        plain += abs(values.mean() - 3) <= half
    return ours / rounds, plain / rounds


def test_the_interval_covers_the_truth_where_a_plain_t_interval_does_not() -> None:
    ours, plain = covered(rounds=120, seed=20)
    assert 0.9 <= ours <= 0.99
    assert plain < 0.80
