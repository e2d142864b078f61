"""Whether both talks of a pair were given alike: the figures, what the rater marks, what they may see."""

from __future__ import annotations

import asyncio
import csv
import json
import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from claims_of_facts import lay_claims, run_check
from earmark.audio.evidence.rows import Evidence, EvidenceRow, NotMeasurable
from earmark.audits.comparisons import key_fact_unequal
from earmark.audits.pair import Pair, SpokenTurn
from earmark.core.errors import NotFoundError
from earmark.core.roles import Role
from earmark.services.evidence.kept import document_of
from earmark.services.exporting import export_study
from earmark.services.home import open_home
from earmark.services.pair_hints import LastLook
from earmark.services.raters import Rater
from earmark.services.studies import Study
from earmark.services.submissions import Refusal
from earmark.storage.analyses import Analysis, put_analysis
from earmark.storage.tables import stimulus
from earmark.web.fairness_words import talks_json
from pairs import RATE, bring_pairs, send, take, talk_rows, verdict
from people import NOON, bring_in, token_of
from rows import StudyRows
from sounds import sine, write_sound

FACTS = ("Before nine: train", "Two seats")
SAID = {
    "amber": ("Hello, I want the train before nine", "Do you want a seat?", "Tell me about your other shops"),
    "birch": ("Hello, I want the train before nine", "And how many?", "Two seats together, please"),
}


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Study]:
    folder = tmp_path_factory.mktemp("fair")
    shutil.copy(empty_database, folder)
    with open_home(folder, clock=lambda: NOON) as home:
        study = home.studies.create("fair", protocol="live-ab", settings={"votes_per_item": 9})
        rows = talk_rows(folder, tuple(SAID), turns=4)
        for row in rows:
            for turn, text in zip(row["turns"], (*SAID[row["condition"]], "Good."), strict=True):
                turn["text"] = text
        bring_pairs(study, folder, rows)
        yield study


def sit_down(study: Study, name: str) -> tuple[str, dict[str, Any], str]:
    """Return a rater, the pair they got, and the side on which *amber* stands."""
    shown = take(study, person := bring_in(study, name))
    assert shown is not None
    first = shown["stimuli"][0]
    return person, shown, first["side"] if first["turns"][1]["text"] == SAID["amber"][1] else "b"


def talks(study: Study, person: str, shown: dict[str, Any]) -> dict[str, Any]:
    return talks_json(asyncio.run(Rater(study.home, person).talks(shown["id"])))


def test_the_figures_name_turns_time_facts_wording_and_questions_of_both_sides(study: Study) -> None:
    person, shown, amber = sit_down(study, "Counter")
    birch = "b" if amber == "a" else "a"
    users = {
        one["side"]: [turn["id"] for turn in one["turns"] if turn["role"] == "user"]
        for one in shown["stimuli"]
    }
    found = talks(study, person, shown)
    sides = found["sides"]
    assert [(sides[side]["turns"], sides[side]["seconds"], sides[side]["asked"]) for side in "ab"] == [
        (2, 1.0, 1)
    ] * 2
    assert {side: sides[side]["passed_over"] for side in "ab"} == {amber: [users[amber][1]], birch: []}
    assert [(fact["fact"], fact["turns"]) for fact in found["facts"]] == [
        (FACTS[0], {side: users[side][0] for side in "ab"}),
        (FACTS[1], {amber: None, birch: users[birch][1]}),
    ]
    run = {side: users[side][0] for side in "ab"}
    assert found["wording"] == {"compared": 2, "alike": 1, "runs": [[run]]}
    assert [sides[side]["sound"] for side in "ab"] == [{"state": "hidden", "faults": []}] * 2
    assert [sides[side]["delays"] for side in "ab"] == [None, None]


def test_a_talk_without_a_transcript_is_not_said_to_leave_a_fact_out() -> None:
    settings: dict[str, str | int | float | bool] = {}
    said = SpokenTurn("user", "Two seats, please")
    for other, found in ((SpokenTurn("user", " "), 0), (SpokenTurn("user", "Hello"), 1)):
        pair = Pair(key_facts=("Two seats",), turns={"a": (said,), "b": (other,)})
        assert len(list(key_fact_unequal.audit(pair, settings))) == found
    assert key_fact_unequal.is_told("A bicycle, if possible", "And could I take my bicycle along?")


def test_how_much_a_fact_matters_is_no_part_of_what_is_to_be_told() -> None:
    said = {side: (SpokenTurn("user", "Good. And could I take my bicycle along?"),) for side in "ab"}
    assert not list(key_fact_unequal.audit(Pair(key_facts=("A bicycle, if possible",), turns=said), {}))


