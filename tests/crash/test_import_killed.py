"""An import is killed as by a power cut, again and again; in the end the study is as if nothing was."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from earmark.core.roles import Role
from earmark.services import uploads
from earmark.services.home import Home, open_home
from earmark.services.import_jobs import ImportOptions, start_import
from earmark.services.importing import import_paths
from earmark.services.jobs import MOST_ATTEMPTS, JobRow, get_job
from earmark.services.studies import Study
from earmark.services.upload_pieces import receive
from earmark.storage.jobs import take_up
from people import bring_in
from serving import Server
from sounds import sine, write_sound

pytestmark = pytest.mark.server

SmallProtocol = Callable[[str], Path]

ROUNDS = int(os.environ.get("EARMARK_KILL_ROUNDS", "2"))
CALLS = 4 * ROUNDS
TURNS = [
    {"role": "user", "start": 0, "end": 0.4, "text": "Hello?"},
    {"role": "agent", "start": 0.5, "end": 0.9, "text": "Hello."},
]
CONTENT = """
SELECT item.name, stimulus.file_name, stimulus.original_hash, rendition_hash, peaks_hash, duration_s,
    task.state, task.votes, task.free, (SELECT count(*) FROM turn WHERE turn.stimulus_id = stimulus.id),
    (SELECT sum(end_s - start_s) FROM turn WHERE turn.stimulus_id = stimulus.id)
FROM item LEFT JOIN stimulus ON stimulus.item_id = item.id
    LEFT JOIN task_stimulus ON task_stimulus.stimulus_id = stimulus.id
    LEFT JOIN task ON task.id = task_stimulus.task_id
ORDER BY item.name
"""


def content_of(folder: Path) -> list[tuple[object, ...]]:
    """Return all that a study holds but for ids, and fail where an item is half there."""
    with sqlite3.connect(folder / "earmark.sqlite3") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        rows = connection.execute(CONTENT).fetchall()
    assert [row for row in rows if None in row] == []
    for key in {key for row in rows for key in row[2:5]}:
        assert (folder / "objects" / key[:2] / key).is_file()
    return rows


@pytest.fixture
def calls(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    for number in range(CALLS):
        path = write_sound(
            folder / f"{number:03}.wav", np.stack([sine(8000, hertz=300 + number)] * 2, axis=1)
        )
        turns = {
            "agent_channel": "left",
            "turns": [{**one, "channel": int(one["role"] == "user")} for one in TURNS],
        }
        path.with_suffix(".turns.json").write_text(json.dumps(turns), encoding="utf-8")
    return folder


def make_home(folder: Path, protocol: Path) -> Path:
    with open_home(folder) as home:
        home.studies.create("calls", protocol=protocol)
    return folder


def count_objects(home: Path) -> int:
    return sum(1 for _ in (home / "objects").glob("*/*"))


def kill_import(home: Path, calls: Path, *, after: int, within_s: float) -> None:
    """Start the command and kill it once so many more objects are there, and a moment later."""
    before = count_objects(home)
    command = [sys.executable, "-m", "earmark", "import", "calls", str(calls), "--home", str(home)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        while count_objects(home) < before + after and running.poll() is None:
            time.sleep(0.001)
        time.sleep(within_s)
        running.kill()


def test_a_killed_import_leaves_nothing_half_done_and_the_next_adds_the_rest(
    tmp_path: Path, calls: Path, small_protocol: SmallProtocol
) -> None:
    protocol = small_protocol("conversation")
    killed, calm = (make_home(tmp_path / name, protocol) for name in ("killed", "calm"))
    chance = random.Random(11)
    for _ in range(ROUNDS):
        kill_import(killed, calls, after=chance.randint(1, 9), within_s=chance.uniform(0, 0.02))
        content_of(killed)
    kept = len(content_of(killed))
    with open_home(killed) as home:
        report = import_paths(home.studies["calls"], [calls])
    assert (len(report.unchanged), len(report.imported)) == (kept, CALLS - kept)
    with open_home(calm) as home:
        import_paths(home.studies["calls"], [calls])
    assert content_of(killed) == content_of(calm)
    assert len(content_of(calm)) == CALLS


def send(study: Study, folder: Path) -> None:
    """Send a folder as a browser does."""
    owner = bring_in(study, "Owner", role=Role.OWNER)
    content = {f"in/{path.name}": path.read_bytes() for path in sorted(folder.iterdir())}
    files = [uploads.Announced(path, len(it), 1) for path, it in content.items()]
    upload, expected, _ = uploads.announce(study.home, study.id, files, person_id=owner)
    for file in expected:
        receive(study.home, study.id, upload, file.id, offset=0, content=content[file.path], sha256=None)


def job_of(home: Home, job_id: str) -> JobRow:
    with home.database.read() as connection:
        return get_job(connection, job_id, study_id=home.studies["calls"].id)


def wait_until(is_so: Callable[[], bool]) -> None:
    for _ in range(6000):
        if is_so():
            return
        time.sleep(0.01)
    raise AssertionError(is_so)


def test_an_import_in_the_background_goes_on_under_the_server_after_a_killed_one(
    tmp_path: Path, calls: Path, small_protocol: SmallProtocol
) -> None:
    folder, chance = make_home(tmp_path / "served", small_protocol("conversation")), random.Random(5)
    kills = max(1, ROUNDS - 1)
    with open_home(folder) as home:
        study = home.studies["calls"]
        send(study, calls)
        jobs = [start_import(study, ImportOptions(), person_id=None)]
        with Server(folder) as server:
            for killed in range(kills):
                enough = 6 + 9 * killed + chance.randint(0, 8)
                wait_until(partial(got_as_far, home, jobs[-1], enough))
                time.sleep(chance.uniform(0, 0.02))
                server.kill()
                content_of(folder)
                jobs += begun_again(study, jobs[-1])
                server.start()
            wait_until(lambda: not job_of(home, jobs[-1]).is_active)
        done = [job_of(home, job) for job in jobs]
    assert [job.state for job in done] == [*["failed"] * (len(jobs) - 1), "done"]
    assert kills > 1 or (done[0].attempts, done[0].failure) == (2, "")
    assert done[-1].summary["imported"] + done[-1].summary["unchanged"] == CALLS
    assert len(content_of(folder)) == CALLS
    assert list((folder / "uploads").iterdir()) == []


def got_as_far(home: Home, job_id: str, objects: int) -> bool:
    return not job_of(home, job_id).is_active or count_objects(home.settings.home) >= objects


def begun_again(study: Study, job_id: str) -> list[str]:
    """Begin again as the owner does, once a job was killed as often as one is taken up."""
    job = job_of(study.home, job_id)
    if job.is_active and job.attempts < MOST_ATTEMPTS:
        return []
    study.home.database.write(lambda c: take_up(c, most=MOST_ATTEMPTS, failure="Too often.", now=1))
    return [start_import(study, ImportOptions(), person_id=None)]
