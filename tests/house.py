"""A served home with people of every kind, for tests of what the web answers to whom."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from fastapi import FastAPI
from httpx2 import ASGITransport, AsyncClient, Response
from sqlalchemy import Connection, select, update
from starlette.testclient import TestClient

from earmark.audio.peaks import PeaksFile
from earmark.core.roles import Role
from earmark.services import jobs, uploads
from earmark.services.home import Home
from earmark.services.links import make_invitation
from earmark.services.members import join, revoke_member
from earmark.services.people import create_person
from earmark.services.queue import next_assignment
from earmark.services.sessions import open_session
from earmark.services.tokens import token_hash
from earmark.storage import tables
from earmark.storage.seats import get_seat
from people import NOON
from rows import PROTOCOL, StudyRows

ROLES = {
    "owner": Role.OWNER,
    "reviewer": Role.REVIEWER,
    "rater": Role.RATER,
    "other": Role.RATER,
    "revoked": Role.RATER,
}


_MORE = """\
guide:
  - {id: start, title: {en: "Start", ko: "시작"}}
exits:
  - id: skip
    act: skip
    scopes: [item]
    title: {en: "Skip this clip", ko: "이 클립 건너뛰기"}
    when: {en: "You cannot judge it.", ko: "판단할 수 없을 때"}
    reasons: [{id: accent, title: {en: "The accent", ko: "억양"}}]
"""


_WORDS = """\
placeholders:
  - {id: turn, hint: {en: "the turn", ko: "턴"}, example: {en: "T2", ko: "T2"}}
groups:
  - id: overall
    title: {en: "Overall", ko: "전체"}
    use: {en: "To begin with", ko: "처음에"}
    phrases:
      - {id: warm, text: {en: "It sounds warm at {turn}.", ko: "{turn}에서 따뜻하게 들립니다."}}
notes:
  - id: also
    title: {en: "It also", ko: "또한"}
    learn_first: true
    pattern: It also + verb
    why: {en: "The easiest way to add a point.", ko: "덧붙이는 가장 쉬운 방법입니다."}
    examples:
      - {en: "It also asks back.", ko: "되묻기도 합니다."}
      - {en: "It is also clear.", ko: "또렷하기도 합니다."}
    mistake: {wrong: "It asks also.", right: "It also asks."}
graded:
  - id: warm
    grade: good
    overall: a
    title: {en: "A warm voice", ko: "따뜻한 목소리"}
    why: {en: "It names what was heard.", ko: "들은 것을 말합니다."}
    text: {en: "Model A is warm at T2.", ko: "모델 A는 T2에서 따뜻합니다."}
    marks: {}
    context: {class: eq}
chains:
  - id: reply
    title: {en: "A reply", ko: "대답"}
    links:
      - {note: also, text: {en: "It listens.", ko: "듣습니다."}}
      - {note: also, text: {en: "It also answers.", ko: "대답도 합니다."}}
