from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from earmark.stats.pairs.battles import OUTCOMES, Battles, battles, battles_from, relative_difference, swapped
from earmark.stats.pairs.network import circular_triads
from earmark.stats.pairs.standings import (
    ENDLESS,
    NEVER_MET,
    NO_DRAWS,
    NO_VOTES,
    ONE_CLUSTER,
    ONLY_DRAWS,
    UNDISTINGUISHED,
)
from earmark.stats.pairs.strengths import strengths
from earmark.stats.pairs.tally import tally
from games import BASEBALL, FLAVOURS, games, of_series, simulated, versus

MODELS = ("davidson", "rao-kupper", "bradley-terry")


def test_baseball_of_1987_gives_the_published_abilities() -> None:
    found = strengths(games(BASEBALL), model="bradley-terry", errors="model")
    against = {name: found.contrast(name, "Baltimore") for name in ("Boston", "Milwaukee")}
    assert against["Boston"].difference == pytest.approx(1.1076977054, abs=1e-6)
    assert against["Boston"].standard_error == pytest.approx(0.3338779082, abs=1e-6)
    assert against["Milwaukee"].difference == pytest.approx(1.5813558767, abs=1e-6)
    at_home = strengths(games(BASEBALL), model="bradley-terry", position=True, errors="model")
    assert at_home.effects[0].name == "position"
    assert at_home.effects[0].estimate == pytest.approx(0.3022606555, abs=1e-6)
    assert at_home.effects[0].standard_error == pytest.approx(0.1309436425, abs=1e-6)


@pytest.mark.parametrize(
    ("model", "log", "error", "likelihood", "second"),
    [
        ("davidson", -0.14439169, 0.0902063019, -732.067255, 2.27322954559),
        ("rao-kupper", 0.69709302, 0.045876717, -730.004361, 1.67407263698),
    ],
)
def test_flavours_with_ties_give_the_published_fits(
    model: str, log: float, error: float, likelihood: float, second: float
) -> None:
    found = strengths(of_series(FLAVOURS), model=model, errors="model")
    assert found.draws.log == pytest.approx(log, abs=1e-6)
    assert found.draws.standard_error == pytest.approx(error, abs=1e-6)
    assert found.log_likelihood == pytest.approx(likelihood, abs=1e-5)
    assert found.contrast(2, 1).difference == pytest.approx(second, abs=1e-6)


@pytest.mark.parametrize("model", MODELS)
def test_each_vote_a_cluster_of_its_own_gives_the_plain_sandwich(model: str) -> None:
    votes = simulated(seed=1, n=300, raters=300)
    by_vote = strengths(votes, model=model, errors="vote")
    by_rater = strengths(votes, model=model, errors="rater", correction=False)
    assert np.allclose(by_vote.covariance, by_rater.covariance, atol=1e-12)


def test_raters_with_a_taste_of_their_own_widen_the_errors() -> None:
    votes = simulated(seed=2, n=2000, raters=20, taste=1.5)
    by_vote, by_rater = strengths(votes, errors="vote"), strengths(votes, errors="rater")
    assert by_rater.clusters == 20
    assert np.diag(by_rater.covariance).sum() > 2 * np.diag(by_vote.covariance).sum()


def test_many_clusters_are_added_up_in_blocks_to_the_same_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    votes = simulated(seed=3, n=300, raters=40)
    whole = strengths(votes, errors="rater and item").covariance
    monkeypatch.setattr("earmark.stats.pairs.clusters._BLOCK", 40)
    assert np.allclose(strengths(votes, errors="rater and item").covariance, whole, atol=1e-12)


def test_kinds_of_draws_are_kept_apart_and_add_up() -> None:
    votes = simulated(seed=4, n=400, raters=10)
    kinds = np.where(votes.outcome > 1, 2 + np.arange(len(votes)) % 3, votes.outcome)
    apart = Battles(votes.left, votes.right, kinds.astype(np.int8), votes.names, votes.rater, votes.item)
    found = strengths(apart)
    assert found.draws.log == pytest.approx(strengths(votes).draws.log, abs=1e-9)
    assert set(found.draws.log_kinds) == {"tie", "both_good", "both_bad"}
    assert sum(np.exp(log) for log in found.draws.log_kinds.values()) == pytest.approx(
        np.exp(found.draws.log), abs=1e-9
    )


