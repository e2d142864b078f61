from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from desk import focus_of, hear, leave_by, marks_of, scores_of, two_turn_talk, work_of
from earmark.services.studies import Study
from served import OpenPage, Site

pytestmark = pytest.mark.browser

BENCH = "document.querySelector('ear-workbench')"

NAMED = """
- main:
  - heading "A late train" [level=1]
  - region "Recording":
    - slider "Position"
    - group "Turns":
      - button "User, 0:00.0 to 0:00.5": U
      - button "A1 · Agent 1, 0:00.5 to 0:01.0, not rated": A1
    - button "Play turn"
    - group "What you hear":
      - button "Both" [pressed]
    - combobox "Speed"
    - slider "Volume"
    - button "Spectrogram"
  - group "Content":
    - heading "Content" [level=2]
    - radiogroup /^Content Had you been the user/ [disabled]:
      - radio "3 Neutral Helps partly, with one clear gap" [disabled]
    - button "Appropriate backchannel"
    - textbox "Why this score for Content"
  - group "Prosody":
    - radiogroup /^Prosody/ [disabled]
    - textbox "Why this score for Prosody"
  - button /Overview/
  - button "Next turn"
"""
"""What a screen reader finds, in order: names, roles and states."""


@pytest.fixture
def talks(site: Site, folder: Path, request: pytest.FixtureRequest) -> Study:
    name = request.node.name.replace("_", "-").split("[")[0][:60].strip("-")
    study = site.home.studies.create(name, protocol="conversation-turns", title="Trains")
    two_turn_talk(study, folder)
    return study


@pytest.fixture
def page(site: Site, talks: Study, open_page: OpenPage) -> Page:
    page = open_page(talks, site.token_for(talks, f"rater of {talks.name}"))
    page.wait_for_selector("ear-rating-desk")
    return page


def test_a_conversation_is_rated_by_keyboard_alone(page: Page, talks: Study) -> None:
    hear(page)
    page.keyboard.press("4")
    page.keyboard.type("Names 2 of 3 trains and 1 price")
    page.keyboard.press("Enter")
    page.keyboard.press("3")
    page.keyboard.type("Flat at 0:01, like reading")
    page.keyboard.press("Enter")
    expect(page.locator(".line.agent .who")).to_have_text("Agent 2 of 2")
    hear(page)
    page.keyboard.press("5")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("Everything asked for")
    page.keyboard.press("Enter")
    page.keyboard.press("2")
    page.keyboard.type("Rushed")
    expect(page.locator(".next")).to_contain_text("Submit")
    page.keyboard.press("Enter")
    expect(page.locator(".next")).to_be_focused()
    assert scores_of(talks) == set()
    page.keyboard.press("Enter")
    expect(page.locator("#save-state")).to_have_text("Submitted")
    expect(page.locator(".end h1")).to_have_text("All done")
    assert scores_of(talks) == {
        ("content", 4, "Names 2 of 3 trains and 1 price"),
        ("prosody", 3, "Flat at 0:01, like reading"),
        ("content", 5, "Everything asked for"),
        ("prosody", 2, "Rushed"),
    }


def test_enter_held_down_does_not_submit(page: Page, talks: Study) -> None:
    for _ in range(2):
        hear(page)
        for score in "45":
            page.keyboard.press(score)
            page.keyboard.type("Held for long")
            if page.locator(".next").inner_text().startswith("Submit"):
                break
            page.keyboard.press("Enter")
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")  # what a keyboard repeats while it is held
    page.keyboard.up("Enter")
    expect(page.locator(".next")).to_be_focused()
    expect(page.locator("#save-state")).to_have_text("Saved")
    assert scores_of(talks) == set()


