"""Real pairs compared in Chromium by keyboard alone, from sign-in to submission, then exported."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from typer.testing import CliRunner

from earmark.cli.main import app
from earmark.services.importing import import_paths
from earmark.services.links import make_sign_in_link
from elsewhere import DATA, NEEDS_DATA
from pairs import RATIONALE
from people import bring_in
from served import OpenPage, Site

AUDIO = DATA / "audio"

pytestmark = [*NEEDS_DATA, pytest.mark.browser]

FASTER = 16
"""Played for real, only faster than a person would."""

DUPLEX = ("user_interruption", "smooth_turn_taking")


def dialogue_rows() -> list[dict[str, object]]:
    """The same context continued by two systems, both talkers on one channel and without turns."""
    scenario = {"title": "A friend moves out", "category": "Casual Conversation"}
    folder = AUDIO / "ab-dialogue-systems"
    files = {"cascaded": "conv0_cascaded.wav", "rttl-dg": "conv0_rttl-dg.mp3"}
    return [
        {"audio": str(folder / name), "item": "conv0", "condition": condition, "scenario": scenario}
        for condition, name in files.items()
    ]


def duplex_rows() -> list[dict[str, object]]:
    """Two talks of a full-duplex benchmark, a file a speaker, whose turns are cut by voice."""
    folder, scenario = AUDIO / "full-duplex-bench", {"category": "Topic Switch"}
    return [
        {
            "user_audio": str(folder / f"{name}_user.wav"),
            "agent_audio": str(folder / f"{name}_agent.wav"),
            "item": "duplex",
            "condition": name,
            "scenario": scenario,
        }
        for name in DUPLEX
    ]


def hear(page: Page, side: str) -> None:
    """Play a side to its end and until it rests: a change of sides takes a sound along that still plays."""
    page.keyboard.press("k")
    page.wait_for_function(
        """(side) => {
          const { work, desk } = document.querySelector("ear-workbench");
          return work.side(side).isHeard && !desk.players.get(side).playing;
        }""",
        arg=side,
    )


def compare(page: Page) -> None:
    """Hear both sides, then answer all that is asked by keyboard."""
    page.wait_for_selector("ear-pair-desk")
    page.evaluate("(rate) => document.querySelector('ear-workbench').player.setRate(rate)", FASTER)
    first = page.evaluate("() => document.querySelector('ear-workbench').desk.active")
    hear(page, first)
    page.keyboard.press("x")
    other = "b" if first == "a" else "a"
    page.evaluate("(side) => document.querySelector('ear-workbench').desk.players.get(side).seek(0)", other)
    hear(page, other)
    is_hybrid = page.locator("[data-question=intent]").count()
    for choice in ("1" * is_hybrid) + "11112":
        page.keyboard.press(choice)
        if page.evaluate("() => document.activeElement?.tagName") == "TEXTAREA":
            page.keyboard.press("Enter")
    for choice in "12":
        page.keyboard.press(choice)
        page.keyboard.type("as far as it was asked")
        page.keyboard.press("Enter")
    page.keyboard.type(RATIONALE)
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.keyboard.type("9")
    for key in ("Enter", "ArrowRight", "Enter", "Alt+m", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".pair-desk .status")).to_have_text("Complete")
    expect(page.locator(".next")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator(".last-look").wait_for()
    assert page.locator(".last-look .finding", has_text="Dominant intent").count() == 0  # it was stated
    page.keyboard.press("Enter")


def test_real_pairs_are_compared_from_sign_in_to_export(
    site: Site, open_page: OpenPage, tmp_path: Path
) -> None:
    settings = {"votes_per_item": 1, "agent_channel": "right"}
    study = site.home.studies.create("real-pairs", protocol="live-ab", title="Real pairs", settings=settings)
    manifest = tmp_path / "manifest.jsonl"
    manifest.write_text("\n".join(map(json.dumps, [*dialogue_rows(), *duplex_rows()])), encoding="utf-8")
    report = import_paths(study, [manifest])
    assert ([one.said for one in report.refused], len(report.imported), report.pairs) == ([], 4, 2)
    person = bring_in(study, "rater of real pairs")
    link = site.home.database.write(
        lambda c: make_sign_in_link(c, person_id=person, now=site.home.clock(), cap=1, days=1)
    )
    page = open_page(study, "nobody's", path=f"../../links/{link.token}")
    page.locator("main form button").press("Enter")
    page.wait_for_url(f"{site.address}/")
    page.goto(f"{site.address}/studies/real-pairs/rate")
    for _ in range(2):
        compare(page)
        expect(page.locator("#save-state")).to_have_text("Submitted")
    expect(page.locator(".end h1")).to_have_text("All done")

    home = site.home.settings.home
    said = CliRunner().invoke(app, ["export", "real-pairs", str(tmp_path / "out"), "--home", str(home)])
    assert said.exit_code == 0, said.stderr
    rows = {}
    for name in ("comparisons", "flags", "submissions"):
        with (tmp_path / "out" / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
            rows[name] = list(csv.DictReader(stream))
    stood = {row["submission"]: row for row in rows["submissions"]}
    assert {frozenset((row["condition_a"], row["condition_b"])) for row in stood.values()} == {
        frozenset({"cascaded", "rttl-dg"}),
        frozenset(DUPLEX),
    }
    assert {row["heard_first"] for row in stood.values()} <= {"a", "b"}
    assert len(rows["comparisons"]) == 10
    flags = [(row["cluster"], row["severity"], row["condition"]) for row in rows["flags"]]
    assert sorted(flags) == sorted(("latency", "minor", row["condition_a"]) for row in stood.values())
    assert all(row["start_s"] for row in rows["flags"])
