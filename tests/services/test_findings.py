"""What results say beyond means: differences, agreement, answers, flags, raters, advice, what is left out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from typer.testing import CliRunner

from earmark.cli.main import app
from earmark.core.errors import NotFoundError
from earmark.core.results import Out, StudyResults
from earmark.core.scope import Scope
from earmark.services.home import open_home
from earmark.services.results.choices import share_contrast
from earmark.services.results.view import Rows
from earmark.services.studies import Study
from people import NOON
from rows import PROTOCOL, StudyRows

MORE = """\
  - id: success
    kind: choice
    title: {en: "Task success"}
    prompt: {en: "Done?"}
    options:
      - {id: pass, label: {en: "Pass"}}
      - {id: partial, label: {en: "Partial"}}
      - {id: fail, label: {en: "Fail"}}
  - id: checks
    kind: checklist
    required: false
    title: {en: "Checks"}
    prompt: {en: "Which?"}
    states: [done, failed]
    entries: [{id: greets, title: {en: "Greets"}}]
  - id: errors
    kind: flags
    title: {en: "Errors"}
    prompt: {en: "Which?"}
    severities:
      - {id: minor, label: {en: "Minor"}, weight: 1}
      - {id: major, label: {en: "Major"}, weight: 5}
    clusters:
      - {id: cut-off, title: {en: "Cut off"}, severities: {minor: {en: "short"}, major: {en: "long"}}}
      - {id: latency, title: {en: "Latency"}, severities: {minor: {en: "short"}, major: {en: "long"}}}
