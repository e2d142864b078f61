"""Three raters and one item that needs two ratings: one skips, one rates, one discards."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import Response
from starlette.testclient import TestClient

from earmark.core.results import total
from earmark.core.roles import Role
from earmark.services.exporting import export_study
from earmark.services.home import open_home
from earmark.services.studies import Study
from people import bring_in, token_of
from rows import StudyRows

RAISED = "The recording is empty audio from its start to its end."
BODY = {
    "answers": {"item": {name: {"score": 4} for name in ("naturalness", "audio-quality", "intelligibility")}},
    "listening": {"played": {"both": [[0, 12.5]]}, "seconds": 12.5},
}


@dataclass
class Club:
    """The study *clips* with one clip, and its people by name, each in a browser of their own."""

    study: Study
    task: str
    browsers: dict[str, TestClient]

    def ask(self, who: str, method: str, path: str, body: Any = None) -> Response:
        return self.browsers[who].request(method, path, json=body)

    def next(self, who: str) -> dict[str, Any]:
        answer: dict[str, Any] = self.ask(who, "POST", "/api/v1/studies/clips/next", {}).json()
        return answer

    def page(self, path: str) -> str:
        return self.browsers["owner"].get(f"/studies/clips{path}").text


@pytest.fixture(scope="module")
def club(app: FastAPI, empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    folder = tmp_path_factory.mktemp("club")
    shutil.copy(empty_database, folder)
    ticks = iter(range(1_767_268_800_000_000, 1_900_000_000_000_000, 1_000_000))
    with open_home(folder, clock=lambda: next(ticks)) as home:
        study = home.studies.create("clips", protocol="clip-rating", settings={"votes_per_item": 2})
        rows = StudyRows(study, at=home.clock())
        task = rows.recording("hello", "warm", votes=2).task
        rows.save()
        app.state.home = home
        browsers = {}
        for name in ("A", "B", "C", "owner"):
            role = Role.OWNER if name == "owner" else Role.RATER
            browsers[name] = TestClient(app, base_url="http://earmark.test")
            token = token_of(home, bring_in(study, name, role=role))
            browsers[name].cookies.set("earmark", token, domain="earmark.test")
        yield Club(study, task, browsers)


def words(page: str) -> str:
    """Return what a page says, without its marks."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.partition("<main")[2]))


def test_one_skips_one_rates_one_discards_and_the_three_never_mix(club: Club, tmp_path: Path) -> None:
    _each_does_one_thing(club)
    assert [club.next(who)["reason"] for who in "ABC"] == ["done"] * 3
    _owner_sees_the_three_apart(club)
    _export_keeps_the_three_apart(club, tmp_path)
    told = club.browsers["owner"].post("/studies/clips/items", data={"act": "open", "task": club.task})
    assert "1 item: handed out again." in words(told.text)
    assert [club.next(who) for who in "ABC"] == [{"assignment": None, "reason": "nothing-left-for-you"}] * 3


def _each_does_one_thing(club: Club) -> None:
    mine = club.next("A")["assignment"]["id"]
    skip = {"exit": "skip", "reason": "accent-unfamiliar"}
    assert club.ask("A", "POST", f"/api/v1/assignments/{mine}/exit", skip).status_code == 200
    assert club.next("A") == {"assignment": None, "reason": "nothing-left-for-you"}
    theirs = [club.next(who)["assignment"]["id"] for who in "BC"]
    sent = {"key": "the-key-of-b", "language": "en", "body": BODY}
    assert club.ask("B", "POST", f"/api/v1/assignments/{theirs[0]}/submission", sent).status_code == 200
    found = {"exit": "invalid", "reason": "silent", "explanation": RAISED}
    assert club.ask("C", "POST", f"/api/v1/assignments/{theirs[1]}/exit", found).status_code == 200


def _owner_sees_the_three_apart(club: Club) -> None:
    overview, item = words(club.page("")), words(club.page(f"/items/{club.task}"))
    assert "Submissions in 1 of 2" in overview
    assert "Waiting for you 1" in overview
    assert "waiting for you Submissions in 1 of 2 In hand now 0 Whole-item discards 1" in item
    discards, skips = (words(club.page(f"/marks?act={act}")) for act in ("discard", "skip"))
    assert (discards.count(RAISED), skips.count(RAISED)) == (1, 0)
    assert "I do not know this accent well enough" in skips
    raters = words(club.page("/raters"))
    counts = [re.search(rf" {who} (?:Set )?(\d+) (\d+) (\d+) (\d+) ", raters) for who in "ABC"]
    rated_late_skipped_discarded = [found.groups() if found else None for found in counts]
    assert rated_late_skipped_discarded == [("0", "0", "1", "0"), ("1", "0", "0", "0"), ("0", "0", "0", "1")]
    results = club.study.results()
    assert (results.progress.votes_in, results.progress.waiting_for_owner) == (1, 1)
    assert (total(results.skips), total(results.discards)) == (1, 1)


def _export_keeps_the_three_apart(club: Club, folder: Path) -> None:
    export = export_study(club.study, folder / "out")
    assert {name: export.rows[name] for name in ("submissions", "scores", "marks")} == {
        "submissions": 1,
        "scores": 3,
        "marks": 2,
    }
