"""Published comparisons, beside the strengths that other programs found (answers.json)."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from earmark.stats.pairs.battles import Battles, battles, relative_difference
from earmark.stats.pairs.goodness import goodness
from earmark.stats.pairs.kendall import kendall_u
from earmark.stats.pairs.strengths import Strengths, strengths
from elsewhere import DATA, NEEDS_DATA

pytestmark = NEEDS_DATA

PAIRS = DATA / "ratings" / "pairwise"


def rows_of(name: str) -> list[dict[str, str]]:
    with (PAIRS / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def answers_of(name: str) -> dict[str, Any]:
    return json.loads((DATA / "ratings" / "answers.json").read_text(encoding="utf-8"))[f"pairwise/{name}"]


def counted(rows: list[tuple[str, str, tuple[float, ...]]]) -> Battles:
    """One battle a count of left, right and tie."""
    sides = [
        (left, right, outcome)
        for left, right, counts in rows
        for count, outcome in zip(counts, ("left", "right", "tie"), strict=False)
        for _ in range(int(count))
    ]
    left, right, outcome = zip(*sides, strict=True)
    return battles(left, right, outcome)


def against(found: Strengths, reference: str, names: dict[str, float]) -> dict[str, float]:
    return {name: found.contrast(name, reference).difference for name in names}


def errors_against(found: Strengths, reference: str, names: dict[str, float]) -> dict[str, float]:
    return {name: found.contrast(name, reference).standard_error for name in names}


def by_name(found: Strengths, field: str) -> dict[str, float]:
    return {standing.name: getattr(standing, field) for standing in found.standings}


@pytest.mark.parametrize("position", [False, True])
def test_baseball(position: bool) -> None:  # noqa: FBT001 - a case by name
    rows = rows_of("baseball_1987.csv")
    votes = counted(
        [(row["home.team"], row["away.team"], (int(row["home.wins"]), int(row["away.wins"]))) for row in rows]
    )
    answer = answers_of("baseball_1987.csv")["with_home_effect" if position else "bradley_terry_R"]
    found = strengths(votes, model="bradley-terry", position=position, errors="model")
    abilities = answer["log_ability"]
    assert against(found, "Baltimore", abilities) == pytest.approx(abilities, abs=1e-6)
    assert errors_against(found, "Baltimore", abilities) == pytest.approx(answer["se"], abs=1e-6)
    if position:
        assert found.effects[0].estimate == pytest.approx(answer["home"], abs=1e-6)
        assert found.effects[0].standard_error == pytest.approx(answer["home_se"], abs=1e-6)
        fit = goodness(found)
        assert (fit.deviance, fit.degrees) == (pytest.approx(answer["deviance"], abs=1e-5), answer["df"])
    else:  # both orders of a pair are one row here, in R they are two: compare what a position would add
        placed = strengths(votes, model="bradley-terry", position=True)
        fit = goodness(placed)
        added = 2 * (placed.log_likelihood - found.log_likelihood)
        assert fit.deviance + added == pytest.approx(answer["deviance"], abs=1e-5)
        assert fit.degrees + 1 == answer["df"]


@pytest.mark.parametrize(
    ("model", "key", "log"), [("davidson", "davidson", "log_nu"), ("rao-kupper", "rao_kupper", "log_theta")]
)
def test_ties_of_springall_and_of_the_school_survey(model: str, key: str, log: str) -> None:
    for name, columns, reference in (
        ("springall_flavour_ties.csv", ("row", "col", "win", "loss", "tie"), "1"),
        ("cems_school_ties.csv", ("school1", "school2", "win1", "win2", "tied"), "Barcelona"),
    ):
        left, right, *counts = columns
        rows = [row for row in rows_of(name) if row[counts[0]]]
        votes = counted(
            [(row[left], row[right], tuple(float(row[count]) for count in counts)) for row in rows]
        )
        answer = answers_of(name)[key]
        found = strengths(votes, model=model, errors="model")
        abilities = answer["log_ability"]
        assert against(found, reference, abilities) == pytest.approx(abilities, abs=1e-6)
        assert found.draws.log == pytest.approx(answer[log], abs=1e-6)
        assert found.log_likelihood == pytest.approx(answer["loglik"], abs=1e-4)
        if f"{log}_se" in answer:
            assert found.draws.standard_error == pytest.approx(answer[f"{log}_se"], abs=1e-4)
        if "se" in answer:
            assert errors_against(found, reference, abilities) == pytest.approx(answer["se"], abs=1e-4)


def test_students_who_compared_all_schools_are_clusters() -> None:
    rows = [row for row in rows_of("cems_school_ties.csv") if row["win1"]]
    outcome = [("right", "left")[int(float(row["win1"]))] if row["tied"] == "0.0" else "tie" for row in rows]
    votes = battles(
        [row["school1"] for row in rows],
        [row["school2"] for row in rows],
        outcome,
        rater=[row["student"] for row in rows],
    )
    found = strengths(votes)
    assert found.clusters == len({row["student"] for row in rows})
    assert found.contrast("London", "Barcelona").standard_error > (
        strengths(votes, errors="model").contrast("London", "Barcelona").standard_error
    )


def test_football_with_ties_and_a_home_effect() -> None:
    rows = rows_of("football_2008_9_ties_home.csv")
    outcome = [{"1": "left", "0": "tie", "-1": "right"}[row["result"]] for row in rows]
    found = strengths(
        battles([row["home"] for row in rows], [row["away"] for row in rows], outcome), position=True
    )
    answer = answers_of("football_2008_9_ties_home.csv")
    assert (len(rows), outcome.count("tie")) == (answer["n_games"], answer["ties"])
    answer = answer["davidson_home"]
    assert found.draws.log == pytest.approx(answer["log_nu"], abs=1e-4)
    assert found.effects[0].estimate == pytest.approx(answer["home"], abs=1e-4)
    assert found.log_likelihood == pytest.approx(answer["loglik"], abs=1e-4)
    assert by_name(found, "strength") == pytest.approx(answer["log_ability_sum_zero"], abs=1e-4)


def test_likability_of_voices() -> None:
    rows = rows_of("voice_likability_lab_15.csv")
    votes = counted(
        [
            (row["winner"], other, (float(count),))
            for row in rows
            for other, count in row.items()
            if other not in {"winner", row["winner"]}
        ]
    )
    answer = answers_of("voice_likability_lab_15.csv")
    found = strengths(votes, model="bradley-terry", errors="model")
    assert by_name(found, "strength") == pytest.approx(answer["log_ability_sum_zero"], abs=1e-6)
    assert by_name(found, "standard_error") == pytest.approx(answer["se_sum_zero"], abs=1e-6)
    share = np.exp(found.values) / np.exp(found.values).sum()
    names = [standing.name for standing in found.standings]
    assert dict(zip(names, share, strict=True)) == pytest.approx(answer["mle_share"], abs=1e-6)
    assert dict(zip(names, share, strict=True)) == pytest.approx(answer["published_share"], abs=2e-5)
    fit = goodness(found)
    assert (fit.deviance, fit.degrees) == (pytest.approx(answer["G2"], abs=1e-4), answer["df"])
    assert fit.deviance == pytest.approx(answer["published_G2"], abs=5e-3)
    assert fit.p_value == pytest.approx(answer["published_p"], abs=1e-4)
    names = [row["winner"] for row in rows]
    wins = [[0 if other == row["winner"] else float(row[other]) for other in names] for row in rows]
    assert kendall_u(wins).u == pytest.approx(answer["kendall_u_published"], abs=1e-6)


@pytest.fixture(scope="module")
def crowd() -> Battles:
    rows = rows_of("llmfao_crowd_ties.csv")
    left, right = ([float(row[side] or "nan") for row in rows] for side in ("len_left", "len_right"))
    return battles(
        [row["left"] for row in rows],
        [row["right"] for row in rows],
        [row["winner"] for row in rows],
        rater=[row["worker"] for row in rows],
        covariates={"length": relative_difference(left, right)},
    )


@pytest.fixture(scope="module")
def plain(crowd: Battles) -> Battles:
    return replace(crowd, covariates=None, covariate_names=())


def test_the_crowd_is_all_there(plain: Battles) -> None:
    answer, votes = answers_of("llmfao_crowd_ties.csv"), rows_of("llmfao_crowd_ties.csv")
    ties = sum(row["winner"] == "tie" for row in votes)
    sizes = (len(votes), len(plain.names), len({row["worker"] for row in votes}), ties)
    assert sizes == tuple(answer[name] for name in ("n_votes", "n_models", "n_workers", "ties"))


@pytest.mark.parametrize(
    ("model", "key", "log"), [("davidson", "davidson", "log_nu"), ("rao-kupper", "rao_kupper", "log_theta")]
)
def test_ties_of_the_crowd(plain: Battles, model: str, key: str, log: str) -> None:
    answer = answers_of("llmfao_crowd_ties.csv")[key]
    found = strengths(plain, model=model)
    assert by_name(found, "strength") == pytest.approx(answer["log_ability_sum_zero"], abs=1e-5)
    assert found.draws.log == pytest.approx(answer[log], abs=1e-5)
    assert found.log_likelihood == pytest.approx(answer["loglik"], abs=1e-3)


@pytest.mark.parametrize(
    ("errors", "key"),
    [
        ("model", "se_model"),
        ("vote", "se_sandwich_iid"),
        ("rater", "se_sandwich_clustered_by_worker_no_correction"),
    ],
)
def test_three_kinds_of_error_of_half_wins(plain: Battles, errors: str, key: str) -> None:
    answer = answers_of("llmfao_crowd_ties.csv")
    found = strengths(plain, model="bradley-terry", errors=errors, correction=False)
    half = answer["bt_half_tie"]
    assert by_name(found, "strength") == pytest.approx(half["log_ability_sum_zero"], abs=1e-6)
    assert by_name(found, "standard_error") == pytest.approx(half[key], abs=1e-6)
    share = np.exp(found.values) / np.exp(found.values).sum()
    names = [standing.name for standing in found.standings]
    assert dict(zip(names, share, strict=True)) == pytest.approx(answer["bt_tie_half_share"], abs=1e-6)


@pytest.mark.parametrize(("errors", "kind"), [("vote", "iid"), ("rater", "cluster")])
def test_position_and_length(crowd: Battles, errors: str, kind: str) -> None:
    answer = answers_of("llmfao_crowd_ties.csv")["bt_half_tie_with_position_and_length"]
    found = strengths(crowd, model="bradley-terry", position=True, errors=errors, correction=False)
    assert by_name(found, "strength") == pytest.approx(answer["log_ability_sum_zero"], abs=1e-6)
    for effect in found.effects:
        assert effect.estimate == pytest.approx(answer[effect.name], abs=1e-6)
        assert effect.standard_error == pytest.approx(answer[f"{effect.name}_se_{kind}"], abs=1e-6)
