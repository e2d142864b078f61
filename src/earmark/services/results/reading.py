"""What results need of a study, read from one moment's state of the database.

Two reads of all submissions and of all scores take nearly all of the time. The database works on one while
the other is taken apart here: SQLite lets go of Python's lock as long as it looks for the next row.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Connection

from earmark.core.results import MarkCount, Progress
from earmark.services.evidence.summary import Summed, summed_up
from earmark.services.studies import Study
from earmark.storage import results as reads
from earmark.storage.answers import Answers, answer_columns, read_answers

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True, eq=False)
class StudyRead:
    """What the database holds of a study, read at one moment; conditions by name, members by id."""

    progress: Progress
    skips: tuple[MarkCount, ...]
    discards: tuple[MarkCount, ...]
    conditions: tuple[str | None, ...]
    members: tuple[str, ...]
    answers: Answers
    summed: tuple[Summed, ...] | None


def read_study(connection: Connection, study: Study, stamp: Hashable, *, now: int) -> StudyRead:
    """Read a study.

    Args:
        connection: Sees the state that is read.
        study: The study.
        stamp: The study's `change_stamp` in that state.
        now: Microseconds UTC.
    """
    with ThreadPoolExecutor(1, thread_name_prefix="earmark-reading") as beside:
        second = _Second(connection, study, stamp, beside)
        columns = second.begin(lambda beside: answer_columns(beside, study.id))
        progress = second.begin(lambda beside: reads.read_progress(beside, study.id, now=now))
        return StudyRead(
            answers=read_answers(connection, study.id, study.protocol, columns=columns),
            skips=reads.count_marks(connection, study.id, act="skip"),
            discards=reads.count_marks(connection, study.id, act="discard"),
            conditions=tuple(reads.condition_names(connection, study.id).values()),
            members=reads.member_ids(connection, study.id),
            summed=summed_up(connection, study.id) if study.protocol.item.is_talk else None,
            progress=progress(),
        )


@dataclass(frozen=True, slots=True)
class _Second:
    """Reads on a second connection, beside the first, as long as both see the same state of the study."""

    first: Connection
    study: Study
    stamp: Hashable
    beside: ThreadPoolExecutor

    def begin(self, read: Callable[[Connection], Found]) -> Callable[[], Found]:
        """Begin a read; what is returned waits for what it found.

        Where somebody wrote since the first connection began, the first one reads when it is asked.
        """
        reading: Future[tuple[Found] | None] = self.beside.submit(self._read, read)

        def found() -> Found:
            seen = reading.result()
            return read(self.first) if seen is None else seen[0]

        return found

    def _read(self, read: Callable[[Connection], Found]) -> tuple[Found] | None:
        with self.study.home.database.read() as connection:
            is_same = reads.change_stamp(connection, self.study.id) == self.stamp
            return (read(connection),) if is_same else None
