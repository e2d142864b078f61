"""All rows of one study as they are stored, to be taken out and put in again in another database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from sqlalchemy import (
    Column,
    ColumnElement,
    CompoundSelect,
    Connection,
    MetaData,
    Table,
    insert,
    select,
    union,
)

from earmark.storage.tables import (
    assignment,
    draft,
    earlier_sound,
    event,
    fact_check,
    mark,
    membership,
    metadata,
    person,
    protocol,
    score,
    stimulus,
    study,
    submission,
    task,
    task_stimulus,
    turn,
    turn_list,
)

BLOCK: Final = 2_000
"""Rows read or written at a time."""

COPIED: Final = (
    "protocol",
    "study",
    "person",
    "membership",
    "condition",
    "item",
    "stimulus",
    "earlier_sound",
    "fact_check",
    "turn_list",
    "turn",
    "task",
    "task_stimulus",
    "assignment",
    "draft",
    "submission",
    "score",
    "mark",
    "event",
)
"""Tables that belong to a study, in an order in which each comes after those that it refers to."""

LEFT_BEHIND: Final[Mapping[str, str]] = {
    "analysis": "made anew from the sound, by whatever detectors there are",
    "levelled_sound": "made anew from the sound",
    "session": "a key to this installation",
    "link": "a key to this installation",
    "job": "work of this installation, with paths of its machine",
    "practice": "what a person learns for themselves, for all studies of a protocol",
    "upload": "files on their way into this installation",
    "upload_file": "files on their way into this installation",
}
"""Tables that stay where they are, and why."""

_LEFT_OUT: Final = {("person", "password_hash"), ("event", "id")}
"""Columns that stay: a password is for one place only, and events are numbered by their database."""


def columns_of(name: str) -> tuple[Column[object], ...]:
    """Return the columns of a table that are copied, in order."""
    return tuple(column for column in metadata.tables[name].columns if (name, column.name) not in _LEFT_OUT)


def stream_rows(connection: Connection, name: str, study_id: str) -> Iterator[Sequence[object]]:
    """Yield the rows of a table that belong to a study, as `columns_of` has them, in one fixed order."""
    table = metadata.tables[name]
    order = tuple(table.primary_key) or tuple(table.columns)
    query = select(*columns_of(name)).where(_belongs(table, study_id)).order_by(*order)
    for row in connection.execute(query, execution_options={"yield_per": BLOCK}):
        yield tuple(row)


def insert_rows(connection: Connection, name: str, rows: Sequence[Mapping[str, object]]) -> None:
    """Put rows into a table."""
    connection.execute(insert(metadata.tables[name]), list(rows))


def tables_there(connection: Connection) -> list[Table]:
    """Return the tables that a database has, whatever its revision, each after those that it refers to."""
    found = MetaData()
    found.reflect(connection)
    return found.sorted_tables


def has_id(connection: Connection, name: str, key: str) -> bool:
    """Tell whether a table holds a row of this id."""
    table = metadata.tables[name]
    return connection.execute(select(table.c.id).where(table.c.id == key)).first() is not None


def _belongs(table: Table, study_id: str) -> ColumnElement[bool]:
    """Return what is true of the rows of a study, through whatever its table refers to."""
    of_study: Mapping[str, tuple[Column[str], Table]] = {
        "earlier_sound": (earlier_sound.c.stimulus_id, stimulus),
        "fact_check": (fact_check.c.stimulus_id, stimulus),
        "turn_list": (turn_list.c.stimulus_id, stimulus),
        "turn": (turn.c.stimulus_id, stimulus),
        "task_stimulus": (task_stimulus.c.task_id, task),
        "draft": (draft.c.assignment_id, assignment),
        "score": (score.c.submission_id, submission),
    }
    if table is study:
        return study.c.id == study_id
    if table is protocol:
        return protocol.c.hash.in_(_pinned(study_id))
    if table is person:
        return person.c.id.in_(_people(study_id))
    if table.name in of_study:
        column, owner = of_study[table.name]
        return column.in_(select(owner.c.id).where(owner.c.study_id == study_id))
    return table.c.study_id == study_id


def _pinned(study_id: str) -> CompoundSelect[str]:
    """Choose the hashes of the study's protocol and of those that its submissions were made under."""
    return union(
        select(study.c.protocol_hash).where(study.c.id == study_id),
        select(submission.c.protocol_hash).where(submission.c.study_id == study_id),
    )


def _people(study_id: str) -> CompoundSelect[str]:
    """Choose everybody that a row of the study names."""
    makers = select(turn_list.c.person_id).join(stimulus, stimulus.c.id == turn_list.c.stimulus_id)
    columns = (membership.c.person_id, assignment.c.rater_id, submission.c.rater_id, mark.c.rater_id)
    return union(
        *(
            select(column).where(column.table.c.study_id == study_id)
            for column in (*columns, event.c.person_id)
        ),
        makers.where(stimulus.c.study_id == study_id),
    )
