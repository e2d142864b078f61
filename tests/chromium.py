"""Debian's Chromium, for the tests that look at pages or hear what they play."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM: Final = os.environ.get("EARMARK_TEST_CHROMIUM", "/usr/bin/chromium")
UNUSED: Final = (  # what Playwright switches off, since our list replaces its own; then what else costs time
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
QUIET: Final = (
    "--no-sandbox",
    f"--disable-features={','.join(UNUSED)}",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--host-resolver-rules=MAP rater.test 127.0.0.1",
)


def lifetime(fixture_name: str, config: pytest.Config) -> Literal["session", "module"]:  # noqa: ARG001 # as asked
    """Playwright keeps an event loop, which other modules need for themselves; among browser tests alone one
    Chromium does for all, and is started once.
    """
    return "session" if config.option.markexpr.startswith("browser") else "module"


@pytest.fixture(scope=lifetime)
def chromium() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        pytest.skip("there is no Chromium here")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - most tests do without

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET])
        yield browser
        browser.close()
