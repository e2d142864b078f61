"""Variance parts of scores and of votes are those that the data were drawn from."""

from __future__ import annotations

import numpy as np
import pytest

from earmark.stats.pairs.standings import ONE_CLUSTER
from earmark.stats.pairs.strengths import strengths
from earmark.stats.pairs.vote_parts import NO_LIMIT, NOT_BY_RATER, vote_parts
from earmark.stats.planning import BattleParts, Design, battle_error
from earmark.stats.ratings import Ratings, ratings
from earmark.stats.reasons import ALL_EQUAL, NO_PAIRS, NO_SCORES, ONE_RATER
from earmark.stats.variance_parts import variance_parts
from games import simulated, versus

NAMES = ("clip", "rater", "residual", "taste", "text")
TRUE = {"clip": 0.2, "rater": 0.5, "residual": 0.7, "taste": 0.3, "text": 0.4}


def drawn(
    seed: int, *, raters: int = 60, items: int = 40, conditions: int = 4, share: float = 0.5
) -> Ratings:
    """Scores of a crossed design with gaps, whose conditions share raters and items."""
    random = np.random.default_rng(seed)
    grid = np.meshgrid(range(raters), range(conditions), range(items), indexing="ij")
    rater, condition, item = (axis.ravel() for axis in grid)
    score = condition.astype(float)
    for part, way in {
        "clip": item * conditions + condition,
        "rater": rater,
        "residual": np.arange(rater.size),
        "taste": rater * conditions + condition,
        "text": item,
    }.items():
        score += np.sqrt(TRUE[part]) * random.standard_normal(int(way.max()) + 1)[way]
    kept = random.random(rater.size) < share
    return ratings(item[kept], rater[kept], score[kept], condition=condition[kept])


def test_each_part_of_the_variance_is_found_although_there_are_gaps() -> None:
    found = [variance_parts(drawn(seed)).parts for seed in range(8)]
    means = {name: np.mean([getattr(parts, name) for parts in found]) for name in NAMES}
    assert means == pytest.approx(TRUE, abs=0.09)


def test_complete_ratings_of_one_condition_have_the_mean_squares_of_the_textbook() -> None:
    given = drawn(1, conditions=1, share=1)
    table = np.zeros((given.item.count, given.rater.count))
    table[given.item.codes, given.rater.codes] = given.scores
    n, k = table.shape
    rows, columns = table.mean(axis=1), table.mean(axis=0)
    rest = ((table - rows[:, None] - columns + table.mean()) ** 2).sum() / ((n - 1) * (k - 1))
    parts = variance_parts(given).parts
    assert parts.residual == pytest.approx(rest)
    assert parts.clip == pytest.approx(rows.var(ddof=1) - rest / k)
    assert parts.rater == pytest.approx(columns.var(ddof=1) - rest / n)
    assert (parts.taste, parts.text) == (0, 0)


def test_raters_who_scored_one_condition_each_cancel_in_no_difference() -> None:
    given = drawn(2, conditions=2)
    apart = given.rows(given.rater.codes % 2 == given.condition.codes)
    parts = variance_parts(apart).parts
    assert parts.rater == 0
    assert parts.taste > 0.4


def test_the_design_is_what_the_table_has() -> None:
    given = drawn(3, raters=10, items=6, conditions=2, share=1)
    assert variance_parts(given).design == Design(10, 6)
    half = given.rows((given.item.codes + given.rater.codes) % 2 == 0)
    assert variance_parts(half).design == Design(10, 6, 3)


@pytest.mark.parametrize(
    ("item", "rater", "value", "reason"),
    [
        ([], [], [], NO_SCORES),
        ([1, 2, 3], [1, 1, 1], [1, 2, 3], ONE_RATER),
        ([1, 1, 2, 2], [1, 2, 1, 2], [3, 3, 3, 3], ALL_EQUAL),
        ([1, 2, 3], [1, 2, 3], [3, 4, 5], NO_PAIRS),
    ],
)
def test_what_cannot_be_parted_has_a_reason(
    item: list[int], rater: list[int], value: list[int], reason: str
) -> None:
    found = variance_parts(ratings(item, rater, value))
    assert (found.parts, found.reason) == (None, reason)


def test_two_items_by_two_raters_are_parted_though_nothing_tells_their_shares_apart() -> None:
    item, rater, condition = (axis.ravel() for axis in np.meshgrid(range(2), range(2), range(2)))
    parts = variance_parts(ratings(item, rater, [2, 3, 3, 4, 2, 2, 4, 4], condition=condition)).parts
    assert parts is not None
    assert min(parts.clip, parts.rater, parts.residual, parts.taste, parts.text) >= 0


def test_votes_vary_by_chance_and_by_taste() -> None:
    plain = vote_parts(strengths(simulated(seed=1, n=3000, raters=150)))
    alone = battle_error(BattleParts(0.5, 0.6 / 2.6), 1, 1) ** 2
    assert plain.parts.taste < 0.25
    assert 4 * alone < plain.parts.noise < 5 * alone  # one pair of ten, but the votes of others help
    assert plain.design == Design(150, 20)
    differing = vote_parts(strengths(simulated(seed=1, n=3000, raters=150, taste=0.6)))
    assert differing.parts.taste == pytest.approx(0.6 * np.sqrt(2), abs=0.2)


def test_votes_that_cannot_be_parted_have_a_reason() -> None:
    votes = simulated(seed=1, n=60, raters=3)
    assert vote_parts(strengths(votes, errors="vote")).reason == NOT_BY_RATER
    assert vote_parts(strengths(votes.where(votes.rater == 0))).reason == ONE_CLUSTER
    assert vote_parts(strengths(versus("aa", "bb", ["left", "left"], rater=[1, 2]))).reason == NO_LIMIT
    assert vote_parts(strengths(versus("", "", []))).reason is not None
