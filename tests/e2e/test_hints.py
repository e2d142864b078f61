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

PLAYER = "document.querySelector('ear-workbench').player"


def note(page: Page, question: str) -> Locator:
    return page.locator(f"[data-question={question}] .hint-words")


KINDS = (
    ("content", 3, "...", "There is no reason here yet."),
    ("content", 4, "Fine.", "So far this is a verdict"),
    ("content", 3, "Neutral.", "Nobody could tell yet which turn this is about."),
    ("content", 2, "Sounds like a robot reading a script.", "This is about how it sounded"),
    ("content", 4, "Rude, vague and off topic.", "The words only complain, and the score is high."),
    ("prosody", 1, "Told me the wrong fare.", "What was wrong or missing is not said yet."),
    ("prosody", 2, "I wanted a refund and got a voucher.", "This is about what was said"),
    ("content", 4, "ㅇㅇ", "아직 근거가 없습니다."),
    ("content", 4, "굿굿", "지금은 평만 있어서"),
    ("content", 3, "보통이에요", "아직 어느 응답 이야기인지 알 수 없습니다."),
    ("content", 2, "대본 읽는 로봇 같은 목소리", "이 부분은 말소리 이야기입니다"),
    ("content", 5, "복용량이 틀렸고 설명도 불완전하다.", "글은 불만뿐인데 점수가 높습니다."),
    ("prosody", 3, "젊은 여성이 약 복용법을 읽는다.", "무엇이 잘못됐거나 부족했는지 아직 없습니다."),
    ("prosody", 2, "대사관 주소를 틀리게 알려 줬다.", "이 부분은 말의 내용 이야기입니다"),
)
"""Every kind of weakness, in both languages: the question, the score, the words, and what is said of them."""

AGAIN = (
    ("The agent gives two of the three prices I asked about.", "This is almost what you wrote before"),
    ("예약 시간은 맞지만 주소가 빠졌다.", "앞에서 쓴 글과 거의 같습니다"),
)


def answer(page: Page, question: str, score: int, text: str) -> None:
    """Choose a score, write, and let the pause go by after which a hint comes."""
    card = page.locator(f"[data-question={question}]")
    card.locator(f"input[value='{score}']").check(force=True)
    card.locator("textarea").fill("")
    card.locator("textarea").fill(text)
    with page.expect_response("**/hints"):
        page.clock.run_for(1000)


def test_every_kind_of_weakness_is_hinted_at_in_both_languages(
    site: Site, folder: Path, open_page: OpenPage
) -> None:
    study = site.home.studies.create("hint-kinds", protocol="conversation-turns", title="Trains")
    two_turn_talk(study, folder)
    token = site.token_for(study, "rater of hint-kinds")
    page = open_page(study, token, prepare=lambda context: context.clock.install())
    _find_no_sound_system(page)
    page.evaluate(
        "() => document.querySelector('ear-workbench').work.listening"
        ".add({ start: 0, end: 2, rate: 1, mode: 'both' })"
    )
    for half, language in ((KINDS[:7], "en"), (KINDS[7:], "ko")):
        for question, score, text, said in half:
            answer(page, question, score, text)
            expect(note(page, question)).to_contain_text(said)
        text, said = AGAIN[language == "ko"]
        answer(page, "content", 4, text)
        expect(note(page, "content")).to_have_text("")
        expect(page.locator("#save-state")).to_have_text("저장됨" if language == "ko" else "Saved")
        page.keyboard.press("Escape")
        page.keyboard.press("]")
        answer(page, "content", 4, text)
        expect(note(page, "content")).to_contain_text(said)
        # What the protocol allows to be said again is not held against anybody.
        for key in ("]", "["):
            page.keyboard.press("Escape")
            page.keyboard.press(key)
            page.locator("[data-question=content] input[value='5']").check(force=True)
            page.keyboard.press("Escape")
            with page.expect_response("**/hints"):
                page.keyboard.press("b")
                page.clock.run_for(1000)
            expect(note(page, "content")).to_have_text("")
        if language == "en":
            page.click("button[name=language][value=ko]")
            expect(page.locator(".next")).to_contain_text("다음 응답")


def _find_no_sound_system(page: Page) -> None:
    """Play where no sound starts, as without a device: browsers start none before a page was touched."""
    untouched = page.context.new_cdp_session(page)  # whatever else asks the page something touches it

    def tell(expression: str) -> Any:
        said = untouched.send("Runtime.evaluate", {"expression": expression, "returnByValue": True})
        return said["result"].get("value")

    while not tell("document.querySelector('ear-rating-desk') !== null"):
        page.wait_for_timeout(50)
    tell("void (AudioContext = class extends AudioContext { out = (window.sounding = this); })")
    tell(f"void {PLAYER}.playRange({{ start: 0.5, end: 1 }})")
    assert tell(f"{PLAYER}.playing")
    page.clock.run_for(10_000)
    assert "No sound comes" in tell("document.querySelector('ear-cannot-play').innerText")
    assert tell("document.querySelector('.play').innerText").startswith("Play turn")
    assert tell(f"[{PLAYER}.playing, {PLAYER}.time]") == [False, 0]
    page.keyboard.press("k")  # once it starts, all is well again
    page.wait_for_function(f"() => {PLAYER}.time > 0.1")
    expect(page.locator("ear-cannot-play")).to_be_hidden()
    # It may also stop while something plays, as when headphones are pulled.
    page.evaluate(f"() => {{ {PLAYER}.seek(0); return window.sounding.suspend(); }}")
    expect(page.locator("ear-cannot-play")).to_contain_text("No sound comes")
    assert not page.evaluate(f"() => {PLAYER}.playing")


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
