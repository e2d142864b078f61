"""How soon does the download of a large study begin, how long does it take, and in how much memory?

A million scores are laid by rows into a database, and the study is downloaded over HTTP from a server in a
process of its own: its first bytes, then it is given up. All of it is measured on a tenth, since whatever is
streamed takes as long for each score: about two kilobytes and a quarter of a millisecond of a processor, in
eight files. The floor, in the same run, is what nobody can do without: one bare ``SELECT`` of the same scores
and ``csv.writer``. The folder of ``earmark export`` is measured beside it, and made again: a study from it,
and its export, whose tables must be equal byte by byte.

Run by ``make bench``, or ``python tests/bench/leaving.py [--scores N] [--whole N]``.
"""

from __future__ import annotations

import argparse
import csv
import http.client
import json
import sqlite3
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from filecmp import cmp
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parent.parent))

from earmark.core.roles import Role
from earmark.services.exporting import export_study
from earmark.services.home import open_home
from earmark.services.restoring import restore_study
from earmark.services.studies import Study
from hall import enrol, lay_tasks
from people import bring_in
from serving import Server, sign_in

TASKS = 2_000
SCORES_EACH = 10
QUESTIONS = [f"question-{number}" for number in range(SCORES_EACH)]
WORDS = 'The agent said "yes" at 0:01.2, paused for a second, and went on; 목소리가 자연스러웠다.'
SELECT = """
SELECT submission.id, submission.rater_id, submission.submitted_at, submission.revision, score.*,
    task.item_id, item.name, task_stimulus.stimulus_id
FROM submission JOIN score ON score.submission_id = submission.id
    JOIN task ON task.id = submission.task_id JOIN item ON item.id = task.item_id
    JOIN task_stimulus ON task_stimulus.task_id = task.id
ORDER BY submission.submitted_at, submission.id
"""


def lay(folder: Path, scores: int) -> str:
    """Make the study ``large`` and return the cookie of its owner."""
    raters = scores // SCORES_EACH // TASKS
    with open_home(folder) as home:
        study = home.studies.create("large", protocol="clip-rating", settings={"votes_per_item": raters})
        owner = bring_in(study, "Owner", role=Role.OWNER)
        people = home.database.write(lambda c: [enrol(c, study.id, index) for index in range(raters)])
        tasks = home.database.write(lambda c: lay_tasks(c, study.id, TASKS, votes=raters))
        token = sign_in(home, owner)
    with sqlite3.connect(folder / "earmark.sqlite3") as database:
        for number, rater in enumerate(people):
            _rate(database, study, rater, tasks, at=number)
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return token


def _rate(database: sqlite3.Connection, study: Study, rater: str, tasks: list[str], *, at: int) -> None:
    """Lay what one rater did: an assignment and a submission a task, ten scores each."""
    answers = {name: {"score": 4, "justification": WORDS} for name in QUESTIONS}
    body = json.dumps({"answers": {"item": answers}})
    done = [(uuid.uuid4().hex, uuid.uuid4().hex, task, position) for position, task in enumerate(tasks, 1)]
    database.executemany(
        "INSERT INTO assignment (id, task_id, study_id, rater_id, state, position, leased_at, expires_at)"
        " VALUES (?, ?, ?, ?, 'submitted', ?, ?, ?)",
        [(given, task, study.id, rater, place, at, at) for given, _, task, place in done],
    )
    database.executemany(
        "INSERT INTO submission (id, assignment_id, study_id, task_id, rater_id, client_key, revision,"
        " current, late, extra, protocol_hash, language, body, submitted_at)"
        " VALUES (?, ?, ?, ?, ?, ?, 1, 1, 0, 0, ?, 'en', ?, ?)",
        [
            (sent, given, study.id, task, rater, sent, study.protocol_hash, body, at + place)
            for given, sent, task, place in done
        ],
    )
    database.executemany(
        "INSERT INTO score (submission_id, target, question, value, justification, criteria)"
        " VALUES (?, 'item', ?, ?, ?, '[]')",
        [
            (sent, name, 1 + (place + number) % 5, WORDS)
            for _, sent, _, place in done
            for number, name in enumerate(QUESTIONS)
        ],
    )


