from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from desk import clips, focus_of, hear, leave_by, marks_of, scores_of
from earmark.services.studies import Study
from served import OpenPage, Site

pytestmark = pytest.mark.browser

EFFORT = Path(__file__).parents[1] / "protocols" / "folders" / "listening-effort"


@pytest.fixture
def study(site: Site, folder: Path, request: pytest.FixtureRequest) -> Study:
    name = request.node.name.replace("_", "-")[:60].strip("-")
    made = site.home.studies.create(name, protocol="clip-rating", title="Voices")
    clips(made, folder, count=2)
    return made


@pytest.fixture
def page(site: Site, study: Study, open_page: OpenPage) -> Page:
    page = open_page(study, site.token_for(study, f"rater of {study.name}"))
    page.wait_for_selector("ear-rating-desk")
    return page


def test_three_digits_and_enter_rate_a_clip_and_bring_the_next(page: Page, study: Study) -> None:
    hear(page)
    for score in "345":
        page.keyboard.press(score)
    page.keyboard.press("Enter")
    expect(page.locator("#task-count")).to_have_text("· clip 2 of 2")
    expect(page.locator("#save-state")).to_have_text("Submitted")
    hear(page)
    for score in "111":
        page.keyboard.press(score)
    page.locator("textarea").fill("=SUM(A1) 🎧")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".end h1")).to_have_text("All done")
    assert scores_of(study) == {
        ("naturalness", 3, ""),
        ("audio-quality", 4, ""),
        ("intelligibility", 5, ""),
        ("naturalness", 1, ""),
        ("audio-quality", 1, ""),
        ("intelligibility", 1, ""),
        ("comment", None, "=SUM(A1) 🎧"),
    }


