from __future__ import annotations

import html
import re

from httpx2 import Response
from sqlalchemy import insert, select

from earmark.core.roles import Role
from earmark.services.members import join, standing
from earmark.services.soundchecks import CHECKS, Finding
from earmark.storage import tables
from earmark.web.sound_words import CHECKS as NAMES
from earmark.web.sound_words import sound_remarks
from house import House
from people import NOON
from rows import StudyRows


def words(text: str) -> str:
    """Return what a reader sees of a page: its words, one space apart."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def task_state(house: House) -> str:
    with house.home.database.read() as connection:
        state: str = connection.execute(
            select(tables.task.c.state).where(tables.task.c.id == house.ids["task"])
        ).scalar_one()
    return state


def mark(house: House, **columns: object) -> None:
    standard = {
        "id": "mark-1",
        "study_id": house.ids["voices"],
        "task_id": house.ids["task"],
        "assignment_id": house.ids["assignment"],
        "rater_id": house.ids["rater"],
        "exit": "skip",
        "act": "skip",
        "scope": "item",
        "made_at": NOON,
    }
    house.home.database.write(
        lambda connection: connection.execute(insert(tables.mark).values(standard | columns))
    )


def test_each_role_finds_its_next_steps(house: House) -> None:
    paths = {
        who: re.findall('class="button[^"]*" href="([^"]+)"', house.browser(who).get("/").text)
        for who in ("owner", "reviewer", "rater", "revoked")
    }
    voices = "/studies/voices"
    assert paths == {
        "owner": [f"{voices}/rate", f"{voices}/results", voices],
        "reviewer": [f"{voices}/results"],
        "rater": [f"{voices}/work", f"{voices}/rate"],
        "revoked": [],
    }


def test_who_has_no_study_reads_what_to_do(house: House) -> None:
    assert "A study's owner lets you in by an invitation link." in words(
        house.browser("revoked").get("/").text
    )


def test_the_overview_says_where_the_study_stands(house: House) -> None:
    text = words(house.browser("owner").get("/studies/voices").text)
    assert "Submissions in 0 of 10 In hand now 1 Raters so far 0 Waiting for you 1" in text
    assert "rater 0 0 0 1 not yet" in text


def test_an_owner_pauses_and_resumes(house: House) -> None:
    owner = house.browser("owner")
    states = []
    for state in ("paused", "paused", "open", "gone"):
        owner.post("/studies/voices/state", data={"state": state})
        states.append(house.home.studies["voices"].state)
    assert states == ["paused", "paused", "open", "open"]


def test_an_invitation_is_shown_once_and_works(house: House) -> None:
    owner = house.browser("owner")
    made = owner.post("/studies/voices/invitations", data={"role": "reviewer", "cap": "2", "days": "3"})
    [address] = re.findall('value="(http://earmark.test/links/[^"]+)"', made.text)
    assert "A link for up to 2 people. Role: reviewer" in words(made.text)
    assert owner.get("/studies/voices").text.count(address) == 0
    house.browser("stranger").post(address.removeprefix("http://earmark.test"))
    with house.home.database.read() as connection:
        found = standing(connection, study_name="voices", person_id=house.ids["stranger"])
    assert found is not None
    assert found.role is Role.REVIEWER


def test_an_invitation_out_of_bounds_is_refused_with_its_bounds(house: House) -> None:
    owner = house.browser("owner")
    for bounds in ({"cap": "0"}, {"cap": "10001"}, {"days": "0"}, {"days": "366"}):
        answer = owner.post("/studies/voices/invitations", data={"role": "rater"} | bounds)
        assert answer.status_code == 422
        assert "An invitation is for 1 to 10,000 people and 1 to 365 days." in words(answer.text)


def act(house: House, name: str, **fields: object) -> Response:
    data = {"act": name, "task": house.ids["task"], "back": "/studies/voices"} | fields
    return house.browser("owner").post("/studies/voices/items", data=data)


def test_a_waiting_item_is_handed_out_again_and_that_is_undone(house: House) -> None:
    owner = house.browser("owner")
    assert "noise warm 0 Open again Withdraw" in words(owner.get("/studies/voices").text)
    answer = act(house, "open")
    assert (answer.status_code, task_state(house)) == (303, "open")
    told = owner.get(answer.headers["location"]).text
    assert "1 item: handed out again. Undo" in words(told)
    [batch] = re.findall('name="batch" value="([^"]+)"', told)
    undone = owner.post("/studies/voices/items/undo", data={"batch": batch, "back": "/studies/voices/items"})
    assert task_state(house) == "waiting"
    shown = owner.get(undone.headers["location"]).text
    assert "Undone for 1 item." in words(shown)
    assert "noise" in words(shown)


def test_what_cannot_be_done_is_said_with_the_reason(house: House) -> None:
    answer = act(house, "fewer")
    told = words(house.browser("owner").get(answer.headers["location"]).text)
    assert "1 item stays as it was: already so." in told
    assert "Nothing was chosen." in words(
        house.browser("owner").get(act(house, "more", task=[]).headers["location"]).text
    )


def test_an_item_in_hand_is_withdrawn_only_after_it_was_said_whom_that_touches(house: House) -> None:
    with house.home.database.read() as connection:
        in_hand = connection.execute(
            select(tables.assignment.c.task_id).where(tables.assignment.c.id == house.ids["assignment"])
        ).scalar_one()
    asked = act(house, "withdraw", task=in_hand)
    assert (asked.status_code, "At work on it now." in words(asked.text)) == (200, True)
    assert re.search(r"<li>rater ", asked.text)
    act(house, "withdraw", task=in_hand, confirmed="1")
    shown = words(house.browser("owner").get(f"/studies/voices/items/{in_hand}").text)
    assert "hello warm withdrawn" in shown
    assert "rater taken back" in shown
    assert "What happened 1 Jan 2026, 12:00 UTC withdrawn owner" in shown


def test_an_act_goes_to_all_that_the_filter_shows(house: House) -> None:
    act(house, "first", task=[], all="1", state="waiting")
    act(house, "first", task=[], all="1", q="HEL")
    act(house, "later", task=[], all="1", q="nothing")
    with house.home.database.read() as connection:
        priorities = connection.execute(select(tables.task.c.priority)).scalars().all()
    assert priorities == [1, 1]


def test_items_are_filtered_by_the_address(house: House) -> None:
    owner = house.browser("owner")
    shown = {
        state: re.findall(r">(hello|noise)</a>", owner.get(f"/studies/voices/items?{state}").text)
        for state in (
            "",
            "state=open",
            "state=in-work",
            "state=waiting",
            "state=withdrawn",
            "state=made-up",
            "sort=-name",
            "q=NOI",
            "q=warm.wav",
            "condition=cold",
            f"rater={house.ids['rater']}",
        )
    }
    assert list(shown.values()) == [
        ["hello", "noise"],
        ["hello"],
        ["hello"],
        ["noise"],
        [],
        ["hello", "noise"],
        ["noise", "hello"],
        ["noise"],
        ["hello", "noise"],
        [],
        ["hello"],
    ]


def test_what_was_found_about_the_sound_stands_by_its_item_and_can_be_listed_alone(house: House) -> None:
    rows = StudyRows(house.home.studies["voices"], at=NOON, prefix="odd-")
    found = [Finding("dead-channel", 1), Finding("broken-off", value=1.5)]
    rows.recording("hush", details={"findings": [one.as_json() for one in found]})
    rows.recording("soft", details={"level_db": -40.0})
    for number in range(4):
        rows.recording(f"usual {number}", details={"level_db": -20.0})
    rows.save()
    owner = house.browser("owner")
    shown = words(owner.get("/studies/voices/items?finding=any").text)
    assert "With any remark (2)" in shown
    assert "hush silent channel: right If a speaker is missing there, record it again; if not," in shown
    assert "breaks off: 1.50 s are missing Copy or export it again" in shown
    assert "soft 20 dB softer than the other recordings" in shown
    assert "usual" not in shown
    owner.post("/preferences", data={"language": "ko"})
    assert "소리가 없는 채널: 오른쪽" in words(owner.get("/studies/voices/items").text)


def test_every_check_has_words_for_the_page() -> None:
    assert NAMES.keys() == set(CHECKS)
    for language in ("en", "ko"):
        remarks = sound_remarks([Finding(check, 0, 1.0, "x") for check in CHECKS], language)
        assert all(one.reason and one.remedy for one in remarks)


def test_marks_are_told_in_the_words_of_the_protocol(house: House) -> None:
    mark(house, reason="accent", explanation="<b>Too far</b> from mine")
    owner = house.browser("owner")
    skips = owner.get("/studies/voices/marks?act=skip")
    assert "noise noise-warm.wav warm Skip this clip The accent <b>Too far</b> from mine rater" in words(
        skips.text
    )
    assert "Nothing was discarded" in words(owner.get("/studies/voices/marks").text)
    owner.post("/preferences", data={"language": "ko"})
    assert "이 클립 건너뛰기 억양" in words(owner.get("/studies/voices/marks?act=skip").text)


def test_a_mark_names_the_condition_and_the_agent_turn_as_raters_see_it(house: House) -> None:
    rows = StudyRows(house.home.studies["voices"], at=NOON, prefix="call-")
    call = rows.recording("call", "cold", turns=3)
    rows.leave(call, "Ida", "discard", scope="turn", target=call.turns[2])
    rows.save()
    told = words(house.browser("owner").get("/studies/voices/marks").text)
    assert "Item Condition What Reason Rater When call call-cold.wav cold discard · A3 Ida" in told


def test_columns_say_that_they_count_whole_items(house: House) -> None:
    owner = house.browser("owner")
    for language, title in (("en", "Whole-item discards"), ("ko", "항목 전체 제외")):
        owner.post("/preferences", data={"language": language})
        pages = [owner.get(f"/studies/voices{path}").text for path in ("", "/items")]
        assert [text.count(f">{title}<") for text in pages] == [2, 1]


def test_settings_are_taken_all_or_none_and_what_is_wrong_is_named_at_its_field(house: House) -> None:
    owner = house.browser("owner")
    fields = {"votes_per_item": "4", "lease_minutes": "45", "discards_to_stop": "2", "vad": "fast"}
    fields |= {"agent_pause_s": "2", "user_pause_s": "1.5", "transcript": "never"}
    refused = owner.post("/studies/voices/settings", data=fields | {"lease_minutes": "soon"})
    assert (refused.status_code, house.home.studies["voices"].settings.votes_per_item) == (422, 1)
    assert re.search(r'id="lease_minutes"[^>]*value="soon"[^>]*aria-invalid="true"', refused.text)
    assert owner.post("/studies/voices/settings", data=fields).status_code == 303
    settings = house.home.studies["voices"].settings
    assert (settings.votes_per_item, settings.lease_minutes, settings.items_per_rater) == (4, 45, None)
    assert (settings.transcript, settings.hear_first) == ("never", False)  # the box was not ticked
    checked = owner.post("/studies/voices/settings/fact-check").headers["location"]
    assert "No fact-check has failed" in owner.get(checked).text
    asked = owner.get(checked.replace("none", "asked")).text
    assert "The talks whose fact-check failed are checked again." in asked


def test_the_settings_of_every_protocol_are_shown(house: House) -> None:
    owner = house.browser("owner")
    for name in ("conversation-turns", "clip-rating", "live-ab"):
        study = house.home.studies.create(f"of-{name}", protocol=name)
        let_in = {"study_id": study.id, "person_id": house.ids["owner"], "role": Role.OWNER}
        house.home.database.write(lambda c, let_in=let_in: join(c, **let_in, now=NOON, invited_at=NOON))
        shown = owner.get(f"/studies/of-{name}/settings")
        assert (shown.status_code, 'name="fact_check"' in shown.text) == (200, name == "live-ab")
    fields = {"votes_per_item": "1", "lease_minutes": "45", "discards_to_stop": "2", "vad": "fast"}
    fields |= {"agent_pause_s": "2", "user_pause_s": "1.5"}
    address, lines = "/studies/of-live-ab/settings", 'warm, cold\r\n"a, b",cold\r\n'
    assert owner.post(address, data=fields | {"pairs": lines}).status_code == 303
    study = house.home.studies["of-live-ab"]
    assert study.settings.pairs == (("warm", "cold"), ("a, b", "cold"))
    assert ">warm,cold\n&#34;a, b&#34;,cold" in owner.get(address).text
    refused = owner.post(address, data=fields | {"pairs": "warm"})
    assert (refused.status_code, "&#39;warm&#39; is none." in refused.text) == (422, True)


def test_an_owner_pauses_and_caps_a_rater_and_closes_the_study(house: House) -> None:
    owner, rater = house.browser("owner"), house.ids["rater"]
    owner.post(f"/studies/voices/raters/{rater}/pause", data={"paused": "1"})
    owner.post(f"/studies/voices/raters/{rater}/cap", data={"cap": "7"})
    owner.post(f"/studies/voices/raters/{rater}/group", data={"group": " experts "})
    assert owner.post(f"/studies/voices/raters/{rater}/group", data={"group": "x" * 65}).status_code == 422
    shown = owner.get("/studies/voices/raters").text
    assert 'value="experts"' in shown
    assert "rater paused hello in hand until" in words(shown)
    assert 'value="7"' in shown
    assert owner.post(f"/studies/voices/raters/{rater}/cap", data={"cap": "few"}).status_code == 422
    owner.post("/studies/voices/state", data={"state": "closed"})
    assert house.home.studies["voices"].state == "closed"
    assert "its results are final" in words(owner.get("/studies/voices").text)
    assert "taken back" not in words(owner.get("/studies/voices/raters").text)
    owner.post("/studies/voices/state", data={"state": "open"})
    assert house.home.studies["voices"].state == "open"


def test_the_last_owner_cannot_be_put_out(house: House) -> None:
    answer = house.browser("owner").post(f"/studies/voices/members/{house.ids['owner']}/revoke")
    assert answer.status_code == 409
    assert "This is the study's only owner." in words(answer.text)


def test_an_owner_lets_a_member_without_a_password_back_in(house: House) -> None:
    answer = house.browser("owner").post(f"/studies/voices/members/{house.ids['rater']}/link")
    [path] = re.findall('value="http://earmark.test(/links/[^"]+)"', answer.text)
    browser = house.browser()
    browser.post(path)
    assert browser.get("/studies/voices/rate").status_code == 200


def test_pages_hold_no_inline_script_style_or_handler(house: House) -> None:
    owner = house.browser("owner")
    paths = (
        "/",
        "/account",
        "/sign-in",
        f"/studies/voices/items/{house.ids['task']}",
        *(f"/studies/voices{page}" for page in ("", "/items", "/marks", "/raters", "/settings", "/members")),
    )
    for path in paths:
        text = owner.get(path).text
        assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text) == []
