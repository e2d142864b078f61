"""A rater before one conversation, talking to the interface directly, as no page of ours would."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from httpx2 import ASGITransport, AsyncClient, Response
from sqlalchemy import select

from earmark.services.home import Home, open_home
from people import NOON, bring_in, token_of
from rows import StudyRows


@dataclass
class Desk:
    """Two raters of the study *calls*, whose clock one can turn. *rater* has a task in hand."""

    app: FastAPI
    home: Home
    clock: list[int]
    tokens: dict[str, str] = field(default_factory=dict)
    assignment: dict[str, Any] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"/assignments/{self.assignment['id']}"

    @property
    def turns(self) -> dict[str, list[str]]:
        """The ids of the turns by role."""
        turns = self.assignment["stimuli"][0]["turns"]
        return {role: [turn["id"] for turn in turns if turn["role"] == role] for role in ("user", "agent")}

    def edges_of(self, turn: str) -> tuple[float, float]:
        """Return when a turn starts and ends."""
        [found] = [one for one in self.assignment["stimuli"][0]["turns"] if one["id"] == turn]
        return found["start_s"], found["end_s"]

    def ask(self, *requests: tuple[str, str, Any], who: str = "rater", **headers: str) -> list[Response]:
        """Send requests at the same instant; a body that is bytes goes out as it is."""
        self.app.state.home = self.home

        async def send() -> list[Response]:
            transport = ASGITransport(self.app, raise_app_exceptions=False)
            cookies = {"earmark": self.tokens[who]}
            async with AsyncClient(
                transport=transport, base_url="http://earmark.test", cookies=cookies
            ) as client:
                return await asyncio.gather(*(self._send(client, *one, headers) for one in requests))

        return asyncio.run(send())

    async def _send(
        self, client: AsyncClient, method: str, path: str, body: Any, headers: dict[str, str]
    ) -> Response:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        kind = {"Content-Type": headers.get("content_type", "application/json")}
        return await client.request(method, f"/api/v1{path}", content=content, headers=kind)

    def take(self, who: str = "rater") -> dict[str, Any]:
        [answer] = self.ask(("POST", "/studies/calls/next", {}), who=who)
        found: dict[str, Any] = answer.json()["assignment"]
        return found

    def submission(self, body: Any, *, key: str = "", **more: Any) -> tuple[str, str, Any]:
        key = key or f"key-of-{self.assignment['id']}"
        return "POST", f"{self.address}/submission", {"key": key, "language": "en", "body": body, **more}

    def draft(self, sequence: int, base: int, tab: str, body: Any, **more: Any) -> tuple[str, str, Any]:
        stamped = {"sequence": sequence, "base": base, "tab": tab, "body": body, **more}
        return "PUT", f"{self.address}/draft", stamped

    def kept(self) -> Any:
        """Return the body of the draft as the server gives it back."""
        [answer] = self.ask(("GET", self.address, b""))
        return (answer.json()["draft"] or {}).get("body")

    def stored(self, column: Any) -> list[Any]:
        """Return a column of the database."""
        with self.home.database.read() as connection:
            return list(connection.execute(select(column)).scalars())

    def whole(self) -> dict[str, Any]:
        """Return a submission without a fault."""
        answer = {"score": 4, "justification": "Clear, and to the point."}
        agents = self.turns["agent"]
        return {
            "answers": {
                "turns": {turn: {"content": dict(answer), "prosody": dict(answer)} for turn in agents}
            },
            "discards": [],
            "listening": {
                "played": {"both": [[0.0, 60.0]]},
                "targets": {turn: {"plays": 1} for turn in agents},
                "seconds": 9.5,
            },
        }

    def with_content(self, **fields: Any) -> dict[str, Any]:
        """Return a submission in which the first turn's Content has other fields."""
        body = copy.deepcopy(self.whole())
        body["answers"]["turns"][self.turns["agent"][0]]["content"] |= fields
        return body


@contextmanager
def open_desk(app: FastAPI, folder: Path, *, turns: int = 2) -> Iterator[Desk]:
    """Lay a desk into a data folder."""
    clock = [NOON]
    with open_home(folder, clock=lambda: clock[0]) as home:
        yield _lay(Desk(app, home, clock), turns=turns)


def _lay(desk: Desk, *, turns: int) -> Desk:
    """Make the study *calls* of the protocol conversation-turns with two calls, and give one to *rater*."""
    home = desk.home
    study = home.studies.create("calls", protocol="conversation-turns", settings={"lease_minutes": 1})
    rows = StudyRows(study, at=NOON)
    for item in ("first", "second"):
        rows.recording(item, "warm", turns=turns, agent_channel=1)
    rows.save()
    for name in ("rater", "other"):
        desk.tokens[name] = token_of(home, bring_in(study, name))
    desk.assignment = desk.take()
    return desk
