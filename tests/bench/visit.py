"""What a first and a second visit of the rating page cost: ``python tests/bench/visit.py`` prints one table.

Chromium opens the page as a rater does, over a line of 1.6 Mb/s that answers after some milliseconds, with a
processor slowed four times, for both protocols in both languages. Measured: what comes over the wire, headers
included, without sound; the requests for it; and the time until the first questions are there and the page
answers. The second visit is a new tab of the same browser. Aims, for the first: 350 kB and 3 s.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, CDPSession, sync_playwright

from chromium import CHROMIUM, QUIET
from desk import clips, talk
from earmark.services.home import Home, open_home
from people import bring_in, token_of
from serving import Server

BITS_A_SECOND: Final = 1_600_000
SLOWED: Final = 4
LANGUAGES: Final = ("en", "ko")
WARM: Final = "warm"
"""Ends the names of studies that are opened before: a server is not started anew for each visit."""

MOST_KB: Final = 350
SOONEST_S: Final = 3.0
USABLE: Final = "() => document.querySelector('ear-rating-desk .question') !== null"


@dataclass(frozen=True)
class Visit:
    """Bytes over the wire by kind of what was fetched, how many requests, and seconds until usable."""

    by_kind: dict[str, int]
    requests: int
    usable_s: float

    @property
    def kb(self) -> float:
        """All but the sound, in thousands of bytes."""
        return sum(count for kind, count in self.by_kind.items() if kind != "sound") / 1000


class Wire:
    """Adds up what a page fetches, by what the browser says of it."""

    def __init__(self, tools: CDPSession) -> None:
        self.kinds: dict[str, str] = {}
        self.bytes: dict[str, int] = {}
        tools.on("Network.responseReceived", self._answered)
        tools.on("Network.loadingFinished", self._finished)
        tools.send("Network.enable")

    def _answered(self, said: dict[str, Any]) -> None:
        address = said["response"]["url"]
        is_sound = "/audio" in address or "/peaks" in address or address.startswith("blob:")
        self.kinds[said["requestId"]] = "sound" if is_sound else said["type"]

    def _finished(self, said: dict[str, Any]) -> None:
        kind = self.kinds.get(said["requestId"], "?")
        self.bytes[kind] = self.bytes.get(kind, 0) + round(said["encodedDataLength"])


def lay(home: Home, folder: Path) -> None:
    """Make a study of each protocol for each language, with a short item or two."""
    for protocol in ("conversation-turns", "clip-rating"):
        for language in (*LANGUAGES, WARM):
            study = home.studies.create(f"{protocol}-{language}", protocol=protocol, title=protocol)
            (folder / study.name).mkdir()
            if protocol == "clip-rating":
                clips(study, folder / study.name, count=2)
            else:
                talk(study, folder / study.name, agent_turns=6)


def slow_down(tools: CDPSession, *, latency_ms: float) -> None:
    """Narrow the line of a page, and slow its processor."""
    tools.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": latency_ms,
            "downloadThroughput": BITS_A_SECOND / 8,
            "uploadThroughput": BITS_A_SECOND / 8,
        },
    )
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})


def visit(context: BrowserContext, address: str, *, latency_ms: float) -> Visit:
    """Open the page in a new tab and wait until a rater could begin."""
    page = context.new_page()
    tools = context.new_cdp_session(page)
    wire = Wire(tools)
    slow_down(tools, latency_ms=latency_ms)
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_function(USABLE)
    usable = time.perf_counter() - began
    page.wait_for_load_state("networkidle")
    page.close()
    return Visit(wire.bytes, len(wire.kinds), usable)


def visits(
    browser: Browser, home: Home, server: Server, *, latency_ms: float
) -> Iterator[tuple[str, Visit, Visit]]:
    """Yield for each protocol and language the first visit of a browser and its second."""
    for study in sorted(home.studies.values(), key=lambda study: not study.name.endswith(WARM)):
        language = study.name.rpartition("-")[2]
        person = bring_in(
            study, f"rater of {study.name}", language=language if language in LANGUAGES else "en"
        )
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.set_default_timeout(60_000)
        context.add_cookies([{"name": "earmark", "value": token_of(home, person), "url": server.address}])
        address = f"{server.address}/studies/{study.name}/rate"
        first, second = (visit(context, address, latency_ms=latency_ms) for _ in range(2))
        if language != WARM:
            yield study.name, first, second
        context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--latency", type=float, default=40, help="milliseconds until the line answers")
    parser.add_argument("--kinds", action="store_true", help="print bytes by kind, too")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "home").mkdir()
        with open_home(folder / "home") as home, Server(folder / "home") as server, sync_playwright() as play:
            lay(home, folder)
            browser = play.chromium.launch(executable_path=CHROMIUM, args=[*QUIET])
            print(f"1.6 Mb/s, {asked.latency:g} ms, processor slowed {SLOWED} times")
            print(f"  {'':26}{'first visit':>30}{'second visit':>30}")
            for label, *both in visits(browser, home, server, latency_ms=asked.latency):
                figures = [f"{one.kb:8.0f} kB{one.requests:6} req{one.usable_s:8.2f} s" for one in both]
                print(f"  {label:26}{figures[0]:>30}{figures[1]:>30}", flush=True)
                if asked.kinds:
                    print("   ", json.dumps([one.by_kind for one in both]))
    print(f"  aims, for the first visit: at most {MOST_KB} kB, usable in {SOONEST_S:g} s")


if __name__ == "__main__":
    main()
