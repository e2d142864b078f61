"""An owner sends a folder from the browser; the tab is closed and the server killed on the way."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from browser import WATCH
from earmark.core.roles import Role
from earmark.services.home import open_home
from earmark.services.upload_pieces import PIECE
from people import bring_in, token_of
from serving import Server
from sounds import sine, write_sound

pytestmark = pytest.mark.browser

expect.set_options(timeout=20_000)  # a server starts anew in between

SmallProtocol = Callable[[str], Path]


@pytest.fixture
def calls(tmp_path: Path) -> Path:
    """Three files, one of them no sound, and one that takes three pieces."""
    folder = tmp_path / "calls"
    long = np.stack([sine(44_100, seconds=40, hertz=300)] * 2, axis=1)
    assert 2 * PIECE < write_sound(folder / "hifi" / "long.wav", long, 44_100).stat().st_size < 3 * PIECE
    write_sound(folder / "lofi" / "short.wav", sine(8000))
    (folder / "lofi" / "broken.wav").write_bytes(b"RIFF and nothing more")
    return folder


class Pieces:
    """What a tab sends; the second piece of a file is lost on its way, once, and ``then`` happens."""

    def __init__(self, page: Page, then: Callable[[], None]) -> None:
        self.offsets: list[int] = []
        self._then: Callable[[], None] | None = then
        page.route(re.compile("/upload/.*/files/"), self._take)

    def _take(self, route: Route) -> None:
        [offset] = parse_qs(urlsplit(route.request.url).query)["offset"]
        if int(offset) == PIECE and self._then is not None:
            then, self._then = self._then, None
            route.abort()
            then()
            return
        self.offsets.append(int(offset))
        route.continue_()


def open_import(context: BrowserContext, server: Server) -> Page:
    page = context.new_page()
    page.goto(f"{server.address}/studies/voices/import")
    return page


def send(page: Page, folder: Path) -> None:
    page.set_input_files("#folder", str(folder))
    page.get_by_role("button", name="Send", exact=True).click()


def drop(page: Page, *paths: Path) -> None:
    """Drag files and folders from the desktop onto the page and let them go, as a hand does."""
    box = page.locator("#drop").bounding_box()
    assert box is not None
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    session = page.context.new_cdp_session(page)
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, **place, "data": data})
    session.detach()


def drop_unreadable(page: Page) -> None:
    """Drop a folder with a file that the browser may not open, as one of another user is."""
    page.evaluate(
        """() => {
          const file = (found, failed) => failed(new DOMException("no rights", "NotReadableError"));
          const some = [[{ isFile: true, fullPath: "/locked/secret.wav", file }], []];
          const createReader = () => ({ readEntries: (found) => found(some.shift()) });
          const entry = { isFile: false, fullPath: "/locked", createReader };
          const drop = new Event("drop", { cancelable: true });
          const value = { items: [{ webkitGetAsEntry: () => entry }] };
          Object.defineProperty(drop, "dataTransfer", { value });
          document.getElementById("drop").dispatchEvent(drop);
        }"""
    )


def refuse_once(page: Page, status: int, title: str) -> None:
    """Answer the next list of files in the server's place."""
    page.route("**/upload", lambda route: route.fulfill(status=status, json={"title": title}), times=1)


def test_a_folder_arrives_whole_though_the_tab_closes_and_the_server_dies(
    chromium: Browser, calls: Path, small_protocol: SmallProtocol, tmp_path: Path, empty_database: Path
) -> None:
    (tmp_path / "home").mkdir()
    shutil.copy(empty_database, tmp_path / "home")
    with open_home(tmp_path / "home") as home:
        study = home.studies.create("voices", protocol=small_protocol("clip"), title="Voices")
        token = token_of(home, bring_in(study, "Owner", role=Role.OWNER))
    with Server(tmp_path / "home") as server, chromium.new_context() as context:
        context.add_cookies([{"name": "earmark", "value": token, "url": server.address}])
        context.add_init_script(WATCH)
        context.set_default_timeout(15_000)

        page = open_import(context, server)
        with page.expect_event("close"):
            first = Pieces(page, page.close)
            send(page, calls)
        assert first.offsets.count(0) == 3

        wrong = tmp_path / "wrong"
        write_sound(wrong / "a.wav", sine(8000))
        page = open_import(context, server)
        expect(page.get_by_text("An earlier sending is not finished")).to_contain_text(
            "2 of 3 files are here"
        )
        drop_unreadable(page)
        expect(page.get_by_role("alert")).to_contain_text("not added: locked/secret.wav.")
        drop(page, wrong)
        expect(page.locator("#sending")).to_contain_text("wrong/a.wav")
        page.get_by_role("button", name="Remove wrong").click()
        expect(page.locator("#sending")).to_be_hidden()
        drop(page, calls)
        for status, told, act in (
            (507, "2.0 GB free, and these files need 3.0 GB. What has arrived is kept. Discarding", "Send"),
            (500, "The server met a fault of its own (500)", "Try again"),
        ):
            refuse_once(page, status, "The disk has 2.0 GB free, and these files need 3.0 GB.")
            page.get_by_role("button", name=act, exact=True).click()
            expect(page.get_by_role("alert")).to_contain_text(told)
        second = Pieces(page, server.kill)
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
        server.start()
        expect(page.get_by_role("heading", name="3 files are here")).to_be_visible()
        assert second.offsets == [PIECE, 2 * PIECE]

        page.get_by_label("each folder is a condition").check()
        page.get_by_role("button", name="Import", exact=True).click()
        expect(page.get_by_role("link", name="See the items")).to_be_visible()
        expect(page.get_by_role("row", name=re.compile("broken.wav refused"))).to_be_visible()
        page.get_by_role("link", name="Imported 2").click()
        rows = page.locator(".report tbody tr")
        expect(rows).to_have_count(2)
        expect(rows.first).to_contain_text("calls/hifi/long.wav")
        expect(rows.first).to_contain_text("Item long, condition hifi 40.0 s")
        assert page.evaluate("() => window.violations") == []
        page.get_by_role("button", name="Discard the files").click()
        page.goto(f"{server.address}/studies/voices/items")
        expect(page.locator("tbody tr")).to_have_count(2)
        assert list((tmp_path / "home" / "uploads").iterdir()) == []
