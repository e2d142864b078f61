from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from earmark.stats import reasons
from earmark.stats.alpha import Distance, krippendorff_alpha
from earmark.stats.ratings import Ratings, ratings, ratings_from_matrix

DISTANCES: tuple[Distance, ...] = ("nominal", "ordinal", "interval", "ratio")

FOUR_OBSERVERS = ratings_from_matrix(  # Krippendorff 2011: a row a unit, a column an observer
    [
        [1, 1, None, 1],
        [2, 2, 3, 2],
        [3, 3, 3, 3],
        [3, 3, 3, 3],
        [2, 2, 2, 2],
        [1, 2, 3, 4],
        [4, 4, 4, 4],
        [1, 1, 2, 1],
        [2, 2, 2, 2],
        [None, 5, 5, 5],
        [None, None, 1, 1],
        [None, 3, None, None],
    ]
)


@pytest.mark.parametrize(
    ("distance", "alpha"),
    [("nominal", 0.743421), ("ordinal", 0.815388), ("interval", 0.849107), ("ratio", 0.797403)],
)
def test_the_published_example_has_its_published_values(distance: Distance, alpha: float) -> None:
    found = krippendorff_alpha(FOUR_OBSERVERS, distance)
    assert found.alpha == pytest.approx(alpha, abs=5e-7)
    assert (found.n, found.unpaired, found.items, found.raters) == (40, 1, 11, 4)


def by_definition(found: Ratings, distance: Distance) -> float:
    """Alpha from all pairs of ratings, with lists and no arrays."""
    units: dict[int, list[float]] = {}
    for item, value in zip(found.item.codes.tolist(), found.scores.tolist(), strict=True):
        units.setdefault(item, []).append(value)
    units = {item: values for item, values in units.items() if len(values) > 1}
    pool = [value for values in units.values() for value in values]

    def apart(a: float, b: float) -> float:
        if distance == "nominal":
            return float(a != b)
        if distance == "interval":
            return (a - b) ** 2
        if distance == "ratio":
            return ((a - b) / (a + b)) ** 2 if a + b else 0.0
        low, high = sorted((a, b))
        between = sum(low <= value <= high for value in pool)
        return (between - (pool.count(low) + pool.count(high)) / 2) ** 2 if low != high else 0.0

    observed = sum(
        sum(apart(a, b) for a, b in itertools.permutations(values, 2)) / (len(values) - 1)
        for values in units.values()
    ) / len(pool)
    expected = sum(apart(a, b) for a, b in itertools.permutations(pool, 2)) / (len(pool) * (len(pool) - 1))
    return 1 - observed / expected


@pytest.mark.parametrize("distance", DISTANCES)
@pytest.mark.parametrize("decimals", [0, 3])
def test_alpha_is_that_of_the_definition(distance: Distance, decimals: int) -> None:
    random = np.random.default_rng(7)
    values = random.uniform(0, 5, 40).round(decimals)
    found = ratings(random.integers(0, 12, 40), random.integers(0, 6, 40), values)
    assert krippendorff_alpha(found, distance).alpha == pytest.approx(
        by_definition(found, distance), abs=1e-12
    )


@given(st.randoms(use_true_random=False))
def test_names_and_the_order_of_rows_do_not_matter(chance: Any) -> None:
    rows = [(chance.randrange(6), chance.randrange(4), chance.randrange(1, 6)) for _ in range(25)]
    mixed = chance.sample(rows, len(rows))
    plain = ratings(*zip(*rows, strict=True))
    other = ratings(
        [f"i{9 - i}" for i, _, _ in mixed], [f"r{r}" for _, r, _ in mixed], [v for _, _, v in mixed]
    )
    for distance in DISTANCES:
        first, second = krippendorff_alpha(plain, distance), krippendorff_alpha(other, distance)
        assert (first.reason, first.n, first.items) == (second.reason, second.n, second.items)
        assert first.alpha == pytest.approx(second.alpha, abs=1e-10)


def test_full_agreement_is_exactly_one() -> None:
    for distance in DISTANCES:
        assert (
            krippendorff_alpha(ratings_from_matrix([[1, 1, 1], [3, 3, 3], [2, 2, None]]), distance).alpha == 1
        )


@pytest.mark.parametrize(
    ("matrix", "reason"),
    [
        ([[3, 3], [3, 3]], reasons.ALL_EQUAL),
        ([[1, None], [None, 2]], reasons.NO_PAIRS),
        ([[None, None]], reasons.NO_SCORES),
        ([[1], [2], [3]], reasons.NO_PAIRS),
        ([[1, 1], [None, 5]], reasons.ALL_EQUAL),
    ],
)
@pytest.mark.parametrize("distance", DISTANCES)
def test_what_has_no_alpha_has_a_reason(
    matrix: list[list[int | None]], reason: str, distance: Distance
) -> None:
    found = krippendorff_alpha(ratings_from_matrix(matrix), distance)
    assert (found.alpha, found.reason) == (None, reason)


def test_categories_have_a_nominal_alpha_only() -> None:
    found = ratings(["a", "a", "b", "b"], ["x", "y", "x", "y"], ["no", "no", "yes", "no"])
    assert krippendorff_alpha(found, "nominal").alpha == pytest.approx(0.0, abs=1e-12)
    with pytest.raises(ValueError, match="must be numbers"):
        krippendorff_alpha(found, "ordinal")


@pytest.mark.parametrize(
    ("values", "says"), [(np.arange(-1, 9), "0 or more"), (np.arange(5000), "at most 4096")]
)
def test_the_ratio_distance_refuses_what_it_cannot_take(values: np.ndarray[Any, Any], says: str) -> None:
    n = values.size
    with pytest.raises(ValueError, match=says):
        krippendorff_alpha(ratings(np.arange(n) // 2, np.arange(n) % 2, values), "ratio")
