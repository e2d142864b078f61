"""Rows of what is rated: conditions, items, stimuli with their turns, and a task for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, select, update

from earmark.core.order import draw_of
from earmark.storage.ids import new_id
from earmark.storage.tables import condition, item, stimulus, task, task_stimulus
from earmark.storage.turnlists import NewTurnList, add_first_list


@dataclass(frozen=True, slots=True)
class NewStimulus:
    """A recording to put in; names of item and condition, hashes of objects that are stored already.

    A conversation has a ``turn_list``, or ``waits_for_turns``: then its task is there but goes to nobody
    until `storage.turnlists.add_first_list` brings them.
    """

    item: str
    condition: str | None
    scenario: Mapping[str, str]
    file_name: str
    original_hash: str
    rendition_hash: str
    peaks_hash: str
    duration_s: float
    channels: int
    sample_rate_hz: int
    agent_channel: int | None
    language: str
    text: str
    details: Mapping[str, object]
    turn_list: NewTurnList | None = None
    waits_for_turns: bool = False


@dataclass(frozen=True, slots=True)
class Added:
    """A stimulus that is in now.

    Attributes:
        has_sibling: Its item had another recording of the same condition.
        kept_scenario: Its item had another scenario, which it keeps.
    """

    stimulus_id: str
    has_sibling: bool
    kept_scenario: bool


@dataclass(frozen=True, slots=True)
class Contents:
    """How much a study holds."""

    items: int
    conditions: int
    recordings: int


def contents_of(connection: Connection, study_id: str) -> Contents:
    """Count what a study holds."""
    counts = (
        select(func.count()).select_from(table).where(table.c.study_id == study_id).scalar_subquery()
        for table in (item, condition, stimulus)
    )
    return Contents(*connection.execute(select(*counts)).one())


def stimuli_by_content(connection: Connection, study_id: str) -> dict[str, str]:
    """Return the recordings of a study: the hash of each original, and the id of a stimulus that has it."""
    known = select(stimulus.c.original_hash, stimulus.c.id).where(stimulus.c.study_id == study_id)
    return {row[0]: row[1] for row in connection.execute(known)}


@dataclass(frozen=True, slots=True)
class SoundRow:
    """What is known of the sound of one recording, with the task that it is rated by."""

    task: str
    item: str
    condition: str | None
    rendition_hash: str
    level_db: float | None
    findings: Sequence[Mapping[str, object]]
    file_name: str
    stimulus: str


def sound_rows(connection: Connection, study_id: str) -> list[SoundRow]:
    """Return what is known of the sound of a study, in the order in which it came in."""
    columns = (
        task_stimulus.c.task_id,
        item.c.name,
        condition.c.name,
        stimulus.c.rendition_hash,
        stimulus.c.details,
        stimulus.c.file_name,
        stimulus.c.id,
    )
    rows = (
        select(*columns)
        .join_from(stimulus, item, stimulus.c.item_id == item.c.id)
        .join(task_stimulus, task_stimulus.c.stimulus_id == stimulus.c.id)
        .outerjoin(condition, stimulus.c.condition_id == condition.c.id)
        .where(stimulus.c.study_id == study_id)
        .order_by(stimulus.c.created_at, stimulus.c.id)
    )
    return [
        SoundRow(*row[:4], row[4].get("level_db"), row[4].get("findings", ()), *row[5:])
        for row in connection.execute(rows)
    ]


def replace_rendition(
    connection: Connection, study_id: str, *, original_hash: str, rendition_hash: str, peaks_hash: str
) -> None:
    """Let all recordings of a study with this original be heard and drawn by other objects."""
    connection.execute(
        update(stimulus)
        .where(stimulus.c.study_id == study_id, stimulus.c.original_hash == original_hash)
        .values(rendition_hash=rendition_hash, peaks_hash=peaks_hash)
    )


def scenarios_of(connection: Connection, study_id: str) -> dict[str, dict[str, str]]:
    """Return the scenario of each item of a study, by the item's name."""
    found = connection.execute(select(item.c.name, item.c.scenario).where(item.c.study_id == study_id))
    return {row.name: row.scenario for row in found}


