"""Work in the background, run by real children."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from earmark.core.errors import ConflictError, NotFoundError
from earmark.engine.jobs import Child
from earmark.services.home import Home
from earmark.services.jobs import JobRow, Kind, Runner, ask_for, cancel_job, get_job, jobs_of, why_failed
from earmark.services.studies import Study
from earmark.storage import jobs as rows

pytestmark = pytest.mark.server

SmallProtocol = Callable[[str], Path]
TESTS = Path(__file__).parents[1]


@pytest.fixture
def study(home: Home, small_protocol: SmallProtocol, monkeypatch: pytest.MonkeyPatch) -> Study:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TESTS), *sys.path]))  # children find `errands`
    return home.studies.create("clips", protocol=small_protocol("clip"))


@pytest.fixture
def settled() -> list[str]:
    return []


@pytest.fixture
def runner(home: Home, settled: list[str]) -> Callable[[], Runner]:
    names = ("count", "refuse", "stumble", "die", "halt")
    kinds = {name: Kind(f"errands:{name}", lambda _, job: settled.append(job.id)) for name in names}
    return lambda: Runner(home, kinds)


@pytest.fixture
def running(runner: Callable[[], Runner]) -> Iterator[Runner]:
    with runner() as started:
        yield started


def ask(study: Study, kind: str, *, now: int = 1, **arguments: object) -> str:
    return study.home.database.write(
        lambda c: ask_for(c, kind, study_id=study.id, person_id=None, arguments=arguments, now=now)
    )


def job_of(study: Study, job_id: str) -> JobRow:
    with study.home.database.read() as connection:
        return get_job(connection, job_id, study_id=study.id)


def once(study: Study, job_id: str, is_so: Callable[[JobRow], bool]) -> JobRow:
    """Wait until something is so of a job."""
    for _ in range(1500):
        if is_so(job := job_of(study, job_id)):
            return job
        time.sleep(0.02)
    raise AssertionError(job)


def ended(study: Study, job_id: str) -> JobRow:
    return once(study, job_id, lambda job: not job.is_active)


def test_a_job_ends_with_its_report_or_with_why_not(
    study: Study, running: Runner, settled: list[str]
) -> None:
    kinds = ("count", "refuse", "stumble", "die", "halt")
    jobs = {kind: ask(study, kind, to=3) for kind in kinds}
    running.wake()
    found = {kind: ended(study, job_id) for kind, job_id in jobs.items()}
    assert {kind: job.state for kind, job in found.items()} == {
        "count": "done",
        "refuse": "failed",
        "stumble": "failed",
        "die": "failed",
        "halt": "failed",
    }
    assert found["count"].report == {"study": study.id}
    assert found["count"].summary == {"done": 3}
    assert settled == [jobs["count"]]
    assert found["refuse"].failure == "There is nothing in the folder."
    said, _ = why_failed(found["stumble"], "en")
    assert said.startswith("Something went wrong in Earmark itself (KeyError). Run it again;")
    assert (found["halt"].failure, found["halt"].summary) == ("The disk is full.", {"done": 2})
    said, language = why_failed(found["die"], "ko")
    assert (said.startswith("작업이 아무 말 없이 끝났습니다(signal 9)."), language) == (True, "ko")
    assert why_failed(found["refuse"], "ko") == ("There is nothing in the folder.", "en")
    with study.home.database.read() as connection:
        assert [job.id for job in jobs_of(connection, "count", study_id=study.id, limit=9)] == [jobs["count"]]


def test_a_child_says_what_it_did_and_ends_without_a_complaint(
    study: Study, capfd: pytest.CaptureFixture[str]
) -> None:
    child = Child("errands:count", {"to": 2, "study": study.id})
    said = [message for message in child.messages(every_s=9) if message]
    assert [(one.kind, one.content.get("done")) for one in said[:2]] == [("progress", 1), ("progress", 2)]
    assert [one.kind for one in said[2:]] == ["result"]
    assert (child.close(), capfd.readouterr()) == (0, ("", ""))


def test_a_job_of_an_unknown_kind_fails_and_the_runner_goes_on(
    study: Study, running: Runner, caplog: pytest.LogCaptureFixture
) -> None:
    unknown = ask(study, "nothing")
    running.wake()
    assert ended(study, unknown).state == "failed"
    assert "KeyError" in caplog.text
    job = ask(study, "count", to=1)
    running.wake()
    assert ended(study, job).state == "done"


def test_a_cancelled_job_keeps_what_is_finished(study: Study, running: Runner, settled: list[str]) -> None:
    job_id = ask(study, "count", to=10_000, pause_s=0.01)
    running.wake()
    with pytest.raises(ConflictError):
        ask(study, "count", to=1)
    once(study, job_id, lambda job: job.progress.get("done", 0) > 1)
    study.home.database.write(lambda c: cancel_job(c, job_id, study_id=study.id, now=5))
    job = ended(study, job_id)
    assert (job.state, 1 < job.summary["done"] < 10_000, settled) == ("cancelled", True, [])
    with pytest.raises(ConflictError):
        study.home.database.write(lambda c: cancel_job(c, job_id, study_id=study.id, now=5))


def test_a_waiting_job_is_cancelled_at_once_and_one_of_another_study_is_not_found(study: Study) -> None:
    job_id = ask(study, "count", to=1)
    with pytest.raises(NotFoundError):
        study.home.database.write(lambda c: cancel_job(c, job_id, study_id="another", now=5))
    study.home.database.write(lambda c: cancel_job(c, job_id, study_id=study.id, now=5))
    assert job_of(study, job_id).state == "cancelled"


def test_one_job_of_a_study_runs_at_a_time(study: Study) -> None:
    first, second = ask(study, "count", now=1), ask(study, "die", now=2)
    taken = [study.home.database.write(lambda c: rows.take_job(c, now=2)) for _ in range(2)]
    assert [job and job.id for job in taken] == [first, None]
    study.home.database.write(lambda c: rows.end_job(c, first, "done", now=3))
    after = study.home.database.write(lambda c: rows.take_job(c, now=4))
    assert after is not None
    assert after.id == second


def test_what_a_stopped_server_left_goes_on_under_the_next(
    study: Study, runner: Callable[[], Runner]
) -> None:
    job_id = ask(study, "count", to=30, pause_s=0.05)
    with runner():
        once(study, job_id, lambda job: job.progress.get("done", 0) > 1)
    waiting = job_of(study, job_id)
    assert (waiting.state, waiting.attempts) == ("queued", 0)
    with runner():
        assert ended(study, job_id).state == "done"


def test_what_a_killed_server_left_is_taken_up_but_not_for_ever(
    study: Study, runner: Callable[[], Runner]
) -> None:
    def killed_under_it() -> None:
        study.home.database.write(lambda c: rows.take_job(c, now=2))

    job_id = ask(study, "count", to=1)
    killed_under_it()
    with runner():
        job = ended(study, job_id)
    assert (job.state, job.attempts) == ("done", 2)

    unlucky = ask(study, "count", to=1)
    for _ in range(3):
        killed_under_it()
        study.home.database.write(lambda c: rows.take_up(c, most=3, failure="Too often.", now=3))
    assert (job_of(study, unlucky).state, job_of(study, unlucky).failure) == ("failed", "Too often.")

    cancelled = ask(study, "count", to=1)
    killed_under_it()
    study.home.database.write(lambda c: cancel_job(c, cancelled, study_id=study.id, now=3))
    study.home.database.write(lambda c: rows.take_up(c, most=3, failure="", now=4))
    assert job_of(study, cancelled).state == "cancelled"


def test_a_child_whose_parent_was_killed_ends(study: Study) -> None:
    del study  # for the path by which children find `errands`
    program = """
import sys
from earmark.engine.jobs import Child
child = Child("errands:count", {"to": 10_000, "pause_s": 0.01, "study": ""})
for message in child.messages(every_s=1):
    print(child.pid, flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    for _ in range(500):
        if not _lives(pid):
            return
        time.sleep(0.02)
    raise AssertionError(pid)


def _lives(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
