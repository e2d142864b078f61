"""A pair compared in the browser: heard in the order drawn, judged, flagged, reasoned, sent."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from sqlalchemy import select

from claims_of_facts import lay_claims, run_check
from desk import focus_of, work_of
from earmark.services.studies import Study
from earmark.storage import tables
from earmark.web.rendering import static
from pairs import RATIONALE, bring_pairs, talk_rows
from served import OpenPage, Site

LISTEN = "but from T1 on it is the one I would rather listen to."

AGAINST = "Nobody had asked for the last one."
FILLED = {"filled": {"choice": "fail", "by": "claims-file"}, "against": AGAINST}
MARKED = {"side": "a", "fact": "Before nine: train", "told": True, "suggested": False}

pytestmark = pytest.mark.browser


@pytest.fixture
def pairs(site: Site, folder: Path, request: pytest.FixtureRequest) -> Study:
    name = request.node.name.replace("_", "-")[:60].strip("-")
    study = site.home.studies.create(name, protocol="live-ab", title="Two voices")
    assert bring_pairs(study, folder, talk_rows(folder, ("amber", "birch"))).pairs == 1
    wrong = {"says": "agent 1", "claim": "The last seat is free.", "verdict": "wrong", "affects_task": True}
    harmless = {"says": "agent 1", "claim": "It is a red train.", "verdict": "wrong"}
    run_check(lay_claims(study, wrong, harmless))
    return study


def state_of(page: Page) -> dict[str, Any]:
    """Return the side in focus, and the turn and the time of each."""
    found: dict[str, Any] = page.evaluate(
        """() => {
          const { desk } = document.querySelector('ear-workbench');
          const of = (id) => {
            const [side, { time }] = [desk.work.side(id), desk.players.get(id)];
            return { turn: side.turns.findIndex((one) => one.id === side.target), time };
          };
          return { active: desk.active, a: of('a'), b: of('b') };
        }"""
    )
    return found


def hear_side(page: Page, side: str) -> None:
    """Play the side in focus to its end, twice as fast."""
    assert state_of(page)["active"] == side
    page.keyboard.press("k")
    page.wait_for_function(
        "(side) => document.querySelector('ear-workbench').work.side(side).isHeard", arg=side
    )
    page.wait_for_function(
        "(side) => !document.querySelector('ear-workbench').desk.players.get(side).playing", arg=side
    )


def hear_both(page: Page) -> tuple[str, str]:
    page.evaluate("() => document.querySelector('ear-workbench').player.setRate(2)")
    first = state_of(page)["active"]
    hear_side(page, first)
    page.keyboard.press("x")
    other = "b" if first == "a" else "a"  # it begins at its beginning, wherever the first one ended
    assert state_of(page)[other] == {"turn": -1, "time": 0}
    page.keyboard.press("]")
    page.keyboard.press("]")
    page.keyboard.press("k")  # the last turn is not all of it, and the page says what is missing
    expect(page.locator(f"[data-side={other}] .heard")).to_contain_text("Still to be heard: 0:00.0")
    expect(page.locator("[data-question=overall] .lock")).to_have_text(
        "Opens once you have heard both to the end"
    )
    page.wait_for_function(
        "(side) => !document.querySelector('ear-workbench').desk.players.get(side).playing", arg=other
    )
    page.keyboard.press("[")
    page.keyboard.press("[")
    assert state_of(page)[other] == {"turn": -1, "time": 0}
    hear_side(page, other)
    return first, other


def come_too_early(page: Page) -> None:
    """The other side waits for its turn, and nothing can be chosen or written before both were heard."""
    first = state_of(page)["active"]
    page.keyboard.press("x")
    expect(page.locator(".notice")).to_contain_text("to its end first")
    page.keyboard.press("1")
    expect(page.locator(".notice")).to_contain_text("Opens once you have heard")
    page.keyboard.type("decided")  # d would skip the pair
    expect(page.locator(".quiet")).to_contain_text("Until then keys play and move")
    page.wait_for_timeout(1050)  # letters in a row are one text
    assert (state_of(page)["active"], work_of(page)["answers"]) == (first, {})


def judge(page: Page) -> None:
    """Compare and judge by keyboard; each choice leads into its reason, Enter on to the next question."""
    for choice in "12132":  # overall, naturalness, dynamics, utility, audio
        page.keyboard.press(choice)
        page.keyboard.type("heard at T1")
        page.keyboard.press("Enter")
    for choice, words in (("1", "all that was asked"), ("2", "the seat was left out")):
        page.keyboard.press(choice)  # a fact-check has filled in Fail, and wants to know why not
        page.keyboard.type(words)
        page.keyboard.press("Enter")
        assert focus_of(page).endswith(".task-success.against")
        page.keyboard.type(AGAINST)
        page.keyboard.press("Enter")
    assert focus_of(page) == "rationale.text"
    expect(page.locator(".claims").first).to_contain_text("T1incorrectThe last seat is free.")
    said = "“Fail” was filled in by the fact-check “claims-file”. T1 “The last seat is free.”"
    expect(page.locator(".filled-in .advice").first).to_have_text(said)
    page.keyboard.type(RATIONALE)
    page.keyboard.press("Escape")


def compose(page: Page, side: str) -> str:
    """Go on with the rationale as its composer helps, by keyboard, and return what stands there then."""
    box = page.locator("[data-focus='rationale.text']")
    box.focus()
    page.keyboard.press("Control+End")
    page.keyboard.press("Enter")
    page.keyboard.insert_text("Model B does not follows it.")
    expect(page.locator(".grammar-list li")).to_have_count(1)
    expect(page.locator(".underline")).to_have_text("follows")
    page.keyboard.press("Alt+g")
    expect(page.locator(".grammar-list li")).to_have_count(0)
    expect(page.locator(".underlines")).to_be_hidden()
    # Evidence from where the sound is.
    page.keyboard.press("Alt+t")
    page.keyboard.press("Alt+q")
    # A phrase is found by its Korean; the model is known, and the turn goes where it is asked for.
    page.keyboard.press("Alt+w")
    page.keyboard.insert_text("턴부터는 더")
    expect(page.locator(".phrase-panel .told")).to_have_text("Nothing here holds these words.")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("outweighs")
    expect(page.get_by_role("tab", name="Dictionary")).to_have_text(re.compile(r"Dictionary \d"))
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("더 듣고")
    expect(page.locator(".entry")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(box).to_be_focused()
    expect(page.locator(".coach")).to_contain_text("Fill in the turn")
    page.keyboard.press("Alt+t")
    page.keyboard.press("Control+End")
    page.keyboard.press("Alt+b")
    page.keyboard.insert_text("kept apart.")
    page.keyboard.press("Tab")
    page.keyboard.insert_text("warm")
    page.keyboard.press("Alt+o")
    page.keyboard.insert_text("초안")
    page.keyboard.press("Escape")
    written = box.input_value()
    here = f"{side.upper()} T1"
    assert written.splitlines()[1:4] == [
        f'Model B does not follow it. {here} {here} "agent 1" Model A starts weaker, {LISTEN}',
        "Overall Preference: kept apart.",
        "Utility A: warm",
    ]
    return written


def sentences(name: str) -> list[str]:
    lines = (Path(__file__).parent / "grammar" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith(("#", "=="))]


def grammar_of(page: Page, text: str) -> list[dict[str, Any]]:
    """Return what the help with grammar says of a text, in the page's own worker."""
    found: list[dict[str, Any]] = page.evaluate(
        "async ([module, text]) => (await import(module)).checkGrammar(text)",
        [static("workbench/grammar/grammar.js"), text],
    )
    return found


