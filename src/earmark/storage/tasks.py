"""What a task holds: its item's scenario, its stimuli and their turns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection, bindparam, func, select

from earmark.core.heard import Channels, Layout, layouts_of
from earmark.storage.levelled import Level, levelled_in
from earmark.storage.statements import Statement
from earmark.storage.tables import earlier_sound, item, stimulus, task, task_stimulus, turn, turn_list

_STIMULI: Final = Statement(
    select(
        stimulus.c.id,
        task_stimulus.c.side,
        stimulus.c.duration_s,
        stimulus.c.channels,
        stimulus.c.agent_channel,
        stimulus.c.language,
        stimulus.c.text,
        stimulus.c.rendition_hash,
        stimulus.c.peaks_hash,
        task_stimulus.c.gain_db,
        stimulus.c.original_hash,
        stimulus.c.revision,
    )
    .join(task_stimulus, task_stimulus.c.stimulus_id == stimulus.c.id)
    .where(task_stimulus.c.task_id == bindparam("task"))
    .order_by(task_stimulus.c.side)
)

_EARLIER: Final = Statement(
    select(
        earlier_sound.c.duration_s,
        earlier_sound.c.channels,
        earlier_sound.c.agent_channel,
        earlier_sound.c.language,
        earlier_sound.c.text,
        earlier_sound.c.rendition_hash,
        earlier_sound.c.peaks_hash,
        earlier_sound.c.original_hash,
    )
    .where(
        earlier_sound.c.stimulus_id == bindparam("stimulus"),
        earlier_sound.c.last_revision >= bindparam("revision"),
    )
    .order_by(earlier_sound.c.last_revision)
    .limit(1)
)

_any_list: Final = turn_list.alias()
_IN_FORCE: Final = (
    select(func.max(_any_list.c.revision))
    .where(_any_list.c.stimulus_id == turn_list.c.stimulus_id, _any_list.c.revision <= bindparam("revision"))
    .correlate(turn_list)
    .scalar_subquery()
)
"""The list that holds at a revision: where only the sound was corrected, that of an earlier one."""

_TURNS: Final = Statement(
    select(
        turn.c.id,
        turn.c.stimulus_id,
        turn.c.position,
        turn.c.role,
        turn.c.start_s,
        turn.c.end_s,
        turn.c.text,
    )
    .join(turn_list, turn_list.c.id == turn.c.turn_list_id)
    .join(task_stimulus, task_stimulus.c.stimulus_id == turn_list.c.stimulus_id)
    .where(task_stimulus.c.task_id == bindparam("task"), turn_list.c.revision == _IN_FORCE)
    .order_by(task_stimulus.c.side, turn.c.position)
)

_SCENARIO: Final = Statement(select(item.c.scenario).where(item.c.id == bindparam("item")))

_COUNT: Final = Statement(
    select(func.count().label("count"))
    .select_from(task)
    .where(task.c.study_id == bindparam("study"), task.c.state != "withdrawn")
)


@dataclass(frozen=True, slots=True)
class TurnRow:
    """One turn of a conversation; times in seconds from the start of the recording."""

    id: str
    stimulus_id: str
    position: int
    role: str
    start_s: float
    end_s: float
    text: str


@dataclass(frozen=True, slots=True)
class StimulusRow:
    """One recording of a task; ``side`` is empty but for pairs. The hashes never leave the server.

    ``gain_db`` is the gain that it is to be heard at: 0 where ``is_levelled`` says that the rendition has it
    in its samples. ``layout`` says what became of its channels in that rendition.
    """

    id: str
    side: str
    duration_s: float
    channels: int
    agent_channel: int | None
    language: str
    text: str
    rendition_hash: str
    peaks_hash: str
    gain_db: float
    original_hash: str
    layout: Layout = "as-it-is"
    is_levelled: bool = False

    @property
    def own_channels(self) -> Channels:
        """The channels as they are in the recording."""
        return Channels(self.channels, self.agent_channel)

    @property
    def heard_channels(self) -> Channels:
        """The channels as raters hear them."""
        return self.own_channels.heard(self.layout)


def stimuli_of_task(
    connection: Connection, task_id: str, *, revision: int, swapped: bool = False
) -> tuple[StimulusRow, ...]:
    """Return the recordings of a task in the order of their sides, as they are at a revision.

    ``swapped`` gives those of a pair as they stand for a rater whose A is side b of the task.
    """
    rows = tuple(
        StimulusRow(*row[:-1]) if row.revision == revision else _earlier(connection, row, revision=revision)
        for row in _STIMULI.rows(connection, task=task_id)
    )
    rows = _levelled(connection, rows)
    return tuple(replace(row, side=_ACROSS[row.side]) for row in reversed(rows)) if swapped else rows


_ACROSS: Final = {"a": "b", "b": "a"}


def _levelled(connection: Connection, rows: tuple[StimulusRow, ...]) -> tuple[StimulusRow, ...]:
    """Return the sides of a pair as they are heard: levelled where both are, else as they came in."""
    if len(rows) != len(_ACROSS):
        return rows
    layouts = layouts_of(*(row.own_channels for row in rows))
    heard = []
    for row, layout in zip(rows, layouts, strict=True):
        made = levelled_in(connection, Level(row.rendition_hash, row.gain_db, layout))
        if made is None:  # a pair of an older Earmark
            return rows
        heard.append(
            replace(
                row,
                rendition_hash=made.rendition_hash,
                peaks_hash=made.peaks_hash,
                gain_db=0.0,
                layout=layout,
                is_levelled=True,
            )
        )
    return tuple(heard)


def _earlier(connection: Connection, row: Any, *, revision: int) -> StimulusRow:  # noqa: ANN401 - a named tuple
    """Return a recording as it was before its sound was corrected; as it is where only turns were."""
    now = StimulusRow(*row[:-1])
    held = _EARLIER.first(connection, stimulus=row.id, revision=revision)
    return now if held is None else replace(now, **held._asdict())


def turns_of_task(connection: Connection, task_id: str, *, revision: int) -> tuple[TurnRow, ...]:
    """Return the turns of all recordings of a task, in order, as they are at a revision of the recording."""
    return tuple(TurnRow(*row) for row in _TURNS.rows(connection, task=task_id, revision=revision))


def scenario_of_item(connection: Connection, item_id: str) -> dict[str, object]:
    """Return the scenario of an item; empty where it has none."""
    scenario: dict[str, object] = _SCENARIO.scalar(connection, item=item_id)
    return scenario


def count_tasks(connection: Connection, study_id: str) -> int:
    """Count the tasks of a study, but for withdrawn ones."""
    count: int = _COUNT.scalar(connection, study=study_id)
    return count
