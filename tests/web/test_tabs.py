"""Two tabs of one rater on one task: what is acknowledged is whole, who is behind is told, nothing mixes."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from direct import Desk, open_desk
from earmark.storage import tables


def scored(*turns: str) -> dict[str, Any]:
    """Return a draft in which some turns are rated."""
    answer = {"score": 4, "justification": "Clear, and to the point."}
    return {"answers": {"turns": {turn: {"content": answer, "prosody": answer} for turn in turns}}}


class Tab:
    """A tab as the page keeps it: what it shows, and which draft it goes on from."""

    def __init__(self, desk: Desk, name: str) -> None:
        self.desk, self.name = desk, name
        self.load()

    def load(self) -> None:
        [answer] = self.desk.ask(("GET", self.desk.address, b""))
        self._take(answer.json()["draft"])

    def _take(self, draft: dict[str, Any] | None) -> None:
        self.base = self.sequence = draft["sequence"] if draft else 0
        self.turns = dict(draft["body"]["answers"]["turns"]) if draft else {}

    def score(self, turn: str) -> bool:
        """Rate a turn and save; tell whether that was taken. A tab that is behind takes what is newer."""
        rated = self.turns | scored(turn)["answers"]["turns"]
        self.sequence += 1
        body = {"answers": {"turns": rated}}
        [answer] = self.desk.ask(self.desk.draft(self.sequence, self.base, self.name, body))
        if answer.status_code == 200:
            self.turns = rated
            return True
        assert (answer.status_code, answer.headers["content-type"]) == (409, "application/problem+json")
        self._take(answer.json()["draft"])
        return False


def test_two_tabs_that_score_turn_by_turn_lose_none(
    app: FastAPI, empty_database: Path, tmp_path: Path
) -> None:
    shutil.copy(empty_database, tmp_path)
    with open_desk(app, tmp_path, turns=18) as desk:
        _score_in_two_tabs(desk)


def _score_in_two_tabs(desk: Desk) -> None:
    turns = desk.turns["agent"]
    tabs = itertools.cycle([Tab(desk, "left"), Tab(desk, "right")])
    told = 0
    for turn, tab in zip(turns, tabs, strict=False):
        while not tab.score(turn):
            told += 1
    assert told == len(turns) - 1
    assert desk.kept() == scored(*turns)


def test_a_tab_that_has_not_seen_the_newer_draft_cannot_submit_over_it(desk: Desk) -> None:
    whole, newer = desk.whole(), desk.with_content(justification="On second thought, it rushes.")
    desk.ask(desk.draft(1, 0, "old", whole))
    desk.ask(desk.draft(2, 1, "new", newer))
    stamp = {"sequence": 3, "base": 0, "tab": "old"}
    [behind] = desk.ask(desk.submission(whole, draft=stamp))
    assert (behind.status_code, behind.json()["draft"]["body"]) == (409, newer)
    assert (desk.stored(tables.submission.c.id), desk.kept()) == ([], newer)
    [taken] = desk.ask(desk.submission(newer, draft={**stamp, "base": 2}))
    assert taken.status_code == 200


def test_a_refused_submission_is_the_draft_of_its_own_tab(desk: Desk) -> None:
    faulty = desk.with_content(score=99)
    desk.ask(desk.draft(1, 0, "old", desk.whole()))
    [refused] = desk.ask(desk.submission(faulty, draft={"sequence": 2, "base": 1, "tab": "new"}))
    [behind] = desk.ask(desk.draft(2, 1, "old", desk.whole()))
    assert (refused.status_code, behind.status_code) == (422, 409)
    assert behind.json()["draft"] == {"sequence": 2, "tab": "new", "body": faulty}


def test_of_two_submissions_at_once_one_counts_and_the_other_is_told(desk: Desk) -> None:
    bodies = [desk.with_content(score=1), desk.with_content(score=5)]
    sent = [desk.submission(body, key=f"key-of-tab-{index}") for index, body in enumerate(bodies)]
    answers = desk.ask(*sent)
    codes = [answer.status_code for answer in answers]
    assert sorted(codes) == [200, 409]
    assert answers[codes.index(409)].headers["content-type"] == "application/problem+json"
    assert desk.stored(tables.submission.c.body) == [bodies[codes.index(200)]]


def test_what_is_sent_twice_at_once_under_one_key_counts_once(desk: Desk) -> None:
    first, again = desk.ask(*[desk.submission(desk.whole())] * 2)
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert desk.stored(tables.submission.c.body) == [desk.whole()]


def test_other_answers_under_a_key_that_was_used_are_not_acknowledged(desk: Desk) -> None:
    heard = desk.whole()
    heard["listening"]["seconds"] += 3
    answers = desk.ask(desk.submission(desk.whole()))
    answers += desk.ask(desk.submission(heard), desk.submission(desk.with_content(score=1)))
    assert [answer.status_code for answer in answers] == [200, 200, 409]
    assert answers[0].json() == answers[1].json()
    assert desk.stored(tables.submission.c.body) == [desk.whole()]


def test_a_number_that_leaves_the_next_tab_none_is_refused(desk: Desk) -> None:
    for sequence in (2**53, 2**53 - 1, 2**44 + 1):
        [refused] = desk.ask(desk.draft(sequence, 0, "program", desk.whole()))
        assert (refused.status_code, len(refused.json()["faults"])) == (422, 1)
    in_milliseconds = 1_790_000_000_000
    [kept] = desk.ask(desk.draft(in_milliseconds, 0, "program", desk.whole()))
    [on] = desk.ask(desk.draft(in_milliseconds + 1, in_milliseconds, "page", desk.whole()))
    assert (kept.status_code, on.status_code) == (200, 200)


def test_drafts_at_once_never_mix(desk: Desk) -> None:
    bodies = {tab: desk.with_content(justification=f"Written in the {tab} tab.") for tab in ("left", "right")}
    answers = desk.ask(*(desk.draft(1, 0, tab, body) for tab, body in bodies.items()))
    codes = dict(zip(bodies, (answer.status_code for answer in answers), strict=True))
    assert sorted(codes.values()) == [200, 409]
    [kept] = [body for tab, body in bodies.items() if codes[tab] == 200]
    assert desk.kept() == kept


def test_a_draft_that_comes_after_the_answers_is_not_put_before_them(desk: Desk) -> None:
    desk.ask(desk.draft(1, 0, "tab", desk.whole()))
    desk.ask(desk.submission(desk.whole(), draft={"sequence": 3, "base": 0, "tab": "tab"}))
    [late] = desk.ask(desk.draft(2, 0, "tab", desk.with_content(score=1)))
    assert (late.status_code, late.json()["draft"]["body"]) == (409, desk.whole())
    assert desk.kept() == desk.whole()


def test_a_correction_is_drafted_and_sent_by_the_revision_that_it_corrects(desk: Desk) -> None:
    better = desk.with_content(score=5)
    desk.ask(desk.submission(desk.whole()))
    stamp = {"sequence": 1, "base": 0, "tab": "tab"}
    [drafted] = desk.ask(desk.draft(**stamp, body=better, revises=1))
    assert (drafted.status_code, desk.kept()) == (200, better)
    sent = desk.submission(better, key="key-of-the-correction", revises=1, draft={**stamp, "sequence": 2})
    [corrected] = desk.ask(sent)
    assert (corrected.status_code, corrected.json()["revision"]) == (200, 2)
    assert desk.stored(tables.draft.c.body) == []