def test_words_that_raters_do_not_see_are_not_read_and_time_is_counted_all_the_same(study: Study) -> None:
    person, shown, _ = sit_down(study, "Deaf to words")
    study.set(transcript="never")
    try:
        found = talks(study, person, shown)
    finally:
        study.set(transcript="show")
    assert (found["words"], found["wording"], [fact["turns"] for fact in found["facts"]]) == (
        False,
        None,
        [{}, {}],
    )
    assert [(one["turns"], one["seconds"], one["asked"]) for one in found["sides"].values()] == [
        (2, 1.0, None)
    ] * 2


def test_what_the_rater_marks_stands_before_the_words_and_is_stored_and_exported(
    study: Study, tmp_path: Path
) -> None:
    person, shown, amber = sit_down(study, "Marker")
    mark = {"side": amber, "fact": FACTS[1], "told": True, "suggested": False}

    def unequal(*marks: dict[str, Any]) -> set[str]:
        look = LastLook({}, "en", talks={"key_facts": list(marks)})
        found = Rater(study.home, person).findings_on_pair(shown["id"], look)
        return {one.message for one in found if one.id == "key-fact-unequal"}

    assert [FACTS[1] in message for message in unequal()] == [True]
    assert unequal(mark) == set()
    faulty = verdict(shown) | {"talks": {"key_facts": [mark, mark, {**mark, "side": "c"}]}}
    refused = send(study, person, shown, faulty)
    assert isinstance(refused, Refusal)
    assert [(fault.where, fault.code) for fault in refused.faults] == [
        ("talks.key_facts.1", "marked-twice"),
        ("talks.key_facts.2", "not-a-mark"),
    ]
    send(study, person, shown, verdict(shown) | {"talks": {"key_facts": [mark]}})
    export_study(study, tmp_path / "out")
    with (tmp_path / "out" / "key_facts.csv").open(encoding="utf-8", newline="") as stream:
        [row] = csv.DictReader(stream)
    told = {name: row[name] for name in ("condition", "target", "fact", "told", "suggested", "current")}
    assert told == {
        "condition": "amber",
        "target": amber,
        "fact": FACTS[1],
        "told": "true",
        "suggested": "false",
        "current": "true",
    }


def fact(kind: str, detector: str, **fields: Any) -> EvidenceRow:
    standard: dict[str, Any] = {"start_s": 0.1, "end_s": 0.2, "channel": 0, "severity": 2, "confidence": 0.9}
    standard |= {"value": 18.0, "unit": "dB", "extra": {}, "version": 1, "role": "user"}
    return EvidenceRow(kind=kind, detector=detector, **(standard | fields))


def analyse(study: Study) -> None:
    """Keep what detectors would have found: one recording answers late, the other has one channel."""
    clicks = (fact("click", "clicks"), fact("hum", "clicks", scope="recording"))
    latencies = tuple(
        fact("response_latency", "latency", value=value, unit="s", scope="turn", role="agent", severity=0)
        for value in (0.5, 2.5)
    )
    measures = {"response_latency_p50_s": 1.5, "response_latency_p95_s": 2.4}
    one_channel = "It has one channel: who speaks when is told only where each speaker has a channel."
    answers = (
        Evidence(2.0, 16_000, 2, latencies, measures),
        Evidence(2.0, 16_000, 2, not_measurable=(NotMeasurable("response_latency", one_channel),)),
    )
    groups: Any = {"clicks": "signal", "latency": "turns"}
    with study.home.database.read() as connection:
        sounds = connection.execute(stimulus.select().order_by(stimulus.c.file_name)).all()
    for row, answered in zip(sounds, answers, strict=True):
        parts = {"clicks": Evidence(2.0, 16_000, 2, clicks), "latency": answered}
        found = document_of(parts, versions=dict.fromkeys(parts, 1), groups=groups)
        kept = Analysis("0.1.0", dict.fromkeys(parts, 1), [], {}, found)
        study.home.database.write(
            lambda c, row=row, kept=kept: put_analysis(
                c, row.original_hash, row.agent_channel, kept, now=NOON
            )
        )


