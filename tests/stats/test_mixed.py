from __future__ import annotations

import numpy as np
import pytest

from earmark.stats import reasons
from earmark.stats.mixed import crossed_model
from earmark.stats.mixed_equations import Equations
from earmark.stats.mixed_tastes import covariance_with_tastes
from earmark.stats.ratings import Ratings, ratings
from earmark.stats.variance_parts import variance_parts


def crossed(seed: int, *, items: int = 40, raters: int = 12) -> Ratings:
    random = np.random.default_rng(seed)
    item, rater = np.divmod(np.arange(items * raters), raters)
    kept = random.random(item.size) < 0.6
    item, rater = item[kept], rater[kept]
    condition = item % 3
    scores = 3 + 0.4 * condition + random.normal(0, 0.6, items)[item] + random.normal(0, 0.4, raters)[rater]
    return ratings(item, rater, scores + random.normal(0, 0.7, item.size), condition=condition)


def dense_deviance(found: Ratings, outer: float, inner: float) -> float:
    """Minus twice the restricted log-likelihood from its definition, with the whole covariance matrix."""
    n = found.n
    zi, zr, x = (np.eye(part.count)[part.codes] for part in (found.item, found.rater, found.condition))
    shape = np.eye(n) + outer * zi @ zi.T + inner * zr @ zr.T
    inverse = np.linalg.inv(shape)
    middle = x.T @ inverse @ x
    y = found.scores - found.scores.mean()
    p = inverse - inverse @ x @ np.linalg.inv(middle) @ x.T @ inverse
    free = n - x.shape[1]
    scale = float(y @ p @ y) / free
    return float(
        np.linalg.slogdet(shape)[1] + np.linalg.slogdet(middle)[1] + free * (1 + np.log(2 * np.pi * scale))
    )


