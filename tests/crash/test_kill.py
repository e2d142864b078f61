"""The server is killed as by a power cut while raters send; what was acknowledged must be there, once."""

from __future__ import annotations

import http.client
import json
import os
import random
import sqlite3
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from earmark.core.order import FIXED
from earmark.services.home import Home, open_home
from earmark.storage.queue import assign, lease_task
from hall import enrol, lay_tasks
from serving import Client, Server, sign_in

pytestmark = pytest.mark.server

ROUNDS = int(os.environ.get("EARMARK_KILL_ROUNDS", "2"))
RATERS = 20
TASKS = 400
EFFORT = Path(__file__).parent.parent / "protocols" / "folders" / "listening-effort"
GONE = (ConnectionError, http.client.HTTPException, OSError)


def body_of(score: int) -> dict[str, Any]:
    return {
        "answers": {"item": {"effort": {"score": score}}},
        "listening": {"played": {"both": [[0, 3600]]}, "targets": {"item": {"plays": 1}}},
    }


@dataclass
class Sender:
    """One rater who takes tasks and rates them, and remembers what the server has acknowledged."""

    client: Client
    acknowledged: dict[str, int] = field(default_factory=dict)

    def work_until_gone(self) -> None:
        try:
            while self._rate_one():
                pass
        except GONE:
            self.client.close()

    def _rate_one(self) -> bool:
        status, found = self.client("POST", "/studies/hall/next")
        assert status == 200
        if found["assignment"] is None:
            return False
        key, score = str(uuid.uuid4()), 1 + len(self.acknowledged) % 5
        sent = {"key": key, "language": "en", "body": body_of(score)}
        status, answer = self.client("POST", f"/assignments/{found['assignment']['id']}/submission", sent)
        assert status == 200, answer
        self.acknowledged[key] = score
        return True


def lay_study(home: Home, *, votes: int) -> list[str]:
    """Make the study ``hall`` with its tasks and return its raters."""
    study = home.studies.create("hall", protocol=EFFORT, settings={"votes_per_item": votes})
    home.database.write(lambda c: lay_tasks(c, study.id, TASKS, votes=votes))
    return home.database.write(lambda c: [enrol(c, study.id, index) for index in range(RATERS)])


def stored(folder: Path) -> dict[str, int]:
    """Return key and score of every submission on disk, and fail if the file is damaged."""
    with sqlite3.connect(folder / "earmark.sqlite3") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        rows = connection.execute(
            "SELECT client_key, value FROM submission JOIN score ON submission_id = submission.id"
        ).fetchall()
    assert len(rows) == len({key for key, _ in rows})
    return dict(rows)


def votes_add_up(folder: Path) -> bool:
    query = """SELECT count(*) FROM task WHERE votes != free
        + (SELECT count(*) FROM assignment WHERE task_id = task.id AND state = 'leased')
        + (SELECT count(*) FROM submission WHERE task_id = task.id AND current AND NOT extra)"""
    with sqlite3.connect(folder / "earmark.sqlite3") as connection:
        return bool(connection.execute(query).fetchone() == (0,))


def kill_when(server: Server, is_time: Callable[[], bool]) -> threading.Thread:
    def wait_and_kill() -> None:
        while not is_time():
            time.sleep(0.001)
        server.kill()

    thread = threading.Thread(target=wait_and_kill)
    thread.start()
    return thread


def test_twenty_raters_lose_nothing_acknowledged_when_the_server_is_killed(tmp_path: Path) -> None:
    with open_home(tmp_path) as home:
        cookies = [sign_in(home, rater) for rater in lay_study(home, votes=RATERS)]
    server = Server(tmp_path)
    senders = [Sender(Client(server, cookie)) for cookie in cookies]

    def count() -> int:
        return sum(len(sender.acknowledged) for sender in senders)

    for _ in range(ROUNDS):
        server.start()
        goal = count() + 150
        killer = kill_when(server, lambda goal=goal: count() >= goal)
        with ThreadPoolExecutor(RATERS) as pool:
            list(pool.map(Sender.work_until_gone, senders))
        killer.join()
        on_disk = stored(tmp_path)
        acknowledged = {key: score for sender in senders for key, score in sender.acknowledged.items()}
        assert acknowledged == {key: on_disk.get(key) for key in acknowledged}
        assert votes_add_up(tmp_path)


def lease_all(home: Home, rater: str) -> list[str]:
    """Lease every task to one rater at once, as no page would, and return the assignments."""
    study = home.studies["hall"]

    def work(connection: Connection) -> list[str]:
        leased = []
        while task := lease_task(connection, study_id=study.id, rater_id=rater, order=FIXED):
            times = {"now": home.clock(), "expires_at": home.clock() + 3_600_000_000}
            leased.append(assign(connection, task, study_id=study.id, rater_id=rater, **times))
        return leased

    return home.database.write(work)


def test_what_one_rater_sends_eight_at_a_time_is_all_there_after_a_kill(tmp_path: Path) -> None:
    with open_home(tmp_path) as home:
        rater, drafter, *_ = lay_study(home, votes=2)
        assignments = lease_all(home, rater)
        drafted = lease_all(home, drafter)[0]
        cookies = [sign_in(home, person) for person in (rater, drafter)]
    server = Server(tmp_path)
    server.start()
    submitted = submit_all(Client(server, cookies[0]), assignments)
    newest = save_drafts_that_overtake_each_other(Client(server, cookies[1]), drafted)
    server.kill()
    with sqlite3.connect(tmp_path / "earmark.sqlite3") as connection:
        rows = connection.execute("SELECT assignment_id, body FROM submission").fetchall()
        drafts = connection.execute("SELECT assignment_id, sequence, body FROM draft").fetchall()
    assert len(rows) == TASKS
    assert {assignment: json.loads(body) for assignment, body in rows} == submitted
    assert [(assignment, sequence, json.loads(body)) for assignment, sequence, body in drafts] == [
        (drafted, *newest)
    ]


def submit_all(client: Client, assignments: list[str]) -> dict[str, dict[str, Any]]:
    """Submit for every assignment, each by a connection of its own, and return the bodies."""
    sent = {assignment: body_of(1 + index % 5) for index, assignment in enumerate(assignments)}

    def send(assignment: str) -> int:
        mine = Client(client.server, client.cookie)
        content = {"key": f"key-of-{assignment}", "language": "en", "body": sent[assignment]}
        status, _ = mine("POST", f"/assignments/{assignment}/submission", content)
        mine.close()
        return status

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(send, assignments)) == {200}
    return sent


def save_drafts_that_overtake_each_other(client: Client, assignment: str) -> tuple[int, dict[str, Any]]:
    """Save two hundred drafts in no order, and return sequence and body of the newest."""

    def save(sequence: int) -> int:
        mine = Client(client.server, client.cookie)
        written = {"sequence": sequence, "base": 0, "tab": "one", "body": body_of(1 + sequence % 5)}
        status, _ = mine("PUT", f"/assignments/{assignment}/draft", written)
        mine.close()
        return status

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(save, random.Random(5).sample(range(1, 201), 200))) == {200}
    return 200, body_of(1)
