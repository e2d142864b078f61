from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from earmark.stats import reasons
from earmark.stats.labels.dawid_skene import dawid_skene
from earmark.stats.labels.glad import _cost, _laid_out, glad
from earmark.stats.labels.mace import _Beliefs, _expected, mace
from earmark.stats.labels.mace import _laid_out as _laid_out_for_mace
from earmark.stats.labels.majority import majority
from earmark.stats.labels.result import Labels
from earmark.stats.ratings import Ratings, ratings

Join = Callable[[Ratings], Labels]
JOINS: dict[str, Join] = {
    "majority": majority,
    "dawid-skene": partial(dawid_skene, steps=100),
    "one-coin": partial(dawid_skene, model="one-coin", steps=100),
    "mace": partial(mace, starts=3),
    "glad": lambda table: glad(table).labels,
}


def crowd(seed: int, *, items: int = 150, good: int = 3, spam: int = 4) -> tuple[Ratings, np.ndarray]:
    """Good raters are right nine times in ten; the others nearly always say the first category."""
    random = np.random.default_rng(seed)
    truth = random.integers(0, 3, items)
    item, rater = np.divmod(np.arange(items * (good + spam)), good + spam)
    right = np.where(random.random(item.size) < 0.9, truth[item], random.integers(0, 3, item.size))
    habit = np.where(random.random(item.size) < 0.9, 0, random.integers(0, 3, item.size))
    return ratings(item, rater, np.where(rater < good, right, habit)), truth


@pytest.mark.parametrize("name", ["dawid-skene", "mace"])
def test_models_see_through_spam_that_outvotes_the_truth(name: str) -> None:
    found, truth = crowd(1)
    joined = JOINS[name](found)
    assert joined.converged or name == "mace"
    assert (joined.best == truth).mean() > 0.85 > (majority(found).best == truth).mean()
    assert joined.reliability[:3].min() > 0.75
    assert joined.reliability[3:].max() < 0.6
    assert joined.posterior.sum(axis=1) == pytest.approx(np.ones(150))


def test_one_coin_tells_good_raters_from_bad_ones_where_spam_does_not_outvote_them() -> None:
    found, truth = crowd(7, good=4, spam=3)
    joined = JOINS["one-coin"](found)
    assert (joined.best == truth).mean() > 0.95 > (majority(found).best == truth).mean()
    assert joined.reliability[:4].min() > 0.8
    assert joined.reliability[4:].max() < 0.6


def test_majority_takes_most_votes_and_tells_ties() -> None:
    found = majority(ratings(["a", "a", "a", "b", "b"], [0, 1, 2, 0, 1], ["no", "yes", "yes", "no", "yes"]))
    assert (found.best.tolist(), found.tied.tolist()) == (["yes", "no"], [False, True])
    assert found.posterior[0] == pytest.approx([1 / 3, 2 / 3])
    assert found.reliability == pytest.approx([0.5, 0.5, 1])


def test_the_likelihood_of_dawid_and_skene_is_that_of_the_model() -> None:
    found, _ = crowd(2, items=6)
    fit = dawid_skene(found, steps=400, tolerance=1e-14)
    counts = np.zeros((found.rater.count, 3, 3))
    for item, rater, value in zip(found.item.codes, found.rater.codes, found.value.codes, strict=True):
        counts[rater, value] += fit.posterior[item]
    confusion = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1e-300)
    total = 0.0
    for item in range(6):
        rows = np.flatnonzero(found.item.codes == item)
        each = [
            fit.prevalence[k]
            * math.prod(confusion[found.rater.codes[r], found.value.codes[r], k] for r in rows)
            for k in range(3)
        ]
        total += math.log(sum(each))
    assert fit.log_likelihood == pytest.approx(total, abs=1e-6)


def test_what_mace_expects_is_the_sum_over_all_that_may_be() -> None:
    found = ratings([0, 0, 1], [0, 1, 0], [0, 1, 1])
    beliefs = _Beliefs(np.array([0.7, 0.4]), np.array([0.3, 0.6]), np.array([[0.2, 0.8], [0.5, 0.5]]))
    posterior, likelihood, known = _expected(_laid_out_for_mace(found), beliefs)
    weight = np.zeros(2)
    for truth, *knows in itertools.product(range(2), [False, True], [False, True]):
        chance = 0.5
        for rater, value in ((0, 0), (1, 1)):
            p = (
                beliefs.knows[rater] * (value == truth)
                if knows[rater]
                else beliefs.spams[rater] * beliefs.habit[rater, value]
            )
            chance *= p
        weight[truth] += chance
    assert posterior[0] == pytest.approx(weight / weight.sum())
    alone = 0.5 * np.array([0.3 * 0.8, 0.7 + 0.3 * 0.8])
    assert likelihood == pytest.approx(math.log(weight.sum()) + math.log(alone.sum()))
    assert known[2] == pytest.approx(0.5 * 0.7 / alone.sum())


