"""A whole real call and twenty real clips, rated in Korean by keyboard alone, then read as results."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from typer.testing import CliRunner

from desk import hear
from earmark.cli.main import app
from earmark.services.importing import import_paths
from elsewhere import DATA, NEEDS_DATA
from served import OpenPage, Site

AUDIO = DATA / "audio"

pytestmark = [*NEEDS_DATA, pytest.mark.browser]

FASTER = 8
"""Played for real, only faster than a person would: eight minutes of work in one."""

CONTENT = (4, 5, 3, 4, 2, 3, 5, 4)
PROSODY = (3, 3, 4, 2, 3, 3, 4, 5)


def run(*arguments: str | Path) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.stderr
    return result.stdout


def rows_of(folder: Path) -> list[dict[str, str]]:
    with (folder / "scores.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def rate_turn(page: Page, index: int) -> None:
    """Rate one turn by keyboard alone, with digits in the words and the moment as evidence."""
    hear(page, rate=FASTER)
    for score, words in ((CONTENT[index], "부탁한 대로 답함"), (PROSODY[index], "고르게 들림")):
        page.keyboard.press(str(score))
        page.keyboard.insert_text(f"{words} {index + 1}/8 ")
        page.keyboard.press("Alt+m")
        page.keyboard.press("Alt+1")
        page.keyboard.press("Enter")


def test_a_whole_call_is_rated_and_comes_out_as_results_and_export(
    site: Site, open_page: OpenPage, tmp_path: Path
) -> None:
    study = site.home.studies.create("real-call", protocol="conversation-turns", title="A real call")
    report = import_paths(study, [AUDIO / "agent-call-eva"])
    assert [len(report.imported), len(report.refused)] == [1, 0]
    page = open_page(study, site.token_for(study, "rater of the call", language="ko"))
    page.wait_for_selector("ear-rating-desk")
    for index in range(8):
        expect(page.locator(".line.agent .who")).to_have_text(f"에이전트 {index + 1}/8")
        rate_turn(page, index)
    expect(page.locator(".next")).to_contain_text("제출")
    expect(page.locator(".next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".end h1")).to_have_text("모두 마쳤어요")

    home = site.home.settings.home
    results = json.loads(run("results", "real-call", "--home", home, "--json"))
    means = {one["id"]: one["conditions"][0]["mean"] for one in results["questions"]}
    assert means == {"content": sum(CONTENT) / 8, "prosody": sum(PROSODY) / 8}
    run("export", "real-call", tmp_path / "out", "--home", home)
    exported = rows_of(tmp_path / "out")
    values = {"content": CONTENT, "prosody": PROSODY}
    for question, expected in values.items():
        assert sorted(int(row["value"]) for row in exported if row["question"] == question) == sorted(
            expected
        )
    assert len(exported) == 16
    notes = sorted(mark["note"] for row in exported for mark in json.loads(row["evidence"]))
    assert notes == ["쉼"] * 8 + ["인용"] * 8


def test_twenty_clips_are_rated_and_come_out_as_results_and_export(
    site: Site, open_page: OpenPage, tmp_path: Path
) -> None:
    study = site.home.studies.create("real-clips", protocol="clip-rating", title="Twenty real clips")
    english = sorted((AUDIO / "english-tts").glob("*.wav"))[:10]
    degraded = [
        *sorted((AUDIO / "degraded").glob("*_transformed.flac")),
        *(AUDIO / "degraded").glob("plc_*r.wav"),
    ]
    degraded += [AUDIO / "degraded" / name for name in ("noise_0db.wav", "plc_good.wav")]
    assert len(import_paths(study, [*english, *degraded]).imported) == 20
    page = open_page(study, site.token_for(study, "rater of clips", language="ko"))
    for index in range(20):
        expect(page.locator("#task-count")).to_have_text(f"· 클립 {index + 1}/20")
        page.wait_for_selector(".question.locked")
        hear(page, rate=FASTER)
        for score in (1 + index % 5, 5 - index % 5, 5):
            page.keyboard.press(str(score))
        page.keyboard.press("Enter")
    expect(page.locator(".end h1")).to_have_text("모두 마쳤어요")

    home = site.home.settings.home
    results = json.loads(run("results", "real-clips", "--home", home, "--json"))
    means = {one["id"]: one["conditions"][0]["mean"] for one in results["questions"]}
    assert means == {"naturalness": 3, "audio-quality": 3, "intelligibility": 5}
    run("export", "real-clips", tmp_path / "out", "--home", home)
    assert len(rows_of(tmp_path / "out")) == 60