def test_a_turn_opens_for_rating_once_it_was_heard(page: Page, talks: Study) -> None:
    page.keyboard.press("4")
    expect(page.locator(".notice")).to_have_text("Opens once you have heard this turn to its end")
    page.locator(".pick").first.click(force=True)
    assert work_of(page)["answers"] == {}
    page.evaluate(f"() => {BENCH}.desk.stage.selection.startAt(0.2)")
    page.keyboard.press("4")
    expect(page.locator(".notice")).to_contain_text("A stretch is marked, so only that plays: C unmarks it.")
    page.evaluate(f"() => {BENCH}.desk.stage.selection.clear()")
    # Jumping to its end is not hearing it.
    page.evaluate(f"() => {BENCH}.player.seek(0.98)")
    page.keyboard.press("k")
    page.wait_for_function(f"() => {BENCH}.player.time > 1.2")
    page.evaluate(f"() => {BENCH}.player.pause()")
    assert page.locator(".question.locked").count() == 2
    # Whoever begins to write too early neither leaves, marks nor changes what is heard, and is told why.
    page.keyboard.type("dixie's")
    expect(page.locator(".quiet")).to_have_text(
        "Opens once you have heard this turn to its end. "
        "Until then keys play and move; everything else has its button."
    )
    assert page.locator("dialog").count() == 0
    assert page.evaluate(f"() => {BENCH}.desk.stage.selection.range") is None
    assert page.evaluate(f"() => {BENCH}.player.ears.mode") == "both"
    page.evaluate(f"() => {BENCH}.player.seek(0.5)")
    hear(page)
    expect(page.locator(".quiet")).to_be_hidden()
    page.keyboard.press("4")
    ((turn, answers),) = work_of(page)["answers"]["turns"].items()
    assert answers == {"content": {"score": 4}}
    assert work_of(page)["listening"]["targets"][turn]["plays"] == 1
    # Unless the study does without it.
    expect(page.locator("#save-state")).to_have_text("Saved")
    talks.set(hear_first=False)
    page.reload()
    page.wait_for_selector("ear-rating-desk")
    page.keyboard.press("]")
    expect(page.locator(".heard")).to_have_text("Not heard yet")
    for target in ("[", "]"):
        page.keyboard.press(target)
        for question, score in (("content", 4), ("prosody", 3)):
            card = page.locator(f"[data-question={question}]")
            card.get_by_role("radio").nth(score - 1).check(force=True)
            card.get_by_role("textbox").fill(f"Names the train at once, {question} after {target}")
        page.keyboard.press("Escape")
    page.locator(".next").click()
    expect(page.locator(".end h1")).to_have_text("All done")


def test_keys_while_typing_stay_letters_and_the_chord_plays(page: Page) -> None:
    hear(page)
    page.keyboard.press("3")
    page.keyboard.type("1 5  s l r / ? k x d ] g m ; ' h")
    page.keyboard.press("Shift+Enter")
    written = "1 5  s l r / ? k x d ] g m ; ' h\n"
    assert page.locator("dialog").count() == 0
    (answers,) = work_of(page)["answers"]["turns"].values()
    assert answers == {"content": {"score": 3, "justification": written}}
    assert not page.evaluate(
        f"() => {BENCH}.player.playing || {BENCH}.work.listening.playsOf({BENCH}.work.target) > 1"
    )
    # One chord plays and pauses from inside the box.
    page.keyboard.press("Alt+k")
    page.wait_for_function(f"() => {BENCH}.player.playing")
    page.evaluate(f"() => {BENCH}.player.loop({{ start: 0, end: 2 }})")  # never ends by itself
    page.keyboard.press("Alt+k")
    page.wait_for_function(f"() => !{BENCH}.player.playing")
    assert focus_of(page) == "content.justification"
    assert page.locator("textarea").first.input_value() == written


def test_hangul_under_composition_takes_no_key_as_a_command(page: Page) -> None:
    hear(page)
    page.keyboard.press("3")
    keyboard = page.context.new_cdp_session(page)
    keyboard.send("Input.imeSetComposition", {"text": "한", "selectionStart": 1, "selectionEnd": 1})
    composing = {"code": "Enter", "windowsVirtualKeyCode": 229, "type": "rawKeyDown"}
    for key in ("Process", "Enter"):  # as different systems name it
        keyboard.send("Input.dispatchKeyEvent", {"key": key, **composing})
    assert focus_of(page) == "content.justification"
    keyboard.send("Input.insertText", {"text": "한"})
    (answers,) = work_of(page)["answers"]["turns"].values()
    assert answers == {"content": {"score": 3, "justification": "한"}}
    # A chord while a syllable is composed finishes it, and neither is lost.
    keyboard.send("Input.imeSetComposition", {"text": "글", "selectionStart": 1, "selectionEnd": 1})
    page.keyboard.press("Alt+m")
    (answers,) = work_of(page)["answers"]["turns"].values()
    assert answers["content"]["justification"].startswith("한글 [0:0")
    assert len(answers["content"]["evidence"]) == 1


def test_a_reload_brings_back_scores_words_and_place(page: Page) -> None:
    hear(page)
    page.keyboard.press("4")
    page.keyboard.type("Half a rea")
    page.keyboard.press("Escape")
    page.keyboard.press("]")
    expect(page.locator("#save-state")).to_have_text("Saved")
    before = work_of(page)
    page.reload()
    expect(page.locator(".line.agent .who")).to_have_text("Agent 2 of 2")
    after = work_of(page)
    before.pop("time"), after.pop("time")  # the work goes on while the page comes again
    assert after == before


