from __future__ import annotations

import pytest

from earmark.protocols.load import load
from earmark.protocols.questions.flags import Flags

ERRORS = Flags.model_validate(
    {
        "kind": "flags",
        "id": "errors",
        "title": {"en": "Errors"},
        "prompt": {"en": "What went wrong?"},
        "severities": [{"id": name, "label": {"en": name}, "weight": 1} for name in ("minor", "major")],
        "clusters": [
            {"id": name, "title": {"en": name}, "severities": {"minor": {"en": "a bit"}}, "needs": needs}
            for name, needs in (("noise", []), ("delay", []), ("language", ["count"]))
        ],
        "instance_types": [{"id": "click", "title": {"en": "Click"}}],
    }
)


def flag(cluster: object = "noise", severity: object = "minor") -> dict[str, object]:
    return {"cluster": cluster, "severity": severity, "instances": [{"turn": "t1"}]}


@pytest.mark.parametrize(
    ("flags", "faults"),
    [
        ([flag(), flag("delay", "major")], []),
        ([flag(), flag(severity="major")], [("errors.flags.1.cluster", "flagged-twice")]),
        ([flag(["noise"])], [("errors.flags.0.cluster", "unknown-name")]),
        ([flag(severity={"id": "minor"})], [("errors.flags.0.severity", "unknown-name")]),
    ],
)
def test_a_cluster_is_flagged_once_and_by_name(
    flags: list[dict[str, object]], faults: list[tuple[str, str]]
) -> None:
    found = ERRORS.faults({"flags": flags}, "errors", {})
    assert [(fault.where, fault.code) for fault in found] == faults


@pytest.mark.parametrize(
    ("instance", "fault"),
    [
        ({"time": [1.5, 1.5], "note": "a click", "type": "click", "word": "he"}, None),
        ({"throughout": True, "count": 2}, None),
        ({}, ("", "instance-empty")),
        ({"word": "he"}, ("", "instance-empty")),
        ({"time": [2, 1]}, (".time", "not-a-time")),
        ({"time": 2}, (".time", "not-a-time")),
        ({"turn": 4}, (".turn", "not-text")),
        ({"note": "x", "count": -1}, (".count", "not-a-count")),
        ({"note": "x", "throughout": "yes"}, (".throughout", "not-yes-or-no")),
        ({"note": "x", "type": "pop"}, (".type", "unknown-name")),
        ({"note": "x", "where": "there"}, (".where", "unknown-field")),
    ],
)
def test_an_instance_says_where_in_parts_of_their_kind(
    instance: dict[str, object], fault: tuple[str, str] | None
) -> None:
    found = ERRORS.faults({"flags": [{**flag(), "instances": [instance]}]}, "errors", {})
    place = "errors.flags.0.instances.0"
    assert [(one.where, one.code) for one in found] == (
        [] if fault is None else [(place + fault[0], fault[1])]
    )


def test_a_cluster_gets_the_parts_that_it_needs() -> None:
    told = {**flag("language"), "instances": [{"note": "Spanish"}]}
    (fault,) = ERRORS.faults({"flags": [told]}, "errors", {})
    assert (fault.where, fault.code) == ("errors.flags.0.instances", "count-missing")
    told["instances"] = [{"note": "Spanish", "count": 0}]
    assert list(ERRORS.faults({"flags": [told]}, "errors", {})) == []


def test_a_flag_is_a_row_with_its_notes_and_times() -> None:
    instances = [{"time": [1.0, 2.0], "note": "hiss"}, {"turn": "t2", "note": "again"}]
    (row,) = ERRORS.scores({"flags": [{**flag(), "instances": instances}]})
    assert (row.question, row.choice, row.justification) == ("errors.noise", "minor", "hiss · again")
    assert row.evidence == ({"start_s": 1.0, "end_s": 2.0, "note": "hiss"},)


def test_what_needs_a_turn_takes_its_time_too_for_a_single_reply_has_no_turns() -> None:
    errors = load("live-ab").protocol.question("errors")
    flagged = {"cluster": "corrections", "severity": "minor", "instances": [{"note": "once"}]}
    assert [one.code for one in errors.faults({"flags": [flagged]}, "errors", {})] == ["turn-missing"]
    timed = {**flagged, "instances": [{"time": [0.4, 0.4]}]}
    assert list(errors.faults({"flags": [timed]}, "errors", {})) == []


@pytest.mark.parametrize(
    ("name", "cluster"),
    [
        ("Model Refusal", "explicit-request"),
        ("refusal", "explicit-request"),
        ("Instruction Following", "explicit-request"),
        ("Interrupted User", "cut-off"),
        ("factual hallucination", "misinformation"),
        ("Anthropomorphism", "human-claims"),
        ("Failed Correction", "corrections"),
        ("Bad ASR", "misunderstood"),
        ("10", "wrong-language"),
        ("사용자 말 끊기", "cut-off"),
        ("None", None),
    ],
)
def test_a_cluster_is_known_by_its_number_its_title_and_its_older_names(
    name: str, cluster: str | None
) -> None:
    errors = load("live-ab").protocol.question("errors")
    assert isinstance(errors, Flags)
    found = errors.cluster_named(name)
    assert (found and found.id) == cluster
