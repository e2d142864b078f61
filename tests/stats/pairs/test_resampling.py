from __future__ import annotations

import numpy as np
import pytest

from earmark.stats.pairs.bootstrap import TOO_FEW, resampled
from earmark.stats.pairs.goodness import HALF_WINS, SATURATED, goodness
from earmark.stats.pairs.ranks import rank_sets
from earmark.stats.pairs.standings import NO_VOTES
from earmark.stats.pairs.strengths import strengths
from games import BASEBALL, games, simulated, versus
from proof import IN_PROOF


@pytest.mark.parametrize("by", ["vote", "rater"])
def test_resampled_strengths_spread_as_the_robust_errors_say(by: str) -> None:
    votes = simulated(seed=1, n=1200, raters=60, taste=0.8)
    drawn = resampled(votes, seed=5, by=by, rounds=150)
    errors = np.sqrt(np.diag(strengths(votes, errors=by).covariance))
    assert drawn.values.std(axis=0) == pytest.approx(errors, rel=0.25)
    assert (drawn.left_out, drawn.penalised) == (0, 0)
    assert all(
        low < 0.5 * n - 1 + 0.6 and high > 0.5 * n - 1 - 0.6
        for n, (low, high) in enumerate(zip(drawn.low, drawn.high, strict=True))
    )


def test_a_seed_gives_the_same_rounds_again() -> None:
    votes = simulated(seed=2, n=200, raters=10)
    first, again = (resampled(votes, seed=3, by="item", rounds=5) for _ in range(2))
    assert np.array_equal(first.values, again.values)


def test_raters_too_many_for_a_table_are_drawn_from_a_sparse_one(monkeypatch: pytest.MonkeyPatch) -> None:
    votes = simulated(seed=2, n=200, raters=10)
    dense = resampled(votes, seed=3, rounds=5)
    monkeypatch.setattr("earmark.stats.pairs.bootstrap._TABLE", 10)
    assert np.allclose(resampled(votes, seed=3, rounds=5).values, dense.values, atol=1e-9)


def test_rounds_in_which_a_win_is_missing_are_penalised_and_counted() -> None:
    drawn = resampled(versus("aaab", "bbba", ["left", "left", "left", "left"]), seed=1, by="vote", rounds=60)
    assert drawn.penalised > 0
    assert np.isfinite(drawn.values).all()
    assert drawn.left_out < 30


def test_rounds_without_a_meeting_are_left_out() -> None:
    one_each = versus("abcd", "bcda", ["left"] * 4, rater=list("wxyz"))
    drawn = resampled(one_each, seed=1, rounds=40)
    assert drawn.left_out > 0
    assert drawn.reason in {None, TOO_FEW}
    assert resampled(versus("", "", []), seed=1, by="vote").reason == NO_VOTES


def test_rank_sets_part_those_who_surely_differ() -> None:
    votes = simulated(seed=4, n=4000, raters=100, contestants=4)
    sets = rank_sets(strengths(votes), seed=1)
    assert [(each.rank, each.best, each.worst) for each in sets] == [
        (4, 4, 4),
        (3, 3, 3),
        (2, 2, 2),
        (1, 1, 1),
    ]
    few = rank_sets(strengths(votes.where(np.arange(4000) < 40)), seed=1)
    assert all(each.best <= each.rank <= each.worst for each in few)
    assert any(each.best < each.worst for each in few)


def test_rank_sets_stay_within_a_board() -> None:
    apart = versus("abcdcd", "badcdc", ["left"] * 6)
    assert [(each.board, each.best, each.worst) for each in rank_sets(strengths(apart), seed=1)] == (
        [(0, 1, 2), (0, 1, 2), (1, 1, 2), (1, 1, 2)]
    )


def test_the_deviance_of_baseball_with_home_effect_is_the_published_one() -> None:
    found = goodness(strengths(games(BASEBALL), model="bradley-terry", position=True))
    assert found.deviance == pytest.approx(38.64285214, abs=1e-6)
    assert found.degrees == 35
    assert found.p_value == pytest.approx(0.3088, abs=1e-3)
    assert found.triples == 35
    assert abs(found.largest[0].residual) >= abs(found.largest[1].residual)


def test_no_deviance_where_it_means_nothing() -> None:
    votes = versus("aab", "bba", ["left", "tie", "left"])
    assert goodness(strengths(votes, model="bradley-terry")).reason == HALF_WINS
    assert goodness(strengths(votes)).reason == SATURATED
    assert goodness(strengths(versus("", "", []))).reason == NO_VOTES


@pytest.mark.parametrize("by", ["rater"])
def test_intervals_by_rater_cover_the_truth(by: str) -> None:
    """Nominal 95 %: five contestants, 40 raters with tastes of their own (s.d. 0.8), 10 votes each."""
    runs = 1000 if IN_PROOF else 40
    truth_by = simulated_truth(taste=0.8)
    covered = []
    for seed in range(runs):
        found = strengths(simulated(seed=seed, n=400, raters=40, taste=0.8), errors=by)
        one = found.contrast(4, 0)
        covered.append(one.low <= truth_by <= one.high)
    share = np.mean(covered)
    assert 0.93 <= share <= 0.985 if IN_PROOF else share >= 0.85


def simulated_truth(*, taste: float) -> float:
    """What endlessly many such raters come to: an average over tastes is flatter than one of them."""
    found = strengths(simulated(seed=99, n=400_000, raters=40_000, taste=taste), errors="model")
    return found.contrast(4, 0).difference
