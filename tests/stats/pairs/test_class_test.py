from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from earmark.stats.pairs.battles import Battles, swapped
from earmark.stats.pairs.class_test import ASTRAY, HALF_WINS, NO_FIT, ONE_CLASS, class_test
from earmark.stats.pairs.standings import NO_VOTES
from games import simulated, versus


def by_item(votes: Battles) -> np.ndarray:
    return votes.item % 2


def test_classes_with_rankings_of_their_own_are_told_from_one_board() -> None:
    votes = simulated(seed=1, n=600, raters=600, items=24)
    alike = class_test(votes, by_item(votes), seed=1, rounds=19)
    assert (alike.degrees, alike.rounds) == (5, 19)  # four strengths and the draws
    assert min(alike.p_value, alike.p_items) > 0.05
    turned = swapped(votes, by_item(votes) == 1)
    turned = replace(turned, left=votes.left, right=votes.right)  # the other one wins in one class
    found = class_test(turned, by_item(votes), seed=1, rounds=19)
    assert found.p_value < 1e-6
    assert found.p_items == pytest.approx(1 / 20)


def test_names_of_classes_and_sides_do_not_matter() -> None:
    votes = simulated(seed=2, n=300, raters=300)
    one = class_test(votes, by_item(votes), seed=1, rounds=0)
    other = class_test(swapped(votes), 7 - by_item(votes), seed=1, rounds=0)
    assert (other.statistic, other.degrees) == pytest.approx((one.statistic, one.degrees))
    assert one.p_items is None


def test_what_cannot_be_tested_has_a_reason() -> None:
    votes = simulated(seed=3, n=200, raters=20)
    assert class_test(votes, np.zeros(200, dtype=int), seed=1).reason == ONE_CLASS
    assert class_test(votes, by_item(votes), seed=1, model="bradley-terry").reason == HALF_WINS
    assert class_test(versus("", "", []), [], seed=1).reason == NO_VOTES
    assert class_test(versus("abab", "baba", ["left"] * 4), [0, 0, 0, 1], seed=1).reason == NO_FIT
    astray = class_test(votes, np.arange(200) % 2, seed=1)
    assert (astray.item_reason, astray.p_items, astray.statistic is None) == (ASTRAY, None, False)
