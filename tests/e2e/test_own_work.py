"""A rater's own page: what was sent is found there, opened again, corrected, left and taken back."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select

from axe import faults_of, needs_axe
from desk import clips, hear, scores_of, two_turn_talk
from earmark.core.roles import Role
from earmark.services.raters import Rater
from earmark.services.studies import Study
from earmark.services.submissions import Sent
from earmark.storage import tables
from earmark.storage.submissions import Receipt
from people import bring_in, token_of
from served import OpenPage, Site

pytestmark = [pytest.mark.browser, needs_axe]

WORDS = "It answers the question at 0:01 and names the next train."


CLOSING = """\
schema: 1
id: closing
version: 1.0.0
languages: [en]
title: {en: "Closing"}
summary: {en: "A choice that closes a scale."}
item: {kind: clip}
listening: {heard: nothing}
questions:
  - id: audible
    kind: choice
    title: {en: "Audible"}
    prompt: {en: "Can words be heard?"}
    options: [{id: "yes", label: {en: "Yes, they can"}}, {id: "no", label: {en: "No, they cannot"}}]
  - id: clarity
    kind: scale
    when: {question: audible, is: ["yes"]}
    title: {en: "Clarity"}
    prompt: {en: "How clear?"}
    points: [{value: 1, label: {en: "Blurred"}}, {value: 2, label: {en: "Clear"}}]
"""


@pytest.fixture
def study(site: Site, folder: Path) -> Study:
    made = site.home.studies.create("own-work", protocol="conversation-turns", title="Trains")
    two_turn_talk(made, folder)
    return made


def submit(study: Study, rater: Rater) -> None:
    """Rate the only talk of a study, as the page would: both turns 4 and 4."""
    assignment = asyncio.run(rater.next(study.name)).assignment or ""
    presented, _ = rater.present(assignment)
    turns = [turn.id for turn in presented.turns if turn.role == "agent"]
    answers = {
        turn: {name: {"score": 4, "justification": f"{name} {n}: {WORDS}"} for name in ("content", "prosody")}
        for n, turn in enumerate(turns, 1)
    }
    heard = {"played": {"both": [[0, 2]]}, "seconds": 2, "targets": {}}
    body = {"answers": {"turns": answers}, "listening": heard, "time": {"active_seconds": 75}}
    assert isinstance(asyncio.run(rater.submit(assignment, Sent("the-first-key", "en", body))), Receipt)


def values_of(study: Study) -> list[int | None]:
    return sorted(value or 0 for _, value, _ in scores_of(study))


def test_what_was_sent_is_opened_again_corrected_left_and_taken_back(
    site: Site, study: Study, open_page: OpenPage
) -> None:
    person = bring_in(study, "rater of own work")
    with ThreadPoolExecutor(1) as aside:  # Playwright's own loop runs in this thread
        aside.submit(submit, study, Rater(site.home, person)).result()
    page = open_page(study, token_of(site.home, person), path="work")
    row = page.locator("tr#item-1")
    expect(row).to_contain_text("Conversation 1 A late train")
    expect(row).to_contain_text("1 min")
    expect(row).not_to_contain_text("UTC")  # also in the first page that a browser opens
    zones = [cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "earmark-zone"]
    assert zones == [
        page.evaluate("() => encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)")
    ]
    found = faults_of(page, "my work")

    # As a browser shows a page on Back that it kept whole: it comes anew.
    with page.expect_navigation():
        page.evaluate("() => { dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })); }")

    _look_only(page)
    expect(row).not_to_contain_text("correction begun")
    _correct(page, study)
    expect(row).to_contain_text("revision 2")
    _discard(page, study)
    expect(row.locator(".chip").first).to_have_text("discarded")
    row.get_by_role("button", name="Conversation 1: take it back").click()
    expect(page.locator(".note")).to_have_text("Taken back. What you had sent counts again.")
    assert values_of(study) == [2, 4, 4, 4]

    page.get_by_role("button", name="한국어").click()
    expect(page.locator("h1")).to_have_text("내 작업")
    found += faults_of(page, "my work, in Korean")
    owner = token_of(site.home, bring_in(study, "owner of own work", role=Role.OWNER))
    with study.home.database.read() as connection:
        task = connection.execute(select(tables.task.c.id).where(tables.task.c.study_id == study.id)).scalar()
    seen = open_page(study, owner, path=f"items/{task}")
    expect(seen.locator("#sent ~ table tbody tr")).to_have_count(2)
    seen.locator("summary", has_text="What changed").click()
    expect(seen.locator(".changes")).to_contain_text("A1 · Content")
    expect(seen.locator(".changes")).to_contain_text("4 → 2")
    expect(seen.locator(".history")).to_contain_text("skip or discard taken back")
    found += faults_of(seen, "item of the owner")
    assert found == []


def _open(page: Page) -> None:
    page.get_by_role("link", name="Conversation 1: open again").click()
    page.wait_for_selector("ear-rating-desk")
    expect(page.locator("#task-count")).to_have_text("· number 1, opened again")
    expect(page.locator(".question.locked")).to_have_count(0)  # it was heard before


def _look_only(page: Page) -> None:
    """Open what was sent, hear it, go through it and go away: nothing is other, and nothing can be sent."""
    _open(page)
    assert page.locator(".pick input:checked").count() == 2
    hear(page)
    page.keyboard.press("]")
    page.locator(".next").click()
    expect(page.locator(".notice")).to_contain_text("Nothing differs from what you sent")
    page.get_by_role("link", name="My work").click()


def _correct(page: Page, study: Study) -> None:
    _open(page)
    page.keyboard.press("2")
    page.keyboard.type("No train at all is named at 0:01. ")
    expect(page.locator("#save-state")).to_have_text("Saved")
    assert values_of(study) == [4, 4, 4, 4]
    page.get_by_role("link", name="My work").click()
    expect(page.locator("tr#item-1")).to_contain_text("correction begun, not sent")
    _open(page)
    expect(page.locator(".question textarea").first).to_have_value(re.compile("No train at all"))
    expect(page.locator(".next")).to_contain_text("Submit correction")
    page.locator(".next").click()
    expect(page.locator(".end h1")).to_have_text("Your correction is in")
    assert values_of(study) == [2, 4, 4, 4]
    page.locator(".end").get_by_role("link", name="My work").click()


def _discard(page: Page, study: Study) -> None:
    _open(page)
    page.locator(".exit-button", has_text="Discard the whole conversation").click()
    page.locator("dialog input[type=radio]").first.check()
    page.locator("dialog textarea").fill("The other half of the talk is missing.")
    page.locator("dialog").get_by_role("button", name="Discard").click()
    expect(page.locator(".end h1")).to_have_text("It no longer counts")
    assert values_of(study) == []
    page.locator(".end").get_by_role("link", name="My work").click()


def test_an_answer_to_what_another_answer_closed_is_not_sent_and_blocks_nothing(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    (folder / "closing").mkdir()
    (folder / "closing" / "protocol.yaml").write_text(CLOSING, encoding="utf-8")
    study = site.home.studies.create("closing", protocol=folder / "closing", title="Closing")
    (folder / "sound").mkdir()
    clips(study, folder / "sound", count=1)
    page = open_page(study, site.token_for(study, "rater of closing"))
    page.wait_for_selector("ear-rating-desk")
    for name in ("Yes, they can", "Clear", "No, they cannot"):
        page.get_by_role("radio", name=name).click()
    page.locator(".next").click()
    expect(page.locator(".end h1")).to_have_text("All done")
    assert scores_of(study) == {("audible", None, "")}
