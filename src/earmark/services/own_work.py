"""A rater's own work in a study: what they sent and left, what became of it, what they may still change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import Connection

from earmark.core.hidden import with_hidden
from earmark.core.work_time import spent
from earmark.services.oversight import Page
from earmark.services.retractions import Bar, bar_of
from earmark.storage import own_work as rows
from earmark.storage.own_work import OwnRow
from earmark.storage.seats import Seat
from earmark.storage.tasks import count_tasks

__all__ = ["Entry", "OwnProgress", "OwnWork", "own_work"]

PAGE: Final = 50

Standing = Literal["in", "extra", "set-aside", "skipped", "discarded"]

_SENT: Final = frozenset({"in", "extra"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One item that the rater was through with.

    Attributes:
        number: The item's number as the rating page says it.
        title: Of the scenario, empty where it has none.
        at: When it was sent or left last, microseconds UTC.
        standing: What became of it.
        late: Whether what was sent came after its time.
        revision: Of what was sent; None where it was left unrated.
        seconds: Time at work; None where that is not known.
        begun: Whether a correction was begun and not sent.
        way: Exit and reason by which it was left, by the ids of the protocol; None where it was not.
        opens: Whether it may be opened again and corrected now.
        takes_back: Whether the skip or discard may be taken back now.
        bar: Why nothing of it can be changed now, though something was sent; None where it can.
    """

    assignment: str
    number: int
    title: str
    at: int
    standing: Standing
    late: bool
    revision: int | None
    seconds: float | None
    begun: bool
    way: tuple[str, str] | None
    opens: bool
    takes_back: bool
    bar: Bar | None


@dataclass(frozen=True, slots=True)
class OwnProgress:
    """How far a rater is: items submitted today and in all, of how many, what was left, and time of today."""

    today: int
    submitted: int
    wanted: int
    skipped: int
    discarded: int
    seconds_today: float


@dataclass(frozen=True, slots=True)
class OwnWork(Page[Entry]):
    """A page of a rater's entries, the latest first, with where they stand.

    ``bar`` says why nothing at all can be changed now, None where that is a matter of each item.
    """

    progress: OwnProgress
    bar: Bar | None


def own_work(connection: Connection, seat: Seat, *, page: int, today: int) -> OwnWork:
    """Return a page of what the rater of a seat was through with; ``today`` is when their day began."""
    ours = (connection, seat.study_id, seat.rater_id)
    found = rows.own_rows(*ours, limit=PAGE + 1, offset=(page - 1) * PAGE)
    return OwnWork(
        tuple(_entry(seat, row) for row in found[:PAGE]),
        page,
        len(found) > PAGE,
        _progress(connection, seat, today=today),
        bar_of(seat, task_state="open", begun=False),
    )


def _progress(connection: Connection, seat: Seat, *, today: int) -> OwnProgress:
    states = rows.count_states(connection, seat.study_id, seat.rater_id)
    lately = rows.submitted_since(connection, seat.study_id, seat.rater_id, since=today)
    every = count_tasks(connection, seat.study_id)
    return OwnProgress(
        today=len(lately),
        submitted=states.get("submitted", 0),
        wanted=every if seat.cap is None else min(every, seat.cap),
        skipped=states.get("skipped", 0),
        discarded=states.get("discarded", 0),
        seconds_today=sum(spent(one.counted_s, one.leased_at, one.submitted_at) for one in lately),
    )


def _entry(seat: Seat, row: OwnRow) -> Entry:
    standing = _standing(row)
    bar = bar_of(seat, task_state=row.task_state, begun=row.drafted is not None and standing in _SENT)
    can_take_back = standing == "discarded" or (standing == "skipped" and row.revision is not None)
    title = row.scenario.get("title")
    return Entry(
        assignment=row.assignment,
        number=row.position,
        title=title if isinstance(title, str) else "",
        at=row.marked_at or row.submitted_at or row.leased_at,
        standing=standing,
        late=bool(row.late),
        revision=row.revision,
        seconds=_seconds(row),
        begun=_is_begun(row),
        way=None if row.exit is None else (row.exit, row.reason or ""),
        opens=bar is None and standing in _SENT,
        takes_back=bar is None and can_take_back,
        bar=bar,
    )


def _standing(row: OwnRow) -> Standing:
    if row.state == "skipped":
        return "skipped"
    if row.state == "discarded":
        return "discarded"
    if row.set_aside or row.state != "submitted":
        return "set-aside"
    return "extra" if row.extra else "in"


def _seconds(row: OwnRow) -> float | None:
    """Return the time at work; a span alone tells nothing where a correction came days later."""
    if row.submitted_at is None or (row.counted_s is None and row.revision != 1):
        return None
    return spent(row.counted_s, row.leased_at, row.submitted_at)


def _is_begun(row: OwnRow) -> bool:
    """Tell whether a draft says something else than what was submitted."""
    if row.drafted is None or row.body is None:
        return False
    sent = with_hidden(row.body, row.hidden)
    return any(_part(row.drafted, part) != _part(sent, part) for part in ("answers", "discards"))


def _part(body: Mapping[str, object], part: str) -> object:
    return body.get(part) or None
