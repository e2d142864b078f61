"""What analyses of sound have found, by the content of the sound, and what of it raters were sent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)

from earmark.storage.statements import Statement
from earmark.storage.tables import analysis, assignment, condition, item, stimulus, study

NOBODY: Final = -1
"""The agent's channel where nobody is the agent."""

BLOCK: Final = 200

_OF_STIMULUS: Final = and_(
    analysis.c.sound_hash == stimulus.c.original_hash,
    analysis.c.agent_channel == func.coalesce(stimulus.c.agent_channel, NOBODY),
)


class Sound(NamedTuple):
    """The sound of recordings that share it.

    Attributes:
        details: Of one of its recordings: the files of its speakers, where each has one.
        versions: Of each detector that has looked at it; empty where none has.
        earmark: The version that looked last; empty where none has.
    """

    sound_hash: str
    agent_channel: int | None
    channels: int
    details: Mapping[str, Any]
    versions: Mapping[str, int]
    earmark: str


class AnalysedRecording(NamedTuple):
    """One recording of a study; ``found`` is None where its sound has not been analysed."""

    stimulus: str
    item: str
    condition: str | None
    file_name: str
    agent_channel: int | None
    channels: int
    found: Mapping[str, Any] | None


class RecordingRow(NamedTuple):
    """One recording as staff hears it. The hashes never leave the server."""

    id: str
    item: str
    condition: str | None
    file_name: str
    duration_s: float
    channels: int
    agent_channel: int | None
    original_hash: str
    rendition_hash: str
    peaks_hash: str


class SummaryRow(NamedTuple):
    """One recording of a study, summed up.

    ``summary`` is None where it has not been analysed, and empty where its sound could not be read.
    """

    stimulus: str
    item: str
    condition: str | None
    file_name: str
    language: str
    scenario: Mapping[str, Any]
    summary: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is kept of one sound."""

    earmark: str
    versions: Mapping[str, int]
    suspects: Sequence[Mapping[str, object]]
    summary: Mapping[str, object]
    found: Mapping[str, object]


def has_unanalysed(connection: Connection, study_id: str, *, earmark: str) -> bool:
    """Tell whether a study has sound that this Earmark has not looked at."""
    looked_at = exists().where(_OF_STIMULUS, analysis.c.earmark == earmark)
    return bool(
        connection.execute(select(exists().where(stimulus.c.study_id == study_id, ~looked_at))).scalar_one()
    )


def studies_to_analyse(connection: Connection, *, earmark: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Return id and settings of studies with sound that this Earmark has not heard, or with models."""
    looked_at = exists().where(_OF_STIMULUS, analysis.c.earmark == earmark)
    waits = exists().where(stimulus.c.study_id == study.c.id, ~looked_at)
    asks = study.c.settings["models"].as_boolean()
    return [
        tuple(row) for row in connection.execute(select(study.c.id, study.c.settings).where(waits | asks))
    ]


def sounds_of(connection: Connection, study_id: str) -> list[Sound]:
    """Return each sound of a study once, in the order in which they came in."""
    columns = (
        stimulus.c.original_hash,
        stimulus.c.agent_channel,
        stimulus.c.channels,
        stimulus.c.details,
        analysis.c.versions,
        analysis.c.earmark,
    )
    query = (
        select(*columns)
        .outerjoin_from(stimulus, analysis, _OF_STIMULUS)
        .where(stimulus.c.study_id == study_id)
        .order_by(stimulus.c.created_at, stimulus.c.id)
    )
    found = {row[:2]: Sound(*row[:4], row[4] or {}, row[5] or "") for row in connection.execute(query)}
    return list(found.values())


def found_in(connection: Connection, sound_hash: str, agent_channel: int | None) -> dict[str, Any] | None:
    """Return what is kept of one sound, or None where it has not been analysed."""
    kept: dict[str, Any] | None = _FOUND.scalar(connection, sound=sound_hash, agent=_channel(agent_channel))
    return kept


def put_analysis(
    connection: Connection, sound_hash: str, agent_channel: int | None, kept: Analysis, *, now: int
) -> None:
    """Keep what was found in a sound, in the place of what was kept before."""
    key = {"sound_hash": sound_hash, "agent_channel": _channel(agent_channel)}
    connection.execute(delete(analysis).where(*(analysis.c[name] == value for name, value in key.items())))
    values = {name: getattr(kept, name) for name in ("earmark", "versions", "suspects", "summary", "found")}
    connection.execute(insert(analysis).values(**key, **values, made_at=now))


