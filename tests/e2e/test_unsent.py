"""What a rater wrote outlives a killed browser, a killed server, a lost network and another device."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from browser import PATIENCE_MS
from chromium import CHROMIUM, QUIET
from desk import hear, scores_of, talk, work_of
from earmark.services.home import open_home
from earmark.services.studies import Study
from people import bring_in, token_of
from serving import Server

pytestmark = pytest.mark.browser

KEPT = "Kept on this device, not yet sent"
SAVED = "Saved"


def says(page: Page, words: str) -> None:
    expect(page.locator("#save-state")).to_have_text(words)


@contextmanager
def browser_of(kind: BrowserType, folder: Path, address: str, token: str) -> Iterator[BrowserContext]:
    """A browser whose store lies in a folder, as on a rater's own machine; it may be killed meanwhile."""
    context = kind.launch_persistent_context(folder, executable_path=CHROMIUM, args=[*QUIET])
    context.set_default_timeout(PATIENCE_MS)
    context.add_cookies([{"name": "earmark", "value": token, "url": address}])
    gone: list[BrowserContext] = []
    context.on("close", lambda context: gone.append(context))  # noqa: PLW0108 - Playwright marks its handlers
    yield context
    if not gone:
        context.close()


def kill_browser(context: BrowserContext, folder: Path) -> None:
    """End a browser as the system would: its first process holds the lock of its folder."""
    _, _, process = str((folder / "SingletonLock").readlink()).rpartition("-")
    with context.expect_event("close"):
        os.kill(int(process), signal.SIGKILL)


def rate_turns(page: Page, count: int) -> None:
    for number in range(1, count + 1):
        expect(page.locator(".line.agent .who")).to_contain_text(f"Agent {number} of")
        hear(page)
        for index, score in enumerate("45"):
            page.keyboard.press(score)
            page.keyboard.insert_text(f"Turn {number} names the train at once, reason {index}")
            page.keyboard.press("Escape")
        page.keyboard.press("]")


def words_in(page: Page) -> dict[str, list[str]]:
    """Return the justifications on the page by turn, in order."""
    turns = work_of(page)["answers"].get("turns", {})
    return {
        turn: [answer.get("justification", "") for answer in given.values()] for turn, given in turns.items()
    }


def open_rating(context: BrowserContext, server: Server, study: Study) -> Page:
    page = context.new_page()
    page.goto(f"{server.address}/studies/{study.name}/rate")
    return page


def test_half_a_sentence_outlives_a_killed_browser_and_a_killed_server(
    chromium: Browser, tmp_path: Path, folder: Path
) -> None:
    (tmp_path / "served").mkdir()
    with open_home(tmp_path / "served") as home, Server(tmp_path / "served") as server:
        study = home.studies.create("trains", protocol="conversation-turns", title="Trains")
        talk(study, folder, agent_turns=9)
        token = token_of(home, bring_in(study, "Mina"))
        kind, profile = chromium.browser_type, tmp_path / "profile"
        with browser_of(kind, profile, server.address, token) as context:
            page = open_rating(context, server, study)
            rate_turns(page, 5)
            says(page, SAVED)
            hear(page)
            page.keyboard.press("2")
            page.route("**/draft", lambda route: route.abort())  # nothing but this browser has what comes
            page.keyboard.insert_text("It never says which pla")
            says(page, KEPT)
            before = work_of(page)["answers"]
            kill_browser(context, profile)
        with browser_of(kind, profile, server.address, token) as context:
            page = open_rating(context, server, study)
            expect(page.locator("textarea").first).to_have_value("It never says which pla")
            assert work_of(page)["answers"] == before
            assert len(words_in(page)) == 6
            says(page, SAVED)
            page.locator("textarea").first.focus()
            page.keyboard.press("End")
            server.kill()
            page.keyboard.insert_text("tform the train leaves from")
            says(page, KEPT)
            page.keyboard.insert_text(", and then repeats itself")
            server.start()
            says(page, SAVED)
            finish(page)
            server.kill()
            page.locator(".next").click()
            says(page, KEPT)
            expect(page.locator(".notice")).to_contain_text("kept on this device")
            kill_browser(context, profile)
        server.start()
        assert scores_of(study) == set()
        with browser_of(kind, profile, server.address, token) as context:
            page = open_rating(context, server, study)
            says(page, "Submitted")
            expect(page.locator(".end")).to_be_visible()
            assert unsent_in(page) == []
        sentence = "It never says which platform the train leaves from, and then repeats itself"
        assert sentence in {words for _, _, words in scores_of(study)}
        assert len(scores_of(study)) == 18


def finish(page: Page) -> None:
    """Rate what is left, without listening at length: the stretch is noted as the player would."""
    page.evaluate(
        """() => {
            const { work } = document.querySelector("ear-workbench");
            work.listening.add({ start: 0, end: work.stimulus.duration_s, rate: 1, mode: "both" });
            for (const [index, target] of work.targets.entries())
                for (const question of work.questionsFor(target)) {
                    const given = work.answer(target, question.id);
                    const words = `Reply ${index} names the gate late in ${question.id}, and then hesitates`;
                    work.setAnswer(target, question.id, { score: 2, justification: words, ...given });
                }
        }"""
    )


def unsent_in(page: Page) -> list[str]:
    """Return the tasks of which the browser's own store holds something."""
    found: list[str] = page.evaluate(
        """async () => {
            const { shelf } = document.querySelector("ear-workbench");
            return (await shelf.list()).map((row) => row.assignment);
        }"""
    )
    return found
