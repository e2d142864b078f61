"""Twenty raters at a real server: every task gets exactly its votes, whatever the moment they ask."""

from __future__ import annotations

import itertools
import shutil
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from earmark.services.home import Home, open_home
from earmark.storage import tables
from hall import enrol, lay_tasks
from serving import Client, Server, sign_in

pytestmark = pytest.mark.server

EFFORT = Path(__file__).parent.parent / "protocols" / "folders" / "listening-effort"
CLIENTS = 20
TASKS = 40
BODY = {"answers": {"item": {"effort": {"score": 3}}}, "listening": {"played": {"both": [[0, 3600]]}}}


@dataclass
class Open:
    """A served home, in which each test lays a study of its own."""

    home: Home
    server: Server
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def study(self, name: str, *, tasks: int, raters: int, votes: int, **settings: Any) -> list[Client]:
        """Lay a study and sign its raters in."""
        study = self.home.studies.create(
            name, protocol=EFFORT, settings={"votes_per_item": votes, **settings}
        )
        self.home.database.write(lambda c: lay_tasks(c, study.id, tasks, votes=votes))
        numbers = [next(self.numbers) for _ in range(raters)]
        people = self.home.database.write(lambda c: [enrol(c, study.id, number) for number in numbers])
        return [Client(self.server, sign_in(self.home, person)) for person in people]

    def sent(self, name: str) -> list[tuple[str, str]]:
        """Return the task and the rater of every counted submission."""
        query = select(tables.submission.c.task_id, tables.submission.c.rater_id).where(
            tables.submission.c.study_id == self.home.studies[name].id, ~tables.submission.c.extra
        )
        with self.home.database.read() as connection:
            return [(task, rater) for task, rater in connection.execute(query)]


@pytest.fixture(scope="module")
def served(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    folder = tmp_path_factory.mktemp("served")
    shutil.copy(empty_database, folder)
    with open_home(folder) as home, Server(folder) as server:
        yield Open(home, server)


def submit(client: Client, assignment: str) -> tuple[int, Any]:
    sent = {"key": str(uuid.uuid4()), "language": "en", "body": BODY}
    return client("POST", f"/assignments/{assignment}/submission", sent)


def work_through(client: Client, study: str) -> Counter[int]:
    """Rate until nothing is left and return how often each status came; nobody can rate more than all."""
    statuses: Counter[int] = Counter()
    for _ in range(TASKS + 1):
        status, found = client("POST", f"/studies/{study}/next")
        statuses[status] += 1
        if status != 200 or found["assignment"] is None:
            break
        status, _ = submit(client, found["assignment"]["id"])
        statuses[status] += 1
    client.close()
    return statuses


@pytest.mark.parametrize("votes", [1, 3])
def test_twenty_clients_at_once_give_forty_items_exactly_their_votes(served: Open, votes: int) -> None:
    name = f"votes-{votes}"
    clients = served.study(name, tasks=TASKS, raters=CLIENTS, votes=votes)
    with ThreadPoolExecutor(CLIENTS) as pool:
        statuses = sum(pool.map(lambda client: work_through(client, name), clients), Counter())
    sent = served.sent(name)
    assert statuses == {200: 2 * TASKS * votes + CLIENTS}
    assert Counter(task for task, _ in sent) == dict.fromkeys({task for task, _ in sent}, votes)
    assert len(sent) == len(set(sent)) == TASKS * votes


def test_what_a_client_that_died_held_is_offered_again_and_its_late_answer_kept(served: Open) -> None:
    dead, alive = served.study("lease", tasks=1, raters=2, votes=1, lease_minutes=0.005)
    _, taken = dead("POST", "/studies/lease/next")
    dead.close()
    offered = offered_at_last(alive)
    assert submit(alive, offered)[1]["extra"] is False
    status, receipt = submit(dead, taken["assignment"]["id"])
    assert (status, receipt["late"], receipt["extra"]) == (200, True, True)
    assert len(served.sent("lease")) == 1
    dead.close()
    alive.close()


def offered_at_last(client: Client) -> str:
    """Ask until the lease of somebody else is over; pytest's own limit ends it if that never comes."""
    while True:
        _, found = client("POST", "/studies/lease/next")
        if found["assignment"] is not None:
            return str(found["assignment"]["id"])
        assert found["reason"] == "done"
        time.sleep(0.05)
