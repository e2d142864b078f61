"""Reads for the owner who edits turns: a recording by its task, and all its turn lists."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from earmark.core.turns import Turn
from earmark.storage.tables import condition, item, person, stimulus, task, task_stimulus, turn, turn_list
from earmark.storage.turnlists import Origin, turns_in


@dataclass(frozen=True, slots=True)
class EditableRow:
    """A recording whose turns can be edited. ``condition`` is None where it has none."""

    id: str
    item: str
    condition: str | None
    file_name: str
    duration_s: float
    channels: int
    agent_channel: int | None
    rendition_hash: str
    peaks_hash: str
    revision: int


@dataclass(frozen=True, slots=True)
class ListRow:
    """One turn list. ``person`` is who made it by name, None for imports; ``made_at`` in microseconds."""

    revision: int
    current: bool
    origin: Origin
    person: str | None
    made_at: int
    turns: int


def editable(connection: Connection, study_id: str, task_id: str) -> EditableRow | None:
    """Return the one recording of a task of this study; None where there is none, or it is a pair."""
    query = (
        select(
            stimulus.c.id,
            item.c.name.label("item"),
            condition.c.name.label("condition"),
            stimulus.c.file_name,
            stimulus.c.duration_s,
            stimulus.c.channels,
            stimulus.c.agent_channel,
            stimulus.c.rendition_hash,
            stimulus.c.peaks_hash,
            stimulus.c.revision,
        )
        .join_from(task, task_stimulus, task_stimulus.c.task_id == task.c.id)
        .join(stimulus, stimulus.c.id == task_stimulus.c.stimulus_id)
        .join(item, item.c.id == stimulus.c.item_id)
        .outerjoin(condition, condition.c.id == stimulus.c.condition_id)
        .where(task.c.id == task_id, task.c.study_id == study_id, task_stimulus.c.side == "")
    )
    row = connection.execute(query).one_or_none()
    return None if row is None else EditableRow(*tuple(row))


def lists_of(connection: Connection, stimulus_id: str) -> tuple[ListRow, ...]:
    """Return all turn lists of a recording, newest first."""
    query = (
        select(
            turn_list.c.revision,
            turn_list.c.current,
            turn_list.c.origin,
            person.c.name,
            turn_list.c.made_at,
            select(func.count()).where(turn.c.turn_list_id == turn_list.c.id).scalar_subquery(),
        )
        .outerjoin(person, person.c.id == turn_list.c.person_id)
        .where(turn_list.c.stimulus_id == stimulus_id)
        .order_by(turn_list.c.revision.desc())
    )
    return tuple(ListRow(*row) for row in connection.execute(query))


def turns_at(connection: Connection, stimulus_id: str, revision: int) -> tuple[Turn, ...] | None:
    """Return the turns of the list that came with a revision; None where none did."""
    query = select(turn_list.c.id).where(
        turn_list.c.stimulus_id == stimulus_id, turn_list.c.revision == revision
    )
    list_id = connection.execute(query).scalar_one_or_none()
    return None if list_id is None else turns_in(connection, list_id)
