from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from earmark.stats import reasons
from earmark.stats.raters import rater_facts, standardised
from earmark.stats.ratings import Ratings, ratings, ratings_from_matrix
from earmark.stats.subject_em import subject_model
from earmark.stats.subject_model import SubjectModel, annex_e
from proof import IN_PROOF

FITS: tuple[Callable[[Ratings], SubjectModel], ...] = (annex_e, subject_model)


def simulated(seed: int, *, items: int, raters: int, each: int) -> tuple[Ratings, np.ndarray]:
    """Whole scores from 1 to 5 by raters unlike in bias and inconsistency, and the true qualities."""
    random = np.random.default_rng(seed)
    quality, bias = random.normal(3, 0.6, items), random.normal(0, 0.35, raters)
    chance = np.exp(random.normal(np.log(0.7), 0.35, raters))
    item = np.repeat(np.arange(items), each)
    rater = np.argsort(random.random((items, raters)), axis=1)[:, :each].ravel()
    heard = quality[item] + bias[rater] + chance[rater] * random.normal(size=item.size)
    return ratings(item, rater, np.clip(np.rint(heard), 1, 5).astype(np.int64)), quality


def off(quality: np.ndarray, truth: np.ndarray) -> float:
    return float(np.std(quality - truth))


def plain(found: Ratings) -> np.ndarray:
    return np.bincount(found.item.codes, weights=found.scores) / np.bincount(found.item.codes)


@pytest.mark.parametrize(("items", "raters", "each"), [(1000, 100, 5), (1000, 100, 3), (1000, 200, 10)])
def test_on_sparse_designs_the_regularised_fit_beats_plain_means(items: int, raters: int, each: int) -> None:
    for seed in range(10 if IN_PROOF else 1):
        found, truth = simulated(seed, items=items, raters=raters, each=each)
        fit = subject_model(found)
        assert fit.converged
        assert fit.steps < 200
        assert fit.inconsistency.min() > 0.1
        assert off(fit.quality, truth) < 0.92 * off(plain(found), truth)


def test_on_complete_designs_the_regularised_fit_is_as_good_as_annex_e() -> None:
    ours = theirs = 0.0
    for seed in range(50 if IN_PROOF else 8):
        found, truth = simulated(seed, items=80, raters=26, each=26)
        ours += off(subject_model(found).quality, truth) ** 2
        theirs += off(annex_e(found).quality, truth) ** 2
    assert ours**0.5 < 1.02 * theirs**0.5


def test_clips_that_hardly_differ_are_fitted_to_the_end() -> None:
    """Plain steps of expectation and maximisation would take 20,000, and stop anywhere before."""
    item = [3, 3, 4, 1, 1, 1, 2, 1, 0, 1, 2, 2, 1, 1, 3, 0, 0, 0, 2, 0, 1]
    rater = [0, 2, 1, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 2, 0, 2, 0, 1, 1, 1]
    value = [1, 2, 2, 2, 2, 2, 1, 1, 2, 2, 1, 1, 2, 1, 1, 2, 1, 2, 2, 2, 2]
    fit = subject_model(ratings(item, rater, value))
    assert (fit.converged, fit.steps < 100) == (True, True)
    assert fit.quality == pytest.approx([1.63476, 1.63434, 1.61400, 1.61959, 1.62994], abs=1e-5)


def test_annex_e_collapses_on_a_sparse_design() -> None:
    found, truth = simulated(0, items=300, raters=60, each=3)
    assert annex_e(found).inconsistency.min() < 0.01
    assert off(annex_e(found).quality, truth) > off(subject_model(found).quality, truth)


