"""axe-core finds no serious fault on the rating pages: both protocols, light and dark, dialogs open."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Page

from desk import clips, hear, two_turn_talk
from served import OpenPage, Site

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"

SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not AXE.exists(), reason="axe-core is not here: npm ci brings it"),
]

RUN = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}"""


def faults_of(page: Page, where: str) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = [f"{where}: {fault}" for fault in page.evaluate(RUN)]
    page.evaluate("() => { window.violations = []; }")  # of axe itself, which styles what it measures
    return found


def test_the_rating_pages_have_no_serious_fault(site: Site, open_page: OpenPage, folder: Path) -> None:
    (folder / "talk").mkdir()
    (folder / "clips").mkdir()
    talks = site.home.studies.create("axe-talks", protocol="conversation-turns")
    two_turn_talk(talks, folder / "talk")
    singles = site.home.studies.create("axe-clips", protocol="clip-rating")
    clips(singles, folder / "clips", count=1)
    found: list[str] = []
    for study in (talks, singles):
        page = open_page(study, site.token_for(study, f"rater of {study.name}"))
        page.wait_for_selector("ear-rating-desk")
        found += faults_of(page, f"{study.name}, locked")
        hear(page)
        page.keyboard.press("4")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            found += faults_of(page, f"{study.name}, {scheme}")
        page.keyboard.press("Escape")
        for key, leave in (("?", "Escape"), ("o", "Escape"), ("x", "Escape"), ("g", "g")):
            page.keyboard.press(key)
            page.wait_for_selector("ear-guide-panel h1" if key == "g" else "dialog[open]")
            found += faults_of(page, f"{study.name}, {key}")
            page.keyboard.press(leave)
    assert found == []