def test_covariates_by_vote_and_by_pair_agree() -> None:
    votes = simulated(seed=5, n=500, raters=10)
    on_left = battles(
        votes.left, votes.right, votes.outcome, names=votes.names, covariates={"left": np.ones(len(votes))}
    )
    by_vote, by_pair = strengths(on_left, errors="vote"), strengths(votes, position=True, errors="vote")
    assert by_vote.effects[0].estimate == pytest.approx(by_pair.effects[0].estimate, abs=1e-9)
    assert by_vote.effects[0].standard_error == pytest.approx(by_pair.effects[0].standard_error, abs=1e-9)


def test_an_effect_that_the_design_cannot_tell_is_left_out_and_named() -> None:
    found = strengths(
        versus("aabb", "bbaa", ["left", "right", "left", "right"], covariates={"twice": [1, 1, -1, -1]})
    )
    assert found.effects[0].reason == UNDISTINGUISHED
    assert found.effects[0].estimate is None
    assert found.standing("a").strength == pytest.approx(0, abs=1e-9)


def test_a_covariate_that_explains_every_vote_is_penalised() -> None:
    side = np.array([1.0, -1.0] * 6)
    outcome = ["left" if s > 0 else "right" for s in side]
    found = strengths(versus("aabbccaabbcc", "bbccaabbccaa", outcome, covariates={"louder": side}))
    assert found.penalised
    assert 0 < found.effects[0].estimate < 10


def test_boards_that_never_met_are_fitted_apart() -> None:
    found = strengths(versus("abcbda", "bcdaac", ["left"] * 6))
    assert found.network.boards == 1
    apart = strengths(versus("abcdcd", "badcdc", ["left"] * 5 + ["right"]))
    assert apart.network.boards == 2
    assert not apart.penalised
    assert apart.contrast("a", "c").difference is None
    assert apart.standing("c").strength == pytest.approx(np.log(3) / 2)


@pytest.mark.parametrize("model", MODELS)
def test_who_wins_every_vote_gets_a_finite_strength_and_an_open_interval(model: str) -> None:
    found = strengths(
        versus("abccba", "bcabac", ["left", "left", "right", "left", "right", "left"]),
        model=model,
    )
    best, last = found.standing("a"), found.standing("b")
    assert found.penalised
    assert (best.open_end, best.high, best.reason) == ("above", None, ENDLESS)
    assert best.low is not None
    assert last.strength < best.strength < 10
    assert found.contrast("a", "b").reason == ENDLESS
    assert found.contrast("a", "b").high is None


def test_the_penalty_is_that_of_jeffreys() -> None:
    """Two contestants, n votes all to one: under Jeffreys' prior the chance is (n + 1/2) / (n + 1)."""
    found = strengths(versus("aaaa", "bbbb", ["left"] * 4), model="bradley-terry", errors="model")
    assert found.standing("a").score == pytest.approx(4.5 / 5, abs=1e-7)


def test_wins_between_levels_and_ties_within_them_have_no_maximum() -> None:
    """a ties with b and b with c, while a beats c: all readiness to draw explains it better."""
    found = strengths(versus("aba", "bcc", ["tie", "tie", "left"]))
    assert found.network.draws_diverge
    assert found.penalised
    assert [standing.open_end for standing in found.standings] == ["both"] * 3
    assert found.standing("a").strength > found.standing("c").strength


def test_nothing_to_measure_is_said() -> None:
    assert strengths(battles([], [], [])).reason == NO_VOTES
    drawn = strengths(versus("ab", "ba", ["tie", "both_bad"]))
    assert (drawn.reason, drawn.votes) == (ONLY_DRAWS, 2)  # answered, and so told
    none = strengths(versus("ab", "ba", ["left", "left"]))
    assert (none.draws.log, none.draws.reason) == (None, NO_DRAWS)
    one = strengths(versus("ab", "ba", ["left", "left"], rater=["x", "x"]))
    assert (one.standing("a").low, one.standing("a").reason) == (None, ONE_CLUSTER)
    absent = strengths(battles([0, 1], [1, 0], ["left", "left"], names=["a", "b", "c"]))
    assert absent.standing("c").reason == NEVER_MET
    assert absent.standing("c").strength is None


