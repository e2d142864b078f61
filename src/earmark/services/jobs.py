"""Work in the background: asked for, watched, cancelled, and run by the server, each in a process of its own.

A job is a row. Whoever asks writes it; the `Runner` of the server takes it, runs its work in a child
process (engine/jobs.py), writes down how far it is, and ends it. Only the runner changes a job that runs,
so a child that outlives a killed server changes none: its work stops, and the next server takes the job up
again. That is safe where the work itself is, as an import is: what was finished is found again.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from sqlalchemy import Connection

from earmark.core.errors import ConflictError, NotFoundError
from earmark.core.wording import Said, pack, said, spoken, tell, unpack
from earmark.engine.jobs import Child, Message
from earmark.services.home import Home
from earmark.storage import jobs as rows
from earmark.storage.jobs import JobRow

__all__ = ["JobRow", "Kind", "Runner", "ask_for", "cancel_job", "get_job", "jobs_of", "why_failed"]

RUNNERS: Final = 2
"""Jobs at a time, of different studies."""

MOST_ATTEMPTS: Final = 3
TICK_S: Final = 0.5
LOOK_S: Final = 2.0
GRACE_S: Final = 5.0

_LOG: Final = logging.getLogger("uvicorn.error")  # what the operator reads already


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of job.

    Attributes:
        work: The function that does it, as ``module:name``. It gets the folder of the home, the job's study
            and its arguments, and a `Channel`; it returns ``summary``, ``report``, and ``complete``, which is
            false where it was stopped on its way.
        settle: Runs after a job of the kind is done, for what it leaves behind.
        gives_way: Whether jobs of other kinds come first, and wait for none of this kind.
    """

    work: str
    settle: Callable[[Home, JobRow], None]
    gives_way: bool = False


def ask_for(
    connection: Connection,
    kind: str,
    *,
    study_id: str,
    person_id: str | None,
    arguments: Mapping[str, object],
    now: int,
) -> str:
    """Ask for a job and return its id.

    Raises:
        ConflictError: The study has a job of this kind that waits or runs.
    """
    if rows.has_active(connection, kind, study_id=study_id):
        message = "This study has one under way already. Wait until it has ended, or cancel it."
        raise ConflictError(message)
    return rows.insert_job(
        connection, kind, study_id=study_id, person_id=person_id, arguments=arguments, now=now
    )


def get_job(connection: Connection, job_id: str, *, study_id: str) -> JobRow:
    """Return a job with its report; NotFoundError where this study has none of this id."""
    job = rows.find_job(connection, job_id, study_id=study_id)
    if job is None:
        message = "This study has no such job."
        raise NotFoundError(message)
    return job


def why_failed(job: JobRow, language: str) -> tuple[str, str]:
    """Return why a job failed, and the language of it: what the work itself said comes as it said it."""
    told = unpack(job.failure)
    return tell(told, language, part="page"), spoken(language) if isinstance(told, Said) else spoken("")


def jobs_of(
    connection: Connection, kind: str, *, study_id: str, limit: int, offset: int = 0
) -> tuple[JobRow, ...]:
    """Return the jobs of a kind, newest first, without their reports."""
    return rows.jobs_of(connection, kind, study_id=study_id, limit=limit, offset=offset)


def cancel_job(connection: Connection, job_id: str, *, study_id: str, now: int) -> None:
    """Cancel a job: at once where it waits, at its next good moment where it runs.

    Raises:
        NotFoundError: This study has none of this id.
        ConflictError: It has ended.
    """
    if not rows.ask_to_stop(connection, job_id, study_id=study_id, now=now):
        get_job(connection, job_id, study_id=study_id)
        message = "This has ended already."
        raise ConflictError(message)


