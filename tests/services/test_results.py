from __future__ import annotations

import json

import pytest

from earmark.core.errors import UnknownFilterError
from earmark.core.results import MarkCount, Out, Progress, QuestionResult, StudyResults
from earmark.core.scope import Scope
from earmark.services.results import results_of
from earmark.services.results.reading import read_study
from earmark.stats.mean import NO_SCORES, ONE_SCORE, mean_score
from earmark.storage.results import change_stamp
from rows import StudyRows


def question_of(results: StudyResults, name: str) -> QuestionResult:
    return next(question for question in results.questions if question.id == name)


def test_a_condition_has_its_mean_its_interval_and_its_histogram(rows: StudyRows) -> None:
    first, second = rows.recording("one", "warm", votes=2), rows.recording("two", "warm", votes=2)
    for recording, ann, bo in [(first, 4, 5), (second, 2, 4)]:
        rows.rate(recording, "ann", {"item": {"quality": ann}})
        rows.rate(recording, "bo", {"item": {"quality": bo}})
    (warm,) = question_of(results_of(rows.save()), "quality").conditions
    assert warm.condition == "warm"
    alone = mean_score([4, 5, 2, 4], [0, 1, 0, 1], [0, 0, 1, 1], limits=(1, 5))
    assert (warm.score.mean, warm.score.n, warm.score.standard_error) == (3.75, 4, alone.standard_error)
    assert warm.histogram == (0, 1, 0, 2, 1)


def test_conditions_are_told_apart_and_one_without_scores_says_so(rows: StudyRows) -> None:
    for condition, value in [("zebra", 5), ("apple", 1)]:
        rows.rate(rows.recording("one", condition), "ann", {"item": {"quality": value}})
    rows.recording("one", "mango")
    found = question_of(results_of(rows.save()), "quality").conditions
    assert [(one.condition, one.score.mean, one.score.reason) for one in found] == [
        ("apple", 1.0, ONE_SCORE),
        ("mango", None, NO_SCORES),
        ("zebra", 5.0, ONE_SCORE),
    ]


def test_recordings_without_a_condition_are_one_row(rows: StudyRows) -> None:
    for item in ("one", "two"):
        rows.rate(rows.recording(item), f"rater of {item}", {"item": {"quality": 3, "clarity": 4}})
    results = results_of(rows.save())
    for name, mean in [("quality", 3.0), ("clarity", 4.0)]:
        (everything,) = question_of(results, name).conditions
        assert (everything.condition, everything.score.mean, everything.score.n) == (None, mean, 2)
        assert (everything.score.method, everything.score.reason) == ("score", None)


def test_turns_belong_to_the_condition_of_their_recording(rows: StudyRows) -> None:
    for condition, values in [("warm", (5, 4)), ("cold", (1, 2))]:
        call = rows.recording("call", condition, turns=2)
        rows.rate(call, "ann", {turn: {"quality": v} for turn, v in zip(call.turns, values, strict=True)})
    cold, warm = question_of(results_of(rows.save()), "quality").conditions
    assert (cold.score.mean, warm.score.mean) == (1.5, 4.5)
    assert (warm.score.n, warm.score.raters, warm.score.items) == (2, 1, 1)


def test_only_current_submissions_within_the_votes_wanted_are_in_the_means(rows: StudyRows) -> None:
    recording = rows.recording("one", "warm", votes=2)
    rows.rate(recording, "ann", {"item": {"quality": 1}}, current=False)
    rows.rate(recording, "ann", {"item": {"quality": 4}}, revision=2)
    rows.rate(recording, "bo", {"item": {"quality": 5}}, late=True)
    rows.rate(recording, "cy", {"item": {"quality": 1}}, late=True, extra=True)
    results = results_of(rows.save())
    (warm,) = question_of(results, "quality").conditions
    assert (warm.score.mean, warm.histogram) == (4.5, (0, 0, 0, 1, 1))
    assert results.progress == Progress(
        tasks_open=1,
        waiting_for_owner=0,
        tasks_withdrawn=0,
        votes_wanted=2,
        votes_in=2,
        in_hand=0,
        raters_active=3,
        late=2,
        extra=1,
        corrections=1,
    )


def test_a_lease_that_is_over_is_in_nobodys_hand(rows: StudyRows) -> None:
    rows.assign(rows.recording("one"), "ann")
    rows.at -= 10
    rows.assign(rows.recording("two"), "bo")
    assert results_of(rows.save()).progress.in_hand == 1


