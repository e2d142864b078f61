from __future__ import annotations

import numpy as np
import pytest

from earmark.stats import reasons
from earmark.stats.alpha import Distance, krippendorff_alpha
from earmark.stats.alpha_intervals import AlphaInterval, alpha_bootstrap, alpha_interval
from earmark.stats.alpha_resampling import resampler
from earmark.stats.alpha_slopes import alpha_slopes
from earmark.stats.ratings import Ratings, ratings, ratings_from_matrix
from proof import IN_PROOF

DISTANCES: tuple[Distance, ...] = ("nominal", "ordinal", "interval", "ratio")


def crossed(random: np.random.Generator, *, items: int, raters: int, each: int) -> Ratings:
    """Whole scores from 1 to 5, each item by `each` of the raters, who have leanings of their own."""
    item = np.repeat(np.arange(items), each)
    rater = np.argsort(random.random((items, raters)), axis=1)[:, :each].ravel()
    quality, leaning = random.normal(0, 1, items), random.normal(0, 0.5, raters)
    heard = 3 + quality[item] + leaning[rater] + random.normal(0, 0.8, item.size)
    return ratings(item, rater, np.clip(np.rint(heard), 1, 5).astype(np.int64))


@pytest.mark.parametrize("distance", DISTANCES)
def test_slopes_are_the_derivatives_by_the_weight_of_a_rating(distance: Distance) -> None:
    ready = resampler(crossed(np.random.default_rng(2), items=9, raters=5, each=3), distance)
    slopes = alpha_slopes(ready.cells, ready.levels, distance)[ready.cell]
    step = 1e-5
    of_item = np.bincount(ready.cells.item[ready.cell], weights=slopes)
    of_rater = np.bincount(ready.rater, weights=slopes)
    up, down = 1 + step * np.eye(9), 1 - step * np.eye(9)
    assert of_item == pytest.approx(
        (ready.weighted(ready.items, down) - ready.weighted(ready.items, up)) / (2 * step), abs=1e-6
    )
    up, down = up[:5, :5], down[:5, :5]
    assert of_rater == pytest.approx(
        (ready.weighted(ready.raters, down) - ready.weighted(ready.raters, up)) / (2 * step), abs=1e-6
    )


@pytest.mark.parametrize("distance", DISTANCES)
def test_a_resample_of_everything_once_is_the_estimate(distance: Distance) -> None:
    found = crossed(np.random.default_rng(3), items=12, raters=6, each=4)
    ready = resampler(found, distance)
    alpha = krippendorff_alpha(found, distance).alpha
    assert 1 - ready.weighted(ready.items, np.ones((12, 1)))[0] == pytest.approx(alpha, abs=1e-12)
    assert 1 - ready.weighted(ready.raters, np.ones((6, 1)))[0] == pytest.approx(alpha, abs=1e-12)


@pytest.mark.parametrize("distance", DISTANCES)
def test_a_resample_of_items_has_alpha_of_those_items_but_for_pairs_with_themselves(
    distance: Distance,
) -> None:
    matrix = np.array([[1, 2, 2], [4, 4, 5], [3, 3, 2], [5, 4, 5]])
    drawn = np.array([2, 1, 0, 1])
    ready = resampler(ratings_from_matrix(matrix), distance)
    found = ready.weighted(ready.items, drawn[:, None].astype(float))[0]
    again = krippendorff_alpha(ratings_from_matrix(np.repeat(matrix, drawn, axis=0)), distance)
    assert again.alpha is not None
    assert found / (1 - again.alpha) == pytest.approx((12 * 12 - 4 * 3 - 3 - 3) / (12 * 11), abs=1e-12)


@pytest.mark.parametrize("distance", DISTANCES)
def test_what_raters_add_is_all_there_is(distance: Distance) -> None:
    ready = resampler(crossed(np.random.default_rng(6), items=12, raters=6, each=3), distance)
    assert ready.raters.met.sum(axis=1) == pytest.approx(ready.items.met.sum(axis=1), abs=1e-12)
    assert ready.raters.given.sum(axis=1) == pytest.approx(ready.items.given.sum(axis=1))


