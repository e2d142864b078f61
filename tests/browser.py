"""Pages in Chromium: what watches them, and the one that test after test uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
)

from chromium import lifetime
from earmark.services.home import open_home
from earmark.services.studies import Study
from served import OpenPage, Site
from serving import Server

EXPECTED = ("Failed to load resource", "Cross-Origin-Opener-Policy header has been ignored")
"""What Chromium itself says: of lost networks that tests make, and of addresses without HTTPS."""

PATIENCE_MS = 30_000
"""What is there comes at once; only what is missing, or a machine with much else to do, takes this long."""

expect.set_options(timeout=PATIENCE_MS)

WATCH = """
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => window.violations.push(
  `${event.violatedDirective}: ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`));
"""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One server for all browser tests; each test brings its own study."""
    folder = tmp_path_factory.mktemp("served")
    with open_home(folder) as home, Server(folder) as server:
        yield Site(home, server.address)


@dataclass
class Watched:
    """A page, and what it complained of."""

    page: Page
    complaints: list[str]

    @classmethod
    def open(cls, context: BrowserContext) -> Watched:
        watched = cls(context.new_page(), [])
        watched.page.on("pageerror", lambda error: watched.complaints.append(str(error)))
        watched.page.on("console", watched._hear)
        return watched

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error" and not any(words in said.text for words in EXPECTED):
            self.complaints.append(said.text)

    def all_complaints(self) -> list[str]:
        violations: list[str] = self.page.evaluate("() => window.violations")
        return self.complaints + violations


class Tab:
    """A page that test after test uses, since a new one costs much. Between two tests all that
    a rater could have left in it is forgotten, and it rests at the same address, where no page is.
    """

    def __init__(self, chromium: Browser, address: str) -> None:
        self._chromium, self._address = chromium, address
        self._watched: Watched | None = None
        self._is_lent = False

    def lend(self) -> Watched | None:
        """Return the page, or None where the test has it already."""
        if self._is_lent:
            return None
        self._is_lent = True
        if self._watched is None:
            self._watched = Watched.open(_context(self._chromium))
        return self._watched

    def holds(self, watched: Watched) -> bool:
        return watched is self._watched

    def take_back(self) -> None:
        """Make the page as new, or let it go where the test closed it or opened others beside it."""
        if not self._is_lent or self._watched is None:
            return
        page, context = self._watched.page, self._watched.page.context
        self._is_lent = False
        if page.is_closed() or context.pages != [page]:
            self._watched = None
            context.close()
            return
        context.set_offline(offline=False)
        context.unroute_all()
        page.unroute_all()
        page.goto(f"{self._address}/nothing-here")
        page.evaluate("() => sessionStorage.clear()")
        devtools = context.new_cdp_session(page)
        devtools.send("Storage.clearDataForOrigin", {"origin": self._address, "storageTypes": "all"})
        devtools.detach()
        context.clear_cookies()
        context.clear_permissions()
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        self._watched.complaints.clear()


def _context(
    chromium: Browser, size: tuple[int, int] = (1280, 900), *, touch: bool = False
) -> BrowserContext:
    viewport: ViewportSize = {"width": size[0], "height": size[1]}
    context = chromium.new_context(
        viewport=viewport, has_touch=touch, is_mobile=touch, reduced_motion="reduce"
    )  # no colour half way where contrast is measured
    context.add_init_script(WATCH)
    context.set_default_timeout(PATIENCE_MS)
    return context


@pytest.fixture(scope=lifetime)
def tab(chromium: Browser, site: Site) -> Tab:
    return Tab(chromium, site.address)


@pytest.fixture
def open_page(site: Site, chromium: Browser, tab: Tab) -> Iterator[OpenPage]:
    """Open the rating page of a study as a rater. Whatever the page complains of fails the test.

    The first page that asks for nothing special is one that other tests use before and after. Who answers its
    dialogs, or changes it by other means than a `Tab` takes back, asks for a page of its `own`.
    """
    opened: list[Watched] = []

    def enter(
        study: Study,
        token: str,
        *,
        size: tuple[int, int] = (1280, 900),
        path: str = "rate",
        touch: bool = False,
        prepare: Callable[[BrowserContext], None] | None = None,
        own: bool = False,
    ) -> Page:
        watched = None if touch or prepare or own else tab.lend()
        context = watched.page.context if watched else _context(chromium, size, touch=touch)
        context.add_cookies([{"name": "earmark", "value": token, "url": site.address}])
        if prepare:
            prepare(context)
        watched = watched or Watched.open(context)
        opened.append(watched)
        watched.page.set_viewport_size({"width": size[0], "height": size[1]})
        watched.page.goto(f"{site.address}/studies/{study.name}/{path}")
        return watched.page

    yield enter
    complaints = [words for watched in opened for words in watched.all_complaints()]
    tab.take_back()
    for watched in opened:
        if not tab.holds(watched):
            watched.page.context.close()
    assert complaints == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a test puts the sound it imports."""
    path = tmp_path / "sound"
    path.mkdir()
    return path
