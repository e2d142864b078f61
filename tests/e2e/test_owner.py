"""A study's owner at the pages: lets people in, watches, steers items and raters, reads what was left."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import update

from axe import faults_of, needs_axe
from desk import clips, hear, leave_by
from earmark.core.roles import Role
from earmark.services.studies import Study
from earmark.storage import tables
from people import bring_in, token_of
from rows import StudyRows
from served import OpenPage, Site

pytestmark = pytest.mark.browser

SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
LONG = "a_name_that_came_out_of_a_pipeline_restaurant_booking_ko_KR_take_0003_resampled_v2_final"


def study_of(site: Site, folder: Path, name: str) -> Study:
    """Make a study with two clips that can be heard."""
    study = site.home.studies.create(name, protocol="clip-rating", title=f"Study {name}")
    clips(study, folder, count=2)
    return study


def owner_of(site: Site, study: Study, *, language: str = "en") -> str:
    return token_of(site.home, bring_in(study, f"Owner of {study.name}", role=Role.OWNER, language=language))


def skip(page: Page) -> None:
    leave_by(page, "Skip")
    page.locator("dialog input[type=radio]").first.check()
    page.locator("dialog").get_by_role("button", name="Skip").click()


def go_to(page: Page, tab: str) -> None:
    page.get_by_role("navigation", name="Pages of this study").get_by_role("link", name=tab).click()


def row(page: Page, words: str) -> str:
    """Return what a row of a table says."""
    return " ".join(page.locator("tr", has_text=words).first.inner_text().split())


def test_an_owner_invites_pauses_and_reads_why_items_were_left(
    site: Site, folder: Path, open_page: OpenPage, chromium: Browser
) -> None:
    study = study_of(site, folder, "inviting")
    page = open_page(study, owner_of(site, study), path="settings")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("link", name="Studies").click()
    page.get_by_role("link", name="Study inviting").click()
    page.get_by_label("People").fill("2")
    page.get_by_role("button", name="Make an invitation").click()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("() => navigator.clipboard.readText()")
    go_to(page, "Overview")
    expect(page.locator(".new-link")).to_have_count(0)

    with chromium.new_context() as elsewhere:
        rater = elsewhere.new_page()
        rater.goto(link)
        rater.get_by_label("Name").fill("Mina of inviting")
        rater.get_by_role("button", name="Join").click()
        rater.get_by_role("link", name="Rate", exact=True).click()
        rater.wait_for_selector("ear-rating-desk")
        page.reload()
        assert row(page, "Mina of inviting").startswith("Mina of inviting 0 0 0 1")
        assert "1 of 2" in row(page, "rater 1 of 2")
        page.get_by_text("Close …").click()
        page.get_by_role("button", name="Close the invitation").click()
        expect(page.locator(".invitations")).to_have_count(0)
        page.get_by_role("button", name="Pause").click()
        expect(page.locator(".heading .chip")).to_have_text("paused")
        skip(rater)
        expect(rater.locator(".end h1")).to_have_text("The study is paused")
        page.get_by_role("button", name="Resume").click()
        rater.reload()
        rater.wait_for_selector("ear-rating-desk")
        leave_by(rater, "Invalid")
        rater.locator("dialog input[type=radio]").first.check()
        rater.locator("dialog textarea").fill("A hum from end to end")
        rater.locator("dialog").get_by_role("button", name="Discard").click()
        expect(rater.locator(".end")).to_be_visible()
    read_why(page)
    go_to(page, "Overview")
    page.get_by_role("button", name="Open again").click()
    expect(page.locator(".done")).to_contain_text("1 item: handed out again.")
    take_along(page)


def read_why(page: Page) -> None:
    """Discards and skips stand apart, each with its reason, and are narrowed by it."""
    go_to(page, "Discards and skips")
    assert "Invalid" in row(page, "A hum from end to end")
    page.get_by_role("link", name="Skips 1").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    assert "I do not know this language well enough" in row(page, "Mina of inviting")
    page.get_by_label("Reason").select_option(label="Something else keeps me from judging it with confidence")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="Nothing is like this")).to_be_visible()


def take_along(page: Page) -> None:
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download").click()
    with zipfile.ZipFile(downloading.value.path()) as archive:
        assert archive.testzip() is None
        assert {"submissions.csv", "dictionary.md"} <= {name.split("/")[-1] for name in archive.namelist()}


def test_an_owner_steers_items_and_raters_and_a_rater_at_work_is_told(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    study = study_of(site, folder, "steering")
    bring_in(study, "Ida of steering")
    rater = open_page(study, site.token_for(study, "Noa of steering"))
    rater.wait_for_selector("ear-rating-desk")
    rows = StudyRows(study, at=site.home.clock(), prefix="steering-")
    for index in range(60):  # of no sound: the rater has what can be heard in hand by now
        rows.recording(f"extra-{index:02d}", LONG)
    rows.save()
    page = open_page(study, owner_of(site, study), path="items")
    page.get_by_role("link", name="In work 1").click()
    item = page.locator("tbody a").first.inner_text()
    assert "Noa of steering" in row(page, item)
    page.get_by_label(f"Choose {item}").check()
    page.get_by_role("button", name="Give to somebody else …").click()
    expect(page.locator(".confirm")).to_contain_text("Noa of steering")
    page.get_by_label("To whom").select_option(label="Ida of steering")
    page.get_by_role("button", name="Give to somebody else").click()
    expect(page.locator(".done")).to_contain_text("1 item: given to somebody else.")
    hear(rater)
    rater.keyboard.press("4")
    expect(rater.locator(".notice")).to_contain_text("The owner has taken this task back")
    steer_many(page)
    look_after(page, rater)
    set_and_close(page)


def steer_many(page: Page) -> None:
    """All that a search finds, on every page of it, by keyboard alone; then a page of it, then one item."""
    go_to(page, "Items")
    page.get_by_label("Item or file").focus()
    page.keyboard.type("extra-")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="All 60")).to_be_visible()
    page.get_by_label("all 60 that this list shows").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".done")).to_contain_text("60 items: priority changed.")
    expect(page.locator("tbody .chip", has_text="priority +1")).to_have_count(50)
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.locator(".done")).to_contain_text("Undone for 60 items.")
    expect(page.locator("tbody .chip", has_text="priority")).to_have_count(0)
    page.get_by_label("Tick all on this page").check()
    expect(page.locator("#ticked")).to_have_text("Chosen: 50")
    page.get_by_role("button", name="One submission more").click()
    assert "0 of 2" in row(page, "extra-00")
    page.get_by_role("link", name="Further").click()
    assert "0 of 1" in row(page, "extra-59")
    page.get_by_role("link", name="extra-59").click()
    page.get_by_role("button", name="Withdraw …").click()
    expect(page.locator(".row .chip")).to_have_text("withdrawn")
    expect(page.locator(".history")).to_contain_text("withdrawn")


def look_after(page: Page, rater: Page) -> None:
    """Cap one rater; pause another, who is told; put that one out, after a question."""
    go_to(page, "Raters")
    page.get_by_label("Most items for Ida of steering").fill("7")
    page.get_by_label("Most items for Ida of steering").press("Enter")
    expect(page.get_by_label("Most items for Ida of steering")).to_have_value("7")
    page.locator("tr", has_text="Noa of steering").get_by_role("button", name="Pause").click()
    expect(page.locator("tr", has_text="Noa of steering").locator(".chip")).to_have_text("paused")
    skip(rater)
    expect(rater.locator(".end h1")).to_have_text("Your work is paused")
    go_to(page, "Members")
    member = page.locator("tr", has_text="Noa of steering")
    member.get_by_text("End membership …").press("Enter")
    member.get_by_role("button", name="End membership").press("Enter")
    expect(member).to_contain_text("ended")


def set_and_close(page: Page) -> None:
    go_to(page, "Settings")
    page.get_by_label("Minutes that a rater may hold an item").fill("soon")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was changed.")
    expect(page.get_by_label("Minutes that a rater may hold an item")).to_have_value("soon")
    page.get_by_label("Minutes that a rater may hold an item").fill("45")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.get_by_role("button", name="Close the study").click()
    expect(page.locator(".heading .chip")).to_have_text("open")  # the box beside it was not ticked
    page.get_by_label("Yes, close it").check()
    page.get_by_role("button", name="Close the study").click()
    expect(page.locator(".heading .chip")).to_have_text("closed")
    page.get_by_role("button", name="Reopen").click()
    expect(page.locator(".heading .chip")).to_have_text("open")


@needs_axe
def test_owners_pages_have_no_serious_fault_and_no_line_beyond_the_screen(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    study = study_of(site, folder, "readable")
    rows = StudyRows(study, at=site.home.clock(), prefix="readable-")
    recording = rows.recording(LONG, LONG, rendition_hash=64 * "f")
    rows.recording("another", LONG, rendition_hash=64 * "f")  # which is remarked on: it is the same sound
    rows.leave(recording, LONG[:80], "discard", exit="invalid", reason="silent", explanation=LONG)
    rows.save()
    waits = update(tables.task).where(tables.task.c.id == recording.task).values(state="waiting")
    site.home.database.write(lambda connection: connection.execute(waits))
    bring_in(study, f"member_{LONG}"[:80])
    page = open_page(study, owner_of(site, study, language="ko"), path="items")
    base = page.url.removesuffix("/items")
    found: list[str] = []
    for path in (
        "",
        "/items",
        f"/items/{recording.task}",
        "/marks",
        "/raters",
        "/members",
        "/settings",
        "/import",
    ):
        page.goto(base + path)
        page.set_viewport_size({"width": 1280, "height": 900})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            found += faults_of(page, f"{path}, {scheme}")
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            wide = page.evaluate("() => document.documentElement.scrollWidth")
            found += [f"{path} is {wide} px wide"] if wide > width else []
    assert found == []
