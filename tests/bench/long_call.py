"""How an hour of sound opens: ``python tests/bench/long_call.py`` prints one table.

A stereo call of noise and beeps, 60 minutes at 44.1 kHz, is imported and opened in Chromium as a rater opens
it. Measured: the time until the page can be used and shows the waveform, until a turn in the middle sounds,
and what the tab's process holds. A short call is opened before it in the same browser: its time is that of a
first visit, which fetches the page's modules. Aims: 1.5 s, and 200 MB.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

import numpy as np
import soundfile
from playwright.sync_api import BrowserContext, Page, sync_playwright

from chromium import CHROMIUM, QUIET
from earmark.services.home import Home, open_home
from earmark.services.importing import import_paths
from people import bring_in, token_of
from serving import Server

RATE = 44_100
TURN_S = 6.0
PLAYER = "document.querySelector('ear-workbench').player"


def call(folder: Path, minutes: float) -> None:
    """Write noise with a beep at every full 10 s on both channels, and turns of six seconds."""
    folder.mkdir()
    rng = np.random.default_rng(1)
    beep = 0.5 * np.sin(2 * np.pi * 1000 * np.arange(RATE // 10) / RATE)
    with soundfile.SoundFile(folder / "call.wav", "w", RATE, 2) as out:
        for _ in range(round(minutes * 6)):
            block = 0.1 * rng.standard_normal((RATE * 10, 2))
            block[: len(beep)] += beep[:, None]
            out.write(block.astype(np.float32))
    count = int(minutes * 60 / TURN_S)
    turns = [
        {"role": ("user", "agent")[n % 2], "start": n * TURN_S, "end": n * TURN_S + 5.5, "text": f"Turn {n}"}
        for n in range(count)
    ]
    row = {"audio": "call.wav", "agent_channel": "right", "turns": turns}
    (folder / "manifest.jsonl").write_text(json.dumps(row), encoding="utf-8")


def lay(home: Home, folder: Path, minutes: float) -> float:
    """Make studies with a short and a long call; return how long the import of the long one took."""
    for name, length in (("short", 1 / 3), ("long", minutes)):
        study = home.studies.create(name, protocol="conversation-turns", title=name)
        call(folder / name, length)
        began = time.perf_counter()
        assert import_paths(study, [folder / name]).refused == ()
    return time.perf_counter() - began


def memory_mb(page: Page) -> float:
    """Return what the tab's own process holds privately, after a collection, in MB."""
    tools = page.context.new_cdp_session(page)
    tools.send("HeapProfiler.collectGarbage")
    assert page.context.browser is not None
    processes = page.context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")[
        "processInfo"
    ]
    return max(_private_mb(process["id"]) for process in processes if process["type"] == "renderer")


def _private_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def use(page: Page, address: str, *, turn_s: float) -> tuple[float, float, float]:
    """Open the page, play a turn, zoom and look; return seconds until usable and until sound, and MB."""
    began = time.perf_counter()
    page.goto(address)
    page.wait_for_selector("ear-rating-desk .play")
    page.wait_for_function("() => document.querySelector('ear-waveform').isFilled")
    usable = time.perf_counter() - began
    began = time.perf_counter()
    page.evaluate(f"(at) => {PLAYER}.playRange({{ start: at, end: at + 5.5 }})", turn_s)
    page.wait_for_function(f"(at) => {PLAYER}.time > at", arg=turn_s)
    sounding = time.perf_counter() - began
    for key in ("z", "v"):
        page.keyboard.press(key)
        page.wait_for_timeout(1000)
    page.evaluate(f"() => {PLAYER}.seek({PLAYER}.duration - 20)")
    page.keyboard.press("k")
    page.wait_for_timeout(3000)
    return usable, sounding, memory_mb(page)


def measure(minutes: float) -> dict[str, tuple[float, float, float]]:
    """Return for the short and the long call what `use` returns."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "home").mkdir()
        with open_home(folder / "home") as home, Server(folder / "home") as server:
            took = lay(home, folder, minutes)
            print(f"call of {minutes:g} min, stereo, {RATE} Hz: imported in {took:.1f} s")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET])
                context = browser.new_context(viewport={"width": 1280, "height": 900})
                context.set_default_timeout(60_000)
                turns = {"short": 0.0, "long": round(minutes / 2 * 60 / TURN_S) * TURN_S}
                return {study: _opened(context, home, server, study, at) for study, at in turns.items()}


def _opened(
    context: BrowserContext, home: Home, server: Server, study: str, turn_s: float
) -> tuple[float, float, float]:
    """Open a study in a fresh tab; the first one fetches the page's modules, the next has them."""
    token = token_of(home, bring_in(home.studies[study], f"rater of {study}"))
    context.add_cookies([{"name": "earmark", "value": token, "url": server.address}])
    page = context.new_page()
    try:
        return use(page, f"{server.address}/studies/{study}/rate", turn_s=turn_s)
    finally:
        page.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    measured = measure(parser.parse_args().minutes)
    print(f"  {'':12}{'usable':>10}{'turn sounds':>14}{'tab memory':>14}")
    for study, (usable, sounding, memory) in measured.items():
        print(f"  {study:12}{usable:8.2f} s{sounding:12.2f} s{memory:11.0f} MB")
    print("  aims, for the long call: usable in 1.5 s; tab under 200 MB")


if __name__ == "__main__":
    main()
