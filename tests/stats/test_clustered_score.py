"""How often score-type limits hold a mean of crossed scores, and how wide they are."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pytest

from earmark.stats.clustered_score import ScoreLimits, clustered_score_limits
from earmark.stats.counts import histogram
from earmark.stats.mean import MeanScore, mean_score
from proof import IN_PROOF

POINTS = (1, 2, 3, 4, 5)
CUTS = np.array([1.5, 2.5, 3.5, 4.5])
SPREADS = (0.5, 0.4, 0.7)
"""Standard deviations of raters, items and single judgements before they are rounded to points."""


DESIGNS = [(3, 4, 3), (5, 6, 5), (8, 20, 3), (12, 10, 12), (30, 30, 5), (50, 40, 50)]
"""Raters, items, and raters of each item."""


def made(mean: float, error: float, *, clusters: int = 8, n: int = 60) -> MeanScore:
    return MeanScore(mean, None, None, error, n, clusters, clusters, 0.95, "two-way")


def limits(mean: MeanScore) -> tuple[float, float]:
    found = clustered_score_limits(mean, (12,) * 5, POINTS)
    return found.low, found.high


def test_in_the_middle_and_with_small_errors_they_are_those_of_student() -> None:
    for mean, error in [(3, 0.05), (4, 0.02), (1.5, 0.01)]:
        assert limits(made(mean, error)) == pytest.approx(
            (mean - 2.3646 * error, mean + 2.3646 * error), abs=2e-3
        )


def test_near_an_end_they_reach_far_to_the_side_that_has_room_but_not_to_the_middle() -> None:
    low, high = limits(made(4.37, 0.175, clusters=3))  # two degrees of freedom: t is 4.3
    for end in (low, high):
        carried = (end - 1) * (5 - end) / (3.37 * 0.63)
        assert (4.37 - end) ** 2 == pytest.approx((4.302653 * 0.175) ** 2 * carried, rel=1e-6)
    assert (low, high) == pytest.approx((3.353, 4.810), abs=1e-3)
    assert limits(made(1.63, 0.175, clusters=3)) == pytest.approx((6 - high, 6 - low))
    assert limits(made(4.9, 0.09, clusters=2))[1] < 5


def test_limits_grow_with_the_error_and_never_leave_the_scale() -> None:
    widest = (3.2, 3.2)
    for error in (0.001, 0.01, 0.1, 1, 10, 1000):
        low, high = limits(made(3.2, error, clusters=2))
        assert 1 <= low < widest[0] <= widest[1] < high <= 5
        widest = (low, high)


def location(mean: float) -> float:
    """Return where judgements must lie so that the points they are rounded to have this mean."""
    spread = NormalDist(0, float(np.linalg.norm(SPREADS)))
    low, high = -20.0, 25.0
    for _ in range(60):
        middle = (low + high) / 2
        above = 1 + sum(spread.cdf(middle - cut) for cut in CUTS) < mean
        low, high = (middle, high) if above else (low, middle)
    return low


def study(random: np.random.Generator, raters: int, items: int, each: int, *, at: float) -> ScoreLimits:
    """Simulate the scores of one condition, `each` raters an item, and return the limits of their mean."""
    strict, hard = random.normal(0, SPREADS[0], raters), random.normal(0, SPREADS[1], items)
    item = np.repeat(np.arange(items), each)
    rater = np.argsort(random.random((items, raters)), axis=1)[:, :each].ravel()
    felt = at + strict[rater] + hard[item] + random.normal(0, SPREADS[2], item.size)
    scores = 1 + np.searchsorted(CUTS, felt)
    found = clustered_score_limits(mean_score(scores, rater, item), histogram(scores, POINTS), POINTS)
    assert found is not None
    return found


def held(mean: float, raters: int, items: int, each: int, *, rounds: int) -> float:
    random, at = np.random.default_rng(8), location(mean)
    found = [study(random, raters, items, each, at=at) for _ in range(rounds)]
    return sum(one.low <= mean <= one.high for one in found) / rounds


@pytest.mark.parametrize("mean", [1.2, 4.3])
def test_they_hold_the_mean_as_often_as_they_say(mean: float) -> None:
    assert 0.92 <= held(mean, 12, 10, 12, rounds=200) <= 0.985


@pytest.mark.timeout(3600)
@pytest.mark.skipif(not IN_PROOF, reason="30,000 studies: make proof runs it")
@pytest.mark.parametrize("mean", [1.2, 2, 3, 4.3, 4.8])
@pytest.mark.parametrize(
    "design", [(3, 4, 3), (5, 6, 5), (8, 20, 3), (12, 10, 12), (30, 30, 5), (50, 40, 50)]
)
def test_they_hold_the_mean_in_each_of_these_designs(design: tuple[int, int, int], mean: float) -> None:
    share = held(mean, *design, rounds=1_000)
    few = min(design) < 6  # so few degrees of freedom that Student's interval holds more, too
    assert 0.93 <= share <= (1 if few else 0.985), share
