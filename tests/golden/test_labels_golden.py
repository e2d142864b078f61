"""Labels of published crowds beside what was published or found by two programs."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from earmark.stats.labels.dawid_skene import dawid_skene
from earmark.stats.labels.glad import glad
from earmark.stats.labels.mace import mace
from earmark.stats.labels.majority import majority
from earmark.stats.labels.result import Labels
from earmark.stats.ratings import Ratings, ratings
from elsewhere import NEEDS_DATA
from published import answer, columns, rows

pytestmark = NEEDS_DATA


def test_the_patients_of_dawid_and_skene() -> None:
    file = "labels/anesthesia_dawid_skene.csv"
    expected = answer(file)
    item, rater, label = (
        [int(cell) for cell in column] for column in columns(file, "item", "rater", "rating")
    )
    found = dawid_skene(ratings(item, rater, label), tolerance=1e-15)
    assert found.log_likelihood == pytest.approx(expected["loglik"], abs=1e-5)
    assert found.prevalence == pytest.approx(list(expected["prevalence"].values()), abs=1e-5)
    assert found.posterior == pytest.approx(np.array(list(expected["posterior"].values())), abs=1e-5)
    assert dict(zip(map(str, found.items), found.best.tolist(), strict=True)) == expected["labels"]
    right = np.diag(expected["worker1_prob_observed_row_given_true_column"]) @ found.prevalence
    assert found.reliability[0] == pytest.approx(right, abs=1e-5)


@cache
def rte() -> Ratings:
    return ratings(*columns("labels/rte_labels.csv", "task", "worker", "label"))


def accuracy(found: Labels) -> float:
    gold = {row["task"]: row["gold"] for row in rows("labels/rte_gold.csv")}
    return float(np.mean([gold[item] == best for item, best in zip(found.items, found.best, strict=True)]))


def test_entailments_by_majority() -> None:
    expected, found = answer("labels/rte_labels.csv"), majority(rte())
    counts = tuple(expected[name] for name in ("n_labels", "n_items", "n_workers"))
    assert (rte().n, rte().item.count, rte().rater.count) == counts
    assert found.tied.sum() == expected["majority_tied_items"]
    gold = {row["task"]: row["gold"] for row in rows("labels/rte_gold.csv")}
    right = [gold[item] == best for item, best in zip(found.items, found.best, strict=True)]
    credit = np.where(found.tied, 0.5, right).mean()
    assert credit == pytest.approx(expected["majority_accuracy_half_credit_on_ties"], abs=1e-9)


def test_entailments_by_dawid_and_skene() -> None:
    expected, found = answer("labels/rte_labels.csv"), dawid_skene(rte(), tolerance=1e-13)
    assert accuracy(found) == pytest.approx(expected["dawid_skene"]["accuracy"], abs=0.0025)
    assert found.log_likelihood == pytest.approx(expected["dawid_skene"]["loglik"], abs=1e-3)
    assert found.prevalence == pytest.approx(list(expected["dawid_skene"]["prevalence"].values()), abs=1e-4)


def test_entailments_by_one_coin_by_mace_and_by_glad() -> None:
    expected = answer("labels/rte_labels.csv")
    coin = dawid_skene(rte(), model="one-coin")
    assert accuracy(coin) == pytest.approx(expected["one_coin_accuracy_crowdkit"], abs=0.0025)
    ours = accuracy(mace(rte()))
    assert [ours] * 3 == pytest.approx(expected["mace_accuracy_crowdkit_3_seeds"], abs=0.0025)
    assert accuracy(glad(rte()).labels) == pytest.approx(expected["glad_accuracy_crowdkit"], abs=0.0025)
