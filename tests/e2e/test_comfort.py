"""What makes hours of rating bearable: keys of one's own, the guideline at hand, steps taken back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from desk import clips, focus_of, hear, leave_by, two_turn_talk, work_of
from served import OpenPage, Site

pytestmark = pytest.mark.browser

BENCH = "document.querySelector('ear-workbench')"


def change_key(page: Page, action: str, key: str) -> None:
    page.locator(f"[data-key='{action}']").click()
    page.keyboard.press(key)


def edge_of(page: Page, selector: str, side: str) -> float:
    at: float = page.locator(selector).evaluate("(one, side) => one.getBoundingClientRect()[side]", side)
    return at


def test_what_comes_later_can_be_asked_for_at_once_and_again_where_it_did_not_come(
    site: Site, open_page: OpenPage, folder: Path
) -> None:
    study = site.home.studies.create("later", protocol="clip-rating")
    clips(study, folder, count=1)
    page = open_page(
        study,
        site.token_for(study, "rater in a hurry"),
        prepare=lambda context: context.route("**/workbench/exits.js", lambda route: route.abort()),
    )
    page.wait_for_selector("ear-rating-desk")
    leave_by(page, "Skip")
    expect(page.locator(".quiet")).to_have_text("The server did not answer. Try again in a moment.")
    page.context.unroute("**/workbench/exits.js")
    leave_by(page, "Skip")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/written.js'))"
    )
    page.context.set_offline(True)  # the rest is here by now
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_keys_transcript_and_speed_are_a_persons_own_on_every_device(
    site: Site, open_page: OpenPage, folder: Path
) -> None:
    study = site.home.studies.create("own-keys", protocol="conversation-turns")
    two_turn_talk(study, folder)
    token = site.token_for(study, "rater with keys")
    page = open_page(study, token)
    page.wait_for_selector("ear-rating-desk")
    expect(page.locator(".transcript .line.agent p")).to_have_text("agent 1")
    page.keyboard.press("h")
    expect(page.locator(".transcript .line")).to_have_count(0)
    page.keyboard.press(".")
    page.keyboard.press("?")
    told = page.locator(".key-objection")
    change_key(page, "play", "F5")
    expect(told).to_have_text("The browser or the page needs that key itself. Choose another.")
    expect(told).to_be_in_viewport(ratio=1)
    page.keyboard.press("3")
    expect(told).to_have_text("That key answers a question. Choose another.")
    page.keyboard.press("k")
    expect(told).to_contain_text("That key is taken: Play on from here, or pause.")
    page.keyboard.press("p")
    expect(told).to_be_hidden()
    change_key(page, "play-typing", "a")
    expect(told).to_have_text("This works while you type, so it needs Alt and a key.")
    with page.expect_response("**/api/v1/me/preferences"):
        page.keyboard.press("Alt+a")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)

    other = open_page(study, token)
    other.wait_for_selector("ear-rating-desk")
    expect(other.locator(".transcript .line")).to_have_count(0)
    assert other.evaluate(f"() => {BENCH}.player.rate") == 1.25
    other.keyboard.press("Space")
    assert not other.evaluate(f"() => {BENCH}.player.playing")
    other.keyboard.press("p")
    other.wait_for_function("() => !document.querySelector('.question.locked')")
    other.keyboard.press("4")
    other.keyboard.press("p")
    other.wait_for_function(f"() => !{BENCH}.player.playing")
    other.keyboard.press("Alt+a")
    other.wait_for_function(f"() => {BENCH}.work.listening.playsOf({BENCH}.work.target) === 2")
    expect(other.locator(".question textarea").first).to_have_value("p")
    other.keyboard.press("Escape")
    other.keyboard.press("?")
    other.get_by_role("button", name="Give all keys back").click()
    expect(other.locator(".key-row", has_text="Play or pause").first.locator("kbd")).to_have_text("Space")


def test_guideline_criteria_undo_and_time_for_facts_by_key(
    site: Site, open_page: OpenPage, folder: Path
) -> None:
    study = site.home.studies.create("by-key", protocol="conversation-turns")
    two_turn_talk(study, folder)
    page = open_page(study, site.token_for(study, "rater by key"))
    page.wait_for_selector("ear-rating-desk")
    hear(page)
    page.keyboard.press("4")
    page.keyboard.type("Names it at 0:00.6")
    page.keyboard.press("Escape")
    # Criteria open to their question, and are chosen; the last step can be taken back, words stay.
    page.keyboard.press(";")
    page.keyboard.press("ArrowRight")
    assert focus_of(page) == "content.completeness"
    asked = page.locator(".question").first.locator(".criterion")
    expect(asked).to_have_text("If the user raised several points, is there an answer to each of them?")
    page.keyboard.press("Space")
    (answers,) = work_of(page)["answers"]["turns"].values()
    assert answers["content"]["criteria"] == ["completeness"]
    page.keyboard.press("Control+z")
    expect(page.locator("#save-state")).to_have_text("Saved")
    page.reload()
    expect(page.locator("textarea").first).to_have_value("Names it at 0:00.6")
    page.keyboard.press("Control+z")
    (answers,) = work_of(page)["answers"]["turns"].values()
    assert answers == {"content": {"justification": "Names it at 0:00.6"}}
    # The page on the question, then the glossary; the focus comes back to where it was.
    page.locator(".question").nth(1).locator(".about").click()
    panel = page.locator("ear-guide-panel")
    expect(panel.locator("h1")).to_have_text("Prosody")
    assert edge_of(page, ".question:nth-child(2)", "right") <= edge_of(page, "ear-guide-panel", "left")
    assert edge_of(page, ".question:nth-child(2) .cards", "bottom") <= edge_of(page, ".desk-foot", "top")
    assert edge_of(page, ".site", "right") <= edge_of(page, "ear-guide-panel", "left")
    page.keyboard.press("/")
    expect(panel.locator(".guide-search")).to_be_focused()
    page.keyboard.type("barge")
    expect(panel.locator("h3:visible")).to_have_text(["Barge-in"])
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.locator(".question").nth(1).locator(".about")).to_be_focused()
    page.keyboard.press("g")
    expect(panel.locator("h1")).to_have_text("The one principle")
    page.keyboard.press("g")
    expect(panel).to_be_hidden()
    # The time for facts runs when asked to, says when it is over, and goes along.
    page.keyboard.press("'")
    expect(page.locator(".fact-check")).to_have_text(re.compile(r"Fact check 4:\d\d"))
    page.evaluate(
        f"() => {{ const {{ effort, target }} = {BENCH}.work; effort.checks = {{ [target]: 299.5 }}; }}"
    )
    expect(page.locator(".quiet")).to_have_text(
        "The time for checking facts is over. Rate with what you know now."
    )
    expect(page.locator(".fact-check")).to_be_disabled()
    time = work_of(page)["time"]
    assert list(time["fact_checks"].values()) == [300]
    assert time["active_seconds"] > 1


def test_a_dimension_is_discarded_with_what_is_no_ground_in_view(
    site: Site, open_page: OpenPage, folder: Path
) -> None:
    study = site.home.studies.create(
        "no-ground", protocol="conversation-turns", settings={"transcript": "never"}
    )
    two_turn_talk(study, folder)
    page = open_page(study, site.token_for(study, "rater who discards"))
    page.wait_for_selector("ear-rating-desk")
    # A study that shows no words sends none.
    assert page.evaluate(f"() => {BENCH}.work.turns.map((turn) => turn.text)") == [""] * 4
    expect(page.locator(".transcript .line")).to_have_count(0)
    hear(page)
    page.keyboard.press("b")
    expect(page.locator(".question textarea").first).to_have_value("Appropriate backchannel")
    expect(page.locator(".question textarea").nth(1)).to_have_value("")
    page.keyboard.press("Escape")
    page.locator(".exit-button").nth(1).click()
    expect(page.locator(".not-grounds li")).to_have_count(6)
    page.set_viewport_size({"width": 1280, "height": 577})
    expect(page.locator("dialog .button.main")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(page.locator("dialog .fault")).to_have_text("Choose one of the reasons.")
    expect(page.locator("dialog .fault")).to_be_in_viewport(ratio=1)
    page.get_by_label("Only Prosody").check()
    page.locator("dialog input[type=radio]").last.check()
    expect(page.locator("dialog .fault")).to_be_hidden()
    page.locator("dialog textarea").fill("The agent's channel drops out.")
    page.locator("dialog .button.main").click()
    expect(page.locator(".question").nth(1).locator(".discarded")).to_contain_text(
        "The agent's channel drops out."
    )
    expect(page.locator(".question").nth(1).locator("kbd:visible, .prompt:visible")).to_have_count(0)
    page.keyboard.press("Space")  # plays, and does not ask again
    expect(page.locator(".play")).to_contain_text("Pause")
    page.keyboard.press("Space")
    page.keyboard.press("Control+z")
    expect(page.locator(".question").nth(1).locator(".discarded")).to_be_hidden()


def test_time_at_work_leaves_idle_time_out(site: Site, open_page: OpenPage, folder: Path) -> None:
    study = site.home.studies.create("idle", protocol="clip-rating")
    clips(study, folder, count=1)
    token = site.token_for(study, "rater who leaves")
    page = open_page(study, token, size=(390, 844), prepare=lambda context: context.clock.install())
    page.wait_for_selector("ear-rating-desk")
    # On a phone, what stands above and below leaves two thirds of the screen and more to the clip.
    edges = [page.locator(part).bounding_box() for part in (".site", ".desk-foot")]
    assert sum(edge["height"] for edge in edges if edge) < 844 / 6
    page.evaluate(f"() => {{ {BENCH}.work.effort.active = 0; }}")
    page.keyboard.press("Shift")
    page.clock.run_for(40_000)
    page.keyboard.press("Shift")
    page.clock.run_for(600_000)
    assert 95 < page.evaluate(f"() => {BENCH}.work.effort.active") < 105
    # Somebody who works on is asked once whether a break would do good, where they wish to be.
    page.keyboard.press("?")
    page.locator(".break-choice select").select_option("30")
    page.keyboard.press("Escape")
    for _ in range(40):
        page.keyboard.press("Shift")
        page.clock.run_for(50_000)
    expect(page.locator(".quiet")).to_contain_text("You have been at work for 30 minutes.")
