"""Evidence from files, one by one or many at a time.

Each process imports this module, so it asks for nothing that analysis does not need.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field
from pathlib import Path

from earmark.audio.decode import UndecodableError
from earmark.audio.detectors import DetectorMissingError, DetectorName
from earmark.audio.evidence.analysis import analyse_apart
from earmark.audio.evidence.registry import DETECTORS
from earmark.audio.evidence.rows import Evidence, together
from earmark.core.errors import EnvironmentProblemError
from earmark.core.wording import Said, said
from earmark.engine.executors import each_apart
from earmark.exports.columns import EVIDENCE_OF_FILES


@dataclass(frozen=True, slots=True)
class Job:
    """One recording to look at.

    Attributes:
        path: The file; with ``agent`` it holds the user alone.
        agent: The agent's file, where there are two.
        agent_channel: Which of two channels is the agent's.
        detectors: The names of those that look at it; None for all.
        vad: The detector of speech.
        models: Whether models are asked, too.
        processors: How many it may use; 1 where others are looked at beside it.
    """

    path: Path
    agent: Path | None = None
    agent_channel: int | None = None
    detectors: tuple[str, ...] | None = None
    vad: DetectorName = "fast"
    models: bool = False
    processors: int = 1


@dataclass(frozen=True, slots=True)
class Analysed:
    """What became of one recording: what each detector found, by its name, or why there is nothing."""

    job: Job
    parts: Mapping[str, Evidence] = field(default_factory=dict)
    refused: Said | None = None

    @property
    def evidence(self) -> Evidence | None:
        """All that was found, or None where it was refused."""
        return together(self.parts.values()) if self.parts else None

    def as_json(self) -> dict[str, object]:
        """Return the object that ``audio analyse --json`` prints."""
        files: dict[str, object] = {"file": str(self.job.path)}
        if self.job.agent is not None:
            files["agent_file"] = str(self.job.agent)
        evidence = self.evidence
        if evidence is None:
            why = self.refused or said("sound.undecodable")
            return {**files, "refused": {"reason": why.reason, "remedy": why.remedy}}
        return {**files, **evidence.as_json()}

    def as_rows(self) -> Iterator[tuple[object, ...]]:
        """Yield its evidence as rows of `EVIDENCE_OF_FILES`."""
        evidence = self.evidence
        for row in evidence.rows if evidence else ():
            fact = asdict(row)
            yield (str(self.job.path), *(fact[column.name] for column in EVIDENCE_OF_FILES.columns[1:]))


def analyse_all(
    jobs: Sequence[Job], *, processes: int | None = None, executor: Executor | None = None
) -> Iterator[Analysed]:
    """Yield what became of each recording, in order: looked at here, in processes, or by an executor."""
    if executor is not None:
        waiting = deque(executor.submit(look_at, job) for job in jobs)
        while waiting:
            yield waiting.popleft().result()
    elif processes is not None:
        found = each_apart(look_at, jobs, count=processes)
        for job, one in zip(jobs, found, strict=True):
            yield one or Analysed(job, refused=said("sound.ends-its-process"))
    else:
        yield from map(look_at, jobs)


def look_at(job: Job) -> Analysed:
    """Analyse one recording; what cannot be read is refused, not raised.

    Raises:
        EnvironmentProblemError: The accurate detector of speech is not installed.
    """
    chosen = [one for one in DETECTORS if job.detectors is None or one.name in job.detectors]
    try:
        parts = analyse_apart(
            job.path,
            agent=job.agent,
            agent_channel=job.agent_channel,
            vad=job.vad,
            models=job.models,
            processors=job.processors,
            detectors=chosen,
        )
        return Analysed(job, parts)
    except DetectorMissingError as missing:
        raise EnvironmentProblemError(str(missing)) from missing
    except UndecodableError as error:
        return Analysed(job, refused=said(f"sound.{error.note.code}", **error.note.words))
    except OSError as error:
        return Analysed(job, refused=said("folder.unreadable", error=error.strerror or str(error)))
