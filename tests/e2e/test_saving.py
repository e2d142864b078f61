from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Page, Route, expect
from sqlalchemy import select

from desk import clips, hear, scores_of, two_turn_talk
from earmark.services.studies import Study
from earmark.storage import tables
from served import OpenPage, Site

pytestmark = pytest.mark.browser

PASTE = """([words, letters]) => {
  const box = document.querySelector("textarea");
  box.focus();
  box.select();
  document.execCommand("insertText", false, words + "x".repeat(letters));
}"""


@pytest.fixture
def talks(site: Site, folder: Path, request: pytest.FixtureRequest) -> Study:
    name = request.node.name.replace("_", "-")[:60].strip("-")
    study = site.home.studies.create(name, protocol="conversation-turns", title="Trains")
    two_turn_talk(study, folder)
    return study


@pytest.fixture
def token(site: Site, talks: Study) -> str:
    return site.token_for(talks, f"rater of {talks.name}")


def write(page: Page, words: str) -> None:
    page.locator("textarea").first.fill(words)


def wait_until_kept(page: Page, study: Study) -> None:
    """Wait for what a page sent when it closed: nobody is left who would hear the answer."""
    draft, assignment = tables.draft, tables.assignment
    of_study = select(draft.c.assignment_id).join(assignment, assignment.c.id == draft.c.assignment_id)
    for _ in range(100):
        with study.home.database.read() as connection:
            if connection.execute(of_study.where(assignment.c.study_id == study.id)).first():
                return
        page.wait_for_timeout(50)


