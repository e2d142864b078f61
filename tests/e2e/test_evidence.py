"""Stretches of the recording become evidence in a rater's words, and come out of the export."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from desk import hear, two_turn_talk, work_of
from detection import analyse
from earmark.services.exporting import export_study
from earmark.services.studies import Study
from served import OpenPage, Site

pytestmark = pytest.mark.browser


def mark_by_mouse(page: Page, start: float, end: float) -> list[float]:
    """Pull the mouse over a stretch of the waveform, as shares of its width; return what is marked then."""
    page.locator(".lanes").scroll_into_view_if_needed()
    lanes = page.locator(".lanes").bounding_box()
    assert lanes is not None
    page.mouse.move(lanes["x"] + start * lanes["width"], lanes["y"] + 20)
    page.mouse.down()
    page.mouse.move(lanes["x"] + end * lanes["width"], lanes["y"] + 20, steps=3)
    page.mouse.up()
    stretch: list[float] = page.evaluate(
        "() => Object.values(document.querySelector('ear-rating-desk').stage.selection.range)"
    )
    return stretch


PLACE = """([pin]) => {
  const lanes = document.querySelector(".lanes").getBoundingClientRect();
  const { left, right } = pin.getBoundingClientRect();
  return [left, right].map((at) => (at - lanes.left) / lanes.width);
}"""


def is_pinned(page: Page, chip: Locator, box: Locator, place: list[float]) -> None:
    """See the pins of both boxes on the lanes, and the one whose chip is pointed at in full."""
    expect(page.locator(".pin")).to_have_count(2)
    expect(page.locator(".pin.pointed")).to_have_count(0)
    away = page.locator(".scenario")
    for point, leave in ((chip.hover, away.hover), (chip.locator("button").first.focus, box.focus)):
        point()
        pointed = page.locator(".pin.pointed")
        expect(pointed).to_have_count(1)
        assert pointed.evaluate_all(PLACE) == pytest.approx(place, abs=0.005)
        leave()
        expect(page.locator(".pin.pointed")).to_have_count(0)


CUT = "cut end \u00b7 0:00.9 \u00b7 Agent \u00b7 0.0 dB \u00b7 severity 3 of 3"


def plays_the_second_around_a_mark(page: Page) -> None:
    """Go by keys from the first mark of the signal's lane to where the agent is cut, and hear that."""
    lanes = page.get_by_role("region", name="What the recording shows")
    lane = lanes.get_by_role("group", name="Signal")
    lane.locator(".evidence-mark[tabindex='0']").focus()
    names = lane.locator(".evidence-mark").evaluate_all("(all) => all.map((one) => one.title)")
    for _ in range(names.index(CUT)):
        page.keyboard.press("ArrowRight")
    expect(lanes.get_by_role("status")).to_have_text(CUT)
    expect(lane, "marks beyond the view stay hidden").to_have_css("overflow-x", "clip")
    page.evaluate("() => { document.querySelector('ear-workbench').player.setRate(1); }")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('ear-workbench').player.playing")
    page.wait_for_function("() => !document.querySelector('ear-workbench').player.playing")
    [*_, [start, end]] = sorted(work_of(page)["listening"]["played"]["both"])
    assert [start, end] == pytest.approx([0.488, 1.5], abs=0.05)


def evidence_of(page: Page, question: str) -> list[dict]:
    (answers,) = work_of(page)["answers"]["turns"].values()
    return answers[question].get("evidence", [])


def evidence_in_export(study: Study, folder: Path) -> dict[tuple[int, str], list[dict]]:
    export_study(study, folder)
    rows = map(json.loads, (folder / "scores.jsonl").read_text(encoding="utf-8").splitlines())
    return {(row["turn_position"], row["question"]): row["evidence"] for row in rows}


def test_a_marked_stretch_becomes_evidence_in_the_words(
    site: Site, open_page: OpenPage, folder: Path, tmp_path: Path
) -> None:
    study = site.home.studies.create("evidence", protocol="conversation-turns")
    two_turn_talk(study, folder)
    study.set(evidence="always")
    analyse(study)
    page = open_page(study, site.token_for(study, "rater who points"))
    page.wait_for_selector("ear-rating-desk")
    hear(page)
    page.keyboard.press("4")
    page.keyboard.type("Names it")
    start, end = mark_by_mouse(page, 0.3, 0.35)
    # By chord from inside the box, then a word by its key: the caret goes on behind the mark.
    page.keyboard.press("Alt+m")
    expect(page.locator(".evidence-words:visible .phrase")).to_have_count(6)
    page.keyboard.press("Alt+2")
    page.keyboard.type(" once")
    box = page.locator(".question textarea").first
    expect(box).to_have_value("Names it [0:00.6\u20130:00.7 wrong] once")
    (kept,) = evidence_of(page, "content")
    assert kept == {
        "start_s": pytest.approx(start, abs=0.001),
        "end_s": pytest.approx(end, abs=0.001),
        "note": "wrong",
    }
    assert page.evaluate("() => document.querySelector('ear-rating-desk').stage.selection.range") is None
    # By button a single moment, in the other box, with a word of one's own; Enter leaves the mark first.
    page.keyboard.press("Enter")
    page.keyboard.press("2")
    page.evaluate("() => document.querySelector('ear-workbench').player.seek(0.91)")
    page.locator(".question").nth(1).locator(".evidence-add").click()
    page.keyboard.type("click")
    page.keyboard.press("Enter")
    page.keyboard.type(" sharp")
    expect(page.locator(".question textarea").nth(1)).to_have_value("[0:00.9 click] sharp")
    assert evidence_of(page, "prosody") == [{"start_s": 0.91, "end_s": 0.91, "note": "click"}]
    # A chip plays what is meant, and takes it out again; the browser's own undo brings it back.
    chip = page.locator(".question").first.locator(".evidence-chip")
    expect(chip.locator(".evidence-hear")).to_have_text("0:00.6\u20130:00.7 · wrong")
    is_pinned(page, chip, box, [0.3, 0.35])
    chip.locator(".evidence-hear").click()
    page.wait_for_function(
        "(end) => Math.abs(document.querySelector('ear-workbench').player.time - end) < 0.1", arg=end
    )
    plays_the_second_around_a_mark(page)
    chip.locator(".evidence-away").click()
    expect(box).to_have_value("Names it once")
    assert evidence_of(page, "content") == []
    expect(page.locator(".pin")).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(box).to_have_value("Names it [0:00.6\u20130:00.7 wrong] once")
    page.locator(".question textarea").nth(1).focus()
    page.keyboard.press("Enter")
    hear(page)
    for score in "45":
        page.keyboard.press(score)
        page.keyboard.type("All at 0:01.7")
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".end h1")).to_have_text("All done")
    given = evidence_in_export(study, tmp_path / "out")
    assert given == {
        (2, "content"): [
            {
                "start_s": pytest.approx(start, abs=0.002),
                "end_s": pytest.approx(end, abs=0.002),
                "note": "wrong",
            }
        ],
        (2, "prosody"): [{"start_s": 0.91, "end_s": 0.91, "note": "click"}],
        (4, "content"): [],
        (4, "prosody"): [],
    }
