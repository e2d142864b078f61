from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from earmark.stats.anytime import (
    NO_MEAN,
    NO_VALUES,
    bernstein_interval,
    beta_binomial_interval,
    betting_interval,
    mixture_interval,
)
from earmark.stats.verdict import FAR_OFF, NOBODY_RATED_BOTH, pair_verdict
from proof import IN_PROOF


def test_the_interval_holds_at_whatever_moment_one_stops() -> None:
    """Nominal 95 %, skewed values on five points: a study stops once its interval leaves out the truth."""
    points, chances = np.array([1, 2, 3, 4, 5]), np.array([0.5, 0.2, 0.1, 0.1, 0.1])
    truth = float(points @ chances)
    random = np.random.default_rng(1)
    runs = 1000 if IN_PROOF else 40
    missed = 0
    for _ in range(runs):
        found = betting_interval(random.choice(points, 300, p=chances), limits=(1, 5))
        missed += not found.low <= truth <= found.high  # never wider again, so the last one has seen all
    assert missed / runs <= 0.05


def test_betting_only_ever_narrows() -> None:
    values = np.random.default_rng(2).beta(2, 3, 60)
    ends = [
        (found.low, found.high)
        for n in (5, 20, 60)
        for found in [betting_interval(values[:n], limits=(0, 1))]
    ]
    assert all(a[0] <= b[0] and a[1] >= b[1] for a, b in pairwise(ends))
    assert (
        ends[-1][1] - ends[-1][0]
        < mixture_interval(values, limits=(0, 1)).high - mixture_interval(values, limits=(0, 1)).low
    )


@pytest.mark.parametrize("make", [betting_interval, bernstein_interval, mixture_interval])
def test_the_scale_does_not_matter(make: object) -> None:
    values = np.random.default_rng(3).beta(2, 3, 80)
    small, large = make(values, limits=(0, 1)), make(1 + 4 * values, limits=(1, 5))
    assert (1 + 4 * small.low, 1 + 4 * small.high) == pytest.approx((large.low, large.high), abs=1e-9)
    mirrored = make(1 - values, limits=(0, 1))
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((small.low, small.high), abs=1e-9)


def test_the_mixture_is_that_of_its_formula() -> None:
    found = mixture_interval([1.0] * 5 + [0.5] * 5, limits=(0, 1))
    half = np.sqrt(5 * np.log(5 / (2.5 * 0.05**2))) / 10
    assert found.low == pytest.approx(max(0.75 - half, 0))
    assert found.high == 1


def test_a_share_of_wins_has_the_interval_of_its_bayes_factor() -> None:
    assert (beta_binomial_interval(0, 0).reason, beta_binomial_interval(3, 0).high) == (NO_VALUES, 1)
    found = beta_binomial_interval(8, 2)
    factor = 1 / (found.low**8 * (1 - found.low) ** 2 * 495)
    assert factor == pytest.approx(20, rel=1e-6)


def test_what_cannot_be_is_said() -> None:
    assert betting_interval([], limits=(0, 1)).reason == NO_VALUES
    with pytest.raises(ValueError, match=r"value 2 is 6\.0, outside 1 to 5"):
        betting_interval([3, 6], limits=(1, 5))
    drifting = betting_interval([0.0] * 60 + [1.0] * 200, limits=(0, 1))
    assert (drifting.low, drifting.reason) == (None, NO_MEAN)


@given(st.lists(st.floats(0, 1), max_size=30))
def test_every_interval_lies_within_the_limits(values: list[float]) -> None:
    for make in (betting_interval, bernstein_interval, mixture_interval):
        found = make(values, limits=(0, 1))
        assert found.reason is not None or 0 <= found.low <= found.high <= 1


def study(*, raters: int, items: int, lead: float, taste: float, seed: int = 1) -> tuple[np.ndarray, ...]:
    random = np.random.default_rng(seed)
    rater = np.repeat(np.arange(raters), 2 * items)
    first = np.tile(np.repeat([True, False], items), raters)
    tastes = random.standard_normal(raters)
    own = lead + taste * (tastes - tastes.mean())
    scores = 3 + np.where(first, own[rater] / 2, -own[rater] / 2) + 0.5 * random.standard_normal(rater.size)
    return np.clip(scores, 1, 5), first, rater


def test_a_clear_difference_stops_a_study_and_a_small_one_goes_on() -> None:
    scores, first, rater = study(raters=40, items=6, lead=1.5, taste=0.3)
    found = pair_verdict(scores, first, rater, limits=(1, 5))
    assert (found.decision, found.values, found.more) == ("first", 40, None)
    assert pair_verdict(scores, ~first, rater, limits=(1, 5)).decision == "second"
    early = pair_verdict(scores[:48], first[:48], rater[:48], limits=(1, 5))
    assert (early.decision, early.values) == ("continue", 4)
    assert early.more > 0


def test_conditions_within_the_margin_are_alike() -> None:
    scores, first, rater = study(raters=400, items=4, lead=0.0, taste=0.2)
    assert pair_verdict(scores, first, rater, limits=(1, 5), margin=0.5).decision == "alike"
    assert pair_verdict(scores, first, rater, limits=(1, 5)).decision == "continue"


def test_the_listener_floor_says_whether_raters_or_items_are_missing() -> None:
    """Raters who differ by 1 point leave an error of 1 / sqrt(12), however many items each of them rates."""
    scores, first, rater = study(raters=12, items=60, lead=0.2, taste=1.0)
    found = pair_verdict(scores, first, rater, limits=(1, 5))
    assert found.floor == pytest.approx(1 / np.sqrt(12), rel=0.35)
    assert found.lever == "raters"
    scores, first, rater = study(raters=12, items=2, lead=0.7, taste=0.0)
    assert pair_verdict(scores, first, rater, limits=(1, 5)).lever == "items"


def test_without_both_conditions_there_is_nothing_to_say() -> None:
    found = pair_verdict([3, 4], [True, False], [0, 1], limits=(1, 5))
    assert (found.decision, found.values, found.reason) == ("continue", 0, NOBODY_RATED_BOTH)
    even = pair_verdict([3, 3, 3, 3], [True, False] * 2, [0, 0, 1, 1], limits=(1, 5))
    assert (even.more, even.reason) == (None, FAR_OFF)
