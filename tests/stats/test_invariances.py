"""Whatever the ratings: no number is NaN or infinite, and neither names nor the order of rows change one."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from earmark.stats.alpha_intervals import alpha_bootstrap, alpha_interval
from earmark.stats.chance_corrected import agreement
from earmark.stats.contrasts import contrasts
from earmark.stats.fit_criteria import subject_criteria
from earmark.stats.fleiss import fleiss_test
from earmark.stats.icc import icc
from earmark.stats.labels.dawid_skene import dawid_skene
from earmark.stats.labels.glad import glad
from earmark.stats.labels.mace import mace
from earmark.stats.labels.majority import majority
from earmark.stats.lopsided import explain_alpha
from earmark.stats.mixed import crossed_model
from earmark.stats.mos import condition_means, item_means
from earmark.stats.ordinal.profile import profile_intervals
from earmark.stats.outcomes import outcomes
from earmark.stats.raters import rater_facts, standardised
from earmark.stats.ratings import Ratings, ratings, ratings_from_matrix
from earmark.stats.screening.bt500 import bt500
from earmark.stats.screening.correlation import correlation_screening
from earmark.stats.screening.p808_outliers import p808_outliers
from earmark.stats.screening.p913 import p913_12_4
from earmark.stats.subject_em import subject_model
from earmark.stats.subject_model import annex_e
from earmark.stats.variance_parts import variance_parts
from earmark.stats.weighted_alpha import weighted_alpha
from proof import IN_PROOF


@st.composite
def tables(draw: st.DrawFn) -> Ratings:
    """Up to 30 ratings of few items by few raters: gaps, repeats, single ones and equal ones come often."""
    sizes = {"items": 5, "raters": 4, "levels": 4, "conditions": 2}
    most = {name: draw(st.integers(1, size), label=name) for name, size in sizes.items()}
    n = draw(st.integers(0, 30), label="ratings")
    random = np.random.default_rng(draw(st.integers(0, 10_000), label="seed"))
    item = random.integers(0, most["items"], n)
    shared = draw(st.booleans(), label="conditions share items")
    return ratings(
        item,
        random.integers(0, most["raters"], n),
        random.integers(1, most["levels"] + 1, n),
        condition=random.integers(0, most["conditions"], n) if shared else item % most["conditions"],
    )


FEW = settings(settings.default, max_examples=settings.default.max_examples if IN_PROOF else 2)
"""Each example goes through two dozen functions."""


def numbers(found: Any) -> Iterator[float]:
    """Every number in a result, however deep it stands."""
    if dataclasses.is_dataclass(found):
        yield from numbers([getattr(found, each.name) for each in dataclasses.fields(found)])
    elif isinstance(found, np.ndarray) and found.dtype.kind == "f":
        yield from found.ravel().tolist()
    elif isinstance(found, dict):
        yield from numbers(list(found.values()))
    elif isinstance(found, list | tuple):
        for each in found:
            yield from numbers(each)
    elif isinstance(found, float):
        yield found


def graded(table: Ratings) -> Any:
    words = np.array(["fail", "partial", "pass"])[np.minimum(table.value.codes, 2)]
    return outcomes(words.tolist(), table.condition.codes, item=table.item.codes, rater=table.rater.codes)


EVERY: dict[str, Callable[[Ratings], Any]] = {
    "means, two-way": condition_means,
    "means, mixed": lambda table: condition_means(table, method="mixed"),
    "means, bootstrap": lambda table: condition_means(table, method="bootstrap", resamples=20),
    "means of items": item_means,
    "contrasts": lambda table: contrasts(table, resamples=20),
    "contrasts, mixed": lambda table: contrasts(table, method="mixed", resamples=20),
    "mixed model": crossed_model,
    "variance parts": variance_parts,
    "alpha, delta": alpha_interval,
    "alpha, weighted": lambda table: weighted_alpha(table, weighting="linear"),
    "fit of the subject model": lambda table: subject_criteria(table, subject_model(table)),
    "profile": lambda table: profile_intervals(table.scores, table.condition.codes == 0, names=["first"]),
    "alpha, bootstrap": lambda table: alpha_bootstrap(table, resamples=20),
    "alpha, nominal": lambda table: alpha_interval(table, "nominal"),
    "alpha explained": explain_alpha,
    "Gwet": lambda table: agreement(table, "gwet"),
    "Conger": lambda table: agreement(table, "conger"),
    "Fleiss": fleiss_test,
    "ICC": icc,
    "subject model": subject_model,
    "Annex E": annex_e,
    "raters": rater_facts,
    "z": standardised,
    "BT.500": bt500,
    "P.913, 12.4": p913_12_4,
    "correlation": correlation_screening,
    "outliers": p808_outliers,
    "majority": majority,
    "Dawid-Skene": lambda table: dawid_skene(table, starts=2, steps=20),
    "MACE": lambda table: mace(table, starts=2, steps=20),
    "GLAD": glad,
}
if IN_PROOF:
    EVERY["outcomes"] = graded  # a search that takes a second where there is no maximum


@pytest.mark.timeout(3600)
@FEW
@given(table=tables())
def test_no_number_is_nan_or_infinite(table: Ratings) -> None:
    for name, make in EVERY.items():
        assert [one for one in numbers(make(table)) if not math.isfinite(one)] == [], name


EDGES: dict[str, Ratings] = {
    "nothing": ratings([], [], []),
    "one score": ratings([0], [0], [3]),
    "one rater": ratings(range(4), [0] * 4, [1, 2, 4, 5]),
    "one item": ratings([0] * 4, range(4), [1, 2, 4, 5]),
    "a score each": ratings(range(6), range(6), [1, 2, 3, 4, 5, 5]),
    "all alike": ratings(range(8), [0, 1] * 4, [4] * 8, condition=[0, 0, 1, 1] * 2),
    "one clip again and again": ratings([0] * 6, [0] * 6, [1, 2, 3, 4, 5, 1]),
    "boards that never met": ratings(
        [0, 0, 1, 1, 2, 2, 3, 3],
        [0, 1, 0, 1, 2, 3, 2, 3],
        [1, 2, 4, 5, 1, 2, 5, 4],
        condition=[0] * 4 + [1] * 4,
    ),
    "codes beyond 32 bits": ratings([10**15, 10**15 + 1] * 2, [10**15] * 2 + [2 * 10**15] * 2, [1, 2, 3, 5]),
    "values far from 0": ratings(
        [0, 0, 1, 1, 2, 2], [0, 1] * 3, [1e12, 1e12 + 1, 1e12, 1e12 + 5, 1e12 + 1, 1e12]
    ),
    "full agreement": ratings_from_matrix([[1, 1, 1], [3, 3, 3], [5, 5, 5]]),
    "an item that cannot be told from chance": ratings(
        [0, 1, 1, 1], [0, 0, 1, 1], [1, 1, 2, 1], condition=[0, 1, 1, 1]
    ),
}


@pytest.mark.parametrize("edge", EDGES)
def test_what_lies_at_the_edge_has_finite_numbers_or_a_reason(edge: str) -> None:
    for name, make in EVERY.items():
        if name != "outcomes":  # a search that takes a second where there is no maximum
            assert [one for one in numbers(make(EDGES[edge])) if not math.isfinite(one)] == [], name


def fixed(found: Any) -> Any:
    """Contrasts without their simultaneous limits, which are drawn by the order of labels."""
    return [dataclasses.replace(one, all_low=None, all_high=None) for one in found]


DRAWN = {"means, bootstrap", "alpha, bootstrap", "Dawid-Skene", "MACE", "GLAD", "outcomes"}
SAME = {name: make for name, make in EVERY.items() if name not in DRAWN} | {
    "contrasts": lambda table: fixed(contrasts(table, resamples=20)),
    "contrasts, mixed": lambda table: fixed(contrasts(table, method="mixed", resamples=20)),
}


@pytest.mark.timeout(3600)
@FEW
@given(table=tables(), chance=st.randoms(use_true_random=False))
def test_neither_names_nor_the_order_of_rows_change_a_number(table: Ratings, chance: Any) -> None:
    order = list(range(table.n))
    chance.shuffle(order)
    item, rater, condition = (
        np.array(chance.sample(range(50), 10))[way.labels.astype(int)[way.codes[order]]]
        for way in (table.item, table.rater, table.condition)
    )
    again = ratings(item, rater, table.value.labels[table.value.codes[order]], condition=condition)
    for name, make in SAME.items():
        one, other = make(table), make(again)
        if not getattr(one, "converged", True):
            continue  # it says itself that it stopped on the way
        expected, found = (sorted(map(abs, numbers(each))) for each in (one, other))
        assert found == pytest.approx(expected, rel=1e-6, abs=1e-6), name
