"""Fact-checks by plug-ins: what they get, what is kept and shown, and that one that fails blocks nothing."""

from __future__ import annotations

import asyncio
import csv
import json
import sys
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from claims_of_facts import lay_claims, run_check
from earmark.core.errors import WrongInputError
from earmark.core.fact_checks import Claim, FactCheck, SaidTurn, Talk
from earmark.services.exporting import export_study
from earmark.services.fact_checks.checking import check_talk
from earmark.services.fact_checks.claims_file import open_claims_file
from earmark.services.fact_checks.job import KIND, Standing, check_again, state_of
from earmark.services.home import Home
from earmark.services.jobs import JobRow, jobs_of
from earmark.services.raters import Rater
from earmark.services.restoring import restore_study
from earmark.services.studies import Study
from earmark.services.submissions import Refusal
from earmark.storage.fact_checks import named_checks
from earmark.web.fairness_words import talks_json
from pairs import bring_pairs, send, take, talk_rows, verdict
from people import bring_in

WRONG = {
    "says": "agent 1",
    "claim": "It leaves at nine.",
    "verdict": "wrong",
    "affects_task": True,
    "source": "timetable",
}
TALK = Talk(
    {"title": "A late train"}, (SaidTurn("user", "When?", 0, 1), SaidTurn("agent", "At nine.", 1, 2)), "en"
)


@pytest.fixture
def study(home: Home, tmp_path: Path) -> Study:
    made = home.studies.create("facts", protocol="live-ab")
    bring_pairs(made, tmp_path, talk_rows(tmp_path, ("amber", "birch")))
    return made


def shown_to(study: Study, name: str) -> tuple[str, dict[str, Any], Any]:
    shown = take(study, person := bring_in(study, name))
    assert shown is not None
    found = talks_json(asyncio.run(Rater(study.home, person).talks(shown["id"])))["fact_check"]
    return person, shown, found


def jobs_asked(study: Study) -> tuple[JobRow, ...]:
    with study.home.database.read() as connection:
        return jobs_of(connection, KIND, study_id=study.id, limit=9)


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_claims_stand_at_their_turns_and_none_that_names_a_system_reaches_a_rater(
    study: Study, tmp_path: Path
) -> None:
    telling = {"says": "agent 1", "claim": "Amber says nine.", "verdict": "unsure"}
    elsewhere = {**WRONG, "scenario": "Another train"}
    lay_claims(study, WRONG, telling, elsewhere)
    person, shown, waiting = shown_to(study, "Reader")
    assert {side["state"] for side in waiting["sides"].values()} == {"waiting"}
    assert run_check(study) == {"checked": 2, "failed": 0, "left": 0}
    assert run_check(study) == {"checked": 0, "failed": 0, "left": 0}
    found = talks_json(asyncio.run(Rater(study.home, person).talks(shown["id"])))["fact_check"]
    agents = {
        one["side"]: next(turn["id"] for turn in one["turns"] if turn["role"] == "agent")
        for one in shown["stimuli"]
    }
    said = {name: WRONG[name] for name in ("claim", "verdict", "affects_task", "source")}
    assert found == {
        "by": "claims-file",
        "sides": {side: {"state": "done", "claims": [{**said, "turn": agents[side]}]} for side in "ab"},
    }
    export_study(study, tmp_path / "out")
    claims = [
        (row["condition"], row["turn_place"], row["claim"])
        for row in rows_of(tmp_path / "out" / "fact_checks.csv")
    ]
    assert claims == [
        (system, "2", claim) for system in ("amber", "birch") for claim in (WRONG["claim"], telling["claim"])
    ]
    copy = restore_study(study.home, tmp_path / "out", name="again")
    assert copy.rows["fact_check"] == 2


def test_what_was_filled_in_is_changed_with_a_reason_alone_and_both_are_exported(
    study: Study, tmp_path: Path
) -> None:
    person, shown, _ = shown_to(study, "Judge")
    body = verdict(shown)
    success = body["answers"]["sides"]["a"]["task-success"]
    success["filled"] = {"choice": "fail", "by": "claims-file"}
    refused = send(study, person, shown, body)
    assert isinstance(refused, Refusal)
    where = "answers.sides.a.task-success"
    assert [(fault.where, fault.code) for fault in refused.faults] == [
        (f"{where}.against", "against-missing")
    ]
    success["filled"]["choice"] = "pass"
    refused = send(study, person, shown, body)
    assert isinstance(refused, Refusal)
    assert [(fault.where, fault.code) for fault in refused.faults] == [(f"{where}.filled", "not-filled-in")]
    success |= {"filled": {"choice": "fail", "by": "claims-file"}, "against": "It is right: summer time."}
    send(study, person, shown, body)
    export_study(study, tmp_path / "out")
    [row] = rows_of(tmp_path / "out" / "prefilled.csv")
    names = ("target", "question", "filled_choice", "filled_by", "choice", "against")
    assert [row[name] for name in names] == [
        "a",
        "task-success",
        "fail",
        "claims-file",
        "pass",
        "It is right: summer time.",
    ]


