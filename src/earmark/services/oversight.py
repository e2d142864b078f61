"""What a study's owner watches: where it stands, its items, its raters, and what was left unrated."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from sqlalchemy import Connection

from earmark.core.errors import NotFoundError
from earmark.core.results import Progress
from earmark.core.steering import ItemFilter, ItemState
from earmark.storage import item_detail, item_list
from earmark.storage import oversight as rows
from earmark.storage.events import EventRow, events_of_task
from earmark.storage.item_detail import HoldRow, RecordingRow, SentRow
from earmark.storage.item_list import TaskRow
from earmark.storage.oversight import MarkFilter, MarkRow, RaterRow
from earmark.storage.results import condition_names, read_progress

__all__ = [
    "Choices",
    "HoldRow",
    "ItemDetail",
    "MarkFilter",
    "MarkRow",
    "Overview",
    "Page",
    "RaterRow",
    "RecordingRow",
    "SentRow",
    "TaskRow",
    "choices_of",
    "item_of",
    "items_of",
    "marks_of",
    "matching",
    "overview_of",
]

Row = TypeVar("Row")

PAGE: Final = 50
HISTORY: Final = 200
"""Events that an item's page shows."""

WAITING: Final = ItemFilter(state="waiting")


@dataclass(frozen=True, slots=True)
class Overview:
    """Where a study stands now."""

    progress: Progress
    waiting: tuple[TaskRow, ...]
    raters: tuple[RaterRow, ...]


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows of a longer list. Pages count from 1; `more` tells whether another follows."""

    rows: tuple[Row, ...]
    number: int
    more: bool


@dataclass(frozen=True, slots=True)
class Items(Page[TaskRow]):
    """A page of items, and how many there are in each state; None counts all."""

    counts: Mapping[ItemState | None, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Marks(Page[MarkRow]):
    """A page of skips or discards, and how many there are of each: they never mix."""

    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choices:
    """What lists can be narrowed by: names of conditions, and people with their ids."""

    conditions: tuple[str, ...]
    raters: tuple[tuple[str, str], ...]
    seated: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ItemDetail:
    """One item with all that happened to it; `turn_numbers` counts its agent turns as raters do."""

    task: TaskRow
    recordings: tuple[RecordingRow, ...]
    holds: tuple[HoldRow, ...]
    sent: tuple[SentRow, ...]
    marks: tuple[MarkRow, ...]
    events: tuple[EventRow, ...]
    turn_numbers: Mapping[str, int]


def overview_of(connection: Connection, study_id: str, *, now: int) -> Overview:
    """Return progress, the first items that wait for the owner, and all raters."""
    return Overview(
        progress=read_progress(connection, study_id, now=now),
        waiting=item_list.task_rows(connection, study_id, WAITING, now=now, limit=PAGE, offset=0),
        raters=rows.rater_rows(connection, study_id, now=now),
    )


def choices_of(connection: Connection, study_id: str, *, now: int) -> Choices:
    """Return what lists of this study can be narrowed by; `seated` are those who may rate today."""
    raters = rows.rater_rows(connection, study_id, now=now)
    named = sorted((one.name, one.person_id) for one in raters)
    live = {one.person_id for one in raters if not one.revoked}
    return Choices(
        tuple(name for name in condition_names(connection, study_id).values() if name is not None),
        tuple((person, name) for name, person in named),
        tuple((person, name) for name, person in named if person in live),
    )


def items_of(
    connection: Connection,
    study_id: str,
    wanted: ItemFilter,
    *,
    now: int,
    page: int,
    among: Collection[str] | None = None,
) -> Items:
    """Return a page of the items that a filter names; only those of the tasks ``among``, if given."""
    found = item_list.task_rows(
        connection, study_id, wanted, now=now, limit=PAGE, offset=(page - 1) * PAGE, among=among
    )
    counts = item_list.count_tasks(connection, study_id, wanted, now=now, among=among)
    return Items(found, page, counts[wanted.state] > page * PAGE, counts)


def matching(
    connection: Connection,
    study_id: str,
    wanted: ItemFilter,
    *,
    now: int,
    among: Collection[str] | None = None,
) -> tuple[str, ...]:
    """Return the ids of all tasks that a filter names, however many pages they are."""
    return item_list.task_ids(connection, study_id, wanted, now=now, among=among)


def item_of(connection: Connection, study_id: str, task_id: str, *, now: int) -> ItemDetail:
    """Return one item with its recordings, its raters, what they sent and left, and its history.

    Raises:
        NotFoundError: The study has no such item.
    """
    found = item_list.task_rows(
        connection, study_id, ItemFilter(), now=now, limit=1, offset=0, among=[task_id]
    )
    if not found:
        message = "This study has no such item."
        raise NotFoundError(message)
    return ItemDetail(
        task=found[0],
        recordings=item_detail.recordings_of(connection, task_id),
        holds=item_detail.holds_of(connection, task_id),
        sent=item_detail.sent_to(connection, task_id),
        marks=rows.mark_rows(connection, study_id, MarkFilter(task=task_id), limit=HISTORY, offset=0),
        events=tuple(events_of_task(connection, study_id, task_id, most=HISTORY)),
        turn_numbers=item_detail.agent_turn_numbers(connection, task_id),
    )


def marks_of(connection: Connection, study_id: str, wanted: MarkFilter, *, page: int) -> Marks:
    """Return a page of a study's skips or discards, newest first."""
    found = rows.mark_rows(connection, study_id, wanted, limit=PAGE + 1, offset=(page - 1) * PAGE)
    return Marks(found[:PAGE], page, len(found) > PAGE, rows.count_acts(connection, study_id, wanted))
