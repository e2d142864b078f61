"""How many tasks a second does the queue hand out and take back, beside SQLite itself?

Both sides do the same durable work in one run on one machine: lease a task for a rater; then store the
submission with its scores, close the assignment and log both. The floor does it by bare ``sqlite3`` in one
thread with the same group commit and the same sync to disk; the product does it over HTTP, with sessions,
rights, checks against the protocol and JSON.

Run by ``make bench``, or ``python tests/bench/submissions.py [--pairs N]``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import queue
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from earmark.services.home import open_home
from earmark.storage.database import GROUP_SIZE
from earmark.storage.ids import new_id
from hall import enrol, lay_tasks
from serving import Server, sign_in

CLIENTS = 32
TASKS = 200
PROTOCOL = "clip-rating"
SCORES = {"naturalness": 4, "audio-quality": 3, "intelligibility": 5}


@dataclass(frozen=True)
class Measured:
    """Pairs of next and submit a second, and 99th percentiles in milliseconds: of a request, of a pair."""

    pairs_per_s: float
    request_p99_ms: float
    pair_p99_ms: float


@dataclass
class Times:
    """Seconds that each request and each pair took, as they come in."""

    requests: list[float] = field(default_factory=list)
    pairs: list[float] = field(default_factory=list)

    def add(self, started: float, leased: float) -> None:
        """Note one pair: when it began, and when its lease had been answered."""
        done = time.perf_counter()
        self.requests += (leased - started, done - leased)
        self.pairs.append(done - started)

    def measured(self, took: float) -> Measured:
        return Measured(len(self.pairs) / took, _p99_ms(self.requests), _p99_ms(self.pairs))


def _p99_ms(seconds: list[float]) -> float:
    return 1000 * statistics.quantiles(seconds, n=100)[98]


def lay(folder: Path) -> list[tuple[str, str]]:
    """Make the study ``hall`` and return its id with each rater's cookie and id."""
    with open_home(folder) as home:
        study = home.studies.create("hall", protocol=PROTOCOL, settings={"votes_per_item": CLIENTS})
        questions = [question.id for question in study.protocol.scales()]
        assert questions == list(SCORES), questions
        home.database.write(lambda c: lay_tasks(c, study.id, TASKS, votes=CLIENTS))
        raters = home.database.write(lambda c: [enrol(c, study.id, index) for index in range(CLIENTS)])
        return [(rater, sign_in(home, rater)) for rater in raters]


# The product: HTTP


class Tab:
    """One kept-alive connection that speaks just enough HTTP, so that the client costs little."""

    def __init__(self, server: Server, cookie: str) -> None:
        self._port = server.port
        self._head = f"Host: localhost\r\nCookie: {cookie}\r\nContent-Type: application/json\r\n"

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)

    async def post(self, path: str, body: object) -> Any:
        content = json.dumps(body).encode()
        head = f"POST /api/v1{path} HTTP/1.1\r\n{self._head}Content-Length: {len(content)}\r\n\r\n"
        self._writer.write(head.encode() + content)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in answer.decode().lower().split("\r\n")[1:] if line)
        text = await self._reader.readexactly(int(fields["content-length"]))
        if not answer.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(answer + text)
        return json.loads(text)


def submission() -> dict[str, object]:
    answers = {"item": {name: {"score": score} for name, score in SCORES.items()}}
    body = {
        "answers": answers,
        "listening": {"played": {"both": [[0, 60]]}, "targets": {"item": {"plays": 1}}},
    }
    return {"key": str(uuid.uuid4()), "language": "en", "body": body}


async def work(tab: Tab, known: str, until: Callable[[], bool], times: Times) -> None:
    while not until():
        started = time.perf_counter()
        found = await tab.post("/studies/hall/next", {"known_protocol": known})
        if found["assignment"] is None:
            return
        leased = time.perf_counter()
        await tab.post(f"/assignments/{found['assignment']['id']}/submission", submission())
        times.add(started, leased)


async def over_http(server: Server, cookies: list[str], pairs: int) -> Measured:
    tabs = [Tab(server, cookie) for cookie in cookies]
    for tab in tabs:
        await tab.open()
    first = await tabs[0].post("/studies/hall/next", {})
    known = first["assignment"]["protocol_hash"]
    times = Times()
    started = time.perf_counter()
    await asyncio.gather(*(work(tab, known, lambda: len(times.pairs) >= pairs, times) for tab in tabs))
    return times.measured(time.perf_counter() - started)


# The floor: sqlite3

LEASE = """UPDATE task SET free = free - 1 WHERE id = (
    SELECT id FROM task WHERE study_id = ?1 AND state = 'open' AND free > 0 AND NOT EXISTS (
        SELECT 1 FROM assignment WHERE task_id = task.id AND rater_id = ?2 AND state != 'expired')
    ORDER BY priority DESC, (shuffle * ?3 + 7) % 2147483647 LIMIT 1) RETURNING id"""
