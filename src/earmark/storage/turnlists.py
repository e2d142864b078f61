"""Turn lists: a conversation has one that holds now, and keeps those that held before it.

A turn belongs to one list for ever, so a score on a turn means what it meant when it was given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from sqlalchemy import Connection, select, update

from earmark.core.turns import Turn
from earmark.storage.ids import new_id
from earmark.storage.tables import stimulus, task, task_stimulus, turn, turn_list

Origin = Literal["given", "cut", "edited"]
"""Where a list comes from: a file that was imported, voice activity, or somebody's work on the page."""


WORDS: Final = "words"
"""Where the settings of a list keep the digest of the words without a speaker that its turns were given."""


@dataclass(frozen=True, slots=True)
class NewTurnList:
    """A list to put in.

    Attributes:
        turns: In order of time; what `core.turns` has found without fault.
        origin: Where it comes from.
        settings: How it was cut, as plain JSON; empty for lists that were not.
        person_id: Who made it, where a person did.
    """

    turns: Sequence[Turn]
    origin: Origin
    settings: Mapping[str, object] = field(default_factory=dict)
    person_id: str | None = None


@dataclass(frozen=True, slots=True)
class CurrentList:
    """The list that holds now, where it comes from, and how it was made."""

    origin: Origin
    turns: tuple[Turn, ...]
    settings: Mapping[str, Any]


def add_first_list(connection: Connection, stimulus_id: str, new: NewTurnList, *, at: int) -> str:
    """Give a recording that has no turns yet its first list; return the list's id.

    This is also how turns arrive later than their recording: one that `add_stimulus` put in with
    ``waits_for_turns`` has a task in the state ``preparing``, which nobody gets; with the first list the task
    is open. ``at`` is in microseconds UTC.
    """
    revision = connection.execute(
        select(stimulus.c.revision).where(stimulus.c.id == stimulus_id)
    ).scalar_one()
    list_id = insert_list(connection, stimulus_id, new, revision=revision, at=at)
    hand_out(connection, stimulus_id)
    return list_id


def hand_out(connection: Connection, stimulus_id: str) -> None:
    """Open the task of a recording that has waited for its turns."""
    tasks = select(task_stimulus.c.task_id).where(task_stimulus.c.stimulus_id == stimulus_id)
    connection.execute(
        update(task).where(task.c.id.in_(tasks), task.c.state == "preparing").values(state="open")
    )


def turns_given(connection: Connection, stimulus_id: str) -> tuple[Turn, ...] | None:
    """Return the turns of the last list that a file gave, be it current or not; None where none did."""
    last = (
        select(turn_list.c.id)
        .where(turn_list.c.stimulus_id == stimulus_id, turn_list.c.origin == "given")
        .order_by(turn_list.c.revision.desc())
        .limit(1)
    )
    list_id = connection.execute(last).scalar_one_or_none()
    return None if list_id is None else turns_in(connection, list_id)


def current_list(connection: Connection, stimulus_id: str) -> CurrentList | None:
    """Return the list that holds now; None for clips, and before the first list is there."""
    held = select(turn_list.c.id, turn_list.c.origin, turn_list.c.settings).where(
        turn_list.c.stimulus_id == stimulus_id, turn_list.c.current
    )
    row = connection.execute(held).one_or_none()
    return None if row is None else CurrentList(row.origin, turns_in(connection, row.id), row.settings)


def words_given(connection: Connection, stimulus_id: str) -> str:
    """Return the digest of the last words without a speaker that turns were given; empty where none were."""
    lists = (
        select(turn_list.c.settings)
        .where(turn_list.c.stimulus_id == stimulus_id)
        .order_by(turn_list.c.revision.desc())
    )
    settings = connection.execute(lists).scalars()
    return next((str(one[WORDS]) for one in settings if WORDS in one), "")


def turns_in(connection: Connection, list_id: str) -> tuple[Turn, ...]:
    """Return the turns of a list, in order."""
    query = (
        select(turn.c.role, turn.c.start_s, turn.c.end_s, turn.c.text)
        .where(turn.c.turn_list_id == list_id)
        .order_by(turn.c.position)
    )
    return tuple(Turn(*row) for row in connection.execute(query))


def insert_list(connection: Connection, stimulus_id: str, new: NewTurnList, *, revision: int, at: int) -> str:
    """Store a list as the one that holds from a revision of its recording on; return its id.

    The list before it stays, with its turns, and holds no more.
    """
    connection.execute(
        update(turn_list)
        .where(turn_list.c.stimulus_id == stimulus_id, turn_list.c.current)
        .values(current=False)
    )
    list_id = new_id()
    connection.execute(
        turn_list.insert().values(
            id=list_id,
            stimulus_id=stimulus_id,
            revision=revision,
            current=True,
            origin=new.origin,
            settings=dict(new.settings),
            person_id=new.person_id,
            made_at=at,
        )
    )
    rows = [
        {
            "id": new_id(),
            "turn_list_id": list_id,
            "stimulus_id": stimulus_id,
            "position": position,
            "role": one.role,
            "start_s": one.start_s,
            "end_s": one.end_s,
            "text": one.text,
        }
        for position, one in enumerate(new.turns, 1)
    ]
    if rows:
        connection.execute(turn.insert(), rows)
    return list_id
