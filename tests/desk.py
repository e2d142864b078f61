"""What a rater does on the rating page, as tests say it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError
from sqlalchemy import select

from earmark.services.importing import import_paths
from earmark.services.studies import Study
from earmark.storage import tables
from sounds import sine, write_sound

RATE = 16_000
TURN_S = 0.5


def two_turn_talk(study: Study, folder: Path) -> None:
    """Import a conversation: user, agent, user, agent, half a second each, the agent on the right."""
    talk(study, folder, agent_turns=2)


def talk(study: Study, folder: Path, *, agent_turns: int) -> None:
    """Import a conversation in which user and agent take turns of half a second, the agent on the right."""
    low, high = sine(RATE, seconds=TURN_S, hertz=220), sine(RATE, seconds=TURN_S, hertz=440)
    rest = np.zeros_like(low)
    samples = np.concatenate([np.stack(pair, axis=1) for pair in [(low, rest), (rest, high)] * agent_turns])
    write_sound(folder / "talk.wav", samples, RATE)
    turns = [
        {"role": role, "start": index * TURN_S, "end": (index + 1) * TURN_S, "text": f"{role} {index}"}
        for index, role in enumerate(["user", "agent"] * agent_turns)
    ]
    row = {
        "audio": "talk.wav",
        "agent_channel": "right",
        "scenario": {"title": "A late train", "description": "The user wants another train."},
        "turns": turns,
    }
    (folder / "manifest.jsonl").write_text(json.dumps(row), encoding="utf-8")
    assert import_paths(study, [folder]).refused == ()


def clips(study: Study, folder: Path, *, count: int, hertz: float = 300) -> None:
    """Import so many clips, half a second each, tone by tone from the first.

    Studies of one home share what sounds alike: a test that damages sounds takes tones of its own.
    """
    for index in range(count):
        write_sound(folder / f"clip{index}.wav", sine(RATE, seconds=TURN_S, hertz=hertz + 40 * index), RATE)
    assert import_paths(study, [folder]).refused == ()


_STATE = """() => {
  const { player, work } = document.querySelector("ear-workbench");
  const { time, playing, rate, looping, inRange } = player;
  const focus = document.activeElement?.outerHTML.slice(0, 120);
  const notes = [...document.querySelectorAll(".notice, [role=alert]")].map((one) => one.textContent);
  const heard = work.submission().listening;
  return JSON.stringify({ time, playing, rate, looping, inRange, focus, notes, heard });
}"""


def hear(page: Page, *, rate: float = 2) -> None:
    """Play what is in focus to its end, for real; a higher rate only shortens the test."""
    page.evaluate("(rate) => { document.querySelector('ear-workbench').player.setRate(rate); }", rate)
    page.keyboard.press("Space")
    try:
        page.wait_for_function("() => !document.querySelector('.question.locked')")
    except PlaywrightTimeoutError as late:  # seldom, and beside others only: so say all that is known of it
        message = f"heard to the end, and rating did not open: {page.evaluate(_STATE)}"
        raise AssertionError(message) from late


def leave_by(page: Page, exit_: str) -> None:
    """Press the button of a way out, which works before anything was heard, too."""
    page.locator(".exit-button", has_text=exit_).click()


def focus_of(page: Page) -> str:
    """Return the name of what has the focus."""
    name: str = page.evaluate("() => document.activeElement?.dataset.focus ?? ''")
    return name


def work_of(page: Page) -> dict:
    """Return the submission as it stands on the page."""
    body: dict = page.evaluate("() => document.querySelector('ear-workbench').work.submission()")
    return body


def scores_of(study: Study) -> set[tuple[str, int | None, str]]:
    """Return question, value and justification of every current score in the database."""
    with study.home.database.read() as connection:
        rows = connection.execute(
            select(tables.score.c.question, tables.score.c.value, tables.score.c.justification)
            .join(tables.submission, tables.submission.c.id == tables.score.c.submission_id)
            .where(tables.submission.c.study_id == study.id, tables.submission.c.current)
        )
        return {(row.question, row.value, row.justification) for row in rows}


def marks_of(study: Study) -> list[tuple[str, str, str | None, str, str]]:
    """Return exit, scope, question, reason and explanation of every mark in the database."""
    mark = tables.mark.c
    with study.home.database.read() as connection:
        rows = connection.execute(
            select(mark.exit, mark.scope, mark.question, mark.reason, mark.explanation)
            .where(mark.study_id == study.id)
            .order_by(mark.made_at)
        )
        return [tuple(row) for row in rows]