def test_a_change_of_language_keeps_words_caret_and_sound(page: Page) -> None:
    hear(page)
    page.keyboard.press("4")
    page.keyboard.type("Half word")
    page.keyboard.press("ArrowLeft")
    page.context.set_offline(True)
    page.click("button[name=language][value=ko]")
    expect(page.locator(".quiet")).to_contain_text("The page changes as soon as it does")
    page.context.set_offline(False)  # which is noticed; nobody has to press again
    expect(page.locator(".next")).to_contain_text("다음 응답")
    expect(page.locator("#save-state")).to_have_text("저장됨")
    expect(page.locator(".skip-link")).to_have_text("본문으로 건너뛰기")
    expect(page.locator(".status")).to_contain_text("작성 중 1개")
    expect(page.locator(".quiet")).to_be_hidden()
    assert focus_of(page) == "content.justification"
    page.keyboard.type("s!")
    assert page.locator("textarea").first.input_value() == "Half wors!d"


def test_one_dimension_is_discarded_and_the_other_rated(page: Page, talks: Study) -> None:
    hear(page)
    page.keyboard.press("d")
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text("Not a reason to discard")
    dialog.get_by_text("Only Content", exact=True).click()
    dialog.get_by_role("button", name="Discard").click()
    expect(dialog.locator(".fault")).to_have_text("Choose one of the reasons.")
    dialog.get_by_text("The labelled response is not in the recording").click()
    dialog.get_by_role("button", name="Discard").click()
    expect(dialog.locator(".fault")).to_have_text("Say in a few words what is wrong.")
    page.keyboard.type("Only a hum")
    dialog.get_by_role("button", name="Discard").click()
    page.keyboard.press("2")
    page.keyboard.type("A hum")
    page.keyboard.press("Enter")
    leave_by(page, "Discard this turn")
    page.locator("dialog").get_by_text("The whole response is silent").click()
    page.locator("dialog textarea").fill("Nothing there")
    page.locator("dialog").get_by_role("button", name="Discard").click()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".end h1")).to_have_text("All done")
    assert scores_of(talks) == {("prosody", 2, "A hum")}
    assert marks_of(talks) == [
        ("turn-discard", "dimension", "content", "missing", "Only a hum"),
        ("turn-discard", "turn", None, "silent", "Nothing there"),
    ]


def test_what_is_missing_blocks_and_is_shown_where_it_is(page: Page) -> None:
    hear(page)
    page.locator(".next").press("Enter")
    hear(page)  # Space plays, though the button was pressed last
    page.locator(".next").click()
    expect(page.locator(".notice")).to_contain_text("Something is missing: Agent 1, Agent 2")
    expect(page.locator(".line.agent .who")).to_have_text("Agent 1 of 2")
    expect(page.locator(".fault:visible").first).to_have_text("Not answered yet.")
    page.keyboard.press("4")
    expect(page.locator(".question").first.locator(".fault:visible")).to_have_text(
        "A reason in your own words is needed here."
    )
    # Enter in a box that is as it was refused stays there; once it is written in, Enter goes on.
    page.keyboard.press("Enter")
    assert focus_of(page) == "content.justification"
    page.keyboard.press("Escape")
    for _ in range(2):
        for score in "43":
            page.keyboard.press(score)
            page.keyboard.type("Names the train")
            page.keyboard.press("Enter")
    expect(page.locator(".notice")).to_be_hidden()
    expect(page.locator(".fault:visible")).to_have_count(0)


def test_the_list_of_keys_and_the_overview_open_by_key(page: Page, talks: Study) -> None:
    page.keyboard.press("?")
    expect(page.locator("dialog h2")).to_have_text("Keys")
    expect(page.locator(".key-row dd").first).to_have_text("Answer the question in focus: Content · Prosody")
    page.keyboard.press("o")  # means nothing here
    assert page.locator("dialog").count() == 1
    page.keyboard.press("Escape")
    hear(page)
    page.keyboard.press("4")
    page.keyboard.press("Escape")
    page.keyboard.press("o")
    expect(page.locator(".overview-lacks")).to_have_text(
        ["Missing: Content: reason · Prosody: score, reason", "Not heard to its end yet"]
    )
    expect(page.locator(".quiet")).to_be_hidden()
    page.locator(".overview-row").nth(1).click()
    expect(page.locator(".line.agent .who")).to_have_text("Agent 2 of 2")
    expect(page.locator(".quiet")).to_have_text("Agent 1 still lacks a reason: Content.")
    hear(page)
    # What is skipped is the whole item, whatever is rated of it already. Of two keys the first counts.
    page.evaluate(
        "() => ['x', 'd'].map((key) => document.dispatchEvent(new KeyboardEvent('keydown', { key })))"
    )
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("group")).to_have_accessible_name("Why?")  # there is no "What?"
    dialog.get_by_role("radio").first.check()
    dialog.get_by_role("button", name="Skip").click()
    expect(page.locator(".end")).to_be_visible()
    [mark] = marks_of(talks)
    assert mark[:3] == ("skip", "item", None)
    assert scores_of(talks) == set()