def check_grammar(page: Page) -> None:
    """Hold the help against typical errors, of which it may miss a tenth, and sentences that are sound."""
    assert len(sentences("errors")) == len(sentences("sound")) == 40
    for more in ("", "-more"):
        assert grammar_of(page, "\n\n".join(sentences(f"sound{more}"))) == []
        errors = sentences(f"errors{more}")
        assert len(errors_missed(page, errors)) <= len(errors) // 10


def errors_missed(page: Page, errors: list[str]) -> list[str]:
    """Return the sentences of whose wrong words, which stand in brackets, nothing is said."""
    marked = "\n\n".join(errors)
    found = grammar_of(page, re.sub(r"[\[\]]", "", marked))
    missed = []
    for place, match in enumerate(re.finditer(r"\[(.*?)\]", marked)):
        start = match.start() - 2 * place
        end = start + len(match[1])
        if not any(one["start"] < end and start < one["end"] for one in found):
            missed.append(match[0])
    return missed


def mark_told(page: Page) -> Locator:
    """Look whether both talks were given alike, and tick the first key fact as told to A."""
    page.keyboard.press("y")
    assert focus_of(page) == "talks"
    tick = page.locator("[data-focus='talks.0.a']")
    tick.focus()
    page.keyboard.press("Space")
    expect(page.locator(".talks-table").first).to_contain_text("1 turn · 0:00.5")
    expect(page.locator(".flag-delays")).to_have_text("Measured delays: the study does not show them now")
    page.keyboard.press("Escape")
    return tick


def flag(page: Page, wanted: str) -> None:
    """Find a cluster and give A its first severity."""
    page.keyboard.press("n")
    page.keyboard.type(wanted)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")


