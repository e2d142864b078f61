from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from earmark.stats.ordinal.crossed import Laplace, Meetings
from earmark.stats.ordinal.fixed import maximum, ordinal_fit
from earmark.stats.ordinal.grading import (
    ENDLESS_EFFECT,
    NO_SCORES,
    ONE_GRADE,
    UNDISTINGUISHED,
    dummies,
    graded,
)
from earmark.stats.ordinal.mixed import ONE_OF_A_KIND, ordinal_mixed_fit
from earmark.stats.ordinal.profile import profile_intervals
from earmark.stats.outcomes import outcomes
from proof import IN_PROOF

# Randall (1989), "The analysis of sensory data by generalised linear model": bitter wine, two bottles of
# each of cold/no, cold/yes, warm/no, warm/yes contact; nine judges.
WINE = (
    (2, 3, 3, 4, 4, 4, 5, 5),
    (1, 2, 1, 3, 2, 3, 5, 4),
    (2, 3, 3, 2, 5, 5, 4, 4),
    (3, 2, 3, 2, 3, 2, 5, 3),
    (2, 3, 4, 3, 3, 3, 3, 3),
    (3, 2, 3, 2, 2, 4, 5, 4),
    (1, 1, 2, 2, 2, 3, 2, 3),
    (2, 2, 2, 3, 3, 3, 3, 4),
    (1, 2, 3, 2, 3, 2, 4, 4),
)
RATING = np.array(WINE).ravel()
JUDGE = np.repeat(range(9), 8)
DESIGN = np.tile([[0, 0], [0, 0], [0, 1], [0, 1], [1, 0], [1, 0], [1, 1], [1, 1]], (9, 1))
NAMES = ("warm", "contact")


def estimates(found: object) -> list[float]:
    return [effect.estimate for effect in found.effects]


def test_wine_gives_the_published_proportional_odds() -> None:
    found = ordinal_fit(RATING, DESIGN, names=NAMES)
    assert found.log_likelihood == pytest.approx(-86.49192, abs=1e-5)
    assert estimates(found) == pytest.approx([2.503102, 1.5277977], abs=1e-5)
    assert [effect.standard_error for effect in found.effects] == pytest.approx(
        [0.5286801, 0.4766226], abs=1e-5
    )
    assert found.thresholds == pytest.approx([-1.3443834, 1.2508088, 3.4668869, 5.0064042], abs=1e-5)


@pytest.mark.parametrize(
    ("nodes", "likelihood", "effects", "deviation"),
    [
        (1, -81.56540929, [3.0629966, 1.8348849], 1.1311326),
        (10, -81.53246071, [3.061891, 1.8334334], 1.1347833),
    ],
)
def test_wine_with_judges_gives_the_published_mixed_model(
    nodes: int, likelihood: float, effects: list[float], deviation: float
) -> None:
    found = ordinal_mixed_fit(RATING, rater=JUDGE, design=DESIGN, names=NAMES, nodes=nodes)
    assert found.log_likelihood == pytest.approx(likelihood, abs=1e-4)
    assert estimates(found) == pytest.approx(effects, abs=2e-3)
    assert found.raters.deviation == pytest.approx(deviation, abs=2e-3)
    assert [effect.standard_error for effect in found.effects] == pytest.approx([0.595, 0.5124], abs=2e-3)


def test_a_profile_ends_where_the_likelihood_has_fallen_far_enough() -> None:
    top = ordinal_fit(RATING, DESIGN, names=NAMES).log_likelihood
    for place, effect in enumerate(profile_intervals(RATING, DESIGN, names=NAMES)):
        for end in (effect.low, effect.high):
            held = replace(graded(RATING, DESIGN[:, [1 - place]]), known=DESIGN[:, place] * end)
            assert 2 * (top - maximum(held, "logit")[1]) == pytest.approx(3.841459, abs=1e-5)
        assert effect.high - effect.estimate > effect.estimate - effect.low, "it leans upwards here"