def test_nothing_can_be_changed_or_sent_twice_while_answers_are_on_their_way(
    page: Page, study: Study
) -> None:
    held: list[Route] = []
    asked: list[str] = []
    page.route("**/submission", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks its handlers
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/next") else None)
    hear(page)
    for score in "345":
        page.keyboard.press(score)
    for key in ("Enter", "Enter", "1", "x"):
        page.keyboard.press(key)
    page.wait_for_timeout(1000)  # the device keeps the answers first; a second sending would be seen, too
    assert (len(held), page.locator("dialog").count()) == (1, 0)
    held[0].continue_()
    expect(page.locator("#task-count")).to_have_text("· clip 2 of 2")
    page.wait_for_timeout(300)
    assert len(asked) == 1
    assert {value for _, value, _ in scores_of(study)} == {3, 4, 5}


def test_after_a_submission_that_did_not_arrive_the_focus_is_where_it_was(page: Page) -> None:
    held: list[Route] = []
    page.route("**/submission", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks its handlers
    hear(page)
    for score in "345":
        page.keyboard.press(score)
    page.locator("textarea").fill("Still here")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)  # long enough for the page to have let go of the focus
    held[0].abort()
    expect(page.locator(".notice")).to_contain_text("The server did not answer")
    expect(page.locator(".next")).to_be_focused()
    expect(page.locator("textarea")).to_have_value("Still here")


def test_a_broken_clip_is_marked_invalid_and_another_skipped_each_with_its_reason(
    page: Page, study: Study
) -> None:
    leave_by(page, "Invalid")
    dialog = page.locator("dialog")
    reason = dialog.locator("input[type=radio]").first
    reason.check()
    if dialog.locator("textarea").count():
        dialog.locator("textarea").fill("Plays nothing")
    dialog.get_by_role("button", name="Discard").click()
    expect(page.locator("#task-count")).to_have_text("· clip 2 of 2")
    expect(page.locator("#save-state")).to_have_text("Discarded")
    leave_by(page, "Skip")
    page.locator("dialog input[type=radio]").first.check()
    page.locator("dialog").get_by_role("button", name="Skip").click()
    expect(page.locator("#save-state")).to_have_text("Skipped")
    expect(page.locator(".end p")).to_have_text(
        "You have been through every task that was open to you; what remains is for others. Thank you."
    )
    first, second = study.protocol.exit("invalid"), study.protocol.exit("skip")
    assert marks_of(study) == [
        ("invalid", "item", None, first.reasons[0].id, "Plays nothing"),
        ("skip", "item", None, second.reasons[0].id, ""),
    ]
    assert scores_of(study) == set()


def test_the_reason_of_an_exit_that_did_not_arrive_need_not_be_written_twice(
    page: Page, study: Study
) -> None:
    page.route("**/exit", lambda route: route.abort())
    leave_by(page, "Invalid")
    page.locator("dialog input[type=radio]").last.check()
    page.locator("dialog textarea").fill("A long account of what is wrong")
    page.locator("dialog").get_by_role("button", name="Discard").click()
    expect(page.locator(".notice")).to_contain_text("The server did not answer")
    page.unroute("**/exit")
    leave_by(page, "Invalid")
    expect(page.locator("dialog textarea")).to_have_value("A long account of what is wrong")
    page.locator("dialog").get_by_role("button", name="Discard").click()
    expect(page.locator("#task-count")).to_have_text("· clip 2 of 2")
    [mark] = marks_of(study)
    assert mark[-1] == "A long account of what is wrong"


def test_a_rater_who_thinks_better_of_an_exit_goes_back_to_the_clip(page: Page, study: Study) -> None:
    hear(page)
    page.keyboard.press("i")
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    assert page.locator("dialog").count() == 0
    assert marks_of(study) == []


def test_a_protocol_from_a_folder_rates_with_no_code_of_its_own(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    study = site.home.studies.create("effort", protocol=EFFORT, title="Effort")
    clips(study, folder, count=1)
    page = open_page(study, site.token_for(study, "rater of effort"))
    page.wait_for_selector("ear-rating-desk")
    hear(page)
    page.keyboard.press("2")
    assert focus_of(page) == "next"
    page.keyboard.press("Enter")
    expect(page.locator(".end")).to_be_visible()
    assert scores_of(study) == {("effort", 2, "")}


def test_a_clip_is_rated_by_touch_on_a_phone_without_scrolling_sideways(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    study = site.home.studies.create("phone", protocol="clip-rating", title="Voices")
    clips(study, folder, count=1)
    page = open_page(
        study, site.token_for(study, "rater of phone", language="ko"), size=(390, 844), touch=True
    )
    page.wait_for_selector("ear-rating-desk")
    expect(page.locator(".next")).to_contain_text("제출")
    widths = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert widths == [390, 390]
    page.locator(".play").tap()
    page.wait_for_function("() => !document.querySelector('.question.locked')")
    for question, score in (("naturalness", 2), ("audio-quality", 5), ("intelligibility", 4)):
        pick = page.locator(f"[data-question={question}] .pick").nth(score - 1)
        box = pick.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44  # as wide as a finger
        pick.tap()
    page.locator("textarea").tap()
    expect(page.locator("textarea")).to_be_focused()
    page.keyboard.insert_text("끝이 끊김")
    page.locator(".next").tap()
    expect(page.locator(".end")).to_be_visible()
    assert {(name, value) for name, value, _ in scores_of(study)} == {
        ("naturalness", 2),
        ("audio-quality", 5),
        ("intelligibility", 4),
        ("comment", None),
    }


def test_the_guideline_opens_in_the_readers_language(site: Site, study: Study, open_page: OpenPage) -> None:
    first = study.protocol.guide[0]
    token = site.token_for(study, "reader", language="ko")
    page = open_page(study, token, path=f"guide/{first.id}")
    expect(page.locator("h1")).to_have_text(first.title.in_language("ko"))
    expect(page.locator(".guide-pages a[aria-current]")).to_have_text(first.title.in_language("ko"))