def test_saved_is_said_only_after_the_server_answered(talks: Study, token: str, open_page: OpenPage) -> None:
    page = open_page(talks, token)
    held: list[Route] = []
    page.route("**/draft", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks its handlers
    write(page, "On its way")
    expect(page.locator("#save-state")).to_have_text("Saving…")
    page.wait_for_timeout(700)
    expect(page.locator("#save-state")).to_have_text("Saving…")
    held[0].continue_()
    expect(page.locator("#save-state")).to_have_text("Saved")


def test_a_lost_network_is_said_and_the_newest_words_are_sent_when_it_is_back(
    talks: Study, token: str, open_page: OpenPage
) -> None:
    page = open_page(talks, token)
    page.route("**/draft", lambda route: route.abort())
    write(page, "First")
    expect(page.locator("#save-state")).to_have_text("Kept on this device, not yet sent")
    write(page, "Second")
    page.unroute("**/draft")
    expect(page.locator("#save-state")).to_have_text("Saved")
    page.reload()
    assert page.locator("textarea").first.input_value() == "Second"


def test_a_page_that_closes_sends_what_was_not_saved_yet(
    talks: Study, token: str, open_page: OpenPage
) -> None:
    page = open_page(talks, token)
    write(page, "Last words")
    page.goto("about:blank")
    wait_until_kept(page, talks)
    again = open_page(talks, token)
    assert again.locator("textarea").first.input_value() == "Last words"


def test_a_page_that_closes_while_a_save_is_on_its_way_sends_it_again(
    talks: Study, token: str, open_page: OpenPage
) -> None:
    page = open_page(talks, token)
    held: list[Route] = []
    page.route("**/draft", lambda route: held.append(route), times=1)  # noqa: PLW0108 - as above
    write(page, "On its way")
    expect(page.locator("#save-state")).to_have_text("Saving…")
    page.wait_for_timeout(700)
    assert len(held) == 1
    page.goto("about:blank")
    wait_until_kept(page, talks)
    again = open_page(talks, token)
    assert again.locator("textarea").first.input_value() == "On its way"
    # The one that was held up comes after a newer one: it is out of date, and changes nothing.
    write(again, "Newer")
    expect(again.locator("#save-state")).to_have_text("Saved")
    late = again.request.put(held[0].request.url, data=held[0].request.post_data_json)
    assert late.status == 409
    again.reload()
    assert again.locator("textarea").first.input_value() == "Newer"


def test_signing_in_again_elsewhere_saves_what_was_typed_meanwhile(
    talks: Study, token: str, open_page: OpenPage, site: Site
) -> None:
    page = open_page(talks, token)
    page.wait_for_selector("ear-rating-desk")
    page.context.clear_cookies()
    write(page, "Typed while signed out")
    expect(page.locator("#save-state")).to_have_text("Kept on this device: you are signed out")
    page.context.add_cookies([{"name": "earmark", "value": token, "url": site.address}])
    page.evaluate("() => window.dispatchEvent(new Event('focus'))")
    expect(page.locator("#save-state")).to_have_text("Saved")
    page.reload()
    assert page.locator("textarea").first.input_value() == "Typed while signed out"


def asks_before_it_goes(page: Page) -> bool:
    """Press a key, without which browsers never ask, then close the page; tell whether it asks, and stay."""
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.locator("textarea").first.press("x")
    page.close(run_before_unload=True)
    page.locator("textarea").first.press("y")
    return asked == ["beforeunload"]


def test_a_page_with_unsaved_words_asks_before_it_goes(talks: Study, token: str, open_page: OpenPage) -> None:
    page = open_page(talks, token, own=True)  # it closes
    page.route("**/draft", lambda route: route.abort())
    write(page, "Nowhere yet")
    expect(page.locator("#save-state")).to_have_text("Kept on this device, not yet sent")
    assert asks_before_it_goes(page)
    page.unroute("**/draft")
    expect(page.locator("#save-state")).to_have_text("Saved")
    page.reload()
    assert page.locator("textarea").first.input_value() == "Nowhere yetxy"


def test_a_tab_that_was_left_behind_asks_before_its_words_are_gone(
    talks: Study, token: str, open_page: OpenPage
) -> None:
    older, newer = (open_page(talks, token, own=True) for _ in range(2))
    write(newer, "From the newer tab")
    expect(newer.locator("#save-state")).to_have_text("Saved")
    write(older, "From the older tab")
    expect(older.locator("#save-state")).to_have_text("Not saved here: another tab went on")
    assert asks_before_it_goes(older)


def test_the_page_works_on_a_plain_address(talks: Study, token: str, open_page: OpenPage, site: Site) -> None:
    page = open_page(talks, token, own=True)
    plain = site.address.replace("127.0.0.1", "rater.test")
    page.context.add_cookies([{"name": "earmark", "value": token, "url": plain}])
    page.goto(f"{plain}/studies/{talks.name}/rate")
    write(page, "Without HTTPS")
    expect(page.locator("#save-state")).to_have_text("Saved")


def test_what_is_too_long_is_kept_told_and_saved_once_it_is_shorter(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    """Both limits, of the question and of the server; and in Korean, for what the server says is English."""
    study = site.home.studies.create("too-long", protocol="clip-rating", title="Voices")
    clips(study, folder, count=1)
    page = open_page(study, site.token_for(study, "rater of too-long", language="ko"))
    page.wait_for_selector("ear-rating-desk")
    page.evaluate(PASTE, ["", 4_100_100])
    expect(page.locator(".room")).to_have_text("4098100자 초과, 잘린 내용은 없습니다")
    expect(page.locator("#save-state")).to_have_text("기기에 보관됨: 너무 길어 저장할 수 없음")
    expect(page.locator(".notice")).to_contain_text("가장 긴 글을 줄여 주세요")
    page.evaluate(PASTE, ["끝", 2100])
    expect(page.locator("#save-state")).to_have_text("저장됨")
    page.reload()
    expect(page.locator("textarea")).to_have_value("끝" + 2100 * "x")
    hear(page)
    for score in "345":
        page.keyboard.press(score)
    page.locator(".next").click()
    expect(page.locator(".reason .fault")).to_have_text("너무 깁니다. 핵심만 남겨 주세요.")
    expect(page.locator("textarea")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("짧게")
    page.locator(".next").click()
    expect(page.locator(".end")).to_be_visible()
    assert ("comment", None, "짧게") in scores_of(study)
