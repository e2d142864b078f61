from __future__ import annotations

import numpy as np
import pytest

from earmark.stats.pairs.battles import Battles, battles
from earmark.stats.pairs.boards import (
    NO_BOARDS,
    NOT_ON_ALL,
    PRIORITIES,
    Priority,
    board,
    boards_by_class,
    combined_board,
)
from earmark.stats.pairs.drawn import draw_rates
from earmark.stats.pairs.strengths import strengths
from games import simulated, versus

DIMENSIONS = ("naturalness", "dynamics", "utility", "audio_quality")


def study(seed: int = 1, n: int = 900) -> tuple[dict[str, Battles], dict[str, np.ndarray]]:
    votes = {name: simulated(seed=seed + k, n=n, raters=30) for k, name in enumerate(DIMENSIONS)}
    return votes, {name: np.arange(n) % 2 for name in DIMENSIONS}


def test_a_board_lists_the_strongest_first_with_its_ranks() -> None:
    found = board(simulated(seed=1, n=2000, raters=40, contestants=4), seed=1)
    assert [standing.name for standing in found.standings] == [3, 2, 1, 0]
    assert [each.rank for each in found.ranks] == [1, 2, 3, 4]


def test_each_class_has_a_board_of_its_own_votes() -> None:
    votes, classes = study()
    found = boards_by_class(votes["utility"], classes["utility"], names=("EQ", "IQ"), seed=1)
    alone = strengths(votes["utility"].where(classes["utility"] == 1))
    assert found["IQ"].strengths.values.tolist() == alone.values.tolist()


def test_the_combined_board_weighs_dimensions_by_the_priority_of_the_class() -> None:
    votes, classes = study()
    found = combined_board(votes, classes, names=("EQ", "IQ"), seed=1, class_shares={"EQ": 3, "IQ": 1})
    weight = {(part.scenario_class, part.dimension): part.weight for part in found.parts}
    assert weight["EQ", "naturalness"] == weight["EQ", "dynamics"] == pytest.approx(0.75 * 1.5 / 6)
    assert weight["IQ", "utility"] == pytest.approx(0.25 * 3 / 6)
    assert weight["IQ", "audio_quality"] == pytest.approx(0.25 * 1 / 6)
    assert sum(weight.values()) == pytest.approx(1)
    expected = sum(
        part.weight
        * strengths(
            votes[part.dimension].where(classes[part.dimension] == (part.scenario_class == "IQ"))
        ).values
        for part in found.parts
    )
    assert {place.name: place.strength for place in found.places} == pytest.approx(dict(enumerate(expected)))
    assert found.priorities is PRIORITIES
    assert found.class_shares == {"EQ": 0.75, "IQ": 0.25}


def test_a_dimension_alone_takes_the_weight_of_its_slot_and_the_error_of_its_fit() -> None:
    votes, classes = study()
    only = {"utility": votes["utility"]}
    found = combined_board(only, {"utility": np.zeros(900, dtype=int)}, names=("EQ",), seed=1)
    alone = strengths(votes["utility"])
    assert found.parts[0].weight == 1
    errors = {place.name: place.standard_error for place in found.places}
    assert errors == pytest.approx({each.name: each.standard_error for each in alone.standings}, rel=1e-9)
    assert found.clusters == 30
    assert {place.name: place.rank for place in found.places} == {4: 1, 3: 2, 2: 3, 1: 4, 0: 5}
    del classes


def test_one_rater_on_two_dimensions_is_no_two_raters() -> None:
    """The same votes on two dimensions tell nothing more than once."""
    votes = simulated(seed=3, n=600, raters=20)
    zeros = np.zeros(600, dtype=int)
    both = {"naturalness": votes, "dynamics": votes}
    twice = combined_board(both, dict.fromkeys(both, zeros), names=("EQ",), seed=1)
    assert twice.places[0].standard_error == pytest.approx(
        strengths(votes).standing(twice.places[0].name).standard_error
    )


def test_another_rule_gives_other_weights() -> None:
    votes, classes = study()
    rule = {"EQ": Priority((("audio_quality",),), (1.0,)), "IQ": Priority((("utility",),), (1.0,))}
    found = combined_board(votes, classes, names=("EQ", "IQ"), seed=1, priorities=rule)
    assert {(part.scenario_class, part.dimension) for part in found.parts} == {
        ("EQ", "audio_quality"),
        ("IQ", "utility"),
    }
    assert found.priorities is rule


def test_who_is_on_no_common_board_has_a_reason() -> None:
    names = list("abc")
    rows = battles([0, 1, 0, 1], [1, 0, 1, 0], ["left"] * 4, names=names)
    found = combined_board({"utility": rows}, {"utility": [0] * 4}, names=("EQ",), seed=1)
    assert [(place.name, place.reason) for place in found.places][-1] == ("c", NOT_ON_ALL)
    assert found.clusters is None
    none = combined_board({"other": rows}, {"other": [0] * 4}, names=("EQ",), seed=1)
    assert none.reason == NO_BOARDS
    with pytest.raises(ValueError, match="no priority for class 'Hybrid'"):
        combined_board({"utility": rows}, {"utility": [0] * 4}, names=("Hybrid",), seed=1)


def test_each_kind_of_draw_has_a_rate_for_each_contestant() -> None:
    votes = versus("aaab", "bbcc", ["both_good", "left", "both_bad", "tie"])
    rates = {(each.name, each.outcome): each.rate for each in draw_rates(votes)}
    assert rates["a", "both_good"].share == pytest.approx(1 / 3)
    assert (rates["c", "tie"].count, rates["c", "tie"].n) == (1, 2)
    assert rates["a", "tie"].low == pytest.approx(0, abs=1e-12)
    assert 0 < rates["a", "tie"].high < 1
