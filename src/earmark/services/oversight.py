"""What a study's owner watches, and decides about items that raters discarded."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from sqlalchemy import Connection

from earmark.core.errors import NotFoundError
from earmark.core.results import Progress
from earmark.storage import oversight as rows
from earmark.storage.events import record_event
from earmark.storage.oversight import MarkRow, RaterRow, TaskRow
from earmark.storage.queue import open_task
from earmark.storage.results import read_progress

__all__ = [
    "ITEM_STATES",
    "MarkRow",
    "Overview",
    "Page",
    "RaterRow",
    "TaskRow",
    "items_of",
    "marks_of",
    "open_again",
    "overview_of",
]

Row = TypeVar("Row")

PAGE: Final = 50
ITEM_STATES: Final = ("open", "waiting", "withdrawn")


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


def overview_of(connection: Connection, study_id: str, *, now: int) -> Overview:
    """Return progress, the first items that wait for the owner, and all raters."""
    return Overview(
        progress=read_progress(connection, study_id, now=now),
        waiting=rows.task_rows(connection, study_id, state="waiting", now=now, limit=PAGE, offset=0),
        raters=rows.rater_rows(connection, study_id, now=now),
    )


def items_of(
    connection: Connection,
    study_id: str,
    *,
    state: str | None,
    now: int,
    page: int,
    among: Collection[str] | None = None,
) -> Page[TaskRow]:
    """Return a page of items by name; only those in one state, or of the tasks ``among``, if named."""
    found = rows.task_rows(
        connection, study_id, state=state, now=now, limit=PAGE + 1, offset=(page - 1) * PAGE, among=among
    )
    return Page(found[:PAGE], page, len(found) > PAGE)


def marks_of(connection: Connection, study_id: str, *, act: str, page: int) -> Page[MarkRow]:
    """Return a page of a study's skips or discards, newest first."""
    found = rows.mark_rows(connection, study_id, act=act, limit=PAGE + 1, offset=(page - 1) * PAGE)
    return Page(found[:PAGE], page, len(found) > PAGE)


def open_again(connection: Connection, task_id: str, *, study_id: str, person_id: str, now: int) -> None:
    """Hand an item that raters discarded out again: the owner found nothing wrong with it, or mended it.

    Raises:
        NotFoundError: This study has no such item that waits.
    """
    if not open_task(connection, task_id, study_id=study_id):
        message = "This study has no such item that waits for you."
        raise NotFoundError(message)
    record_event(
        connection, "task-opened-again", now=now, study_id=study_id, person_id=person_id, task=task_id
    )