def test_a_resample_of_a_single_rating_or_of_equal_ones_has_no_alpha() -> None:
    ready = resampler(ratings([1, 1, 2, 2], ["x", "y", "x", "z"], [1, 2, 2, 2]), "interval")
    weights = np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 2.0]])  # z gave one rating
    assert not np.isfinite(ready.weighted(ready.raters, weights)).any()


@pytest.mark.parametrize("make", [alpha_interval, alpha_bootstrap])
def test_an_interval_ends_at_one_and_its_parts_are_named(make: object) -> None:
    found = make(ratings_from_matrix([[1, 1, 1], [3, 3, 3], [2, 2, 2], [5, 5, 5], [4, 4, 5]]))  # type: ignore[operator]
    assert isinstance(found, AlphaInterval)
    assert None not in {found.low, found.high, found.items_error, found.raters_error}
    assert found.low < found.alpha.alpha < found.high <= 1


def test_the_same_seed_gives_the_same_interval_and_the_order_of_rows_does_not_matter() -> None:
    found = crossed(np.random.default_rng(4), items=20, raters=6, each=4)
    mixed = found.rows(np.random.default_rng(5).permutation(found.n))
    assert alpha_bootstrap(found, resamples=50, seed=9) == alpha_bootstrap(mixed, resamples=50, seed=9)
    first, second = alpha_interval(found), alpha_interval(mixed)
    assert (first.low, first.high) == pytest.approx((second.low, second.high), abs=1e-12)


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (ratings_from_matrix([[2, 2], [2, 2]]), reasons.ALL_EQUAL),
        (ratings_from_matrix([[1, 2, 3]]), reasons.ONE_ITEM),
        (ratings([0, 0, 1, 1], [0, 0, 0, 0], [1, 2, 2, 2]), reasons.ONE_RATER),
        (ratings_from_matrix([[1, 1], [2, 2]]), reasons.FULL_AGREEMENT),
        (ratings_from_matrix([[1, None]]), reasons.NO_PAIRS),
        (ratings_from_matrix([[1, 2, 3]] * 5), reasons.ALIKE),
    ],
)
@pytest.mark.parametrize("make", [alpha_interval, alpha_bootstrap])
def test_what_has_no_interval_has_a_reason(found: Ratings, reason: str, make: object) -> None:
    interval = make(found)  # type: ignore[operator]
    assert (interval.low, interval.high, interval.standard_error, interval.reason) == (
        None,
        None,
        None,
        reason,
    )


def test_a_level_outside_0_to_1_is_refused() -> None:
    with pytest.raises(ValueError, match="level"):
        alpha_interval(ratings_from_matrix([[1, 2], [2, 2]]), level=95)


TRUTH = 0.4829
"""Ordinal alpha of all such items and raters: of a million items by two raters each, nobody twice."""


def covered(design: dict[str, int], *, rounds: int, resamples: int) -> tuple[float, float]:
    """Share of rounds in which each interval, by the delta method and by the bootstrap, holds the truth."""
    random = np.random.default_rng(11)
    delta = bootstrap = 0
    for seed in range(rounds):
        found = crossed(random, **design)
        one, other = alpha_interval(found), alpha_bootstrap(found, resamples=resamples, seed=seed)
        delta += one.low <= TRUTH <= one.high
        bootstrap += other.low <= TRUTH <= other.high
    return delta / rounds, bootstrap / rounds


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    "design",
    [
        {"items": 60, "raters": 8, "each": 8},
        {"items": 200, "raters": 30, "each": 3},
        {"items": 60, "raters": 10, "each": 2},
    ],
    ids=["complete", "three ratings an item", "two ratings an item"],
)
def test_both_intervals_cover_the_truth_about_as_often_as_they_say(design: dict[str, int]) -> None:
    rounds, resamples = (1000, 1000) if IN_PROOF else (30, 50)
    delta, bootstrap = covered(design, rounds=rounds, resamples=resamples)
    least, most = (0.93, 0.985) if IN_PROOF else (0.8, 1.0)
    assert least <= delta <= most
    assert least <= bootstrap <= most
