"""Recordings that are in and still wait for their turns: their tasks are in the state ``preparing``."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, exists, select

from earmark.storage.tables import condition, item, stimulus, task, task_stimulus, turn_list
from earmark.storage.turnlists import NewTurnList, add_first_list


@dataclass(frozen=True, slots=True)
class Waiting:
    """A two-channel recording without turns; ``agent_channel`` is 0 left, 1 right."""

    stimulus_id: str
    file_name: str
    rendition_hash: str
    agent_channel: int


def waiting_recordings(connection: Connection, study_id: str) -> tuple[Waiting, ...]:
    """Return the recordings of a study that wait for turns, oldest first."""
    found = (
        select(stimulus.c.id, stimulus.c.file_name, stimulus.c.rendition_hash, stimulus.c.agent_channel)
        .join(task_stimulus, task_stimulus.c.stimulus_id == stimulus.c.id)
        .join(task, task.c.id == task_stimulus.c.task_id)
        .where(stimulus.c.study_id == study_id, task.c.state == "preparing")
        .order_by(stimulus.c.id)
    )
    return tuple(Waiting(*row) for row in connection.execute(found))


def bring_turns(connection: Connection, stimulus_id: str, new: NewTurnList, *, at: int) -> bool:
    """Give a waiting recording its turns, so that raters get it; False where it waits no longer."""
    if not _waits(connection, stimulus_id):
        return False
    add_first_list(connection, stimulus_id, new, at=at)
    return True


def take_out(connection: Connection, stimulus_id: str) -> bool:
    """Remove a waiting recording that no turns can be cut from; False where it waits no longer.

    Nobody has had its task, so nothing is lost that a rater did. Its item and condition go too where no other
    recording has them.
    """
    if not _waits(connection, stimulus_id):
        return False
    of = connection.execute(
        select(stimulus.c.item_id, stimulus.c.condition_id).where(stimulus.c.id == stimulus_id)
    ).one()
    tasks = select(task_stimulus.c.task_id).where(task_stimulus.c.stimulus_id == stimulus_id)
    task_ids = connection.execute(tasks).scalars().all()
    connection.execute(delete(task_stimulus).where(task_stimulus.c.stimulus_id == stimulus_id))
    connection.execute(delete(task).where(task.c.id.in_(task_ids)))
    connection.execute(delete(stimulus).where(stimulus.c.id == stimulus_id))
    connection.execute(
        delete(item).where(item.c.id == of.item_id, ~exists().where(stimulus.c.item_id == item.c.id))
    )
    connection.execute(
        delete(condition).where(
            condition.c.id == of.condition_id, ~exists().where(stimulus.c.condition_id == condition.c.id)
        )
    )
    return True


def _waits(connection: Connection, stimulus_id: str) -> bool:
    found = (
        select(task.c.id)
        .join(task_stimulus, task_stimulus.c.task_id == task.c.id)
        .where(task_stimulus.c.stimulus_id == stimulus_id, task.c.state == "preparing")
        .where(~exists().where(turn_list.c.stimulus_id == stimulus_id))
    )
    return connection.execute(found).first() is not None