@pytest.mark.parametrize("dense", [0, 10**9])
def test_the_deviance_is_that_of_the_definition_and_its_slopes_are_its_derivatives(
    dense: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("earmark.stats.mixed_equations._DENSE", dense)
    found = crossed(1, items=15, raters=6)
    system = Equations.of(found)
    assert isinstance(system.across, np.ndarray) == bool(dense)
    solution = system.solve(0.5, 0.2)
    assert solution.deviance == pytest.approx(dense_deviance(found, 0.5, 0.2), abs=1e-8)
    step = 1e-5
    for place in range(2):
        up, down = ([0.5, 0.2] for _ in range(2))
        up[place] *= np.exp(step)
        down[place] *= np.exp(-step)
        slope = (system.solve(*up).deviance - system.solve(*down).deviance) / (2 * step)
        assert solution.slopes[place] == pytest.approx(slope, abs=1e-5)


def test_many_ratings_of_few_items_are_laid_out_as_a_table_and_few_ratings_of_many_are_not() -> None:
    item, rater = np.divmod(np.arange(3000), 3)
    wide = ratings(item, rater + item % 200, 1 + item % 5)
    item, rater = np.divmod(np.arange(3000), 100)
    full = ratings(item, rater, 1 + item % 5)
    assert not isinstance(Equations.of(wide).across, np.ndarray)
    assert isinstance(Equations.of(full).across, np.ndarray)


def test_the_fit_is_the_best_of_the_definition() -> None:
    found = crossed(2, items=15, raters=6)
    model = crossed_model(found)
    ratios = np.array([model.item_variance, model.rater_variance]) / model.residual_variance
    assert model.deviance == pytest.approx(dense_deviance(found, *ratios), abs=1e-6)
    for factors in ([1.05, 1], [1, 1.05], [0.95, 1], [1, 0.95]):
        assert dense_deviance(found, *(ratios * factors)) > model.deviance


def test_balanced_data_give_the_mean_squares() -> None:
    random = np.random.default_rng(3)
    table = random.normal(0, 1, (10, 1)) + random.normal(0, 0.5, (1, 6)) + random.normal(0, 0.6, (10, 6))
    item, rater = np.divmod(np.arange(60), 6)
    model = crossed_model(ratings(item, rater, table.ravel()))
    rest = table - table.mean(axis=1, keepdims=True) - table.mean(axis=0) + table.mean()
    residual = (rest**2).sum() / 45
    assert model.residual_variance == pytest.approx(residual, rel=1e-5)
    assert model.item_variance == pytest.approx((6 * table.mean(axis=1).var(ddof=1) - residual) / 6, rel=1e-4)
    assert model.rater_variance == pytest.approx(
        (10 * table.mean(axis=0).var(ddof=1) - residual) / 10, rel=1e-4
    )
    assert model.means == pytest.approx([table.mean()])


def test_more_raters_than_items_give_the_same_fit() -> None:
    found = crossed(4)
    model = crossed_model(found)
    turned = crossed_model(
        ratings(found.rater.codes, found.item.codes, found.scores, condition=found.condition.codes)
    )
    assert turned.item_variance == pytest.approx(model.rater_variance, rel=1e-4)
    assert turned.means == pytest.approx(model.means, abs=1e-5)
    assert turned.rater_effects == pytest.approx(model.item_effects, abs=1e-4)


def test_a_variance_that_the_data_do_not_show_is_zero() -> None:
    random = np.random.default_rng(6)
    table = random.normal(0, 1, (10, 8)) + random.normal(0, 1, 8)
    table -= table.mean(axis=1, keepdims=True)
    item, rater = np.divmod(np.arange(80), 8)
    model = crossed_model(ratings(item, rater, table.ravel()))
    assert model.item_variance == 0
    assert model.rater_variance > 0


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (ratings([], [], []), reasons.NO_SCORES),
        (ratings([0, 1], [0, 0], [1, 2], condition=["a", "b"]), reasons.TOO_FEW),
        (ratings([0, 1, 2], [0, 0, 1], [1, 1, 4], condition=["a", "a", "b"]), reasons.ALL_EQUAL),
    ],
)
def test_what_has_no_fit_has_a_reason(found: Ratings, reason: str) -> None:
    model = crossed_model(found)
    assert (model.means, model.standard_errors, model.reason) == (None, None, reason)


@pytest.mark.parametrize("sizes", [(18, 7), (6, 15)])
def test_tastes_add_what_the_weights_of_a_raters_scores_of_a_condition_add_up_to(
    sizes: tuple[int, int],
) -> None:
    random = np.random.default_rng(4)
    item, rater, condition = (way.ravel() for way in np.indices((*sizes, 3)))
    kept = random.random(item.size) < 0.7
    seat = (rater * 3 + condition)[kept]
    scores = random.normal(0, 1, seat.max() + 1)[seat] + random.normal(0, 0.5, seat.size)
    found = ratings((item * 3 + condition)[kept], rater[kept], scores, condition=condition[kept])
    model, taste = crossed_model(found), variance_parts(found).parts.taste
    assert taste > 0.3
    taste = min(taste, model.residual_variance)
    zi, zr, x = (np.eye(part.count)[part.codes] for part in (found.item, found.rater, found.condition))
    zs = np.eye(seat.max() + 1)[seat]
    own = model.item_variance * zi @ zi.T + model.rater_variance * zr @ zr.T
    own += model.residual_variance * np.eye(found.n)
    inverse = np.linalg.inv(own)
    weights = np.linalg.solve(x.T @ inverse @ x, x.T @ inverse)
    expected = weights @ (own + taste * (zs @ zs.T - np.eye(found.n))) @ weights.T
    assert covariance_with_tastes(found, model) == pytest.approx(expected, rel=1e-5)
    assert np.diag(expected).min() > 1.2 * np.diag(model.covariance).max()


def test_without_a_second_condition_there_is_no_taste_to_add() -> None:
    one = crossed(3).rows(crossed(3).condition.codes == 0)
    model = crossed_model(one)
    assert covariance_with_tastes(one, model) is model.covariance
