"""The figures of a results page in real Chromium, under the page's own content policy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from axe import faults_of, needs_axe
from earmark.core.roles import Role
from earmark.services.home import Home, open_home, wall_clock
from people import NOON, bring_in, token_of
from rows import PROTOCOL, StudyRows
from serving import Server

pytestmark = pytest.mark.browser

A4_WIDTH = 688
"""Pixels between the margins of the paper."""

SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A served study with three conditions, one of them without scores, and its owner's session."""
    folder = tmp_path_factory.mktemp("served")
    (folder / "protocol.yaml").write_text(PROTOCOL, encoding="utf-8")
    with open_home(folder / "home") as home:
        yield from _serve(home, folder)


def _serve(home: Home, protocol: Path) -> Iterator[tuple[Server, str]]:
    rows = StudyRows(home.studies.create("voices", protocol=protocol, title="Voices"), at=NOON)
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
    viewport = ViewportSize(width=1200, height=900)
    with chromium.new_context(viewport=viewport, reduced_motion="reduce") as context:
        context.add_cookies([{"name": "earmark", "value": token, "url": server.address}])
        yield context.new_page()


def test_a_phone_breaks_no_number_and_cuts_no_title(page: Page, served: tuple[Server, str]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{served[0].address}/studies/voices/results")
    page.wait_for_function("() => document.querySelectorAll('#quality .chart svg').length === 2")
    beyond = """all => all.filter(one => {
      const [text, frame] = [one, one.closest('.chart, tr')].map(it => it.getBoundingClientRect());
      return text.left < frame.left - 1 || text.right > frame.right + 1;
    }).map(one => one.textContent)"""
    assert page.locator(".chart text:visible, td.number, .interval").evaluate_all(beyond) == []
    intervals = page.locator(".interval").evaluate_all("all => all.map(one => one.getClientRects().length)")
    assert set(intervals) == {1}
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390


def test_figures_are_drawn_as_they_come_near_and_nothing_breaks_the_content_policy(
    page: Page, served: tuple[Server, str]
) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{served[0].address}/studies/voices/results")
    page.wait_for_function("() => document.querySelectorAll('#quality .chart svg').length === 2")
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
    figures = page.locator("figure")
    assert figures.last.locator("svg").count() == 0
    # Paper asks for all figures, also for one that has no width yet
    figures.last.evaluate("one => { one.hidden = true; dispatchEvent(new Event('beforeprint')); }")
    page.wait_for_function("() => document.querySelectorAll('figure:not(:has(svg))').length === 1")
    figures.last.evaluate("one => { one.hidden = false; }")
    figures.last.scroll_into_view_if_needed()
    figures.last.locator("svg").wait_for()
    titles = figures.last.locator(".role-axis-title text")
    assert titles.evaluate_all("all => all.map(one => one.querySelectorAll('tspan').length)") == [0, 0]
    assert said == []


@needs_axe
def test_the_page_and_the_report_have_no_serious_fault_and_the_report_needs_nothing_else(
    page: Page, served: tuple[Server, str], tmp_path: Path
) -> None:
    address = f"{served[0].address}/studies/voices/results"
    page.goto(address)
    for figure in page.locator("figure").all():
        figure.scroll_into_view_if_needed()
        figure.locator("svg").wait_for()
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += faults_of(page, f"page, {scheme}")
    (tmp_path / "report.html").write_bytes(page.request.get(f"{address}/report.html").body())
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "report.html").as_uri())
    assert asked == [(tmp_path / "report.html").as_uri()]
    assert page.locator("script").count() == 0
    shown = "all => all.every(one => one.getBoundingClientRect().width > 150)"
    assert page.locator("figure svg.marks").evaluate_all(shown)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += faults_of(page, f"report, {scheme}")
    page.set_viewport_size({"width": A4_WIDTH, "height": 900})
    page.emulate_media(media="print")
    rows = page.locator("tr").evaluate_all(
        "all => [...new Set(all.map(one => getComputedStyle(one).display))]"
    )
    assert rows == ["table-row"]
    assert page.evaluate("() => document.documentElement.scrollWidth") == A4_WIDTH
    assert found == []
