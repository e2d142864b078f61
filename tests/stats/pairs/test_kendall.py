from __future__ import annotations

import pytest

from earmark.stats.pairs.kendall import NO_PAIR_TWICE, kendall_u


def test_agreement_is_counted_between_every_two_votes_of_a_pair() -> None:
    assert kendall_u([[0, 4], [0, 0]]).u == 1
    assert kendall_u([[0, 2], [2, 0]]).u == pytest.approx(2 * 2 / 6 - 1)
    mixed = kendall_u([[7, 3, 2], [1, 7, 0], [0, 2, 7]])  # 4, 2 and 2 votes: 6, 1 and 1 pairs of them
    assert (mixed.u, mixed.pairs) == (pytest.approx(2 * (3 + 1 + 1) / 8 - 1), 8)


def test_without_two_votes_of_a_pair_there_is_a_reason() -> None:
    assert kendall_u([[0, 1], [0, 0]]).reason == NO_PAIR_TWICE
    assert kendall_u([[5]]).u is None