def test_a_plug_in_that_fails_is_told_of_blocks_nothing_and_is_tried_again_when_asked(study: Study) -> None:
    lay_claims(study, {"says": "agent 1"})
    assert run_check(study) == {"checked": 0, "failed": 2, "left": 0}
    person, shown, found = shown_to(study, "Rater")
    assert {json.dumps(side) for side in found["sides"].values()} == {'{"state": "failed", "claims": []}'}
    assert not isinstance(send(study, person, shown, verdict(shown)), Refusal)
    assert state_of(study.home, study.home.studies["facts"]) == Standing(0, 2, 0)
    lay_claims(study, WRONG)
    assert run_check(study) == {"checked": 0, "failed": 0, "left": 0}
    assert [job.state for job in jobs_asked(study)] == ["queued"], "since the plug-in was chosen"
    assert not check_again(study.home, study.id), "the job waits already"
    assert run_check(study) == {"checked": 2, "failed": 0, "left": 0}


@dataclass
class Plugin:
    """A plug-in that returns what it is given, or does what it is told."""

    claims: Iterable[Any] = ()
    event: threading.Event | None = None

    def check(self, talk: Talk) -> Iterator[Claim]:
        del talk
        if self.event is not None:
            self.event.wait()
        yield from self.claims


@pytest.mark.parametrize(
    ("claims", "told"),
    [
        ([Claim(1, "At nine.", "right")], ""),
        (["At nine."], "BadClaimError: It returned str, which is no Claim."),
        (
            [Claim(2, "At nine.", "right")],
            "BadClaimError: It named turn 2 of a talk that has 2, counted from 0.",
        ),
        ([Claim(1, " ", "right")], "the claim is not empty"),
        ([Claim(1, "At nine.", "maybe")], "A verdict is one of right, wrong, unsure"),  # type: ignore[arg-type]
        ([Claim(1, "At nine.", "right")] * 501, "501 claims; at most 500"),
    ],
)
def test_what_is_no_claim_about_the_talk_is_refused_with_what_is_wrong(claims: list[Any], told: str) -> None:
    outcome = check_talk(lambda: Plugin(claims), TALK, longest_s=30)
    assert (outcome.state, len(outcome.claims)) == (("failed", 0) if told else ("done", 1))
    assert told in outcome.failure


@pytest.mark.parametrize("line", ['{"says"', "[" * 100_000, '{"says": "at nine"}'])
def test_a_line_of_a_claims_file_that_is_no_claim_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / "claims.jsonl").write_text(
        '{"says": "at ten", "verdict": "right"}\n' + line, encoding="utf-8"
    )
    with pytest.raises(WrongInputError, match=r"^claims\.jsonl, line 2"):
        open_claims_file(tmp_path)


def test_a_plug_in_that_hangs_is_left_behind() -> None:
    never = threading.Event()

    def opened() -> FactCheck:
        return Plugin(event=never)

    outcome = check_talk(opened, TALK, longest_s=0.05)
    assert (outcome.state, outcome.failure) == ("slow", "It took longer than 0.05 s for one talk.")
    never.set()


def test_a_package_brings_a_plug_in_by_its_entry_point(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = """
from earmark.core.fact_checks import Claim
class Shop:
    def check(self, talk):
        yield Claim(1, talk.scenario["title"] + "/" + talk.turns[1].role, "right")
def open_shop(folder):
    return Shop()
"""
    with pytest.raises(WrongInputError, match="no fact-check 'shop' installed; there are claims-file"):
        study.set(fact_check="shop")
    install(tmp_path, monkeypatch, code)
    study.set(fact_check="shop")
    assert run_check(study) == {"checked": 2, "failed": 0, "left": 0}
    _, _, found = shown_to(study, "Shopper")
    assert [side["claims"][0]["claim"] for side in found["sides"].values()] == ["A late train/agent"] * 2


def test_after_three_talks_that_took_too_long_the_rest_are_not_tried(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch, "import threading\ndef open_shop(folder):\n    threading.Event().wait()\n")
    study = home.studies.create("slow", protocol="live-ab", settings={"fact_check": "shop"})
    bring_pairs(study, tmp_path, talk_rows(tmp_path, ("ash", "birch", "cedar", "dogwood")))
    assert [job.state for job in jobs_asked(study)] == ["queued"], "the import asks for it"
    assert run_check(study, longest_s=0.02) == {"checked": 0, "failed": 4, "left": 0}
    with home.database.read() as connection:
        told = [check.failure for check in named_checks(connection, study.id)]
    assert sorted("not tried" in failure for failure in told) == [False, False, False, True]


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Put a package into the path whose entry point *shop* is ``open_shop`` of this code."""
    package = folder / "package"
    metadata = package / "shop_facts-1.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: shop-facts\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[earmark.fact_checks]\nshop = shop_facts:open_shop\n")
    (package / "shop_facts.py").write_text(code)
    monkeypatch.setattr(sys, "path", [*sys.path, str(package)])
    monkeypatch.delitem(sys.modules, "shop_facts", raising=False)
