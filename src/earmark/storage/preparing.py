"""Recordings that are in and still wait for their turns: their tasks are in the state ``preparing``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, exists, select, update

from earmark.storage.tables import condition, item, stimulus, task, task_stimulus, turn_list
from earmark.storage.turnlists import NewTurnList, add_first_list

UNCUT_WORDS: Final = "uncut_words"
"""Where the details of a recording keep the words of its list until it has turns."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A two-channel recording without turns.

    Attributes:
        file_names: Of its file, or of the user's and the agent's.
        agent_channel: 0 left, 1 right.
        words: What is said in it by nobody knows whom: start and end in seconds, and the text.
    """

    stimulus_id: str
    file_names: tuple[str, ...]
    rendition_hash: str
    agent_channel: int
    words: tuple[tuple[float, float, str], ...] = ()


def waiting_recordings(connection: Connection, study_id: str) -> tuple[Waiting, ...]:
    """Return the recordings of a study that wait for turns, oldest first."""
    found = (
        select(
            stimulus.c.id,
            stimulus.c.file_name,
            stimulus.c.rendition_hash,
            stimulus.c.agent_channel,
            stimulus.c.details,
        )
        .join(task_stimulus, task_stimulus.c.stimulus_id == stimulus.c.id)
        .join(task, task.c.id == task_stimulus.c.task_id)
        .where(stimulus.c.study_id == study_id, task.c.state == "preparing")
        .order_by(stimulus.c.id)
    )
    return tuple(
        Waiting(
            row.id,
            tuple(one["file_name"] for one in row.details.get("originals", ())) or (row.file_name,),
            row.rendition_hash,
            row.agent_channel,
            tuple((start, end, text) for start, end, text in row.details.get(UNCUT_WORDS, ())),
        )
        for row in connection.execute(found)
    )


def bring_turns(connection: Connection, stimulus_id: str, new: NewTurnList, *, at: int) -> bool:
    """Give a waiting recording its turns, so that raters get it; False where it waits no longer."""
    if not _waits(connection, stimulus_id):
        return False
    add_first_list(connection, stimulus_id, new, at=at)
    details = connection.execute(select(stimulus.c.details).where(stimulus.c.id == stimulus_id)).scalar_one()
    if details.pop(UNCUT_WORDS, None) is not None:  # they are in the turns now
        connection.execute(update(stimulus).where(stimulus.c.id == stimulus_id).values(details=details))
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
