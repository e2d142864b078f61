"""What comparisons find, from the rows of a study to boards, by votes whose strengths are known."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from claims import compared
from earmark.core.results import BattleResults, Out, PreferenceResult
from earmark.core.scope import Scope
from earmark.services.exporting import export_study
from earmark.services.home import open_home
from earmark.services.results.battles import priorities_of
from earmark.services.studies import Study
from earmark.stats.pairs.battles import battles
from earmark.stats.pairs.strengths import strengths
from people import NOON
from rows import StudyRows

STRENGTH = {"low": -0.8, "mid": 0.0, "top": 0.8}
PULL = 0.9
"""What standing as A adds."""

PAIRS = (("low", "mid"), ("low", "top"), ("mid", "top"))
CLASSES = ("eq", "iq", "hybrid")


@pytest.fixture(scope="module")
def votes() -> list[tuple[str, str, str, str]]:
    """Left, right, outcome and rater of each vote on Overall."""
    return []


@pytest.fixture(scope="module")
def study(
    tmp_path_factory: pytest.TempPathFactory, votes: list[tuple[str, str, str, str]]
) -> Iterator[Study]:
    """Three conditions in pairs on nine scenarios of three classes, compared by twelve raters."""
    chance = Random(11)
    with open_home(tmp_path_factory.mktemp("arena"), clock=lambda: NOON) as home:
        rows = StudyRows(home.studies.create("arena", protocol="live-ab"), at=NOON)
        for item in range(9):
            of = CLASSES[item % 3]
            for pair in PAIRS:
                compared = rows.pair(f"item-{item}", pair, votes=12, scenario={"class": of})
                for rater in range(12):
                    swapped = (item + rater) % 2 == 1
                    left, right = pair[::-1] if swapped else pair
                    answers = {
                        "overall": _vote(left, right, chance),
                        "naturalness": _vote(left, right, chance),
                    }
                    answers["utility"] = _vote(right, left, chance)  # the other way round
                    intent = {"intent": ("eq", "iq")[rater % 2]} if of == "hybrid" else {}
                    given = {name: {"choice": choice} for name, choice in (answers | intent).items()}
                    rows.rate(
                        compared,
                        f"rater-{rater}",
                        {"pair": given},
                        swapped=swapped,
                        heard_first="ab"[rater // 6],
                    )
                    outcome = {"a": "left", "b": "right", "tie": "tie"}[answers["overall"]]
                    votes.append((left, right, outcome, f"rater-{rater}"))
        yield rows.save()


def _vote(left: str, right: str, chance: Random) -> str:
    if chance.random() < 0.15:
        return "tie"
    logit = STRENGTH[left] - STRENGTH[right] + PULL
    return "a" if chance.random() < 1 / (1 + np.exp(-logit)) else "b"


@pytest.fixture(scope="module")
def found(study: Study) -> BattleResults:
    battles_found = study.results(seed=2).battles
    assert battles_found is not None
    return battles_found


def question(found: BattleResults, name: str) -> PreferenceResult:
    return next(one for one in found.questions if one.id == name)


def test_boards_rank_conditions_by_the_votes_as_the_sides_stood(
    found: BattleResults, votes: list[tuple[str, str, str, str]]
) -> None:
    left, right, outcome, rater = zip(*votes, strict=True)
    expected = {one.name: one for one in strengths(battles(left, right, outcome, rater=rater)).standings}
    board = question(found, "overall").board
    assert [one.condition for one in board.places] == ["top", "mid", "low"]
    for one in board.places:
        assert one.strength == pytest.approx(expected[one.condition].strength)
        assert (one.low, one.high) == pytest.approx(
            (expected[one.condition].low, expected[one.condition].high)
        )
    assert (board.votes, board.raters, board.seed, board.model) == (len(votes), 12, 2, "davidson")
    top = board.places[0]
    assert (top.rank, top.best, top.worst) == (1, 1, 1)


def test_wins_are_counted_by_pair_whichever_side_won(
    found: BattleResults, votes: list[tuple[str, str, str, str]]
) -> None:
    overall = question(found, "overall")
    assert [(one.first, one.second) for one in overall.wins] == list(PAIRS)
    for one in overall.wins:
        won = [
            (left if outcome == "left" else right)
            for left, right, outcome, _ in votes
            if {left, right} == {one.first, one.second} and outcome != "tie"
        ]
        assert (one.first_wins, one.second_wins) == (won.count(one.first), won.count(one.second))
    assert sum(overall.outcomes.values()) == len(votes)


def test_the_pull_of_side_a_is_measured_and_hearing_first_has_none(found: BattleResults) -> None:
    side, first = question(found, "overall").positions
    assert (side.position, first.position) == ("side-a", "heard-first")
    assert side.share.low > 0.5
    assert side.low < PULL < side.high
    assert side.low > 0
    assert first.low < 0 < first.high


def test_each_class_of_scenarios_has_its_board(found: BattleResults) -> None:
    classes = question(found, "overall").classes
    assert {name: board.votes for name, board in classes.items()} == {"eq": 108, "hybrid": 108, "iq": 108}
    assert found.classes["hybrid"].root["en"] == "Hybrid"


def test_the_board_across_dimensions_follows_the_priority_of_each_class_or_stated_intent(
    found: BattleResults,
) -> None:
    combined = found.combined
    weights = {(one.scenario_class, one.question): one.weight for one in combined.parts}
    assert set(weights) == {(name, dim) for name in ("eq", "iq") for dim in ("naturalness", "utility")}
    assert weights["eq", "naturalness"] == pytest.approx(0.5 * 3 / 5)
    assert weights["iq", "utility"] == pytest.approx(0.5 * 3 / 5)
    assert dict(combined.class_shares) == {"eq": 0.5, "iq": 0.5}
    assert {one.condition for one in combined.places} == set(STRENGTH)


def test_boards_say_which_votes_they_left_out(tmp_path: Path) -> None:
    with open_home(tmp_path, clock=lambda: NOON) as home:
        rows = StudyRows(home.studies.create("arena", protocol="live-ab"), at=NOON)
        given = {"pair": {name: {"choice": "a"} for name in ("overall", "utility")}}
        for of in ("eq", "iq"):
            pair = rows.pair(f"of {of}", ("low", "top"), votes=3, scenario={"class": of})
            rows.rate(pair, "ann", given)
            rows.rate(pair, "bo", given, extra=True)
        rows.rate(pair, "ann", given, current=False, revision=0)
        rows.leave(pair, "cy", "discard", target="item")
        rows.rate(rows.pair("itself", ("top", "top"), scenario={"class": "eq"}), "ann", given)
        found = rows.save().results().battles
    assert found is not None
    overall = question(found, "overall")
    assert (overall.board.votes, overall.board.out) == (
        2, (Out("replaced", 1), Out("extra", 2), Out("discarded", 1), Out("one-condition", 1)),
    )  # fmt: skip
    assert {name: board.out for name, board in overall.classes.items()} == {
        "eq": (Out("extra", 1), Out("one-condition", 1)),
        "iq": (Out("replaced", 1), Out("extra", 1), Out("discarded", 1)),
    }
    assert (found.combined.votes, found.combined.out) == (2, overall.board.out)


def test_dynamics_share_the_slot_of_naturalness(study: Study) -> None:
    rule = priorities_of(study.protocol, ["naturalness", "dynamics", "utility", "audio-quality"])
    assert rule["eq"].slots == (("naturalness", "dynamics"), ("utility",), ("audio-quality",))
    assert rule["iq"].weights == (3.0, 2.0, 1.0)


def test_a_scope_keeps_pairs_of_its_conditions_and_scenarios_of_its_class(study: Study) -> None:
    part = study.results(scope=Scope(condition=("low", "top"), scenario_class=("eq",)))
    assert part.battles is not None
    overall = question(part.battles, "overall")
    assert [(one.first, one.second) for one in overall.wins] == [("low", "top")]
    assert sum(overall.outcomes.values()) == 3 * 12
    assert len(part.raters) == 12
    json.dumps(part.as_json(), allow_nan=False)


def test_the_board_of_a_report_is_recomputed_from_the_export(study: Study, tmp_path: Path) -> None:
    export_study(study, tmp_path / "out")
    found = compared(tmp_path)
    question = study.results().battles.questions[0]
    said = {
        one.condition: (one.strength, one.low, one.high, one.score, one.best, one.worst, one.votes)
        for one in question.board.places
    }
    assert found["places"] == {name: pytest.approx(numbers) for name, numbers in said.items()}
    for pair in question.wins:
        ways = ((pair.first, pair.second, "left"), (pair.second, pair.first, "right"))
        assert pair.first_wins == sum(found["pairs"][way] for way in ways)