@contextmanager
def watched(process: psutil.Process) -> Iterator[list[float]]:
    """Note the memory of a process ten times a second, in MB."""
    noted, over = [process.memory_info().rss / 1e6], threading.Event()

    def look() -> None:
        while not over.wait(0.1):
            noted.append(process.memory_info().rss / 1e6)

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        yield noted
    finally:
        over.set()
        watcher.join()


def floor(folder: Path) -> float:
    """Return the seconds that a bare SELECT and ``csv.writer`` take."""
    began = time.perf_counter()
    with sqlite3.connect(folder / "earmark.sqlite3") as database, (folder / "floor.csv").open("w") as stream:
        csv.writer(stream).writerows(database.execute(SELECT))
    return time.perf_counter() - began


def download(folder: Path, token: str, *, most: float = float("inf")) -> dict[str, float]:
    """Return what a download took, given up after ``most`` bytes: seconds to the first and in all, and MB."""
    with Server(folder) as server:
        assert server.process is not None
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)
        with watched(psutil.Process(server.process.pid)) as memory:
            began = time.perf_counter()
            connection.request("GET", "/studies/large/export.zip", headers={"Cookie": token})
            answer = connection.getresponse()
            assert answer.status == http.client.OK, answer.status
            size = len(answer.read(1))
            first = time.perf_counter() - began
            while size < most and (block := answer.read(1 << 16)):
                size += len(block)
            took = time.perf_counter() - began
            connection.close()
    return {"first": first, "took": took, "mb": size / 1e6, "before": memory[0], "most": max(memory)}


def folder_export(folder: Path) -> dict[str, float]:
    """Return the seconds of the export into a folder, of the way back, and out again; and its size."""
    with open_home(folder) as home:
        began = time.perf_counter()
        written = export_study(home.studies["large"], folder / "out").folder
        took = time.perf_counter() - began
    (folder / "elsewhere").mkdir()
    with open_home(folder / "elsewhere") as home:
        began = time.perf_counter()
        restore_study(home, written)
        back = time.perf_counter() - began
        began = time.perf_counter()
        again = export_study(home.studies["large"], folder / "again").folder
        second = time.perf_counter() - began
    tables = [path.relative_to(written) for path in written.glob("*.csv")]
    differing = [str(name) for name in tables if not cmp(written / name, again / name, shallow=False)]
    assert (len(tables) > 0, differing) == (True, [])
    size = sum(path.stat().st_size for path in written.rglob("*") if path.is_file())
    return {"took": took, "mb": size / 1e6, "back": back, "second": second}


def first_bytes(scores: int) -> None:
    """Print how soon the download of so many scores begins."""
    with tempfile.TemporaryDirectory(prefix="earmark-bench-") as name:
        token = lay(Path(name), scores)
        sent = download(Path(name), token, most=1e5)
    print(f"{scores:,} scores")
    print(f"{'download: first byte':<32}{sent['first']:>8.2f} s")
    print(f"{'download: first 100 kB':<32}{sent['took']:>8.1f} s{sent['most']:>8.0f} MB of memory")


def whole(scores: int) -> None:
    """Print what all of a download takes, of an export, and of the way back."""
    with tempfile.TemporaryDirectory(prefix="earmark-bench-") as name:
        folder = Path(name)
        token = lay(folder, scores)
        bare = floor(folder)
        sent, kept = download(folder, token), folder_export(folder)
    print(f"{scores:,} scores")
    print(f"{'floor: SELECT and csv.writer':<32}{bare:>8.1f} s")
    print(f"{'download: all ' + format(sent['mb'], '.0f') + ' MB':<32}{sent['took']:>8.1f} s")
    print(f"{'server memory: before, most':<32}{sent['before']:>8.0f} MB {sent['most']:>6.0f} MB")
    print(f"{'folder: ' + format(kept['mb'], '.0f') + ' MB':<32}{kept['took']:>8.1f} s")
    print(f"{'import --from-export':<32}{kept['back']:>8.1f} s")
    print(f"{'folder again, byte-equal':<32}{kept['second']:>8.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scores", type=int, default=1_000_000)
    parser.add_argument("--whole", type=int, default=100_000)
    asked = parser.parse_args()
    first_bytes(asked.scores)
    whole(asked.whole)


if __name__ == "__main__":
    main()
