"""Hints while one writes: quiet, beside the field, in the rater's language, stored with their outcome."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import select

from desk import focus_of, hear, two_turn_talk, work_of
from earmark.storage import tables
from served import OpenPage, Site

pytestmark = pytest.mark.browser


def note(page: Page, question: str) -> Locator:
    return page.locator(f"[data-question={question}] .hint-words")


PLACES = """() => [...document.querySelectorAll("ear-rating-desk .question *:not(.hint *)")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.tagName, x + scrollX, y + scrollY, width, height];
})"""


def places(page: Page) -> list[Any]:
    """Return where everything in the questions stands on the page, but for what is inside the hints.

    That is also so while the header says that something is being saved.
    """
    found: list[Any] = page.evaluate(PLACES)
    return found


def write(page: Page, question: str, text: str) -> None:
    box = page.locator(f"[data-question={question}] textarea")
    box.fill("")
    box.focus()
    page.keyboard.type(text)


def outcomes(hints: list[dict[str, str]]) -> set[tuple[str, str, str]]:
    return {(hint["where"].split(".")[3], hint["id"], hint["outcome"]) for hint in hints}


def test_hints_come_after_a_pause_move_nothing_and_go_with_the_answers(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    study = site.home.studies.create("hints", protocol="conversation-turns", title="Trains")
    two_turn_talk(study, folder)
    page = open_page(study, site.token_for(study, "rater of hints"))
    page.wait_for_selector("ear-rating-desk")
    hear(page)
    page.keyboard.press("4")
    page.keyboard.type("Fine")
    before = places(page)
    expect(note(page, "content")).to_have_text("")
    expect(note(page, "content")).to_contain_text("So far this is a verdict")
    assert note(page, "content").get_attribute("aria-live") == "polite"
    assert places(page) == before
    assert focus_of(page) == "content.justification"
    page.keyboard.type(', it says "sure" but the price is missing')
    expect(note(page, "content")).to_have_text("")

    # The other field has its own, which names what is there before it asks for more.
    page.keyboard.press("Enter")
    page.keyboard.press("2")
    page.keyboard.type('Warm voice on "sure"')
    expect(note(page, "prosody")).to_contain_text(
        "You quote the words. The words only praise, and the score is low."
    )
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(note(page, "prosody")).to_have_text("")
    assert focus_of(page) == "prosody.justification"
    page.keyboard.type(" and calm")
    page.wait_for_function("() => document.querySelector('#save-state').textContent === 'Saved'")
    page.wait_for_timeout(1000)  # the pause after which a hint would come
    expect(note(page, "prosody")).to_have_text("")
    assert outcomes(work_of(page)["hints"]) == {
        ("content", "bare-verdict", "mended"),
        ("prosody", "score-words-at-odds", "put-away"),
    }

    # What the protocol makes an error keeps the submission back, and says where.
    page.keyboard.press("Enter")
    hear(page)
    page.keyboard.press("3")
    page.keyboard.type("Only one of the two trains, 9:40, is named")
    page.keyboard.press("Enter")
    page.keyboard.press("3")
    page.keyboard.type("...")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[data-question=prosody] .reason .fault")).to_contain_text(
        "There is no reason here yet."
    )
    assert focus_of(page) == "prosody.justification"
    write(page, "prosody", "멈칫한다, 1:02")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".end h1")).to_have_text("All done")
    with site.home.database.read() as connection:
        body = connection.execute(
            select(tables.submission.c.body).where(tables.submission.c.study_id == study.id)
        ).scalar_one()
    assert ("prosody", "score-words-at-odds", "put-away") in outcomes(body["hints"])
    assert ("content", "bare-verdict", "mended") in outcomes(body["hints"])


def test_hints_come_in_korean_and_a_lost_server_leaves_the_page_as_it_was(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    study = site.home.studies.create("hints-ko", protocol="conversation-turns", title="Trains")
    two_turn_talk(study, folder)
    page = open_page(study, site.token_for(study, "rater of hints-ko", language="ko"))
    page.wait_for_selector("ear-rating-desk")
    hear(page)
    page.keyboard.press("2")
    page.keyboard.type("별로였다")
    expect(note(page, "content")).to_contain_text("어느 응답에나 붙일 수 있습니다")
    page.route("**/hints", lambda route: route.abort())
    page.keyboard.type(" 정말")
    page.wait_for_timeout(1200)  # the pause, and the answer that does not come
    assert page.locator(".notice").is_hidden()
    assert focus_of(page) == "content.justification"
