"""The set of formats as real browsers hear its renditions: right length, right pitch, exact jumps."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import uvicorn
from playwright.sync_api import Browser
from sqlalchemy import select
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from earmark.audio.decode import open_sound
from earmark.services.home import Home, open_home
from earmark.services.importing import import_paths
from earmark.storage.tables import stimulus
from elsewhere import DATA, NEEDS_DATA

pytestmark = [*NEEDS_DATA, pytest.mark.browser]

COLUMNS = (stimulus.c.file_name, stimulus.c.rendition_hash, stimulus.c.sample_rate_hz)
LISTEN = Path(__file__).with_name("listen.js")
FIREFOX = Path(__file__).parents[1] / "browsers" / "listen_in_firefox.mjs"


@dataclass(frozen=True)
class Shelf:
    """Renditions on a server, by the path of the original."""

    address: str
    originals: dict[str, Path]
    rates: list[int]

    def asked(self) -> list[dict[str, object]]:
        """Return what listen.js is to hear, at its own rate, so that no resampler of a browser is judged."""
        return [{"url": url, "rate": rate} for url, rate in zip(self.originals, self.rates, strict=True)]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """Import all of the formats, and serve what came of them as the product does: by byte ranges."""
    folder = DATA / "audio" / "formats"
    with open_home(tmp_path_factory.mktemp("formats")) as home:
        study = home.studies.create("formats", protocol="clip-rating")
        report = import_paths(study, [folder])
        assert (len(report.imported), len(report.refused)) == (22, 2)
        with home.database.read() as connection:
            rows = connection.execute(select(*COLUMNS).order_by(stimulus.c.file_name)).all()
        rates = [row.sample_rate_hz for row in rows]
        kept = {row.file_name: row.rendition_hash for row in rows}
        with served(home, kept) as address:
            yield Shelf(address, {f"{address}/{name}": folder / name for name in kept}, rates)


class served:  # noqa: N801 - reads as what it is: with served(…)
    """A server in a thread."""

    def __init__(self, home: Home, kept: dict[str, str]) -> None:
        async def rendition(request: Request) -> Response:
            key = kept.get(request.path_params["name"])
            if key is None:  # the browser's own wish for an icon
                return Response(status_code=404)
            return FileResponse(home.objects.file(key), media_type="audio/mp4")

        async def start(_: Request) -> Response:
            return HTMLResponse("<!doctype html><title>Listening</title>")

        app = Starlette(routes=[Route("/", start), Route("/{name}", rendition)])
        self._server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
        self._thread = threading.Thread(target=self._server.run)

    def __enter__(self) -> str:
        self._thread.start()
        while not self._server.started:
            self._thread.join(0.01)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()


def check(shelf: Shelf, heard: list[dict[str, Any]]) -> None:
    """Compare what a browser heard with the originals as they are decoded here."""
    assert [one["url"] for one in heard] == list(shelf.originals)
    for one in heard:
        samples, rate = original(shelf.originals[one["url"]])
        name = shelf.originals[one["url"]].name
        assert abs(one["duration"] - samples.shape[1] / rate) <= 0.02, name
        assert abs(one["decoded"] - samples.shape[1] / rate) <= 0.02, name
        assert one["missed"] <= 0.02, name
        assert len(one["levels"]) == len(samples), name
        for channel, (levels, crossings) in enumerate(zip(one["levels"], one["crossings"], strict=True)):
            check_channel(samples[channel], rate, np.array(levels), crossings, name)


def check_channel(expected: np.ndarray, rate: int, levels: np.ndarray, crossings: int, name: str) -> None:
    frame = rate // 50
    frames = expected[: len(expected) // frame * frame].reshape(-1, frame)
    wanted = np.sqrt((frames**2).mean(axis=1))[: len(levels)]
    if wanted.max() < 0.002:  # nothing but silence has no pitch
        assert levels.max() < 0.002, name
        return
    assert np.corrcoef(wanted, levels[: len(wanted)])[0, 1] > 0.98, name  # nothing early, late or stretched
    assert abs(crossings / count_crossings(expected) - 1) < 0.02, name  # the same pitch


def count_crossings(samples: np.ndarray) -> int:
    """Count as listen.js does."""
    far = np.abs(samples).max() / 10
    sides = np.sign(samples[np.abs(samples) > far])
    return 1 + int(np.count_nonzero(np.diff(sides)))


def original(path: Path) -> tuple[np.ndarray, int]:
    with open_sound(path) as sound:
        return np.concatenate(list(sound.blocks()), axis=1), sound.sample_rate_hz


def test_chromium_hears_every_format_at_its_length_and_pitch(shelf: Shelf, chromium: Browser) -> None:
    page = chromium.new_page()
    page.goto(shelf.address)
    check(shelf, page.evaluate(LISTEN.read_text(encoding="utf-8"), shelf.asked()))
    page.close()


@pytest.mark.skipif("EARMARK_FIREFOX" not in os.environ, reason="Firefox is asked by `make browsers`")
def test_firefox_hears_every_format_at_its_length_and_pitch(shelf: Shelf) -> None:
    command = [
        "node",
        str(FIREFOX),
        os.environ["EARMARK_FIREFOX"],
        shelf.address,
        str(LISTEN),
        json.dumps(shelf.asked()),
    ]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=110).stdout
    check(shelf, json.loads(told))