def look_again(connection: Connection, study_id: str) -> None:
    """Let the sound of a study be looked at again, as far as detectors are new or it could not be read."""
    of_study = select(stimulus.c.original_hash).where(stimulus.c.study_id == study_id)
    connection.execute(update(analysis).where(analysis.c.sound_hash.in_(of_study)).values(earmark=""))


def recordings_of(connection: Connection, study_id: str) -> Iterator[AnalysedRecording]:
    """Yield the recordings of a study with what was found in them, in the order in which they came in."""
    query = (
        _RECORDINGS.where(stimulus.c.study_id == study_id)
        .order_by(stimulus.c.created_at, stimulus.c.id)
        .execution_options(yield_per=BLOCK)
    )
    for row in connection.execute(query):
        yield AnalysedRecording(*row)


def summaries_of(connection: Connection, study_id: str) -> list[SummaryRow]:
    """Return the recordings of a study, summed up, in the order in which they came in."""
    query = (
        select(
            stimulus.c.id,
            item.c.name,
            condition.c.name,
            stimulus.c.file_name,
            stimulus.c.language,
            item.c.scenario,
            analysis.c.summary,
        )
        .join_from(stimulus, item, stimulus.c.item_id == item.c.id)
        .outerjoin(condition, stimulus.c.condition_id == condition.c.id)
        .outerjoin(analysis, _OF_STIMULUS)
        .where(stimulus.c.study_id == study_id)
        .order_by(stimulus.c.created_at, stimulus.c.id)
    )
    return [SummaryRow(*row) for row in connection.execute(query)]


def analysis_stamp(connection: Connection, study_id: str) -> tuple[object, ...]:
    """Return what differs as soon as something of a study has been analysed."""
    query = (
        select(func.count(), func.max(analysis.c.made_at))
        .join_from(stimulus, analysis, _OF_STIMULUS)
        .where(stimulus.c.study_id == study_id)
    )
    return tuple(connection.execute(query).one())


def recording_of(connection: Connection, study_id: str, stimulus_id: str) -> RecordingRow | None:
    """Return one recording of a study as it is now, or None."""
    query = (
        select(
            stimulus.c.id,
            item.c.name,
            condition.c.name,
            stimulus.c.file_name,
            stimulus.c.duration_s,
            stimulus.c.channels,
            stimulus.c.agent_channel,
            stimulus.c.original_hash,
            stimulus.c.rendition_hash,
            stimulus.c.peaks_hash,
        )
        .join_from(stimulus, item, stimulus.c.item_id == item.c.id)
        .outerjoin(condition, stimulus.c.condition_id == condition.c.id)
        .where(stimulus.c.study_id == study_id, stimulus.c.id == stimulus_id)
    )
    row = connection.execute(query).one_or_none()
    return None if row is None else RecordingRow._make(row)


def suspects_of(connection: Connection, study_id: str) -> dict[str, Sequence[Mapping[str, object]]]:
    """Return what the owner should know of each recording by its evidence, by the id of the recording."""
    query = (
        select(stimulus.c.id, analysis.c.suspects)
        .join_from(stimulus, analysis, _OF_STIMULUS)
        .where(stimulus.c.study_id == study_id)
    )
    return {row.id: row.suspects for row in connection.execute(query) if row.suspects}


def note_shown(connection: Connection, assignment_id: str, shown: Mapping[str, object]) -> None:
    """Write what of the evidence the rater of an assignment has been sent."""
    connection.execute(
        update(assignment).where(assignment.c.id == assignment_id).values(evidence_shown=shown)
    )


def shown_to(connection: Connection, assignment_id: str) -> dict[str, Any] | None:
    """Return what of the evidence the rater of an assignment has been sent; None for nothing."""
    shown: dict[str, Any] | None = _SHOWN.scalar(connection, which=assignment_id)
    return shown


def _channel(agent_channel: int | None) -> int:
    return NOBODY if agent_channel is None else agent_channel


_FOUND: Final = Statement(
    select(analysis.c.found).where(
        analysis.c.sound_hash == bindparam("sound"), analysis.c.agent_channel == bindparam("agent")
    )
)
_SHOWN: Final = Statement(select(assignment.c.evidence_shown).where(assignment.c.id == bindparam("which")))
_RECORDINGS: Final = (
    select(
        stimulus.c.id,
        item.c.name,
        condition.c.name,
        stimulus.c.file_name,
        stimulus.c.agent_channel,
        stimulus.c.channels,
        analysis.c.found,
    )
    .join_from(stimulus, item, stimulus.c.item_id == item.c.id)
    .outerjoin(condition, stimulus.c.condition_id == condition.c.id)
    .outerjoin(analysis, _OF_STIMULUS)
)
