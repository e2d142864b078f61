"""The schema can say what the protocols need: a live pair with classes and flags, a pair of sites, a clip."""

from pathlib import Path

from earmark.protocols import load
from earmark.protocols.questions import Checklist, Choice, Flags, FreeText

FOLDERS = Path(__file__).parent / "folders"
PAIR = load(FOLDERS / "live-pair").protocol
SITES = load(FOLDERS / "site-pair").protocol
PLAIN_AXES = ["naturalness", "utility", "audio", "overall", "rationale"]


def test_the_dominant_intent_is_asked_only_of_hybrid_scenarios() -> None:
    assert [question.id for question in PAIR.asked_of("pair", scenario_class="eq")] == PLAIN_AXES
    assert [question.id for question in PAIR.asked_of("pair")] == PLAIN_AXES
    hybrid = [question.id for question in PAIR.asked_of("pair", scenario_class="hybrid")]
    assert hybrid == ["intent", *PLAIN_AXES]


def test_each_class_has_its_order_of_dimensions_or_takes_it_from_the_stated_intent() -> None:
    assert [(each.id, each.priority, each.priority_from) for each in PAIR.classes] == [
        ("eq", ("naturalness", "utility", "audio"), None),
        ("iq", ("utility", "naturalness", "audio"), None),
        ("hybrid", None, "intent"),
    ]


def test_steps_of_strength_are_a_variant_that_names_the_same_sides() -> None:
    axis = PAIR.question("naturalness")
    assert isinstance(axis, Choice)
    assert [(option.side, option.strength) for option in axis.variants["strength"]] == [
        ("a", 2),
        ("a", 1),
        ("tie", None),
        ("b", 1),
        ("b", 2),
    ]


def test_flags_give_severities_with_weights_and_what_an_instance_must_name() -> None:
    errors, artifacts = PAIR.question("errors"), PAIR.question("artifacts")
    assert isinstance(errors, Flags)
    assert isinstance(artifacts, Flags)
    assert [(each.id, each.weight, each.proposed_from) for each in errors.severities] == [
        ("minor", 1, 1),
        ("moderate", 5, 2),
        ("major", 25, 4),
    ]
    flag = {"cluster": "cut-off", "severity": "major", "instances": [{"turn": "T2"}], "note": "twice"}
    assert list(errors.faults({"flags": [flag]}, "answers.sides.a.errors", {})) == []
    [score] = errors.scores({"flags": [flag]})
    assert (score.question, score.choice, score.justification) == ("errors.cut-off", "major", "twice")
    assert [kind.id for kind in artifacts.instance_types] == ["click", "cutoff"]


def test_task_success_is_asked_of_each_side_and_needs_its_reason() -> None:
    assert [question.id for question in PAIR.asked_of("side")] == ["task-success", "errors", "artifacts"]
    success = PAIR.question("task-success")
    faults = list(success.faults({"choice": "pass"}, "answers.sides.a.task-success", {}))
    assert [(fault.where, fault.code) for fault in faults] == [
        ("answers.sides.a.task-success.reason", "reason-missing")
    ]


def test_the_rationale_is_in_english_with_evidence_and_unlike_earlier_ones() -> None:
    rationale = PAIR.question("rationale")
    assert isinstance(rationale, FreeText)
    assert rationale.rule.language == "en"
    assert rationale.rule.unique is not None
    assert rationale.rule.unique.likeness == 0.9
    assert rationale.rule.evidence is not None
    assert (rationale.rule.evidence.at_least, rationale.rule.evidence.kinds) == (2, ("quote", "time", "turn"))


def test_a_draft_beside_a_text_is_an_answer_of_its_own_which_nothing_asks_for() -> None:
    rationale = load("live-ab").protocol.question("rationale")
    written = {"text": "x" * 80, "draft": "초안"}
    assert list(rationale.faults(written, "answers.pair.rationale", {})) == []
    rows = [(score.question, score.justification) for score in rationale.scores(written)]
    assert rows == [("rationale", "x" * 80), ("rationale.draft", "초안")]
    assert rationale.is_blank({"draft": "초안"})
    long = rationale.faults({**written, "draft": "ㄱ" * 20_001}, "answers.pair.rationale", {})
    assert [(fault.where, fault.code) for fault in long] == [("answers.pair.rationale.draft", "too-long")]
    assert PAIR.question("rationale").fields() == {"text", "evidence"}


def test_a_place_that_a_phrase_left_to_be_filled_in_is_refused_with_where_it_stands() -> None:
    rationale = load("live-ab").protocol.question("rationale")
    left = {"text": "At {turn}, " + "x" * 80, "draft": "{turn}"}
    [fault] = rationale.faults(left, "answers.pair.rationale", {})
    assert (fault.where, fault.code) == ("answers.pair.rationale.text", "placeholder-left")
    assert fault.message == "'{turn}' at character 4 waits to be filled in."


def test_workflows_of_a_site_come_from_the_scenario_and_are_marked_pass_or_fail() -> None:
    workflows = SITES.question("workflows")
    assert isinstance(workflows, Checklist)
    entries = {"opened-on-phone": {"state": "pass"}, "Buy a ticket": {"state": "fail", "note": "no button"}}
    assert list(workflows.faults({"entries": entries}, "answers.sides.a.workflows", {})) == []
    assert [(score.question, score.choice) for score in workflows.scores({"entries": entries})] == [
        ("workflows.opened-on-phone", "pass"),
        ("workflows.Buy a ticket", "fail"),
    ]


def test_each_kind_of_question_says_which_values_answers_can_have() -> None:
    said = {
        name: [(one.value, one.label and one.label.root["en"]) for one in question.meanings()]
        for name, question in (
            ("success", PAIR.question("task-success")),
            ("artifacts", PAIR.question("artifacts")),
            ("workflows", SITES.question("workflows")),
            ("rationale", PAIR.question("rationale")),
        )
    }
    assert said == {
        "success": [("pass", "Pass"), ("partial", "Partial"), ("fail", "Fail")],
        "artifacts": [("artifacts.artifact", "Artifact"), ("slight", "Slight"), ("plain", "Plain")],
        "workflows": [("workflows.opened-on-phone", "Opened at phone size"), ("pass", None), ("fail", None)],
        "rationale": [],
    }


def test_a_score_a_site_is_asked_only_where_the_study_turns_it_on() -> None:
    assert [question.id for question in SITES.asked_of("side")] == ["workflows"]
    turned_on = SITES.with_asked({"visual-score"})
    assert [question.id for question in turned_on.asked_of("side")] == ["workflows", "visual-score"]


def test_five_points_of_listening_effort_check_and_score_as_any_other_scale() -> None:
    effort = load(FOLDERS / "listening-effort").protocol.question("effort")
    assert [score.value for score in effort.scores({"score": 4})] == [4]
    [fault] = effort.faults({"score": 6}, "answers.item.effort", {})
    assert (fault.where, fault.code) == ("answers.item.effort.score", "not-on-scale")