OVER_THE_EDGE = """() => [...document.querySelectorAll(".turn-row .turn")].filter((one) => {
  const [block, row] = [one, one.parentElement].map((each) => each.getBoundingClientRect());
  const isSeen = block.right > row.left && block.left < row.right;
  return isSeen && (block.left < row.left - 1 || block.right > row.right + 1);
}).map((one) => one.title)"""


def test_one_screen_holds_all_that_a_rating_needs(page: Page) -> None:
    expect(page.locator(".scenario")).to_have_text("A late trainThe user wants another train.")
    expect(page.locator(".lane-label:visible")).to_have_text(["User · left", "Agent · right"])
    expect(page.locator(".lanes canvas")).to_have_count(2)
    blocks = page.get_by_role("group", name="Turns").locator(".agent .turn")
    expect(blocks).to_have_text(["A1", "A2"])
    expect(page.locator(".line p")).to_have_text(["user 0", "agent 1"])
    expect(page.locator(".transcript-note")).to_contain_text("Made by a machine and sometimes wrong.")
    expect(page.locator(".pick-anchor:visible")).to_have_count(10)
    foot = page.locator(".desk-foot").bounding_box()
    bottoms = page.locator(".pick").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().bottom)"
    )
    assert foot is not None
    assert max(bottoms) <= foot["y"]
    expect(page.get_by_role("main")).to_match_aria_snapshot(NAMED)
    for width, height in ((1280, 900), (1920, 1080), (2560, 1440)):  # nothing runs out of any of them
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("() => document.documentElement.scrollWidth") == width
        expect(page.locator(".pick-anchor").last).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 900})
    blocks.nth(1).click()
    expect(page.locator(".line.agent .who")).to_have_text("Agent 2 of 2")
    page.wait_for_function("() => !document.querySelector('.question.locked')")  # the press plays it
    for key in "+++":
        page.keyboard.press(key)
    assert page.evaluate(OVER_THE_EDGE) == []  # the view ends within a turn, and its block ends with the view
    for key in "---":
        page.keyboard.press(key)
    # On a low screen one sees what one writes, too.
    page.set_viewport_size({"width": 1280, "height": int(max(bottoms)) + 110})
    page.locator(".pick").nth(3).click()  # who types on at once types words, as after a key
    page.locator(".tag").nth(2).click()
    expect(page.locator(".tag").nth(2)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("textarea").first).to_be_focused()
    foot, box = (page.locator(one).first.bounding_box() for one in (".desk-foot", "textarea"))
    assert foot is not None
    assert box is not None
    assert box["y"] + box["height"] <= foot["y"]
    # And meets the next turn where it is heard and read, not where the last one was written about.
    page.set_viewport_size({"width": 1280, "height": 577})
    page.evaluate("() => window.scrollTo(0, document.body.scrollHeight)")
    expect(page.locator("ear-stage")).not_to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    page.keyboard.press("[")
    for part in ("ear-stage", ".line.agent"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    # The words stay in view while one writes about them.
    page.locator("textarea").last.click()
    for part in (".line.agent", "textarea >> nth=-1"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    heard, box = (page.locator(one).last.bounding_box() for one in ("ear-transcript", "textarea"))
    assert heard is not None
    assert box is not None
    assert heard["y"] + heard["height"] <= box["y"]


def test_keys_move_slow_down_soften_and_play_again(page: Page) -> None:
    def player(what: str) -> float:
        value: float = page.evaluate(f"() => document.querySelector('ear-workbench').player.{what}")
        return value

    def user_plays() -> int:
        plays: int = page.evaluate(
            """() => { const { work } = document.querySelector('ear-workbench');
              return work.listening.playsOf(work.turns[0].id); }"""
        )
        return plays

    page.keyboard.press("l")
    assert player("time") == pytest.approx(1, abs=0.01)
    page.keyboard.press("j")
    assert player("time") == pytest.approx(0, abs=0.01)
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.press("Alt+ArrowUp")
    assert player("volume") == pytest.approx(0.9)
    page.keyboard.press(",")
    page.keyboard.press(",")
    page.keyboard.press(".")
    assert player("rate") == 0.75
    page.keyboard.press("u")
    page.wait_for_function("() => !document.querySelector('ear-workbench').player.playing")
    assert user_plays() == 1
    page.keyboard.press("r")
    expect(page.locator(".heard")).to_have_text("Heard to the end")
