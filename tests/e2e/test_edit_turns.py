"""An owner edits turns in the browser: cuts, moves, undoes, saves, and meets what somebody else has saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Connection, delete, select, update

from desk import two_turn_talk
from earmark.core.roles import Role
from earmark.core.steering import ItemFilter
from earmark.services.jobs import ask_for
from earmark.services.queue import next_assignment
from earmark.services.studies import Study
from earmark.services.turn_editing import Edited, open_turns, save_turns
from earmark.services.uploads import KIND
from earmark.storage.item_list import task_rows
from earmark.storage.preparing import bring_turns
from earmark.storage.seats import get_seat
from earmark.storage.tables import job, stimulus, task, turn, turn_list
from earmark.storage.turnlists import NewTurnList, current_list
from people import bring_in, token_of
from served import OpenPage, Site

pytestmark = pytest.mark.browser

SPANS = """() => document.querySelector('ear-turn-editor').list.turns.map(
  ({ role, start, end }) => [role, start, end])"""
AXES = """() => ['.lanes', '.edge-blocks .turn-row'].map((name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return [Math.round(box.left), Math.round(box.right)];
})"""


def spans(page: Page) -> list[tuple[str, float, float]]:
    """Return what stands in the editor."""
    return [tuple(one) for one in page.evaluate(SPANS)]


def seek(page: Page, seconds: float) -> None:
    page.evaluate("(at) => document.querySelector('ear-turn-editor').player.seek(at)", seconds)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def drag(page: Page, edge: str, *, to: float) -> None:
    """Drag an edge of the chosen turn to a share of the recording."""
    grip = page.locator(f".grip[data-edge={edge}]").bounding_box()
    row = page.locator(".edge-blocks .turn-row.agent").bounding_box()
    assert grip is not None
    assert row is not None
    page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(row["x"] + row["width"] * to, row["y"] + 4, steps=4)
    page.mouse.up()


def task_of(study: Study) -> str:
    with study.home.database.read() as connection:
        [row] = task_rows(connection, study.id, ItemFilter(), now=0, limit=2, offset=0)
    return row.id


def lease(study: Study, rater: str) -> None:
    def take(connection: Connection) -> None:
        seat = get_seat(connection, study_id=study.id, person_id=rater)
        assert seat is not None
        held = next_assignment(connection, seat, study.protocol, now=study.home.clock())
        assert held.assignment is not None

    study.home.database.write(take)


def edit_by_keys_and_mouse(page: Page) -> None:
    press(page, "ArrowDown")
    seek(page, 0.75)
    press(page, "s")
    assert spans(page)[1:3] == [("agent", 0.5, 0.75), ("agent", 0.75, 1)]
    press(page, "ArrowUp", "m")
    assert spans(page)[1] == ("agent", 0.5, 1)
    press(page, "]", "Shift+Comma")
    assert spans(page)[1] == ("agent", 0.51, 0.9)
    press(page, "u", "u", "y")
    assert spans(page)[1] == ("agent", 0.51, 1)
    lanes, blocks = page.evaluate(AXES)
    assert lanes == blocks
    drag(page, "end", to=0.4)
    assert abs(spans(page)[1][2] - 0.8) < 0.01
    page.get_by_label("Words of turn 2").fill("Gladly. 네, 됩니다.")  # where single keys rest
    end = page.get_by_label("End of turn 2, in seconds")
    end.fill("soon")
    end.press("Tab")
    expect(page.locator(".note")).to_contain_text("“soon” is no time, so it stays as it was.")
    end.fill("0,85")


def meet_what_another_saved(page: Page, study: Study) -> None:
    theirs = [{"role": "agent", "start": 0.5, "end": 1.0, "text": "Theirs"}]
    other = bring_in(study, "Otto", role=Role.OWNER)
    page.locator("#main h2").first.click()
    press(page, "Delete", "Delete")
    save_turns(study, task_of(study), Edited(2, theirs, None, other))
    press(page, "Alt+s")
    dialog = page.get_by_role("dialog", name="Somebody else has saved these turns")
    expect(dialog).to_contain_text("Otto saved a newer list, revision 3.")
    dialog.get_by_role("button", name="Show the newer list").click()
    rows = page.locator(".turn-rows tbody tr")
    expect(rows).to_have_count(1)
    press(page, "u")
    expect(rows).to_have_count(2)


def be_refused(page: Page) -> None:
    """Without a turn nothing is saved: the page says why, and a step back is as if nothing was."""
    before = spans(page)
    page.locator("#main h2").first.click()
    press(page, *["ArrowUp"] * 4, *["Delete"] * len(before), "Alt+s")
    expect(page.locator(".note[role=status]")).to_have_text(
        "These turns cannot be saved as they are. Nothing was changed. The turn list is empty. "
        "List at least one agent turn."
    )
    press(page, *["u"] * len(before))
    assert spans(page) == before


def take_turns_away(study: Study) -> NewTurnList:
    """Bring a study into the state of an import that is cutting turns; return those that it will cut."""

    of_study = select(stimulus.c.id).where(stimulus.c.study_id == study.id)

    def take(connection: Connection) -> NewTurnList:
        stimulus_id = connection.execute(of_study).scalar_one()
        held = current_list(connection, stimulus_id)
        assert held is not None
        connection.execute(delete(turn).where(turn.c.stimulus_id == stimulus_id))
        connection.execute(delete(turn_list).where(turn_list.c.stimulus_id == stimulus_id))
        connection.execute(update(task).where(task.c.study_id == study.id).values(state="preparing"))
        ask_for(connection, KIND, study_id=study.id, person_id=None, arguments={}, now=1)
        progress = {"current": "talk.wav", "cut": 0.4}
        of_job = update(job).where(job.c.study_id == study.id)
        connection.execute(of_job.values(state="running", progress=progress))
        return NewTurnList(held.turns, "given")

    return study.home.database.write(take)


def listen_before_the_turns_are_there(page: Page, study: Study, turns: NewTurnList) -> None:
    notice = page.get_by_text("The turns are being cut, 40%. You can listen already")
    expect(notice).to_be_visible()
    page.get_by_role("button", name="Play turn").click()
    page.wait_for_function("() => document.querySelector('ear-turn-editor').player.time > 0.2")
    page.evaluate("() => document.querySelector('ear-turn-editor').player.pause()")

    of_study = select(stimulus.c.id).where(stimulus.c.study_id == study.id)

    def bring(connection: Connection) -> bool:
        stimulus_id = connection.execute(of_study).scalar_one()
        connection.execute(delete(job).where(job.c.study_id == study.id))
        return bring_turns(connection, stimulus_id, turns, at=study.home.clock())

    assert study.home.database.write(bring)
    expect(notice).to_be_hidden()


def test_an_owner_cuts_moves_undoes_and_saves_turns_and_meets_anothers_save(
    site: Site, open_page: OpenPage, folder: Path
) -> None:
    study = site.home.studies.create("edit-turns", protocol="conversation-turns")
    two_turn_talk(study, folder)
    held = take_turns_away(study)
    page = open_page(study, token_of(site.home, bring_in(study, "Olga", role=Role.OWNER)), path="items")
    page.get_by_role("link", name="talk.wav").click()
    expect(page.get_by_text("Its turns are being cut, 40%; raters get it then.")).to_be_visible()
    page.get_by_role("link", name="Listen").click()
    listen_before_the_turns_are_there(page, study, held)
    rows, state = page.locator(".turn-rows tbody tr"), page.locator(".heading .save-state")
    expect(rows).to_have_count(4)
    expect(page.get_by_role("button", name="Save as a new revision")).to_be_disabled()

    be_refused(page)
    edit_by_keys_and_mouse(page)
    press(page, "Alt+s")
    expect(state).to_have_text("Revision 2")
    opened = open_turns(study, task_of(study))
    saved = opened.turns[1]
    assert (saved.role, saved.start_s, saved.end_s, saved.text) == (
        "agent",
        0.51,
        0.85,
        "Gladly. 네, 됩니다.",
    )
    assert [(one.origin, one.person) for one in opened.lists] == [("edited", "Olga"), ("given", None)]

    meet_what_another_saved(page, study)
    lease(study, bring_in(study, "Ria"))
    press(page, "Alt+s")
    question = page.get_by_role("dialog", name="What happens to what was rated?")
    expect(question).to_contain_text("0 submitted, 1 in the hands of raters")
    question.get_by_role("button", name="Rate again").click()
    expect(state).to_have_text("Revision 4")

    page.get_by_role("button", name="Restore revision 1").click()
    expect(rows).to_have_count(4)
    with page.expect_event("dialog") as asked:  # what is not saved is not lost by a slip
        page.once("dialog", lambda dialog: dialog.dismiss())
        page.get_by_role("link", name="All items").click()
    assert asked.value.type == "beforeunload"
    press(page, "u")
    expect(state).to_have_text("Revision 4")