class Runner:
    """Runs the jobs of a home beside its server, some at a time, one a study. Used as a context."""

    def __init__(self, home: Home, kinds: Mapping[str, Kind]) -> None:
        self._home = home
        self._kinds = kinds
        self._ending = threading.Event()
        self._asked = threading.Condition()
        self._threads = [
            threading.Thread(target=self._work, name=f"earmark-jobs-{number}") for number in range(RUNNERS)
        ]

    def wake(self) -> None:
        """Look for jobs now: one was asked for."""
        with self._asked:
            self._asked.notify_all()

    def __enter__(self) -> Self:
        """Take up what a killed server left, and begin."""
        now, too_often = self._home.clock(), pack(said("job.killed-too-often", times=MOST_ATTEMPTS))
        self._home.database.write(
            lambda connection: rows.take_up(connection, most=MOST_ATTEMPTS, failure=too_often, now=now)
        )
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the children at their next good moment; their jobs wait for the next server."""
        self._ending.set()
        self.wake()
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while not self._ending.is_set():
            job = self._take()
            if job is not None:
                self._run(job)
                continue
            with self._asked:
                self._asked.wait(LOOK_S)

    def _take(self) -> JobRow | None:
        with self._home.database.read() as connection:
            if not rows.has_queued(connection):
                return None
        now = self._home.clock()
        last = [name for name, kind in self._kinds.items() if kind.gives_way]
        return self._home.database.write(lambda connection: rows.take_job(connection, now=now, last=last))

    def _run(self, job: JobRow) -> None:
        """Run one job to its end, whatever that is; the failure is kept with the job and in the log."""
        try:
            self._watch(job)
        except Exception as error:  # noqa: BLE001 - the job runner: no job takes the others with it
            _LOG.exception("The job %s (%s) failed", job.id, job.kind)
            self._end(job, "failed", failure=pack(said("job.unforeseen", name=type(error).__name__)))

    def _watch(self, job: JobRow) -> None:
        kind = self._kinds[job.kind]
        place = {"home": str(self._home.settings.home.resolve()), "study": job.study_id}
        child = Child(kind.work, place | dict(job.arguments))
        last: Message | None = None
        try:
            last = self._listen(job, child)
        except BaseException:
            child.kill()
            raise
        finally:
            code = child.close()
        self._conclude(job, last, code=code)

    def _listen(self, job: JobRow, child: Child) -> Message | None:
        """Write down how far the work is, and pass on that it should stop; return its last word."""
        last, news, stopped_at = None, None, None
        looked = time.monotonic()
        for message in child.messages(every_s=TICK_S):
            if message is not None and message.kind == "progress":
                news = message.content
            elif message is not None:
                last = message
            if time.monotonic() - looked < TICK_S:
                continue
            looked = time.monotonic()
            if news is not None:
                self._note(job, news)
                news = None
            if stopped_at is None and self._should_stop(job):
                stopped_at = looked
                child.stop()
            elif stopped_at is not None and self._ending.is_set() and looked - stopped_at > GRACE_S:
                child.kill()  # it is all or nothing for each recording, so this harms nothing
        return last

    def _note(self, job: JobRow, progress: Mapping[str, Any]) -> None:
        self._home.database.write(lambda connection: rows.note_progress(connection, job.id, progress))

    def _should_stop(self, job: JobRow) -> bool:
        if self._ending.is_set():
            return True
        with self._home.database.read() as connection:
            return rows.is_stop_asked(connection, job.id)

    def _conclude(self, job: JobRow, last: Message | None, *, code: int) -> None:
        if last is not None and last.kind == "result":
            if last.content.get("failure"):
                self._end(job, "failed", content=last.content, failure=str(last.content["failure"]))
            elif last.content["complete"]:
                self._end(job, "done", content=last.content)
            elif self._was_cancelled(job):
                self._end(job, "cancelled", content=last.content)
            else:
                self._put_back(job)
        elif self._ending.is_set():
            self._put_back(job)
        elif last is not None:
            self._end(job, "failed", failure=str(last.content["text"]))
        else:
            how = f"signal {-code}" if code < 0 else f"code {code}"
            self._end(job, "failed", failure=pack(said("job.died", how=how)))

    def _was_cancelled(self, job: JobRow) -> bool:
        with self._home.database.read() as connection:
            return rows.is_stop_asked(connection, job.id)

    def _put_back(self, job: JobRow) -> None:
        self._home.database.write(lambda connection: rows.put_back(connection, job.id))

    def _end(
        self, job: JobRow, state: str, *, content: Mapping[str, Any] | None = None, failure: str = ""
    ) -> None:
        now, found = self._home.clock(), content or {}
        self._home.database.write(
            lambda connection: rows.end_job(
                connection,
                job.id,
                state,
                summary=found.get("summary"),
                report=found.get("report"),
                failure=failure,
                now=now,
            )
        )
        if state == "done":
            self._kinds[job.kind].settle(self._home, self._now(job))

    def _now(self, job: JobRow) -> JobRow:
        with self._home.database.read() as connection:
            return get_job(connection, job.id, study_id=job.study_id)
