"""The figures of a results page in real Chromium, under the page's own content policy."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from earmark.core.roles import Role
from earmark.services.home import Home, wall_clock
from people import bring_in, token_of
from rows import StudyRows
from serving import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def served(rows: StudyRows, home: Home) -> Iterator[tuple[Server, str]]:
    """A served study with three conditions, one of them without scores, and its owner's session."""
    rows.clips(["cold", "warm"], items=4, raters=4, question="quality")
    rows.recording("item-9", "untried")
    study = rows.save()
    owner = bring_in(study, "Owner", role=Role.OWNER)
    token = token_of(home, owner, now=wall_clock())  # the server's clock runs
    with Server(home.settings.home) as server:
        yield server, token


@pytest.fixture
def page(served: tuple[Server, str], chromium: Browser) -> Iterator[Page]:
    server, token = served
    with chromium.new_context(viewport={"width": 1200, "height": 900}) as context:
        context.add_cookies([{"name": "earmark", "value": token, "url": server.address}])
        yield context.new_page()


def test_a_phone_breaks_no_number_and_cuts_no_title(page: Page, served: tuple[Server, str]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{served[0].address}/studies/voices/results")
    page.wait_for_function("() => document.querySelectorAll('.chart svg').length === 2")
    beyond = """all => all.filter(one => {
      const [text, frame] = [one, one.closest('.chart, tr')].map(it => it.getBoundingClientRect());
      return text.left < frame.left - 1 || text.right > frame.right + 1;
    }).map(one => one.textContent)"""
    assert page.locator(".chart text:visible, td.number, .interval").evaluate_all(beyond) == []
    intervals = page.locator(".interval").evaluate_all("all => all.map(one => one.getClientRects().length)")
    assert intervals == [1, 1]
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390


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
