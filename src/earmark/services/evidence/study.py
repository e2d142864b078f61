"""The evidence of a whole study for its owner: how much of what in which condition, and what is worst."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from earmark.audio.evidence.rows import Evidence
from earmark.core.errors import NotFoundError
from earmark.core.results.evidence import EvidenceResults
from earmark.core.scope import Scope
from earmark.exports.columns import EVIDENCE
from earmark.services import jobs
from earmark.services.evidence.job import KIND
from earmark.services.evidence.marks import shown_of
from earmark.services.evidence.rows import evidence_rows
from earmark.services.evidence.summary import OF_RECORDINGS, Summed, summed_up, within
from earmark.services.jobs import JobRow
from earmark.services.oversight import PAGE, Page
from earmark.services.results.evidence import evidence_results
from earmark.services.studies import Study
from earmark.storage.analyses import RecordingRow, recording_of

LEVEL: Final = 0.95


@dataclass(frozen=True, slots=True)
class StudyEvidence:
    """What a page of a study's evidence shows.

    Attributes:
        results: What was measured of the part that is looked at, over its conditions.
        latencies: Seconds, by condition.
        states: How many recordings of the part wait, could not be read, or are there.
        worst: The recordings with the worst first.
        kinds: What was found at all, in any condition.
        names: What can be chosen from.
        job: The last analysis, or None.
    """

    results: EvidenceResults
    latencies: Mapping[str, tuple[float, ...]]
    states: Mapping[str, int]
    worst: Page[Summed]
    kinds: tuple[str, ...]
    names: Scope
    job: JobRow | None


def study_evidence(study: Study, scope: Scope, *, kind: str = "", page: int = 1) -> StudyEvidence:
    """Return the evidence of a part of a study; ``kind`` orders and keeps recordings by what it names."""
    with study.home.database.read() as connection:
        every = summed_up(connection, study.id)
        last = jobs.jobs_of(connection, KIND, study_id=study.id, limit=1)
    summed = within(every, scope)
    faulty = (one for one in summed if any(one.severe(kind)))
    wanted = sorted(faulty, key=lambda one: one.severe(kind), reverse=True)
    begin = (page - 1) * PAGE
    return StudyEvidence(
        evidence_results(summed, level=LEVEL, rates=None),
        _latencies(summed),
        Counter(one.state for one in summed),
        Page(tuple(wanted[begin : begin + PAGE]), page, len(wanted) > begin + PAGE),
        tuple(sorted({name for one in summed for name in one.counts})),
        _names(every),
        last[0] if last else None,
    )


def _latencies(summed: tuple[Summed, ...]) -> dict[str, tuple[float, ...]]:
    found: dict[str, list[float]] = {}
    for one in summed:
        if one.latencies:
            found.setdefault(one.condition or "", []).extend(one.latencies)
    return {name: tuple(sorted(values)) for name, values in sorted(found.items())}


def _names(summed: tuple[Summed, ...]) -> Scope:
    """Return what can be chosen from; a kind with one name is no choice, and empty."""
    found = {kind: {getattr(one, kind) or "" for one in summed} for kind in OF_RECORDINGS}
    return Scope(**{kind: tuple(names) if len(names) > 1 else () for kind, names in found.items()})


def recording_in(study: Study, stimulus_id: str) -> RecordingRow:
    """Return one recording of a study; NotFoundError where it has none of this id."""
    with study.home.database.read() as connection:
        found = recording_of(connection, study.id, stimulus_id)
    if found is None:
        message = "This study has no such recording."
        raise NotFoundError(message)
    return found


def evidence_of(study: Study, recording: RecordingRow) -> Evidence | None:
    """Return all that was found in a recording; None where it waits, or could not be read."""
    with study.home.database.read() as connection:
        shown, _ = shown_of(connection, recording.original_hash, recording.agent_channel, is_blind=False)
    return shown.evidence


def table_rows(study: Study) -> Iterator[list[object]]:
    """Yield the rows of the table `EVIDENCE` of a study, from one moment."""
    with study.home.database.read() as connection:
        for row in evidence_rows(connection, study.id):
            yield [row[column.name] for column in EVIDENCE.columns]
