"""How long do the results of a study with a million scores take, first and after, and in how much memory?

A thousand raters score 33,334 clips, one of ten conditions each, on three scales, laid by rows into a
database. The floor, in the same run, is what nobody can do without: one bare ``SELECT`` of the same scores.

Run by ``make bench``, or ``python tests/bench/results.py [--scores N] [--keep FOLDER]``.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program has it

import numpy as np
import psutil

sys.path.insert(0, str(Path(__file__).parent.parent))

from earmark.core.scope import Scope
from earmark.services.home import open_home
from earmark.storage.ids import new_id
from hall import enrol, lay_tasks

SCALES = ("naturalness", "audio-quality", "intelligibility")
CONDITIONS, RATERS, VOTES = 10, 1_000, 10
WORDS = "It begins a little late, and the end of the second sentence is swallowed."
BARE = """
SELECT score.question, submission.rater_id, submission.task_id, score.target, score.value
FROM submission JOIN score ON score.submission_id = submission.id
WHERE submission.current AND NOT submission.extra AND score.value IS NOT NULL
"""
GIVEN = """
INSERT INTO assignment (id, task_id, study_id, rater_id, state, position, leased_at, expires_at)
VALUES (?, ?, ?, ?, 'submitted', ?, 0, 0)
"""
SENT = """
INSERT INTO submission (id, assignment_id, study_id, task_id, rater_id, client_key, revision, current, late,
    extra, protocol_hash, language, body, submitted_at) VALUES (?, ?, ?, ?, ?, ?, 1, 1, 0, 0, ?, 'en', ?, ?)
"""
SCORED = """
INSERT INTO score (submission_id, target, question, value, justification, criteria)
VALUES (?, 'item', ?, ?, ?, '[]')
"""


def lay(folder: Path, scores: int) -> None:
    """Make the study ``large``."""
    clips = -(-scores // (len(SCALES) * VOTES))
    with open_home(folder) as home:
        study = home.studies.create("large", protocol="clip-rating", settings={"votes_per_item": VOTES})
        raters = home.database.write(lambda c: [enrol(c, study.id, index) for index in range(RATERS)])
        tasks = home.database.write(lambda c: lay_tasks(c, study.id, clips, votes=VOTES))
    with sqlite3.connect(folder / "earmark.sqlite3") as database:
        for number in range(CONDITIONS):
            name = f"voice {number}"
            database.execute("INSERT INTO condition VALUES (?, ?, ?)", (name, study.id, name))
            turn = "UPDATE stimulus SET condition_id = ?, language = ? WHERE rowid % ? = ?"
            database.execute(turn, (name, ("en", "ko")[number % 2], CONDITIONS, number))
        random = np.random.default_rng(7)
        clip = np.repeat(np.arange(clips), VOTES)
        rater = (clip * 7 + np.tile(np.arange(VOTES), clips) * (RATERS // VOTES)) % RATERS
        quality = 2.5 + (clip % CONDITIONS) / 6 + 0.4 * random.standard_normal(clips)[clip]
        drawn = quality + 0.4 * random.standard_normal(RATERS)[rater]
        noise = 0.7 * random.standard_normal((len(SCALES), clip.size))
        values = np.clip(np.rint(drawn + noise), 1, 5).astype(int).tolist()
        _rate(database, study.id, study.protocol_hash, raters, tasks, rater.tolist(), clip.tolist(), values)
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _rate(  # noqa: PLR0917 - columns
    database: sqlite3.Connection,
    study: str,
    protocol: str,
    raters: list[str],
    tasks: list[str],
    rater: list[int],
    clip: list[int],
    values: list[list[int]],
) -> None:
    done = [(new_id(), new_id(), raters[r], tasks[c]) for r, c in zip(rater, clip, strict=True)]
    body = json.dumps(
        {
            "answers": {"item": {scale: {"score": 4, "justification": WORDS} for scale in SCALES}},
            "listening": {"seconds": 12.5},
            "time": {"active_seconds": 42.5},
        }
    )
    given = ((given, task, study, who, n) for n, (given, _, who, task) in enumerate(done))
    database.executemany(GIVEN, given)
    sent = (
        (sent, given, study, task, who, sent, protocol, body, n)
        for n, (given, sent, who, task) in enumerate(done)
    )
    database.executemany(SENT, sent)
    scored = (
        (done[n][1], scale, value, WORDS)
        for n, row in enumerate(zip(*values, strict=True))
        for scale, value in zip(SCALES, row, strict=True)
    )
    database.executemany(SCORED, scored)


def floor(folder: Path) -> float:
    """Return the seconds that a bare SELECT takes."""
    began = time.perf_counter()
    with sqlite3.connect(folder / "earmark.sqlite3") as database:
        for _ in database.execute(BARE):
            pass
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scores", type=int, default=1_000_000)
    parser.add_argument("--keep", type=Path, help="a folder that keeps the study for the next run")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="earmark-bench-") as name:
        folder = asked.keep or Path(name)
        if not (folder / "earmark.sqlite3").exists():
            lay(folder, asked.scores)
        measure(folder)


def measure(folder: Path) -> None:
    """Print what results take: first, again, of a part, and after one more submission."""
    print(f"{'floor: a bare SELECT':<34}{floor(folder):>8.2f} s")
    with open_home(folder) as home:
        study = home.studies["large"]
        for what, scope in (
            ("results, the first time", Scope()),
            ("results, the second time", Scope()),
            ("results of one language", Scope(language=("ko",))),
            ("the same again", Scope(language=("ko",))),
        ):
            began, cpu = time.perf_counter(), time.process_time()
            study.results(scope=scope)
            took, worked = time.perf_counter() - began, time.process_time() - cpu
            print(f"{what:<34}{took:>8.2f} s {worked:>8.2f} s of CPU")
    print(f"{'memory at most':<34}{psutil.Process().memory_info().rss / 1e6:>8.0f} MB")


if __name__ == "__main__":
    main()