def test_skips_and_discards_are_counted_apart(rows: StudyRows) -> None:
    call = rows.recording("call", turns=2, votes=3)
    for rater in ("ann", "bo"):
        rows.leave(call, rater, "skip", reason="accent")
    rows.leave(call, "cy", "discard", reason="silent")
    sent = rows.rate(call, "di", {call.turns[0]: {"quality": 2}})
    replaced = rows.rate(call, "di", {}, current=False, revision=0)
    for of in (sent, replaced):
        rows.leave(call, "di", "discard", scope="turn", target=call.turns[1], submission_id=of)
    results = results_of(rows.save())
    assert results.skips == (MarkCount("skip", "item", None, "accent", 2),)
    assert results.discards == (
        MarkCount("discard", "item", None, "silent", 1),
        MarkCount("discard", "turn", None, "", 1),
    )


def test_a_study_without_anything_has_results_that_are_plain_json(rows: StudyRows) -> None:
    found = json.loads(json.dumps(results_of(rows.save()).as_json(), allow_nan=False))
    assert found["protocol"]["version"] == "1.2.0"
    assert found["skips"] == {"total": 0, "reasons": []}
    question = found["questions"][0]
    assert (question["id"], question["title"]) == ("quality", {"en": "Quality", "ko": "품질"})
    assert (question["points"], question["conditions"]) == ([1, 2, 3, 4, 5], [])


def test_the_numbers_of_a_condition_are_flat_json(rows: StudyRows) -> None:
    for rater, value in [("ann", 2), ("bo", 4)]:
        rows.rate(rows.recording(f"of {rater}", "warm"), rater, {"item": {"quality": value}})
    (found,) = results_of(rows.save()).as_json()["questions"][0]["conditions"]
    low, high, effective = (found.pop(name) for name in ("low", "high", "effective"))
    assert 1 < low < found["mean"] < high < 5, "two-way it would leave the scale"
    assert effective == pytest.approx(2.0)
    assert found == {
        "condition": "warm",
        "mean": 3.0,
        "standard_error": pytest.approx(1.0),
        "n": 2,
        "raters": 2,
        "items": 2,
        "level": 0.95,
        "method": "score",
        "reason": None,
        "histogram": {"1": 0, "2": 1, "3": 0, "4": 1, "5": 0},
        "out": [],
    }


def test_a_group_of_raters_is_a_part_with_what_it_left_out(rows: StudyRows) -> None:
    recording = rows.recording("one", "warm", votes=3)
    for rater, value in (("ann", 5), ("bo", 4), ("cy", 1)):
        rows.rate(recording, rater, {"item": {"quality": value}})
    rows.rate(recording, "ann", {"item": {"quality": 2}}, revision=0, current=False)
    rows.leave(recording, "cy", "discard", scope="dimension", question="quality")
    for rater, group in (("ann", "experts"), ("bo", "experts"), ("cy", "crowd")):
        rows.group(rater, group)
    study = rows.save()
    found = study.results(scope=Scope(group=("experts",)))
    (warm,) = question_of(found, "quality").conditions
    assert (warm.score.mean, warm.score.n, warm.out) == (4.5, 2, (Out("replaced", 1),))
    assert (len(found.raters), found.names.group) == (2, ("crowd", "experts"))
    (of_crowd,) = question_of(study.results(scope=Scope(group=("crowd",))), "quality").conditions
    assert (of_crowd.score.mean, of_crowd.out) == (1.0, (Out("discarded", 1),))
    with pytest.raises(UnknownFilterError, match="no group 'novices'"):
        study.results(scope=Scope(group=("novices",)))


def test_two_connections_read_one_state_whatever_is_written_meanwhile(rows: StudyRows) -> None:
    rows.rate(rows.recording("one", "warm", votes=2), "ann", {"item": {"quality": 5}})
    study = rows.save()
    with study.home.database.read() as connection:
        stamp = change_stamp(connection, study.id)
        rows.rate(rows.recording("two", "warm"), "ann", {"item": {"quality": 1}})
        rows.save()
        found = read_study(connection, study, stamp, now=0)
    assert (found.progress.votes_in, found.answers.value.tolist()) == (1, [5])
    assert results_of(study).progress.votes_in == 2, "what was written"