ASSIGN = """INSERT INTO assignment (id, task_id, study_id, rater_id, state, position, leased_at, expires_at)
    VALUES (?, ?, ?, ?, 'leased', ?, 0, 9000000000000000)"""
SUBMIT = """INSERT INTO submission (id, assignment_id, study_id, task_id, rater_id, client_key, revision,
    current, late, extra, protocol_hash, language, body, submitted_at)
    VALUES (?, ?, ?, ?, ?, ?, 1, 1, 0, 0, ?, 'en', ?, 0)"""
SCORE = """INSERT INTO score (submission_id, target, question, value, justification, criteria)
    VALUES (?, 'item', ?, ?, '', '[]')"""
CLOSE = "UPDATE assignment SET state = 'submitted', closed_at = 0 WHERE id = ?"
EVENT = "INSERT INTO event (study_id, person_id, assignment_id, kind, body, at) VALUES (?, ?, ?, ?, '{}', 0)"


class Floor:
    """A writer thread with group commit and nothing else around it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._requests: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def do(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        answer: Future[Any] = Future()
        self._requests.put((work, answer))
        return answer.result()

    def close(self) -> None:
        self._requests.put(None)
        self._thread.join()

    def _run(self) -> None:
        connection = sqlite3.connect(self._path, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-65536"):
            connection.execute(f"PRAGMA {pragma}")
        while (first := self._requests.get()) is not None:
            group = [first]
            while len(group) < GROUP_SIZE and not self._requests.empty():
                group.append(self._requests.get())
            connection.execute("BEGIN IMMEDIATE")
            done = [(answer, work(connection)) for work, answer in group]
            connection.execute("COMMIT")
            for answer, result in done:
                answer.set_result(result)
        connection.close()


@dataclass
class BareRater:
    """One rater at the floor: the same statements, without anything asked or checked."""

    rater: str
    factor: int
    study: str
    protocol: str
    position: int = 0

    def lease(self, connection: sqlite3.Connection) -> tuple[str, str] | None:
        row = connection.execute(LEASE, (self.study, self.rater, self.factor)).fetchone()
        if row is None:
            return None
        assignment, self.position = new_id(), self.position + 1
        connection.execute(ASSIGN, (assignment, row[0], self.study, self.rater, self.position))
        connection.execute(EVENT, (self.study, self.rater, assignment, "leased"))
        return assignment, row[0]

    def submit(self, connection: sqlite3.Connection, assignment: str, task: str) -> None:
        one, sent = new_id(), submission()
        body = json.dumps(sent["body"])
        values = (one, assignment, self.study, task, self.rater, sent["key"], self.protocol, body)
        connection.execute(SUBMIT, values)
        connection.executemany(SCORE, [(one, name, value) for name, value in SCORES.items()])
        connection.execute(CLOSE, (assignment,))
        connection.execute(EVENT, (self.study, self.rater, assignment, "submitted"))

    def rate(self, floor: Floor, until: Callable[[], bool], times: Times) -> None:
        while not until():
            started = time.perf_counter()
            leased = floor.do(self.lease)
            if leased is None:
                return
            between = time.perf_counter()
            floor.do(partial(self.submit, assignment=leased[0], task=leased[1]))
            times.add(started, between)


def on_sqlite(path: Path, raters: list[str], pairs: int) -> Measured:
    with sqlite3.connect(path) as connection:
        study, protocol = connection.execute("SELECT id, protocol_hash FROM study").fetchone()
    floor = Floor(path)
    times = Times()
    started = time.perf_counter()
    with ThreadPoolExecutor(len(raters)) as pool:
        for index, rater in enumerate(raters):
            bare = BareRater(rater, 7_919 * (index + 1), study, protocol)
            pool.submit(bare.rate, floor, lambda: len(times.pairs) >= pairs, times)
    took = time.perf_counter() - started
    floor.close()
    return times.measured(took)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=4000)
    pairs = parser.parse_args().pairs
    with tempfile.TemporaryDirectory() as folder:
        http, bare = Path(folder, "http"), Path(folder, "bare")
        floor = on_sqlite(bare / "earmark.sqlite3", [rater for rater, _ in lay(bare)], pairs)
        cookies = [cookie for _, cookie in lay(http)]
        with Server(http) as server:
            product = asyncio.run(over_http(server, cookies, pairs))
    print(f"queue, {CLIENTS} clients, {pairs} pairs of next + submit, {TASKS} tasks x {CLIENTS} votes")
    print(f"  {'':26}{'pairs/s':>9}{'p99 a request':>16}{'p99 a pair':>14}")
    for name, one in (("sqlite3, same statements", floor), ("earmark over HTTP", product)):
        row = f"{one.pairs_per_s:9.0f}{one.request_p99_ms:13.0f} ms{one.pair_p99_ms:11.0f} ms"
        print(f"  {name:26}{row}")
    print(f"  ratio {product.pairs_per_s / floor.pairs_per_s:.2f} (aim 0.20); aim for p99 150 ms")


if __name__ == "__main__":
    main()