def test_delays_and_the_users_sound_are_seen_by_the_setting_and_what_was_seen_is_kept(study: Study) -> None:
    person, shown, amber = sit_down(study, "Listener")
    birch = "b" if amber == "a" else "a"
    study.set(evidence="always")
    try:
        waiting = talks(study, person, shown)["sides"]
        analyse(study)
        sides = talks(study, person, shown)["sides"]
    finally:
        study.set(evidence="after-rating")
    assert {one["sound"]["state"] for one in waiting.values()} == {"waiting"}
    assert sides[amber]["delays"] == {"n": 2, "p50_s": 1.5, "p95_s": 2.4, "longest_s": 2.5, "reason": None}
    assert sides[birch]["delays"]["reason"]["en"].startswith("It has one channel")
    click = {"en": "click", "ko": "딸깍 소리"}  # a hum of the whole recording would tell files apart
    assert [sides[side]["sound"] for side in "ab"] == [{"state": "there", "faults": [click]}] * 2
    assert {one["sound"]["state"] for one in talks(study, person, shown)["sides"].values()} == {"hidden"}
    send(study, person, shown, verdict(shown))
    assert {one["sound"]["state"] for one in talks(study, person, shown)["sides"].values()} == {"there"}
    with study.home.database.read() as connection:
        query = "SELECT evidence_shown FROM submission WHERE rater_id = ?"
        [seen] = connection.exec_driver_sql(query, (person,)).scalars()
    assert sorted(one["id"] for one in shown["stimuli"]) == sorted(json.loads(seen)["recordings"])


def test_what_was_measured_is_not_told_at_the_last_look_where_evidence_is_hidden(study: Study) -> None:
    analyse(study)
    found = {}
    for setting in ("after-rating", "hidden"):
        study.set(evidence=setting)
        person, shown, _ = sit_down(study, f"Looks last, {setting}")
        look = LastLook(verdict(shown)["answers"], "en", at_end=True)
        found[setting] = {one.id for one in Rater(study.home, person).findings_on_pair(shown["id"], look)}
    study.set(evidence="after-rating")
    assert found["after-rating"] - found["hidden"] == {"own-recording-poor"}


def test_reviewers_see_both_talks_of_a_submission_with_all_that_is_hidden_from_raters(
    study: Study, app: FastAPI
) -> None:
    telling = {"says": "And how many", "claim": "Birch asks.", "verdict": "wrong", "affects_task": True}
    run_check(lay_claims(study, telling))
    person, shown, amber = sit_down(study, "Reviewed")
    birch = "b" if amber == "a" else "a"
    analyse(study)
    body = verdict(shown) | {
        "talks": {"key_facts": [{"side": amber, "fact": FACTS[1], "told": True, "suggested": False}]}
    }
    filled = {"filled": {"choice": "fail", "by": "claims-file"}, "against": "She asked later."}
    body["answers"]["sides"][birch]["task-success"] |= filled
    assert not isinstance(send(study, person, shown, body), Refusal)
    pages = {}
    for name, role in (("Reviewer", Role.REVIEWER), ("Rater", Role.RATER)):
        app.state.home = study.home
        with TestClient(app, base_url="http://earmark.test") as client:
            client.cookies.set("earmark", token_of(study.home, bring_in(study, name, role=role)))
            answer = client.get(f"/studies/fair/review/{shown['id']}")
            pages[name] = answer.status_code, unescape(re.sub(r"<[^>]+>|\s+", " ", answer.text))
    assert pages["Rater"][0] == 403
    with TestClient(app, base_url="http://earmark.test") as client:
        client.cookies.set("earmark", token_of(study.home, person))
        assert re.search(r"Pair \d", client.get("/studies/fair/work").text)
    status, text = pages["Reviewer"]
    assert status == 200
    for told in (
        "2 turns · 0:01.0",
        f"1 passed over: {amber.upper()} 0:01.0",
        "P50 1.50 s, P95 2.40 s, longest 2.50 s (answers: 2)",
        "It has one channel",
        "click, hum",
        "1 of the user's 2 longer turns",
        "told as the rater marked it",
        "kept from raters: it names a system or a file",
        "“Fail” was filled in by the fact-check “claims-file”.",
        "She asked later.",
    ):
        assert told in re.sub(r" +", " ", text), told


def test_a_task_that_is_no_pair_has_no_two_talks(study: Study) -> None:
    alone = study.home.studies.create("alone", protocol="clip-rating")
    rows = StudyRows(alone, at=NOON)
    rows.recording("clip", "amber")
    rows.save()
    shown = take(alone, person := bring_in(alone, "Single"))
    assert shown is not None
    with pytest.raises(NotFoundError):
        asyncio.run(Rater(alone.home, person).talks(shown["id"]))


def test_of_a_talk_without_turns_nothing_is_known_rather_than_none(study: Study, tmp_path: Path) -> None:
    replies = study.home.studies.create("replies", protocol="live-ab")
    for hertz, row in zip((300, 400), rows := talk_rows(tmp_path, ("amber", "birch")), strict=True):
        del row["turns"], row["agent_channel"]
        write_sound(tmp_path / row["audio"], sine(RATE, seconds=0.5, hertz=hertz), RATE)
    bring_pairs(replies, tmp_path, rows)
    person = bring_in(replies, "Nobody's turn")
    shown = take(replies, person)
    assert shown is not None
    sides = talks(replies, person, shown)["sides"]
    assert [(one["turns"], one["seconds"]) for one in sides.values()] == [(None, None)] * 2