def test_a_profile_without_an_end_says_so() -> None:
    scores, first = [1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1], [1.0] * 4 + [0.0] * 8
    (endless,) = profile_intervals(scores, first, names=["first"])
    assert (endless.estimate, endless.high, endless.reason) == (None, None, ENDLESS_EFFECT)
    assert 0.5 < endless.low < 3
    (turned,) = profile_intervals(scores, -np.array(first), names=["first"])
    assert (turned.low, turned.high) == (None, pytest.approx(-endless.low))
    (little,) = profile_intervals([1, 2], [0.0, 1.0], names=["second"])
    assert (little.low < 0, little.high) == (True, None)
    both = np.column_stack([first, first])
    known, copy = profile_intervals([1, 2, 2, 2, 1, 1, 2, 1, 1, 1, 1, 1], both, names=["first", "again"])
    assert known.low < known.estimate < known.high
    assert copy.reason == UNDISTINGUISHED


def crossed(seed: int, n: int = 150) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    item, rater, x = random.integers(0, 12, n), random.integers(0, 6, n), random.standard_normal(n)
    latent = 0.7 * x + random.standard_normal(12)[item] + 0.6 * random.standard_normal(6)[rater]
    return np.digitize(latent + random.logistic(size=n), [-1.5, 0, 1.5]), item, rater, x