"""
CONDITIONS = {"cold": 2.2, "mild": 3.2, "warm": 3.3}
ITEMS, RATERS = 10, 8


def lay(study: Study) -> StudyRows:
    """Three conditions on ten items, rated by eight: one is worse, the last rater turns milder half-way."""
    rows, chance = StudyRows(study, at=NOON), Random(5)
    for item in range(ITEMS):
        for condition, quality in CONDITIONS.items():
            language = ("en", "ko")[item % 2]
            recording = rows.recording(f"item-{item}", condition, votes=RATERS, language=language)
            for rater in range(RATERS):
                drift = 1.5 if rater == RATERS - 1 and item >= ITEMS // 2 else 0
                drawn = quality + 0.3 * (rater % 3 - 1) + drift + chance.gauss(0, 0.35)
                value = max(1, min(5, round(drawn)))
                answers: dict[str, object] = {
                    "quality": value,
                    "clarity": 5,
                    "success": {"choice": ("fail", "partial", "pass")[min(max(value - 2, 0), 2)]},
                    "checks.greets": {"choice": ("done", "failed")[chance.random() < 0.3]},
                }
                if value <= 2:
                    answers["errors.cut-off"] = {"choice": ("minor", "major")[value == 1]}
                rows.rate(
                    recording,
                    f"rater-{rater}",
                    {"item": answers},
                    submitted_at=NOON + 1000 * item + rater,
                    body={"answers": {}, "time": {"active_seconds": 10 + rater}},
                )
    late = {"quality": 5, "success": {"choice": "fail"}, "errors.cut-off": {"choice": "major"}}
    rows.rate(recording, "rater-0", {"item": late}, extra=True, revision=0)
    rows.leave(recording, "gone", "discard", target="item")
    for question in ("checks", "errors"):
        rows.leave(recording, question, "discard", scope="dimension", target="item", question=question)
    return rows


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Study]:
    folder = tmp_path_factory.mktemp("findings")
    english = re.sub(r', ko: "[^"]*"', "", PROTOCOL + MORE).replace("languages: [en, ko]", "languages: [en]")
    (folder / "protocol.yaml").write_text(english, encoding="utf-8")
    with open_home(folder / "home", clock=lambda: NOON) as home:
        yield lay(home.studies.create("voices", protocol=folder)).save()


@pytest.fixture(scope="module")
def found(study: Study) -> StudyResults:
    return study.results(seed=3)


def test_differences_say_which_is_higher_and_which_are_alike_within_the_margin(found: StudyResults) -> None:
    contrasts = found.questions[0].contrasts
    assert [(one.first, one.second, one.finding) for one in contrasts.pairs] == [
        ("cold", "mild", "second"),
        ("cold", "warm", "second"),
        ("mild", "warm", "alike"),
    ]
    means = {one.condition: one.score.mean for one in found.questions[0].conditions}
    for one in contrasts.pairs:
        assert one.difference == pytest.approx(means[one.first] - means[one.second])
        assert one.low < one.single_low < one.difference < one.single_high < one.high
    assert (contrasts.margin, contrasts.seed, contrasts.compared) == (pytest.approx(0.2), 3, "all-pairs")


def test_a_difference_reaches_no_further_than_scores_or_shares_can_differ(rows: StudyRows) -> None:
    for item, values in (("one", (1, 5)), ("two", (4, 2))):
        for condition, value in zip(("cold", "warm"), values, strict=True):
            recording = rows.recording(item, condition, votes=2)
            for rater in ("ann", "bo"):
                rows.rate(recording, rater, {"item": {"quality": value}})
    (one,) = rows.save().results().questions[0].contrasts.pairs
    assert (one.low, one.single_low, one.high, one.single_high) == (-4.0, -4.0, 4.0, 4.0)


def test_a_difference_of_shares_is_at_most_all() -> None:
    condition, item, rater = (np.arange(8) >> bit & 1 for bit in (2, 1, 0))
    nothing = np.zeros(8, dtype=np.int32)
    looks = Rows(rater, item, nothing, condition, nothing, nothing, nothing)
    one = share_contrast(looks, condition ^ item == 1, "yes", (0, 1), names=("a", "b"), level=0.95, of=3)
    assert (one.difference, one.low, one.high) == (0.0, -1.0, 1.0)


def test_equal_scores_show_no_difference_and_no_likeness(found: StudyResults) -> None:
    clarity = found.questions[1]
    assert {one.finding for one in clarity.contrasts.pairs} == {"open"}, "equal scores have no error"
    assert {one.reason for one in clarity.contrasts.pairs} == {"not measurable: all scores are equal"}


def test_the_interval_to_show_stays_on_the_scale_where_all_agree(found: StudyResults) -> None:
    warm = found.questions[1].conditions[-1]
    assert (warm.score.method, warm.interval.method, warm.interval.effective) == ("score", "score", RATERS)
    assert 3 < warm.interval.low < warm.interval.high == pytest.approx(5)
    quality = found.questions[0].conditions[-1]
    assert quality.interval.method == "two-way"
    for one in (warm, quality):
        assert (one.interval.low, one.interval.high) == (one.score.low, one.score.high), "one interval"
    assert 1 < quality.interval.effective < quality.score.n


def test_agreement_is_on_what_was_rated_and_says_where_scores_are_lopsided(found: StudyResults) -> None:
    quality, clarity = (question.agreement for question in found.questions)
    assert (quality.distance, quality.units, quality.n) == ("ordinal", 3 * ITEMS, 3 * ITEMS * RATERS)
    assert 0 < quality.low < quality.alpha < quality.high < 1
    assert len(quality.icc) == 6
    assert (clarity.alpha, clarity.finding, clarity.others) == (None, "not measurable", 0)
    success = found.choices[0].agreement
    assert (success.distance, success.icc) == ("nominal", ())


def test_a_rater_who_turns_milder_is_seen_by_an_opaque_name(found: StudyResults) -> None:
    assert [one.label for one in found.raters] == [f"R{number}" for number in range(1, RATERS + 1)]
    drifts = {one.median_seconds: one.scales[0] for one in found.raters}
    last = drifts.pop(10 + RATERS - 1)
    assert last.drift > 4 * last.drift_error
    assert max(abs(one.drift / one.drift_error) for one in drifts.values()) < 4
    assert last.bias > 0
    assert {one.submissions for one in found.raters} == {3 * ITEMS}


def test_answers_have_shares_and_ordered_outcomes_a_model(found: StudyResults) -> None:
    success, greets = found.choices
    assert (success.id, greets.id, greets.title.in_language("en")) == ("success", "checks.greets", "Greets")
    for one in success.conditions:
        assert sum(share.rate.share for share in one.shares) == pytest.approx(1)
    passes = {one.condition: one.shares[0].rate for one in success.conditions}
    cold_less = next(one for one in success.contrasts if (one.answer, one.first) == ("pass", "cold"))
    assert cold_less.difference == pytest.approx(passes["cold"].share - passes[cold_less.second].share)
    assert cold_less.high < 0
    assert {-1 <= one.low < one.high <= 1 for one in success.contrasts if one.low is not None} == {True}
    better = {(one.first, one.second): one for one in success.outcomes}
    assert better["cold", "warm"].high < 0
    assert greets.outcomes == ()
    assert [share.answer for share in greets.conditions[0].shares] == ["done", "failed"]


def test_flags_are_counted_over_all_looks_flagged_or_not(found: StudyResults) -> None:
    (errors,) = found.flags
    rates = {(one.condition, one.cluster, one.severity): one.rate for one in errors.rates}
    low = {one.condition: sum(one.histogram[:2]) for one in found.questions[0].conditions}
    for condition in CONDITIONS:
        assert rates[condition, "cut-off", None].count == low[condition]
        assert rates[condition, "cut-off", None].n == ITEMS * RATERS
        assert rates[condition, "latency", "major"].share == 0
    worse = next(one for one in errors.contrasts if one.answer == "cut-off")
    assert (worse.first, worse.second) == ("cold", "mild")
    assert worse.low > 0
    weights = {one.condition: one.score for one in errors.weights}
    cold = found.questions[0].conditions[0].histogram
    assert weights["cold"] == pytest.approx((5 * cold[0] + cold[1]) / (ITEMS * RATERS))


def test_answers_and_looks_for_flags_say_what_was_left_out(found: StudyResults) -> None:
    success, greets = found.choices
    (errors,) = found.flags
    extra, gone = Out("extra", 1), Out("discarded", 1)
    outs = [
        [one.out for one in finding.conditions] for finding in (*found.questions, success, greets, errors)
    ]
    assert outs == [[(), (), of_warm] for of_warm in (
        (extra, gone), (gone,), (extra, gone), (Out("discarded", 2),), (extra, Out("discarded", 2)),
    )]  # fmt: skip
    assert {(one.n, one.raters, one.items) for one in errors.conditions} == {(ITEMS * RATERS, RATERS, ITEMS)}


def test_more_votes_are_told_for_what_is_still_open(study: Study, found: StudyResults) -> None:
    more = found.questions[0].more
    assert (more.advice, more.raters, more.items) == ("stop", RATERS, ITEMS)
    assert {(one.more_raters, one.more_items) for one in more.pairs} == {(0, 0)}
    widths = [buy.difference_half_width for buy in more.buys if not buy.more_items]
    assert widths == sorted(widths, reverse=True)
    assert found.questions[1].more.reason == "not measurable: all scores are equal"
    half = study.results(scope=Scope(condition=("mild", "warm"), language=("en",))).questions[0]
    assert (half.contrasts.pairs[0].finding, half.more.advice) == ("open", "continue")
    assert (half.more.more_items, half.more.pairs[0].more_items) == (
        None,
        None,
    )  # of five items too few to say


def test_a_scope_keeps_what_it_names_and_nothing_else(study: Study, found: StudyResults) -> None:
    assert found.names.as_json() == {
        "condition": sorted(CONDITIONS),
        "language": ["en", "ko"],
        "category": [],
        "class": [],
        "group": [],
    }
    scope = Scope(condition=("warm", "cold"), language=("ko",))
    part = study.results(scope=scope)
    assert part.scope == Scope.from_pairs(scope.as_pairs()) == scope
    assert [one.condition for one in part.questions[0].conditions] == ["cold", "warm"]
    assert {one.score.n for one in part.questions[0].conditions} == {ITEMS * RATERS // 2}
    assert part.questions[0].agreement.units == ITEMS
    assert part.flags[0].rates[0].rate.n == ITEMS * RATERS // 2
    assert part.progress == found.progress


def test_everything_is_json_without_nan_and_by_the_seed(study: Study, found: StudyResults) -> None:
    written = json.dumps(found.as_json(), allow_nan=False)
    assert json.loads(written)["making"]["seed"] == 3
    assert json.dumps(study.results(seed=3).as_json(), allow_nan=False) == written
    assert study.results(seed=4).questions[0].contrasts != found.questions[0].contrasts


def test_what_does_not_count_is_told_with_its_reason(rows: StudyRows) -> None:
    one = rows.recording("one", "warm", turns=2, votes=3)
    turn = one.turns[0]
    for rater, standing in [
        ("ann", {}),
        ("bo", {"extra": True}),
        ("cy", {"current": False, "retracted": True}),
        ("di", {"current": False, "set_aside": True}),
    ]:
        rows.rate(one, rater, {turn: {"quality": 3}}, **standing)
    rows.rate(one, "ann", {turn: {"quality": 1}}, current=False, revision=0)
    rows.leave(one, "ed", "discard", scope="dimension", target=turn, question="quality")
    rows.leave(one, "fi", "discard")
    rows.leave(one, "gu", "skip")
    rows.leave(one, "hi", "discard", scope="turn", target=turn)  # says nothing of what is asked of the whole
    quality, clarity = rows.save().results().questions
    assert quality.conditions[0].score.n == 1
    assert quality.conditions[0].out == (
        Out("set-aside", 1),
        Out("retracted", 1),
        Out("replaced", 1),
        Out("extra", 1),
        Out("discarded", 2),
    )
    assert clarity.conditions[0].out == (Out("discarded", 1),)


def test_the_command_python_and_the_interface_give_the_same_numbers(study: Study) -> None:
    folder = study.home.settings.home
    scope = Scope(condition=("cold", "warm"), language=("ko",))
    options = ("--condition", "warm", "--condition", "cold", "--language", "ko")
    printed = CliRunner().invoke(app, ["results", "voices", "--home", str(folder), "--json", *options])
    assert printed.exit_code == 0, printed.stderr
    with open_home(folder, clock=lambda: NOON) as opened:
        found = opened.studies["voices"].results(scope=scope).as_json()
    assert json.loads(printed.stdout) == json.loads(json.dumps(found))


def test_a_name_that_is_not_there_is_refused_with_those_that_are(study: Study) -> None:
    with pytest.raises(NotFoundError, match=r"no condition 'hot'.*'cold', 'mild', 'warm'"):
        study.results(scope=Scope(condition=("hot", "cold")))
