"""Two devices that disagree, a session that ends at work, a computer that others use, tabs that closed."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Page, expect
from sqlalchemy import select

from desk import clips, hear, scores_of
from earmark.core.roles import Role
from earmark.services.members import join
from earmark.services.passwords import hash_password
from earmark.services.people import replace_password
from earmark.services.studies import Study
from earmark.storage import tables
from people import bring_in, token_of
from served import OpenPage, Site

pytestmark = pytest.mark.browser

KEPT = "Kept on this device, not yet sent"
PASSWORD = "four words and more"
LEFT = """async () => {
  const opened = await new Promise((resolve, reject) => {
    const asked = indexedDB.open("earmark");
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const counted = opened.transaction("unsent").objectStore("unsent").count();
  const rows = await new Promise((resolve) => { counted.onsuccess = () => resolve(counted.result); });
  return [rows, sessionStorage.length];
}"""


LOSE_AT_SIGN_OUT = """() => new Promise((isAsked) => {
  window.fetch = () => new Promise((_, reject) => {
    document.addEventListener("sign-out", () => reject(new TypeError("lost")));
    isAsked();
  });
  window.dispatchEvent(new Event("online"));
})"""


def clip_study(site: Site, folder: Path, name: str, *, count: int = 1) -> Study:
    study = site.home.studies.create(name, protocol="clip-rating", title="Voices")
    (folder / name).mkdir()
    clips(study, folder / name, count=count)
    return study


def enter(open_page: OpenPage, study: Study, token: str, *, own: bool = False) -> Page:
    page = open_page(study, token, own=own)
    page.wait_for_selector("ear-rating-desk")
    return page


def says(page: Page, words: str) -> None:
    expect(page.locator("#save-state")).to_have_text(words)


def test_of_two_versions_the_rater_chooses_and_neither_goes_unseen(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    study = clip_study(site, folder, "two-versions")
    token = site.token_for(study, "rater of two-versions")
    train = enter(open_page, study, token)
    address = train.url
    train.context.set_offline(True)
    train.locator("textarea").fill("Written on the train")
    says(train, KEPT)
    train.goto("about:blank")
    desk = enter(open_page, study, token)
    desk.locator("textarea").fill("Written at the desk")
    says(desk, "Saved")

    train.context.set_offline(False)
    train.goto(address)
    dialog = train.get_by_role("dialog", name="This task has two versions")
    expect(dialog.locator("td")).to_contain_text(["Written on the train", "Written at the desk"])
    train.keyboard.press("Escape")  # has chosen nothing: it is asked again
    expect(train.locator("textarea")).to_have_value("Written at the desk")
    train.reload()
    dialog.get_by_role("button", name="Go on with what is on this device").click()
    expect(train.locator("textarea")).to_have_value("Written on the train")
    says(train, "Saved")

    # The tab at the desk has not seen that. It is told, and what is written there is asked about, too.
    desk.locator("textarea").fill("Written at the desk, on and on")
    says(desk, "Not saved here: another tab went on")
    expect(desk.locator(".notice")).to_contain_text("Another tab or device has gone on")
    asked: list[str] = []
    desk.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    desk.locator("textarea").press("x")  # browsers ask only those who touch the page
    desk.locator("textarea").press("Backspace")
    desk.get_by_role("button", name="Load again").click()
    other = desk.get_by_role("dialog", name="This task has two versions")
    expect(other.locator("td")).to_contain_text(["Written at the desk, on and on", "Written on the train"])
    assert asked == []
    other.get_by_role("button", name="Go on with the server's").click()
    expect(desk.locator("textarea")).to_have_value("Written on the train")
    desk.reload()
    expect(desk.locator("textarea")).to_have_value("Written on the train")
    expect(other).to_have_count(0)


def test_answers_that_another_device_has_overtaken_are_told_of_and_shown(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    study = clip_study(site, folder, "overtaken")
    token = site.token_for(study, "rater of overtaken")
    train, desk = (enter(open_page, study, token) for _ in range(2))
    for page, scores in ((train, "222"), (desk, "444")):
        page.context.set_offline(page is train)
        page.bring_to_front()
        hear(page)
        for score in scores:
            page.keyboard.press(score)
        page.locator(".next").click()
    expect(train.locator(".notice")).to_contain_text("kept on this device")
    expect(desk.locator(".end h1")).to_have_text("All done")
    address = train.url
    train.goto("about:blank")
    train.context.set_offline(False)
    train.goto(address)
    expect(train.locator(".end")).to_contain_text("What you wrote on an earlier item could not be taken")
    train.reload()  # until it is seen to
    expect(train.locator(".end")).to_contain_text("What you wrote on an earlier item could not be taken")
    train.get_by_role("link", name="My work").last.click()
    train.get_by_role("link", name="Open again").click()
    dialog = train.get_by_role("dialog", name="This task has two versions")
    expect(dialog.locator("td")).to_contain_text(["2", "4"] * 3)
    assert {value for _, value, _ in scores_of(study)} == {4}


def test_a_session_that_ends_at_work_is_begun_again_over_the_page_and_the_answers_go_out(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    study = clip_study(site, folder, "signed-out")
    person, hashed = bring_in(study, "Mina of signed-out"), hash_password(PASSWORD)
    site.home.database.write(lambda c: replace_password(c, person, old=None, new=hashed))
    page = enter(open_page, study, token_of(site.home, person))
    hear(page)
    for score in "345":
        page.keyboard.press(score)
    page.context.clear_cookies()
    page.locator("textarea").fill("Typed while signed out")
    says(page, "Kept on this device: you are signed out")
    page.locator(".next").click()
    expect(page.locator(".notice")).to_contain_text("go out as soon as you sign in again")
    assert scores_of(study) == set()
    page.get_by_role("button", name="Sign in again").click()
    dialog = page.get_by_role("dialog", name="Sign in again")
    expect(dialog).to_contain_text("go on as Mina of signed-out")
    page.keyboard.type("not this one")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_have_text("This password is not right.")
    dialog.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    says(page, "Submitted")
    assert ("comment", None, "Typed while signed out") in scores_of(study)
    assert len(scores_of(study)) == 4


def test_signing_out_asks_about_unsent_words_and_leaves_nothing_on_a_shared_computer(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    study = clip_study(site, folder, "shared", count=2)
    first, second = bring_in(study, "first at shared"), bring_in(study, "second at shared")
    page = enter(open_page, study, token_of(site.home, first), own=True)  # its dialogs are answered
    page.route("**/draft", lambda route: route.abort())
    page.locator("textarea").press_sequentially("For nobody else")
    says(page, KEPT)
    asked: list[str] = []
    answers = [False, True]

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        if answers.pop(0):
            dialog.accept()
        else:
            dialog.dismiss()

    page.on("dialog", answer)
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("textarea")).to_have_value("For nobody else")
    says(page, KEPT)
    page.evaluate(LOSE_AT_SIGN_OUT)  # what fails just then is not kept again
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in*")
    assert asked == 2 * ["Answers on this device were never sent. Sign out and delete them here?"]
    assert page.evaluate(LEFT) == [0, 0]
    for who in (second, first):  # neither who comes next, nor who went, finds what was deleted
        token = token_of(site.home, who)
        page.context.add_cookies([{"name": "earmark", "value": token, "url": site.address}])
        page.goto(f"{site.address}/studies/{study.name}/rate")
        expect(page.locator("textarea")).to_have_value("")


LOSE_SUBMISSIONS = """() => {
  const ask = window.fetch;
  const isLost = (address) => String(address).endsWith("/submission");
  const lose = () => Promise.reject(new TypeError("lost"));
  window.fetch = (address, asked) => (isLost(address) ? lose() : ask(address, asked));
}"""


def test_answers_of_three_tabs_that_closed_without_a_network_go_out_in_their_order(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    studies = [clip_study(site, folder, f"tab-{index}") for index in range(3)]

    def submitted_in_order() -> list[str]:
        submission = tables.submission.c
        of_these = submission.study_id.in_([study.id for study in studies])
        with site.home.database.read() as connection:
            found = select(submission.study_id).where(of_these).order_by(submission.submitted_at)
            return list(connection.execute(found).scalars())

    person = bring_in(studies[0], "rater of tabs")
    now = site.home.clock()
    for study in studies[1:]:
        about = {"study_id": study.id, "person_id": person, "role": Role.RATER, "now": now, "invited_at": now}
        site.home.database.write(lambda c, about=about: join(c, **about))
    first = enter(open_page, studies[0], token_of(site.home, person), own=True)
    tabs = [first, *(first.context.new_page() for _ in studies[1:])]
    for tab, study, score in zip(tabs, studies, "234", strict=True):
        tab.goto(f"{site.address}/studies/{study.name}/rate")
        tab.wait_for_selector("ear-rating-desk")
        hear(tab)
        for _ in range(3):
            tab.keyboard.press(score)
        says(tab, "Saved")
    for tab in tabs:  # in the page itself: what is only held up on its way may get out as the tab closes
        tab.evaluate(LOSE_SUBMISSIONS)
    for index in (1, 2, 0):
        tabs[index].locator(".next").click()
        expect(tabs[index].locator(".notice")).to_contain_text(
            "kept on this device and go out as soon as it does"
        )
    for tab in tabs[1:]:
        tab.close()
    first.goto("about:blank")
    assert submitted_in_order() == []
    first.goto(f"{site.address}/studies/tab-0/rate")
    says(first, "Submitted")
    expect(first.locator(".end h1")).to_have_text("All done")
    assert submitted_in_order() == [studies[index].id for index in (1, 2, 0)]


def test_a_correction_without_a_network_goes_out_later_and_one_that_a_tab_overtook_is_told(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    study = clip_study(site, folder, "corrected")
    page = enter(open_page, study, site.token_for(study, "rater of corrected"))
    hear(page)
    for score in "345":
        page.keyboard.press(score)
    page.locator(".next").click()
    page.get_by_role("link", name="My work").last.click()
    page.get_by_role("link", name="Clip 1: open again").click()
    give(page, "naturalness", 1)
    says(page, "Saved")
    page.context.set_offline(True)
    give(page, "audio-quality", 2)
    says(page, KEPT)
    page.locator(".next").click()
    expect(page.locator(".notice")).to_contain_text("kept on this device and go out as soon as it does")
    assert sorted(value or 0 for _, value, _ in scores_of(study)) == [3, 4, 5]
    page.context.set_offline(False)
    expect(page.locator(".end h1")).to_have_text("Your correction is in")
    assert sorted(value or 0 for _, value, _ in scores_of(study)) == [1, 2, 5]

    other = page.context.new_page()
    for tab in (page, other):
        tab.goto(f"{site.address}/studies/{study.name}/work")
        tab.get_by_role("link", name="Clip 1: open again").click()
        tab.wait_for_selector("ear-rating-desk")
    give(other, "naturalness", 5)
    other.locator(".next").click()
    expect(other.locator(".end h1")).to_have_text("Your correction is in")
    page.locator("textarea").fill("From the tab that is behind")
    says(page, "Not saved here: another tab went on")
    page.get_by_role("button", name="Load again").click()
    dialog = page.get_by_role("dialog", name="This task has two versions")
    expect(dialog.locator("td")).to_contain_text(["1", "5", "From the tab that is behind"])
    dialog.get_by_role("button", name="Go on with what is on this device").click()
    says(page, "Saved")
    page.locator(".next").click()
    expect(page.locator(".end h1")).to_have_text("Your correction is in")
    assert sorted(value or 0 for _, value, _ in scores_of(study)) == [0, 1, 2, 5]
    with site.home.database.read() as connection:
        of_study = select(tables.submission.c.revision).where(tables.submission.c.study_id == study.id)
        assert sorted(connection.execute(of_study).scalars()) == [1, 2, 3, 4]


def give(page: Page, question: str, score: int) -> None:
    page.locator(f"[data-question={question}] input[value='{score}']").check(force=True)
