"""Evidence from files, on all processors.

Each process imports this module, so it asks for nothing that analysis does not need.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from earmark.audio.decode import UndecodableError
from earmark.audio.evidence.analysis import analyse
from earmark.audio.evidence.rows import Evidence
from earmark.core.errors import EnvironmentProblemError
from earmark.core.wording import Said, said
from earmark.exports.columns import Column, Table

EVIDENCE: Final = Table(
    "evidence",
    "One fact about one recording.",
    (
        Column("file", "text", "The file."),
        Column("start_s", "number", "Where it begins.", "s"),
        Column("end_s", "number", "Where it ends.", "s"),
        Column("channel", "integer", "0, 1, or -1 for both."),
        Column("role", "text", "Who speaks on the channel: `user` or `agent`; empty where unknown."),
        Column("kind", "text", "What it is."),
        Column("scope", "text", "`event`, `turn` or `recording`."),
        Column("turn_id", "text", "The turn, where the scope is one."),
        Column(
            "severity",
            "integer",
            "0 a measurement, 1 measurable, 2 heard by careful listeners, 3 spoils the turn.",
        ),
        Column("confidence", "number", "How sure the detector is, 0 to 1."),
        Column("value", "number", "Its size."),
        Column("unit", "text", "Unit of the value."),
        Column("extra", "json", "What else the kind tells."),
        Column("detector", "text", "Name of the detector."),
        Column("version", "integer", "Its version."),
    ),
)


@dataclass(frozen=True, slots=True)
class Job:
    """One recording to look at.

    Attributes:
        path: The file; with ``agent`` it holds the user alone.
        agent: The agent's file, where there are two.
        agent_channel: Which of two channels is the agent's.
    """

    path: Path
    agent: Path | None = None
    agent_channel: int | None = None


@dataclass(frozen=True, slots=True)
class Analysed:
    """What became of one recording: evidence, or why there is none."""

    job: Job
    evidence: Evidence | None = None
    refused: Said | None = None

    def as_json(self) -> dict[str, object]:
        """Return the object that ``audio analyse --json`` prints."""
        files: dict[str, object] = {"file": str(self.job.path)}
        if self.job.agent is not None:
            files["agent_file"] = str(self.job.agent)
        if self.evidence is None:
            why = self.refused or said("sound.undecodable")
            return {**files, "refused": {"reason": why.reason, "remedy": why.remedy}}
        return {**files, **self.evidence.as_json()}

    def as_rows(self) -> Iterator[tuple[object, ...]]:
        """Yield its evidence as rows of `EVIDENCE`."""
        for row in self.evidence.rows if self.evidence else ():
            yield (
                str(self.job.path),
                *(getattr(row, column.name) for column in EVIDENCE.columns[1:-3]),
                dict(row.extra),
                row.detector,
                row.version,
            )


def analyse_all(jobs: Sequence[Job], *, executor: Executor | None = None) -> Iterator[Analysed]:
    """Yield what became of each recording, in order; with an executor, several at a time.

    Raises:
        EnvironmentProblemError: A process of the executor came to grief, such as for want of memory.
    """
    done: Iterable[Analysed] = map(look_at, jobs) if executor is None else executor.map(look_at, jobs)
    try:
        yield from done
    except BrokenProcessPool as error:
        message = (
            "A process that analysed ended without a word, perhaps for want of memory. Use fewer with --jobs."
        )
        raise EnvironmentProblemError(message) from error


def processes(count: int) -> ProcessPoolExecutor:
    """Return an executor of so many processes, which begin anew and share nothing."""
    return ProcessPoolExecutor(count, mp_context=get_context("spawn"))


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def look_at(job: Job) -> Analysed:
    """Analyse one recording; what cannot be read is refused, not raised."""
    try:
        return Analysed(job, analyse(job.path, agent=job.agent, agent_channel=job.agent_channel))
    except UndecodableError as error:
        return Analysed(job, refused=said(f"sound.{error.note.code}", **error.note.words))
    except OSError as error:
        return Analysed(job, refused=said("folder.unreadable", error=error.strerror or str(error)))
