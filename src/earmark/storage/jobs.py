"""Rows of work in the background: queued, run one a study, stopped, taken up after a server was killed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, case, exists, insert, or_, select, update

from earmark.storage.ids import new_id
from earmark.storage.tables import job

ACTIVE: Final = ("queued", "running")


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job; ``state`` is queued, running, done, failed or cancelled. `report` is read by `find_job` only.

    Attributes:
        progress: The last word of the work on how far it is; empty before the first.
        summary: A few numbers of the report; empty until there is one.
        failure: Why it failed: a sentence as `core.wording.pack` writes it, or plain words.
        attempts: How often it was started; above 1 after a server was killed under it.
        stop_asked: Somebody has cancelled it; it ends at the next good moment.
    """

    id: str
    study_id: str
    kind: str
    state: str
    arguments: Mapping[str, Any]
    progress: Mapping[str, Any]
    summary: Mapping[str, Any]
    report: Mapping[str, Any] | None
    failure: str
    attempts: int
    stop_asked: bool
    created_at: int
    ended_at: int | None

    @property
    def is_active(self) -> bool:
        """Tell whether it waits or runs."""
        return self.state in ACTIVE


def _row(row: Row[Any], *, with_report: bool = True) -> JobRow:
    return JobRow(
        id=row.id,
        study_id=row.study_id,
        kind=row.kind,
        state=row.state,
        arguments=row.arguments,
        progress=row.progress or {},
        summary=row.summary or {},
        report=row.report if with_report else None,
        failure=row.failure,
        attempts=row.attempts,
        stop_asked=row.stop_asked,
        created_at=row.created_at,
        ended_at=row.ended_at,
    )


_WITHOUT_REPORT: Final = [column for column in job.c if column.name != "report"]  # it may hold megabytes


def insert_job(
    connection: Connection,
    kind: str,
    *,
    study_id: str,
    person_id: str | None,
    arguments: Mapping[str, object],
    now: int,
) -> str:
    """Write a job that waits and return its id."""
    job_id = new_id()
    values = {"id": job_id, "study_id": study_id, "person_id": person_id, "kind": kind, "state": "queued"}
    connection.execute(insert(job).values(**values, arguments=arguments, created_at=now))
    return job_id


def find_job(connection: Connection, job_id: str, *, study_id: str) -> JobRow | None:
    """Return a job of this study with its report."""
    found = connection.execute(select(job).where(job.c.id == job_id, job.c.study_id == study_id))
    row = found.one_or_none()
    return None if row is None else _row(row)


def jobs_of(
    connection: Connection, kind: str, *, study_id: str, limit: int, offset: int = 0
) -> tuple[JobRow, ...]:
    """Return the jobs of a kind, newest first, without their reports."""
    found = connection.execute(
        select(*_WITHOUT_REPORT)
        .where(job.c.study_id == study_id, job.c.kind == kind)
        .order_by(job.c.created_at.desc(), job.c.id)
        .limit(limit)
        .offset(offset)
    )
    return tuple(_row(row, with_report=False) for row in found)


def has_active(connection: Connection, kind: str, *, study_id: str) -> bool:
    """Tell whether a job of this kind waits or runs."""
    active = exists().where(job.c.study_id == study_id, job.c.kind == kind, job.c.state.in_(ACTIVE))
    return bool(connection.execute(select(active)).scalar_one())


def has_queued(connection: Connection) -> bool:
    """Tell whether any job waits."""
    return bool(connection.execute(select(exists().where(job.c.state == "queued"))).scalar_one())


def take_job(connection: Connection, *, now: int, last: Collection[str] = ()) -> JobRow | None:
    """Start the job that has waited longest among studies of which none is running.

    Args:
        connection: A transaction that writes.
        now: Microseconds UTC.
        last: Kinds that give way: they come after all others, one at a time in all studies, and while one
            of them runs, another job of its study may begin.
    """
    other = job.alias()
    runs = exists().where(other.c.state == "running")
    in_its_study = runs.where(other.c.study_id == job.c.study_id)
    gives_way = job.c.kind.in_(last)
    is_busy = case(
        (gives_way, or_(in_its_study, runs.where(other.c.kind.in_(last)))),
        else_=in_its_study.where(other.c.kind.not_in(last)),
    )
    next_id = connection.execute(
        select(job.c.id)
        .where(job.c.state == "queued", ~is_busy)
        .order_by(case((gives_way, 1), else_=0), job.c.created_at, job.c.id)
        .limit(1)
    ).scalar_one_or_none()
    row = connection.execute(
        update(job)
        .where(job.c.id == next_id, job.c.state == "queued")
        .values(state="running", started_at=now, attempts=job.c.attempts + 1)
        .returning(job)
    ).one_or_none()
    return None if row is None else _row(row)


def note_progress(connection: Connection, job_id: str, progress: Mapping[str, object]) -> None:
    """Write how far a running job is."""
    connection.execute(update(job).where(job.c.id == job_id).values(progress=progress))


def is_stop_asked(connection: Connection, job_id: str) -> bool:
    """Tell whether somebody has cancelled the job."""
    return bool(connection.execute(select(job.c.stop_asked).where(job.c.id == job_id)).scalar_one())


def end_job(
    connection: Connection,
    job_id: str,
    state: str,
    *,
    summary: Mapping[str, object] | None = None,
    report: Mapping[str, object] | None = None,
    failure: str = "",
    now: int,
) -> None:
    """End a job as done, failed or cancelled."""
    values = {"state": state, "summary": summary, "report": report, "failure": failure, "ended_at": now}
    connection.execute(update(job).where(job.c.id == job_id).values(**values))


def put_back(connection: Connection, job_id: str) -> None:
    """Let a job that was stopped with its server wait again; that start does not count."""
    connection.execute(
        update(job).where(job.c.id == job_id).values(state="queued", attempts=job.c.attempts - 1)
    )


def ask_to_stop(connection: Connection, job_id: str, *, study_id: str, now: int) -> bool:
    """Cancel a job of this study: at once where it waits, else soon. False where there was none to cancel."""
    here = (job.c.id == job_id, job.c.study_id == study_id)
    waiting = connection.execute(
        update(job).where(*here, job.c.state == "queued").values(state="cancelled", ended_at=now)
    )
    running = connection.execute(update(job).where(*here, job.c.state == "running").values(stop_asked=True))
    return waiting.rowcount + running.rowcount == 1


def take_up(connection: Connection, *, most: int, failure: str, now: int) -> None:
    """Let what ran under a server that was killed wait again; after ``most`` starts it has failed."""
    orphaned = job.c.state == "running"
    connection.execute(update(job).where(orphaned, job.c.stop_asked).values(state="cancelled", ended_at=now))
    connection.execute(
        update(job)
        .where(orphaned, job.c.attempts >= most)
        .values(state="failed", failure=failure, ended_at=now)
    )
    connection.execute(update(job).where(orphaned).values(state="queued"))