def add_stimulus(
    connection: Connection, study_id: str, new: NewStimulus, *, votes: int | None, at: int
) -> Added | None:
    """Put in a recording with all that belongs to it; None where it is in already.

    Its task wants ``votes`` counted submissions. With None it gets no task of its own, since pairs ask about
    it (`storage.pairs`).
    """
    condition_id = None if new.condition is None else _condition(connection, study_id, new.condition)
    item_id, kept_scenario = _item(connection, study_id, new)
    siblings = _hashes(connection, item_id, condition_id)
    if new.original_hash in siblings:
        return None
    stimulus_id = new_id()
    connection.execute(
        stimulus.insert().values(
            id=stimulus_id,
            study_id=study_id,
            item_id=item_id,
            condition_id=condition_id,
            file_name=new.file_name,
            original_hash=new.original_hash,
            rendition_hash=new.rendition_hash,
            peaks_hash=new.peaks_hash,
            duration_s=new.duration_s,
            channels=new.channels,
            sample_rate_hz=new.sample_rate_hz,
            agent_channel=new.agent_channel,
            language=new.language,
            text=new.text,
            details=dict(new.details),
            created_at=at,
        )
    )
    if new.turn_list is not None:
        add_first_list(connection, stimulus_id, new.turn_list, at=at)
    if votes is not None:
        state = "preparing" if new.waits_for_turns else "open"
        _add_task(connection, study_id, item_id, stimulus_id, state=state, votes=votes, at=at)
    return Added(stimulus_id, bool(siblings), kept_scenario)


def _condition(connection: Connection, study_id: str, name: str) -> str:
    known = select(condition.c.id).where(condition.c.study_id == study_id, condition.c.name == name)
    found = connection.execute(known).scalar_one_or_none()
    if found is not None:
        return str(found)
    made = new_id()
    connection.execute(condition.insert().values(id=made, study_id=study_id, name=name))
    return made


def _item(connection: Connection, study_id: str, new: NewStimulus) -> tuple[str, bool]:
    """Find the item or make it, and tell whether it keeps a scenario other than the new one.

    An item that has no scenario yet takes that of this recording.
    """
    known = select(item.c.id, item.c.scenario).where(item.c.study_id == study_id, item.c.name == new.item)
    found = connection.execute(known).one_or_none()
    scenario = dict(new.scenario)
    if found is None:
        made = new_id()
        connection.execute(item.insert().values(id=made, study_id=study_id, name=new.item, scenario=scenario))
        return made, False
    if scenario and not found.scenario:
        connection.execute(update(item).where(item.c.id == found.id).values(scenario=scenario))
    return str(found.id), bool(scenario and found.scenario and scenario != found.scenario)


def _hashes(connection: Connection, item_id: str, condition_id: str | None) -> set[str]:
    """Return the originals that an item has under a condition."""
    siblings = select(stimulus.c.original_hash).where(
        stimulus.c.item_id == item_id, stimulus.c.condition_id.is_not_distinct_from(condition_id)
    )
    return set(connection.execute(siblings).scalars())


def _add_task(
    connection: Connection,
    study_id: str,
    item_id: str,
    stimulus_id: str,
    *,
    state: str,
    votes: int,
    at: int,
) -> None:
    """Add the task of one recording. Its draw comes from its id, so it can be worked out again."""
    task_id = new_id()
    connection.execute(
        task.insert().values(
            id=task_id,
            study_id=study_id,
            item_id=item_id,
            state=state,
            votes=votes,
            free=votes,
            shuffle=draw_of(stimulus_id),
            created_at=at,
        )
    )
    connection.execute(task_stimulus.insert().values(task_id=task_id, side="", stimulus_id=stimulus_id))
