"""Take the pictures of the README from a fresh demo in real Chromium: ``python tools/take_screenshots.py``.

Needs the development install and Debian's Chromium. The pictures go to ``docs/images/``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).parent.parent / "docs" / "images"
CHROMIUM = "/usr/bin/chromium"
QUIET = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run")
NUTS = (
    "1",
    "Offers “chicken curry with cashew nuts” although the user has just named a nut allergy and no meat.",
)
OTHERWISE = ("4", "Takes up the request at once; nothing yet about the limit that the user set.")
WIDE = {"width": 1280, "height": 900}


@contextmanager
def demo() -> Iterator[dict[str, str]]:
    """Run a fresh demo and give its sign-in links by role, with its address under ``address``."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "earmark", "demo", "--port", "0", "--home", folder, "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                ready = json.loads(process.stdout.readline() if process.stdout else "{}")
                yield {**ready["links"], "address": ready["address"]}
            finally:
                process.terminate()


def sign_in(browser: Browser, link: str, *, language: str = "en", scheme: str = "light") -> Page:
    """Open a page of somebody signed in by a link."""
    context = browser.new_context(
        viewport={"width": WIDE["width"], "height": WIDE["height"]},
        locale=language,
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    page.goto(link)
    page.click("main button")
    page.wait_for_load_state()
    return page


def hear(page: Page) -> None:
    """Play what is in focus to its end, so that it can be rated."""
    page.keyboard.press("Space")
    page.wait_for_function("() => !document.querySelector('.question.locked')", timeout=60_000)


def picture_of_a_conversation(browser: Browser, where: dict[str, str]) -> None:
    """Rate the first turn of a conversation, half way."""
    page = sign_in(browser, where["rater"])
    page.goto(f"{where['address']}/studies/demo-conversations/rate")
    page.wait_for_selector("[role=radiogroup]")
    hear(page)
    page.wait_for_timeout(500)
    score, reason = NUTS if "cashew" in page.inner_text("main") else OTHERWISE
    page.keyboard.press(score)
    page.locator("textarea").first.fill(reason)
    page.wait_for_timeout(1500)
    page.screenshot(path=IMAGES / "rate-conversation.png")


def picture_of_a_clip(browser: Browser, where: dict[str, str]) -> None:
    """Rate a clip, in Korean and dark."""
    page = sign_in(browser, where["rater"], scheme="dark")
    page.goto(f"{where['address']}/studies/demo-clips/rate")
    page.get_by_role("button", name="한국어").click()
    page.wait_for_selector("[role=radiogroup]")
    hear(page)
    page.wait_for_timeout(500)
    page.keyboard.press("4")
    page.wait_for_timeout(1000)
    page.screenshot(path=IMAGES / "rate-clip-korean.png")


def pictures_of_the_owner(browser: Browser, where: dict[str, str]) -> None:
    """Look at the results and the state of a study."""
    page = sign_in(browser, where["owner"])
    page.goto(f"{where['address']}/studies/demo-conversations/results")
    page.wait_for_selector("svg.marks")
    page.wait_for_timeout(500)
    page.screenshot(path=IMAGES / "results.png")
    page.goto(f"{where['address']}/studies/demo-conversations")
    page.screenshot(path=IMAGES / "study.png")


def main() -> None:
    """Take all pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with demo() as where, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        pictures_of_the_owner(browser, where)
        picture_of_a_conversation(browser, where)
        picture_of_a_clip(browser, where)
        browser.close()
    for path in sorted(IMAGES.glob("*.png")):
        print(f"{path.name}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