def test_wrong_input_names_the_row() -> None:
    with pytest.raises(
        ValueError, match="row 2: outcome 'won' is none of left, right, tie, both_good, both_bad"
    ):
        versus("ab", "ba", ["left", "won"])
    with pytest.raises(ValueError, match="row 2: 'b' stands against itself"):
        versus("ab", "bb", ["left", "left"])
    with pytest.raises(ValueError, match="row 1: covariate 'length' is no finite number"):
        versus("ab", "ba", ["left", "left"], covariates={"length": [np.nan, 1]})
    with pytest.raises(ValueError, match="the votes name no raters"):
        strengths(versus("ab", "ba", ["left", "left"]), errors="rater")


def test_a_table_gives_the_same_battles_as_its_columns() -> None:
    table = {"l": ["x", "y"], "r": ["y", "x"], "w": ["left", "tie"], "who": ["p", "q"], "size": [0.5, -0.5]}
    votes = battles_from(table, left="l", right="r", outcome="w", rater="who", covariates=["size"])
    assert votes.left.tolist() == [0, 1]
    assert votes.outcome.tolist() == [0, 2]
    assert (votes.rater.tolist(), votes.covariates.tolist()) == ([0, 1], [[0.5], [-0.5]])


def test_unknown_lengths_say_nothing() -> None:
    assert relative_difference([3, 0, np.nan], [1, 0, 2]).tolist() == [0.5, 0, 0]


def test_circles_are_counted_by_majority() -> None:
    assert circular_triads(tally(versus("abca", "bcad", ["left"] * 4))) == (1, 1)
    assert circular_triads(tally(versus("aba", "bcc", ["left"] * 3))) == (0, 1)


@given(st.integers(0, 2**32 - 1), st.sampled_from(MODELS), st.booleans())
def test_neither_order_nor_names_nor_sides_change_a_number(seed: int, model: str, position: bool) -> None:  # noqa: FBT001 - drawn by name
    votes = simulated(seed=seed, n=80, raters=6, contestants=4)
    found = strengths(votes, model=model, position=position)
    random = np.random.default_rng(seed)
    shuffled, renamed = votes.where(random.permutation(len(votes))), random.permutation(4)
    moved = Battles(
        renamed[shuffled.left], renamed[shuffled.right], shuffled.outcome, votes.names,
        (shuffled.rater * 7) % 6, shuffled.item,
    )  # fmt: skip
    again = strengths(
        swapped(moved) if position else swapped(moved, random.random(len(votes)) < 0.5),
        model=model,
        position=position,
    )
    assert np.allclose(again.values[renamed], found.values, atol=1e-8)
    assert np.allclose(again.covariance[np.ix_(renamed, renamed)], found.covariance, atol=1e-8)
    if position:
        assert again.effects[0].estimate == pytest.approx(-found.effects[0].estimate, abs=1e-8)


@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.integers(1, 4), st.integers(0, 4), st.integers(0, 2)), max_size=14
    ),
    st.sampled_from(MODELS),
)
def test_whatever_the_votes_there_is_a_number_or_a_reason(
    rows: list[tuple[int, int, int, int]], model: str
) -> None:
    left, step, outcome, rater = np.array(rows, dtype=np.intp).reshape(-1, 4).T
    votes = battles(left, (left + step) % 5, outcome, rater=rater, names=range(5))
    found = strengths(votes, model=model, position=bool(len(rows) % 2))
    assert np.isfinite(found.values).all()
    assert np.isfinite(found.covariance).all()
    for standing in found.standings:
        assert (standing.low is None or standing.high is None) == (standing.reason is not None)
        assert standing.strength is None or abs(standing.strength) < 40
    assert all(effect.estimate is None or np.isfinite(effect.estimate) for effect in found.effects)
    assert len(OUTCOMES) == 5
