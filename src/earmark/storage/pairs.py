"""Pairs: what of a study can be compared, and the tasks that compare it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from earmark.core.heard import Channels
from earmark.core.order import draw_of
from earmark.storage.ids import new_id
from earmark.storage.tables import condition, item, stimulus, task, task_stimulus


@dataclass(frozen=True, slots=True)
class SideRow:
    """One recording that can be a side: of an item and a condition, with what the import found of it.

    ``rendition_hash`` is the sound as it came in, from which what raters hear of a pair is made.
    """

    stimulus_id: str
    item_id: str
    item: str
    condition_id: str
    condition: str
    file_name: str
    details: Mapping[str, object]
    rendition_hash: str
    channel_count: int
    agent_channel: int | None

    @property
    def channels(self) -> Channels:
        """The channels as they are in the recording."""
        return Channels(self.channel_count, self.agent_channel)


@dataclass(frozen=True, slots=True)
class NewSide:
    """One side of a new pair, and the gain in dB that it is heard at."""

    stimulus_id: str
    condition_id: str
    gain_db: float


def sides_there(connection: Connection, study_id: str) -> list[SideRow]:
    """Return every recording of a study that has a condition, by item, condition and the order of arrival."""
    query = (
        select(
            stimulus.c.id,
            item.c.id,
            item.c.name,
            condition.c.id,
            condition.c.name,
            stimulus.c.file_name,
            stimulus.c.details,
            stimulus.c.rendition_hash,
            stimulus.c.channels,
            stimulus.c.agent_channel,
        )
        .join_from(stimulus, item, item.c.id == stimulus.c.item_id)
        .join(condition, condition.c.id == stimulus.c.condition_id)
        .where(stimulus.c.study_id == study_id)
        .order_by(item.c.name, condition.c.name, stimulus.c.created_at, stimulus.c.id)
    )
    found: list[Any] = list(connection.execute(query))
    return [SideRow(*row) for row in found]


def pairs_there(connection: Connection, study_id: str) -> dict[frozenset[str], dict[str, float]]:
    """Return the pairs of recordings that have a task already, with the gain in dB of each recording."""
    other = task_stimulus.alias()
    query = (
        select(task_stimulus.c.stimulus_id, task_stimulus.c.gain_db, other.c.stimulus_id, other.c.gain_db)
        .join_from(task, task_stimulus, task_stimulus.c.task_id == task.c.id)
        .join(other, other.c.task_id == task.c.id)
        .where(task.c.study_id == study_id, task_stimulus.c.side == "a", other.c.side == "b")
    )
    pairs = ({one: gain, two: second} for one, gain, two, second in connection.execute(query))
    return {frozenset(gains): gains for gains in pairs}


def add_pair(
    connection: Connection,
    study_id: str,
    item_id: str,
    sides: tuple[NewSide, NewSide],
    *,
    votes: int,
    is_balanced: bool,
    at: int,
) -> str:
    """Add a task that compares two recordings and return its id; its draw comes from theirs.

    With ``is_balanced`` the sides are placed anew for each rater, by counts over all pairs of the same two
    conditions, which come in one order in all of them.
    """
    task_id = new_id()
    connection.execute(
        task.insert().values(
            id=task_id,
            study_id=study_id,
            item_id=item_id,
            votes=votes,
            free=votes,
            shuffle=draw_of(" ".join(one.stimulus_id for one in sides)),
            pairing=" ".join(one.condition_id for one in sides) if is_balanced else None,
            created_at=at,
        )
    )
    for side, one in zip("ab", sides, strict=True):
        connection.execute(
            task_stimulus.insert().values(
                task_id=task_id, side=side, stimulus_id=one.stimulus_id, gain_db=one.gain_db
            )
        )
    return task_id
