"""axe-core finds no serious fault on the pages of raters: each protocol, light and dark, dialogs open."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Page, expect

from axe import faults_of, needs_axe
from desk import clips, hear, two_turn_talk
from pairs import bring_pairs, talk_rows
from served import OpenPage, Site

SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")

pytestmark = [
    pytest.mark.browser,
    needs_axe,
]

_FLAG = """() => {
  const flag = { cluster: 'latency', severity: 'minor', instances: [{}, {}] };
  document.querySelector('ear-workbench').work.choose('b', 'errors', { flags: [flag] });
}"""


def test_the_rating_pages_have_no_serious_fault(site: Site, open_page: OpenPage, folder: Path) -> None:
    (folder / "talk").mkdir()
    (folder / "clips").mkdir()
    talks = site.home.studies.create("axe-talks", protocol="conversation-turns")
    two_turn_talk(talks, folder / "talk")
    singles = site.home.studies.create("axe-clips", protocol="clip-rating")
    clips(singles, folder / "clips", count=1)
    found: list[str] = []
    page = open_page(singles, site.token_for(singles, "rater of axe-clips"))
    page.wait_for_selector("ear-rating-desk")
    found += faults_of(page, "a clip")
    page = open_page(talks, site.token_for(talks, "rater of axe-talks"))
    page.wait_for_selector("ear-rating-desk")
    found += faults_of(page, "a turn that is locked")
    hear(page)
    page.keyboard.press("4")
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += faults_of(page, f"a turn, {scheme}")
    page.keyboard.press("Escape")
    for key, leave in (("?", "Escape"), ("o", "Escape"), ("x", "Escape"), ("g", "g")):
        page.keyboard.press(key)
        page.wait_for_selector("ear-guide-panel h1" if key == "g" else "dialog[open]")
        found += faults_of(page, f"a turn, {key}", within="ear-guide-panel" if key == "g" else "dialog[open]")
        page.keyboard.press(leave)
    (folder / "pair").mkdir()
    pairs = site.home.studies.create("axe-pairs", protocol="live-ab")
    bring_pairs(pairs, folder / "pair", talk_rows(folder / "pair", ("amber", "birch")))
    page = open_page(pairs, site.token_for(pairs, "rater of pairs"))
    page.wait_for_selector("ear-pair-desk")
    page.evaluate(_FLAG)
    page.locator(".composer-tools .phrasebook").click()
    page.wait_for_selector(".entry")
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += faults_of(page, f"pair, {scheme}")
    found += practised(page, f"{site.address}/studies/{pairs.name}/practice")
    assert found == []


def practised(page: Page, address: str) -> list[str]:
    """Write one sentence by keys alone, and return the faults of the page before and after."""
    page.goto(address)
    found = faults_of(page, "practice, asked")
    page.keyboard.type("Model B does not answers.")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".grades")
    found += faults_of(page, "practice, compared")
    page.keyboard.press("4")
    expect(page.get_by_role("progressbar", name="Sentences learned")).to_have_attribute("value", "1")
    return found
