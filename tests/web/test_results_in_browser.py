"""The figures of a results page in real Chromium, under the page's own content policy."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from earmark.core.roles import Role
from earmark.services.home import Home, wall_clock
from earmark.services.members import join
from earmark.services.people import create_person
from earmark.services.sessions import open_session
from house import NOON
from rows import StudyRows
from serving import Server

pytestmark = pytest.mark.browser

CHROMIUM = os.environ.get("EARMARK_TEST_CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture
def served(rows: StudyRows, home: Home) -> Iterator[tuple[Server, str]]:
    """A served study with three conditions, one of them without scores, and its owner's session."""
    rows.clips(["cold", "warm"], items=4, raters=4, question="quality")
    rows.recording("item-9", "untried")
    study = rows.save()
    owner = home.database.write(lambda c: create_person(c, name="Owner", now=NOON, founder=True))
    home.database.write(
        lambda c: join(c, study_id=study.id, person_id=owner, role=Role.OWNER, now=NOON, invited_at=NOON)
    )
    now = wall_clock()  # the server's clock runs
    token = home.database.write(lambda c: open_session(c, owner, agent="test", now=now))
    with Server(home.settings.home) as server:
        yield server, token


@pytest.fixture
def page(served: tuple[Server, str]) -> Iterator[Page]:
    server, token = served
    if not Path(CHROMIUM).exists():
        pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        context = browser.new_context(viewport={"width": 1200, "height": 900})
        context.add_cookies([{"name": "earmark", "value": token, "url": server.address}])
        yield context.new_page()
        browser.close()


def test_figures_are_drawn_and_nothing_breaks_the_content_policy(
    page: Page, served: tuple[Server, str]
) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{served[0].address}/studies/voices/results")
    page.wait_for_function("() => document.querySelectorAll('.chart svg').length === 2")
    dots = page.locator(".chart").first.locator("g.mark-symbol path")
    assert dots.count() == 2
    swatches = page.locator(".swatch").evaluate_all("all => all.map(one => getComputedStyle(one).color)")
    assert dots.evaluate_all("all => all.map(one => getComputedStyle(one).fill)") == [
        swatches[0],
        swatches[2],
    ]
    dots.first.hover()
    page.wait_for_function("() => document.querySelector('#vg-tooltip-element.visible') !== null")
    assert page.locator("#vg-tooltip-element").inner_text().split()[0] == "cold"
    assert said == []