"""


@dataclass(frozen=True)
class Laid:
    """What the copied home holds: by name the ids of people and things, and tokens that let in."""

    folder: Path
    ids: dict[str, str]
    tokens: dict[str, str]


@dataclass(frozen=True)
class Ask:
    """A request by somebody; `body` is what the client takes: json or data."""

    who: str
    method: str
    path: str
    body: dict[str, Any] = field(default_factory=dict)


@dataclass
class House:
    """A served home. *rater* holds an assignment of the study *voices*; *stranger* owns *others* alone."""

    home: Home
    app: FastAPI
    ids: dict[str, str]
    tokens: dict[str, str]
    browsers: list[TestClient] = field(default_factory=list)

    def browser(self, who: str = "anonymous") -> TestClient:
        """Return a browser in which this person is signed in."""
        browser = TestClient(
            self.app, base_url="http://earmark.test", follow_redirects=False, raise_server_exceptions=False
        )
        if who != "anonymous":
            browser.cookies.set("earmark", self.tokens[who], domain="earmark.test")
        self.browsers.append(browser)
        return browser

    def ask(self, *requests: Ask) -> list[Response]:
        """Send requests one after the other, each by a browser of its own, and return the answers."""

        async def send() -> list[Response]:
            return [await self._send(request) for request in requests]

        return asyncio.run(send())

    async def _send(self, request: Ask) -> Response:
        cookies = {} if request.who == "anonymous" else {"earmark": self.tokens[request.who]}
        transport = ASGITransport(self.app, raise_app_exceptions=False)
        async with AsyncClient(
            transport=transport, base_url="http://earmark.test", cookies=cookies
        ) as client:
            return await client.request(request.method, request.path, **request.body)


def lay_house(home: Home, folder: Path) -> Laid:
    """Fill a home: two studies, six people, an assignment in hand, an item that waits, an invitation."""
    for language in ("en", "ko"):
        (folder / "guide" / language).mkdir(parents=True)
        (folder / "guide" / language / "start.md").write_text("# Start\n", encoding="utf-8")
    (folder / "protocol.yaml").write_text(PROTOCOL + _MORE, encoding="utf-8")
    (folder / "phrasebook").mkdir()
    (folder / "phrasebook" / "words.yaml").write_text(_WORDS, encoding="utf-8")
    voices = home.studies.create("voices", protocol=folder, title="Voices")
    others = home.studies.create("others", protocol=folder, title="Others")
    rows = StudyRows(voices, at=NOON)
    sound = home.objects.put_bytes(b"fLaC and more")
    with PeaksFile(folder / "peaks", sample_rate_hz=8000, channels=1) as drawn:
        drawn.write(np.zeros((1, 80), np.int16))
    peaks = home.objects.put_file(folder / "peaks")
    recording = rows.recording("hello", "warm", votes=9, rendition_hash=sound, peaks_hash=peaks)
    broken = rows.recording("noise", "warm")
    rows.save()
    ids = {"voices": voices.id, "others": others.id, "task": broken.task, "stimulus": recording.stimulus}
    tokens: dict[str, str] = {}

    def fill(connection: Connection) -> None:
        stop = update(tables.task).where(tables.task.c.id == broken.task).values(state="waiting")
        connection.execute(stop)
        _bring_people(connection, ids, tokens)
        seat = get_seat(connection, study_id=voices.id, person_id=ids["rater"])
        assert seat is not None
        ids["assignment"] = next_assignment(connection, seat, voices.protocol, now=NOON).assignment or ""

    home.database.write(fill)
    _send(home, voices.id, ids)
    return Laid(home.settings.home, ids, tokens)


def _send(home: Home, study_id: str, ids: dict[str, str]) -> None:
    """Begin an upload and leave it, and end an import before that."""
    files = [uploads.Announced("in/a.wav", 4, 1)]
    ids["upload"], [file], _ = uploads.announce(home, study_id, files, person_id=ids["owner"])
    ids["file"] = file.id
    arguments = {"upload": "gone", "condition_from": None, "agent_channel": None}
    arguments |= {"agent_speakers": [], "vad": None, "on_change": "refuse", "dry_run": False}
    asked = {"study_id": study_id, "person_id": ids["owner"], "arguments": arguments, "now": NOON}
    ids["job"] = home.database.write(lambda c: jobs.ask_for(c, "import", **asked))
    home.database.write(lambda c: jobs.cancel_job(c, ids["job"], study_id=study_id, now=NOON))


def _bring_people(connection: Connection, ids: dict[str, str], tokens: dict[str, str]) -> None:
    for name in (*ROLES, "stranger"):
        ids[name] = create_person(connection, name=name, now=NOON, founder=name == "owner")
        tokens[name] = open_session(connection, ids[name], agent="Firefox/140 Linux", now=NOON)
    for name, role in ROLES.items():
        _join(connection, ids["voices"], ids[name], role)
    _join(connection, ids["others"], ids["stranger"], Role.OWNER)
    revoke_member(connection, study_id=ids["voices"], person_id=ids["revoked"], now=NOON)
    invitation = make_invitation(connection, study_id=ids["voices"], role=Role.RATER, cap=5, now=NOON)
    ids["link"], tokens["invitation"] = invitation.id, invitation.token
    ids["session"] = token_hash(open_session(connection, ids["rater"], agent="Safari/18 iPhone", now=NOON))


def _join(connection: Connection, study_id: str, person_id: str, role: Role) -> None:
    join(connection, study_id=study_id, person_id=person_id, role=role, now=NOON, invited_at=NOON)


def count_used(house: House, token: str) -> int:
    with house.home.database.read() as connection:
        used: int = connection.execute(
            select(tables.link.c.used).where(tables.link.c.token_hash == token_hash(token))
        ).scalar_one()
    return used
