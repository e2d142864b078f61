"""A whole session in real Chromium over a recording wire: no byte, title, message or frame names a system."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect
from sqlalchemy import select

from browser import PATIENCE_MS
from canary import call_study, clip_study, secrets_of
from desk import hear, leave_by
from earmark.services.home import Home, open_home
from earmark.services.studies import Study
from earmark.storage import tables
from people import bring_in, token_of
from serving import Server
from wiretap import Wiretap

pytestmark = pytest.mark.browser

Make = Callable[[Home, Path], Study]
Rate = Callable[[Page], None]


@dataclass
class Overheard:
    """What a rater's page says and shows, beside what its wire carries."""

    page: Page
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("websocket", self._listen)

    def look(self) -> None:
        """Note the title, the address and all that the page holds now."""
        self.said += [self.page.title(), self.page.url, self.page.content()]

    def _listen(self, socket: WebSocket) -> None:
        for event in ("framereceived", "framesent"):
            socket.on(event, lambda frame: self.said.append(str(frame)))


@pytest.fixture
def home(tmp_path: Path, empty_database: Path) -> Iterator[Home]:
    (tmp_path / "home").mkdir()
    shutil.copy(empty_database, tmp_path / "home")
    with open_home(tmp_path / "home") as opened:  # with the clock of the server
        yield opened


@pytest.fixture
def wire(home: Home) -> Iterator[Wiretap]:
    with Server(home.settings.home) as server, Wiretap(server.port) as wire:
        yield wire


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    with chromium.new_context(viewport={"width": 1280, "height": 900}) as context:
        context.set_default_timeout(PATIENCE_MS)
        yield context.new_page()


def enter(page: Page, study: Study, wire: Wiretap) -> None:
    token = token_of(study.home, bring_in(study, "Rater"))
    page.context.add_cookies([{"name": "earmark", "value": token, "url": wire.address}])
    page.goto(f"{wire.address}/studies/{study.name}/rate")
    page.wait_for_selector("ear-rating-desk")


def rate_clip(page: Page) -> None:
    hear(page)
    for score in "345":
        page.keyboard.press(score)
    page.keyboard.press("Enter")


def rate_call(page: Page) -> None:
    for turn in (1, 2):
        expect(page.locator(".line.agent .who")).to_have_text(f"Agent {turn} of 2")
        hear(page)
        for score, reason in (("4", "Names the next train"), ("3", "Flat, as if read")):
            page.keyboard.press(score)
            page.keyboard.type(reason)
            page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the focus is on Submit


def skip(page: Page) -> None:
    leave_by(page, "Skip")
    page.locator("dialog input[type=radio]").first.check()
    page.locator("dialog").get_by_role("button", name="Skip").click()


def lose_sound(home: Home) -> None:
    """Spoil every sound and lose every waveform, so that the page meets both on its next task."""
    with home.database.read() as connection:
        rows = connection.execute(select(tables.stimulus.c.rendition_hash, tables.stimulus.c.peaks_hash))
        for rendition, peaks in set(rows):
            home.objects.local_path(rendition).write_bytes(b"fLaC, and then nothing that plays")
            home.objects.local_path(peaks).unlink(missing_ok=True)


@pytest.mark.parametrize("ways", [(clip_study, rate_clip), (call_study, rate_call)], ids=["clips", "calls"])
def test_a_whole_session_names_no_system(
    home: Home, page: Page, wire: Wiretap, tmp_path: Path, ways: tuple[Make, Rate]
) -> None:
    make, rate = ways
    study = make(home, tmp_path / "sound")
    overheard = Overheard(page)
    enter(page, study, wire)
    for task in (1, 2):
        overheard.look()
        rate(page)
        expect(page.locator("#task-count")).to_contain_text(f" {task + 1} of ")
    lose_sound(home)
    page.reload()  # else the sound of the fourth may be here already
    expect(page.locator("#task-count")).to_contain_text(" 3 of ")
    skip(page)
    expect(page.locator("#task-count")).to_contain_text(" 4 of ")
    page.keyboard.press("Space")
    page.wait_for_function("() => document.querySelector('ear-workbench').player.failed")
    overheard.look()
    page.goto(f"{wire.address}/api/v1/assignments/nosuchassignmt")
    overheard.look()
    page.goto(f"{wire.address}/studies/{study.name}")
    overheard.look()
    secrets = secrets_of(home)
    assert any(b"Content-Range: bytes" in part or b"content-range: bytes" in part for part in wire.received)
    assert any(b"fLaC" in part for part in wire.received)
    assert [found for part in wire.received if (found := secrets.found_in(part))] == []
    assert [found for text in overheard.said if (found := secrets.found_in(text.encode()))] == []