def look_for_clusters(page: Page) -> None:
    """Words in a note find a cluster where no name has them; what is not found stays; Escape leaves."""
    page.keyboard.press("n")
    for wanted, n in (("flattery", 1), ("지연", 1), ("no such thing", 0)):
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(wanted)
        expect(page.locator(".flag-row:visible:not(.flag-head)")).to_have_count(n)
    expect(page.locator(".flag-matrix .told")).to_have_text("No cluster holds these words.")
    page.keyboard.press("Enter")
    assert focus_of(page) == "cluster-search"
    page.keyboard.press("Escape")
    expect(page.locator(".flag-row:visible:not(.flag-head)")).to_have_count(12)
    expect(page.locator("[data-focus=cluster-search]")).not_to_be_focused()


def flag_with_its_time(page: Page, wanted: str) -> None:
    """Flag a cluster; without an instance it is not complete."""
    flag(page, wanted)
    shown = page.locator(".flag-panel:not([hidden])")
    expect(shown.locator(".flag-meaning")).to_contain_text("One very short overlap")
    page.keyboard.press("o")
    expect(shown.locator(".fault")).to_be_visible()
    assert focus_of(page) == "errors.cut-off.a.0.turn"
    page.keyboard.press("Alt+m")
    expect(shown.locator(".fault")).to_be_hidden()
    expect(page.locator("#save-state")).to_have_text("Saved")


def lose_nothing(page: Page, address: str) -> None:
    """The network is lost and another tab goes on: both versions are shown, and nothing is mixed."""
    before = work_of(page)["answers"]
    page.route("**/draft", lambda route: route.abort())
    page.locator("[data-focus='errors.cut-off.a.0.note']").fill("over the us")
    page.locator("[data-focus='rationale.draft']").fill("아직 보내지 않은 초안")
    expect(page.locator("#save-state")).to_have_text("Kept on this device, not yet sent")
    here = work_of(page)["answers"]
    name = page.evaluate("() => document.querySelector('ear-workbench').desk.work.assignment.id")
    draft = f"{address}/api/v1/assignments/{name}"
    seen = page.request.get(draft).json()
    kept = seen["draft"]
    theirs = json.dumps(kept["body"]).replace(json.dumps("초안"), json.dumps("다른 탭의 초안"))
    other = json.loads(theirs)
    other["answers"]["pair"]["naturalness"]["choice"] = "b"
    sent = {"tab": "another", "sequence": kept["sequence"] + 1, "base": kept["sequence"], "body": other}
    stamp = {"revises": None, "recording_revision": seen["recording"]["revision"]}
    saved = page.request.put(f"{draft}/draft", data={**sent, **stamp})
    assert saved.ok
    page.unroute("**/draft")
    page.once("dialog", lambda dialog: dialog.accept())
    page.reload()
    rows = page.locator(".versions tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(0).locator("td")).to_have_text(["Tie · heard at T1", "B · heard at T1"])
    expect(rows.nth(1)).to_contain_text("The two conversations · Rationale")
    expect(rows.nth(1)).to_contain_text("다른 탭의 초안")
    expect(rows.nth(2)).to_contain_text("Model A · Error clusters")
    expect(rows.nth(2)).to_contain_text("over the us")
    page.locator("button[data-version=here]").click()
    page.wait_for_selector("ear-pair-desk")
    assert work_of(page)["answers"] == here != before
    page.locator("[data-focus='rationale.draft']").fill("초안")
    expect(page.locator("#save-state")).to_have_text("Saved")


def take_proposals(page: Page) -> None:
    """A severity and a Task Success are proposed by what is flagged, and chosen by nobody but the rater."""
    panel = page.locator(".flag-panel:not([hidden])")
    panel.locator(".throughout input").check()
    expect(panel.locator(".flag-proposal")).to_contain_text(
        "It is there throughout, which points to “Major”."
    )
    assert work_of(page)["answers"]["sides"]["a"]["errors"]["flags"][0]["severity"] == "minor"
    panel.locator(".throughout input").uncheck()
    expect(panel.locator(".flag-proposal")).to_be_empty()
    flag(page, "wrong lang")
    page.get_by_role("button", name="Show it in “Task Success” too").and_(page.locator(":visible")).press(
        "Enter"
    )
    assert focus_of(page).startswith("a.task-success")
    proposed = page.locator("[data-question=task-success] .flag-proposal:visible")
    expect(proposed.get_by_role("button")).to_have_text(["Partial", "Fail"])
    assert work_of(page)["answers"]["sides"]["a"]["task-success"]["choice"] == "pass"
    proposed.get_by_role("button", name="Partial").press("Enter")
    expect(proposed).to_have_count(0)
    assert (focus_of(page), work_of(page)["answers"]["sides"]["a"]["task-success"]["choice"]) == (
        "a.task-success.reason",
        "partial",
    )
    for _ in range(2):  # the choice, then the flag
        page.keyboard.press("Escape")
        page.keyboard.press("Control+z")
    expect(panel).to_have_count(1)


def settle(page: Page, text: str) -> None:
    """Send: what the audits find stands beside its field, and once more before it goes out."""
    box = page.locator("[data-focus='rationale.text']")
    box.fill(f"{text} It helps at {{turn}}.")
    page.locator(".next").click()
    expect(page.locator("[data-question=rationale] .fault:visible")).to_contain_text("waits to be filled in")
    expect(page.locator(".coach")).to_contain_text("Fill in the turn")
    assert page.evaluate("() => getSelection().toString()") == "{turn}"
    box.fill(text)
    beside = page.locator("[data-question=overall] .hint")
    expect(beside).to_contain_text("another choice than Overall: Model B")
    page.keyboard.press("Escape")
    slow: list[Route] = []
    page.route("**/findings", lambda route, _request: slow.append(route))
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".notice:visible")).to_have_text("Looking at your answers once more …")
    slow[-1].continue_()
    page.unroute("**/findings")
    first = page.locator(".last-look .finding").first
    expect(first.locator("textarea")).to_be_focused()
    page.keyboard.press("Enter")
    expect(first.locator(".fault")).to_be_visible()
    page.keyboard.type("B is named for")
    page.keyboard.press("Escape")  # what was typed is there when one comes back
    page.locator(".next").click()
    expect(first.locator("textarea")).to_have_value("B is named for")
    first.locator("textarea").fill("B is named for its plan alone.")
    page.keyboard.press("Enter")


