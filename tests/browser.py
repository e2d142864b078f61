"""A real server process, real sound made for the test, and Debian's Chromium."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from earmark.services.home import open_home
from earmark.services.studies import Study
from served import OpenPage, Site
from serving import Server

CHROMIUM = os.environ.get("EARMARK_TEST_CHROMIUM", "/usr/bin/chromium")
UNUSED = (  # what Playwright switches off, since our list replaces its own; then what else costs time
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "WebUIOmniboxPopup",  # each window would load the pages of an address bar that nobody sees:
    "WebUIOmniboxAimPopup",  # half a second of a processor
)
QUIET = (
    "--no-sandbox",
    f"--disable-features={','.join(UNUSED)}",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--host-resolver-rules=MAP rater.test 127.0.0.1",
)
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


@pytest.fixture(scope="module")  # Playwright keeps an event loop, which other modules need for themselves
def chromium() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET])
        yield browser
        browser.close()


@pytest.fixture
def open_page(site: Site, chromium: Browser) -> Iterator[OpenPage]:
    """Open the rating page of a study as a rater. Whatever the page complains of fails the test."""
    complaints: list[str] = []
    pages: list[Page] = []

    def enter(
        study: Study,
        token: str,
        *,
        size: tuple[int, int] = (1280, 900),
        path: str = "rate",
        touch: bool = False,
        prepare: Callable[[BrowserContext], None] | None = None,
    ) -> Page:
        viewport: ViewportSize = {"width": size[0], "height": size[1]}
        context = chromium.new_context(
            viewport=viewport, has_touch=touch, is_mobile=touch, reduced_motion="reduce"
        )  # no colour half way where contrast is measured
        context.add_cookies([{"name": "earmark", "value": token, "url": site.address}])
        context.add_init_script(WATCH)
        context.set_default_timeout(PATIENCE_MS)
        if prepare:
            prepare(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda said: (
                complaints.append(said.text)
                if said.type == "error" and not any(words in said.text for words in EXPECTED)
                else None
            ),
        )
        page.goto(f"{site.address}/studies/{study.name}/{path}")
        pages.append(page)
        return page

    yield enter
    for page in pages:
        complaints += page.evaluate("() => window.violations")
        page.context.close()
    assert complaints == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a test puts the sound it imports."""
    path = tmp_path / "sound"
    path.mkdir()
    return path