def test_a_step_of_annex_e_leaves_its_result_where_it_is() -> None:
    found, _ = simulated(1, items=40, raters=10, each=10)
    fit = annex_e(found)
    table = found.scores.reshape(40, 10)[
        np.arange(40)[:, None], np.argsort(found.rater.codes.reshape(40, 10))
    ]
    weight = 1 / (fit.inconsistency**2 + 1e-8)
    assert fit.quality == pytest.approx((table - fit.bias) @ weight / weight.sum(), abs=1e-7)
    assert fit.bias == pytest.approx((table - fit.quality[:, None]).mean(axis=0), abs=1e-7)
    rest = table - fit.quality[:, None] - fit.bias
    assert fit.standard_error == pytest.approx(rest.std(axis=1) / np.sqrt(10), abs=1e-7)
    assert fit.bias.mean() == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("fit", FITS)
def test_names_and_the_order_of_rows_do_not_matter(fit: Callable[[Ratings], SubjectModel]) -> None:
    found, _ = simulated(2, items=30, raters=8, each=5)
    order = np.random.default_rng(3).permutation(found.n)
    items, raters = found.item.codes[order], found.rater.codes[order]
    mixed = ratings([f"i{100 + i}" for i in items], [f"r{100 + r}" for r in raters], found.scores[order])
    first, second = fit(found), fit(mixed)
    assert first.quality == pytest.approx(second.quality, abs=1e-8)
    assert first.inconsistency == pytest.approx(second.inconsistency, abs=1e-8)


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (ratings([], [], []), reasons.NO_SCORES),
        (ratings_from_matrix([[1], [2]]), reasons.ONE_RATER),
        (ratings_from_matrix([[3, 3], [3, 3]]), reasons.ALL_EQUAL),
    ],
)
@pytest.mark.parametrize("fit", FITS)
def test_what_has_no_fit_has_a_reason(
    fit: Callable[[Ratings], SubjectModel], found: Ratings, reason: str
) -> None:
    model = fit(found)
    assert (model.quality.size, model.converged, model.reason) == (0, False, reason)


@pytest.mark.parametrize(
    "matrix", [[[1, 2]], [[1, 1], [5, 5]], [[1, None], [None, 4]], [[1, 5, 3], [2, None, None]]]
)
@pytest.mark.parametrize("fit", FITS)
def test_odd_data_give_finite_numbers(
    fit: Callable[[Ratings], SubjectModel], matrix: list[list[int | None]]
) -> None:
    model = fit(ratings_from_matrix(matrix))
    for values in (model.quality, model.standard_error, model.bias, model.inconsistency):
        assert np.isfinite(values).all()


def test_a_rater_is_compared_with_the_others_and_never_with_himself() -> None:
    found = rater_facts(ratings_from_matrix([[5, 3, 4], [4, 2, 2], [3, 1, None], [1, None, None]]))
    first = found[0]
    others = np.array([3.5, 2, 1])
    assert (first.n, first.compared, first.mean) == (4, 3, 3.25)
    assert first.bias == pytest.approx(np.mean([5, 4, 3] - others))
    assert first.inconsistency == pytest.approx(np.std([5, 4, 3] - others, ddof=1))
    assert first.correlation == pytest.approx(np.corrcoef([5, 4, 3], others)[0, 1])


def test_a_rater_who_repeats_himself_is_no_other() -> None:
    (alone,) = rater_facts(ratings(["a", "a"], ["x", "x"], [1, 5]))
    assert (alone.n, alone.compared, alone.bias, alone.reason) == (2, 0, None, reasons.NO_PAIRS)
    one, other = rater_facts(ratings(["a", "a"], ["x", "y"], [1, 5]))
    assert (one.bias, other.bias, one.reason) == (-4, 4, reasons.ONE_SCORE)
    flat, _ = rater_facts(ratings_from_matrix([[3, 1], [3, 5]]))
    assert (flat.correlation, flat.reason) == (None, reasons.ALL_EQUAL)
    assert rater_facts(ratings([], [], [])) == ()


def test_scores_are_put_on_a_common_footing_and_flat_raters_are_named() -> None:
    found = standardised(ratings_from_matrix([[1, 4, 3], [3, 5, 3], [5, 3, 3]]))
    assert found.rows.tolist() == [0, 1, 3, 4, 6, 7]
    assert found.z == pytest.approx([-1, 0, 0, 1, 1, -1])
    assert found.flat == (2,)