def stored(study: Study) -> tuple[dict[tuple[str, str], str], dict[str, Any]]:
    """Return the choices by target and question, and the body, of the one submission."""
    score, sent = tables.score.c, tables.submission.c
    with study.home.database.read() as connection:
        key, body = connection.execute(select(sent.id, sent.body).where(sent.study_id == study.id)).one()
        rows = connection.execute(
            select(score.target, score.question, score.choice).where(score.submission_id == key)
        )
        return {(row.target, row.question): row.choice for row in rows}, body


def test_a_pair_is_compared_by_keyboard_alone(open_page: OpenPage, site: Site, pairs: Study) -> None:
    page = open_page(pairs, site.token_for(pairs, f"rater of {pairs.name}"))
    page.wait_for_selector("ear-pair-desk")
    come_too_early(page)
    first, other = hear_both(page)
    # A switch lands on the same turn of the other side, at its first sample.
    page.keyboard.press("]")
    page.keyboard.press("]")
    page.keyboard.press("x")
    state = state_of(page)
    assert (state["active"], state[first]["turn"]) == (first, state[other]["turn"])
    assert state[first]["time"] == pytest.approx(0.5 * state[first]["turn"], abs=1e-6)

    tick = mark_told(page)

    judge(page)
    written = compose(page, first)
    check_grammar(page)
    look_for_clusters(page)
    flag_with_its_time(page, "Interrupted User")  # an older name
    lose_nothing(page, site.address)
    page.route("**/talks", lambda route: route.abort())
    page.reload()  # all is there again, and the last choice can be taken back
    page.wait_for_selector("ear-pair-desk")
    expect(page.locator(".talks summary .badge")).to_have_text(["not fetched"])
    page.unroute("**/talks")
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(tick).to_be_checked()
    page.keyboard.press("Control+z")
    assert "errors" not in work_of(page)["answers"]["sides"]["a"]
    flag(page, "2")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    take_proposals(page)
    expect(page.locator(".pair-desk .status")).to_have_text("Complete")
    page.keyboard.press("Enter")
    expect(page.locator(".next")).to_be_focused()
    settle(page, told := f"{written} Overall I prefer Model B.")
    expect(page.locator(".end h1")).to_have_text("Nothing left for you")

    chosen, body = stored(pairs)
    compared = ("overall", "naturalness", "dynamics", "utility", "audio-quality")
    assert [chosen["pair", name] for name in compared] == ["a", "tie", "a", "b", "both-good"]
    assert [chosen[side, "task-success"] for side in "ab"] == ["pass", "partial"]
    assert chosen["a", "errors.cut-off"] == "minor"
    assert body["answers"]["pair"]["rationale"] == {"text": told, "draft": "초안"}
    assert body["talks"] == {"key_facts": [MARKED]}
    for side in "ab":
        assert body["answers"]["sides"][side]["task-success"].items() >= FILLED.items()
    outcomes = {hint["id"]: (hint["outcome"], hint.get("reason")) for hint in body["hints"]}
    assert outcomes["overall-against-rationale"] == ("answered", "B is named for its plan alone.")
    assert outcomes["overall-against-marks"] == ("kept", None)
    heard = {side: len(account["targets"]) for side, account in body["listening"]["sides"].items()}
    assert heard == {"a": 3, "b": 3}