def test_what_glad_climbs_is_the_sum_over_all_truths_with_its_slope() -> None:
    found = ratings([0, 0, 1, 1], [0, 1, 0, 1], [0, 2, 1, 1])
    skill, ease = np.array([1.4, -0.3]), np.array([0.6, 1.5])
    right = 1 / (1 + np.exp(-np.outer(skill, ease)))
    chance = np.log([sum(right_or_not(found, right, item, k) for k in range(3)) / 3 for item in (0, 1)])
    point = np.concatenate([skill, np.log(ease)])
    given = _laid_out(found)
    cost, slope = _cost(given, point)
    assert cost == pytest.approx(float((point - 1) @ (point - 1)) / 2 - chance.sum())
    near = [(_cost(given, point + s)[0] - _cost(given, point - s)[0]) / 2e-6 for s in 1e-6 * np.eye(4)]
    assert slope == pytest.approx(near, abs=1e-6)


def right_or_not(found: Ratings, right: np.ndarray, item: int, truth: int) -> float:
    rows = np.flatnonzero(found.item.codes == item)
    of = right[found.rater.codes[rows], item]
    return float(np.where(found.value.codes[rows] == truth, of, (1 - of) / 2).prod())


def test_glad_knows_hard_items_from_easy_ones() -> None:
    random = np.random.default_rng(5)
    item, rater = (way.ravel() for way in np.indices((60, 9)))
    truth, hard = random.integers(0, 2, 60), np.arange(60) < 30
    errs = random.random(item.size) < np.where(hard[item], 0.4, 0.03)
    found = glad(ratings(item, rater, np.where(errs, 1 - truth[item], truth[item])))
    assert np.median(found.ease[hard]) < np.median(found.ease[~hard]) / 2
    assert (found.labels.best[~hard] == truth[~hard]).mean() > 0.95


@pytest.mark.parametrize("name", JOINS)
def test_names_and_the_order_of_rows_do_not_matter(name: str) -> None:
    found, _ = crowd(3, items=40)
    order = np.random.default_rng(4).permutation(found.n)
    mixed = ratings(
        [f"i{100 + i}" for i in found.item.codes[order]],
        [f"r{100 + r}" for r in found.rater.codes[order]],
        [f"v{v}" for v in found.value.codes[order]],
    )
    first, second = JOINS[name](found), JOINS[name](mixed)
    assert first.posterior == pytest.approx(second.posterior, abs=1e-7)
    assert first.reliability == pytest.approx(second.reliability, abs=1e-7)


@pytest.mark.parametrize("name", JOINS)
def test_odd_data_give_finite_numbers_and_no_data_a_reason(name: str) -> None:
    nothing = JOINS[name](ratings([], [], []))
    assert (nothing.best.size, nothing.reason) == (0, reasons.NO_SCORES)
    for rows in (
        [(0, 0, 1)],
        [(0, 0, 1), (0, 0, 2)],
        [(0, 0, 1), (1, 1, 1)],
        [(0, 0, 1), (1, 1, 2), (1, 0, 3)],
    ):
        found = JOINS[name](ratings(*zip(*rows, strict=True)))
        assert np.isfinite(found.posterior).all()
        assert np.isfinite(found.reliability).all()
        assert found.reason is None


def test_more_starts_are_never_less_likely() -> None:
    found, _ = crowd(5, items=30)
    assert dawid_skene(found, starts=5).log_likelihood >= dawid_skene(found).log_likelihood
    assert mace(found, starts=6).log_likelihood >= mace(found, starts=1).log_likelihood
    assert (
        mace(found, starts=2, seed=1).posterior.tolist() == mace(found, starts=2, seed=1).posterior.tolist()
    )


@pytest.mark.parametrize("join", [dawid_skene, mace])
def test_no_steps_are_refused(join: Callable[..., Labels]) -> None:
    with pytest.raises(ValueError, match="must be 1 or more"):
        join(crowd(6, items=5)[0], steps=0)
