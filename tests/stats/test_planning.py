from __future__ import annotations

import numpy as np
import pytest

from earmark.stats.pairs.battles import battles
from earmark.stats.pairs.choice import next_pairs, ranked_pairs
from earmark.stats.pairs.strengths import strengths
from earmark.stats.planning import (
    BattleParts,
    Design,
    VarianceParts,
    battle_error,
    difference_error,
    mean_error,
    plan_battles,
    plan_difference,
    plan_mean,
    simulated_power,
)
from earmark.stats.power import (
    graded_size,
    paired_power,
    paired_size,
    sign_power,
    sign_size,
    two_sample_power,
    two_sample_size,
)
from games import simulated
from proof import IN_PROOF

VCC = VarianceParts(clip=0.20765, rater=0.48166, residual=0.71356)


def test_sizes_and_powers_are_those_of_the_textbook() -> None:
    assert two_sample_size(0.3) == pytest.approx(175.38467, abs=1e-4)
    assert paired_size(0.2, power=0.9) == pytest.approx(264.61369, abs=1e-4)
    assert two_sample_power(0.5, 64) == pytest.approx(0.8014596, abs=1e-6)
    assert paired_power(0.2, 264.61369) == pytest.approx(0.9, abs=1e-6)
    assert sign_size(0.6) == (199, 210)
    assert sign_size(0.4) == (199, 210)
    assert (sign_power(0.6, 199), sign_power(0.6, 200)) == pytest.approx((0.803715, 0.786848), abs=1e-6)
    assert graded_size([0.05, 0.15, 0.35, 0.30, 0.15], 1.5) == pytest.approx(620.283, abs=1e-3)


def test_no_effect_has_no_size() -> None:
    for make in (lambda: two_sample_size(0), lambda: sign_size(0.5), lambda: graded_size([0.5, 0.5], 1)):
        with pytest.raises(ValueError, match="no number is enough"):
            make()
    with pytest.raises(ValueError, match="add up to 1"):
        graded_size([0.5, 0.6], 2)
    assert sign_power(0.9, 3) == 0


def test_errors_are_the_sum_of_their_parts() -> None:
    design = Design(raters=20, clips=10)
    assert mean_error(VCC, design) == pytest.approx(np.sqrt(0.20765 / 10 + 0.48166 / 20 + 0.71356 / 200))
    assert difference_error(VCC, design) == pytest.approx(np.sqrt(2 * (0.20765 / 10 + 0.71356 / 200)))
    assert Design(raters=20, clips=10, load=4).scores == 80


def test_a_plan_speaks_in_raters_and_clips() -> None:
    plan = plan_mean(VCC, Design(raters=20, clips=10, load=5), half_width=0.45)
    assert plan.reached > 0.45
    enough = Design(raters=20, clips=10 + plan.more_clips, load=5)
    assert plan_mean(VCC, enough, half_width=0.45).more_clips == 0
    assert plan_mean(VCC, Design(20, 9 + plan.more_clips, 5), half_width=0.45).more_clips == 1
    narrow = plan_mean(VCC, Design(raters=20, clips=10), half_width=0.2)
    assert narrow.more_clips is None  # twenty raters alone differ by more
    assert narrow.more_raters is None  # ten clips alone do, too
    many = plan_mean(VCC, Design(raters=400, clips=100), half_width=0.4)
    assert (many.more_raters, many.more_clips) == (0, 0)


def test_the_power_of_a_plan_is_that_of_simulated_studies() -> None:
    design = Design(raters=24, clips=24, load=12)
    plan = plan_difference(VCC, design, difference=0.45)
    assert (plan.more_raters, plan.more_clips) == (0, 0)
    assert plan_difference(VCC, design, difference=0.42).more_raters > 0
    drawn = simulated_power(VCC, design, difference=0.45, seed=1, rounds=2000 if IN_PROOF else 120)
    assert drawn == pytest.approx(plan.reached, abs=0.04 if IN_PROOF else 0.13)
    rounded = simulated_power(VCC, design, difference=0.45, seed=1, rounds=20, limits=(1, 5))
    assert 0 <= rounded <= 1


def test_the_error_of_a_planned_battle_is_that_of_the_fit() -> None:
    votes = simulated(seed=1, n=20_000, raters=20_000, contestants=2, draws=0.6)
    draws = 0.6 / 2.6
    found = strengths(votes, errors="model").contrast(1, 0)
    assert battle_error(BattleParts(0.5, draws), 2000, 10) == pytest.approx(found.standard_error, rel=0.03)
    plain = battle_error(BattleParts(0.5, draws), 2000, 10, model="rao-kupper")
    assert plain == pytest.approx(
        strengths(votes, model="rao-kupper", errors="model").contrast(1, 0).standard_error, rel=0.25
    )


def test_raters_with_tastes_cannot_be_replaced_by_more_votes_of_theirs() -> None:
    lacking = plan_battles(BattleParts(0.4, 0.2, taste=1.0), Design(raters=20, clips=8))
    assert lacking.more_clips is None
    assert lacking.more_raters > 20
    assert plan_battles(BattleParts(0.4, 0.2), Design(raters=20, clips=8)).more_clips > 0


def test_pairs_below_the_floor_come_first_then_those_in_doubt() -> None:
    votes = simulated(seed=2, n=600, raters=20, contestants=4)
    kept = votes.where(~((votes.left + votes.right == 5) & (np.minimum(votes.left, votes.right) == 2)))
    chosen = next_pairs(kept, strengths(kept), count=12, floor=2, seed=1)
    assert [(pair.below_floor, pair.votes) for pair in chosen[:2]] == [(True, 0), (True, 1)]
    assert all({pair.left, pair.right} == {2, 3} for pair in chosen[:2])
    assert {chosen[0].left, chosen[1].left} == {2, 3}  # either side in turn
    assert not any({pair.left, pair.right} == {0, 3} for pair in chosen)  # their order is beyond doubt
    assert chosen[2].doubt >= chosen[-1].doubt


def test_every_pair_has_its_place_by_the_same_rule_and_what_was_asked_for_counts() -> None:
    votes = simulated(seed=2, n=600, raters=20, contestants=4)
    fit = strengths(votes)
    ranked = ranked_pairs(votes, fit, floor=2, seed=1)
    assert len({frozenset((pair.left, pair.right)) for pair in ranked}) == 6
    assert [pair.doubt for pair in ranked] == sorted((pair.doubt for pair in ranked), reverse=True)
    [first] = next_pairs(votes, fit, count=1, floor=2, seed=1)
    assert ranked[0] == first
    again = ranked_pairs(votes, fit, floor=2, seed=1, asked={(first.left, first.right): 500})
    assert again[0] != first
    assert next(pair.votes for pair in again if {pair.left, pair.right} == {first.left, first.right}) == (
        first.votes + 500
    )


def test_at_the_start_every_pair_is_asked_for_once() -> None:
    none = battles([], [], [], names=range(4))
    chosen = next_pairs(none, strengths(none), count=6, floor=1, seed=3)
    assert len({frozenset((pair.left, pair.right)) for pair in chosen}) == 6
    assert chosen == next_pairs(none, strengths(none), count=6, floor=1, seed=3)
    one = battles([], [], [], names=["a"])
    assert next_pairs(one, strengths(one), count=1, floor=1, seed=1) == ()