@pytest.mark.parametrize("link", ["logit", "probit"])
@pytest.mark.parametrize("dense", [10**6, 0])
def test_the_gradient_is_that_of_the_approximation(
    link: str, dense: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("earmark.stats.ordinal.crossed._CLOSE", 1e-11)
    monkeypatch.setattr("earmark.stats.ordinal.crossed._DENSE", dense)
    monkeypatch.setattr("earmark.stats.ordinal.crossed._AT_ONCE", 20)
    value, item, rater, x = crossed(1)
    laplace = Laplace(graded(value, x), Meetings(item, rater), link)
    point = np.array([-1.1, 0.2, 1.3, 0.4, 0.8, 0.5])
    gradient = laplace.value_and_gradient(point)[1]
    steps = 1e-5 * np.eye(point.size)
    numbers = [
        (laplace.value_and_gradient(point + s)[0] - laplace.value_and_gradient(point - s)[0]) / 2e-5
        for s in steps
    ]
    assert gradient == pytest.approx(np.array(numbers), abs=1e-6)


def test_items_and_raters_that_differ_are_found() -> None:
    value, item, rater, x = crossed(2, n=1500)
    found = ordinal_mixed_fit(value, item=item, rater=rater, design=x, names=["x"])
    assert found.effects[0].estimate == pytest.approx(0.7, abs=0.2)
    assert found.items.deviation == pytest.approx(1.2, abs=0.4)
    assert found.raters.deviation == pytest.approx(0.6, abs=0.4)
    assert found.items.values.size == 12


def test_a_condition_with_the_top_grade_only_has_no_limit() -> None:
    design, names = dummies(["a"] * 4 + ["b"] * 3)
    found = ordinal_fit([1, 2, 3, 2, 3, 3, 3], design, names=names)
    assert (names, found.effects[0].estimate, found.effects[0].reason) == (("b",), None, ENDLESS_EFFECT)
    mixed = ordinal_mixed_fit([1, 2, 3, 2, 3, 3, 3], rater=[0, 1, 0, 1, 0, 1, 0], design=design, names=names)
    assert mixed.effects[0].reason == ENDLESS_EFFECT


def test_what_cannot_be_fitted_has_a_reason() -> None:
    assert ordinal_fit([]).reason == NO_SCORES
    assert ordinal_fit([2, 2, 2]).reason == ONE_GRADE
    assert ordinal_mixed_fit([2, 2], rater=[0, 1]).reason == ONE_GRADE
    twice = ordinal_fit([1, 2, 1, 3], [[1, 2], [0, 0], [1, 2], [0, 0]], names=["x", "2x"])
    assert [effect.reason for effect in twice.effects][1] == UNDISTINGUISHED
    assert ordinal_mixed_fit([1, 2, 1, 3], rater=[0] * 4).raters.reason == ONE_OF_A_KIND
    with pytest.raises(ValueError, match="2 columns but 1 names"):
        ordinal_fit([1, 2], [[1, 2], [0, 1]], names=["x"])
    with pytest.raises(ValueError, match="nodes must be 1"):
        ordinal_mixed_fit([1, 2], item=[0, 1], rater=[0, 1], nodes=5)


def test_grades_that_tell_nearly_nothing_have_a_fit_or_a_reason() -> None:
    """A search that runs far off meets effects that cannot be found: it turns back, and does not fail."""
    for seed in (185, 375):
        random = np.random.default_rng(seed)
        n = int(random.integers(0, 12))
        most = [int(random.integers(1, size + 1)) for size in (5, 4, 4, 2)]
        item, apart = random.integers(0, most[0], n), random.random() < 0.5
        condition = random.integers(0, most[3], n) if apart else item % most[3]
        rater, value = random.integers(0, most[1], n), random.integers(1, most[2] + 1, n)
        found = outcomes(value, condition, item=item, rater=rater, order=range(1, 5))
        assert found.fit.log_likelihood is None or np.isfinite(found.fit.log_likelihood)


@pytest.mark.parametrize("seed", range(40 if IN_PROOF else 2))
def test_neither_order_nor_labels_change_the_fit(seed: int) -> None:
    value, item, rater, x = crossed(seed, n=80)
    found = ordinal_mixed_fit(value, item=item, rater=rater, design=x, names=["x"])
    order = np.random.default_rng(seed).permutation(80)
    again = ordinal_mixed_fit(
        value[order] * 10,
        item=[f"i{99 - i}" for i in item[order]],
        rater=rater[order],
        design=x[order],
        names=["x"],
    )
    assert again.log_likelihood == pytest.approx(found.log_likelihood, abs=1e-5)
    assert again.effects[0].estimate == pytest.approx(found.effects[0].estimate, abs=1e-2)


@given(
    st.lists(
        st.tuples(st.integers(1, 3), st.integers(0, 2), st.integers(0, 2), st.integers(0, 1)), max_size=12
    )
)
def test_whatever_the_scores_there_is_a_number_or_a_reason(rows: list[tuple[int, int, int, int]]) -> None:
    value, item, rater, condition = np.array(rows, dtype=int).reshape(-1, 4).T
    found = ordinal_mixed_fit(value, item=item, rater=rater, design=condition, names=["b"])
    assert found.reason is not None or np.isfinite(found.log_likelihood)
    for effect in found.effects:
        assert (effect.reason is None) == (effect.estimate is not None and np.isfinite(effect.standard_error))


def test_outcomes_are_counted_and_conditions_compared() -> None:
    random = np.random.default_rng(3)
    condition = np.tile([0, 1], 150)
    grade = np.digitize(condition * 1.0 + random.logistic(size=300), [-0.5, 1.0])
    words = np.array(["fail", "partial", "pass"])[grade]
    found = outcomes(
        words.tolist(),
        [f"c{c}" for c in condition],
        item=np.arange(300) // 2 % 25,
        rater=np.arange(300) // 50,
    )
    shares = {(each.condition, each.outcome): each.rate.share for each in found.shares}
    assert shares["c1", "pass"] == pytest.approx((grade[condition == 1] == 2).mean())
    assert sum(share for (name, _), share in shares.items() if name == "c0") == pytest.approx(1)
    contrast = found.contrasts[0]
    assert (contrast.condition, contrast.other) == ("c0", "c1")
    assert contrast.low < -1.0 < contrast.high
    with pytest.raises(ValueError, match="row 2: outcome 'passed' is none of fail, partial, pass"):
        outcomes(["fail", "passed"], [0, 1], item=[0, 0], rater=[0, 1])
