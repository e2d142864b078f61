"""Reads for an owner's list of items: narrowed, sorted and counted by the database, a page at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, and_, case, exists, func, or_, select

from earmark.core.steering import ItemFilter, ItemState
from earmark.storage.results import COUNTED
from earmark.storage.tables import (
    assignment,
    condition,
    item,
    mark,
    person,
    stimulus,
    submission,
    task,
    task_stimulus,
)


@dataclass(frozen=True, slots=True)
class TaskRow:
    """One task. `discards` counts marks against the whole item, `revision` corrections of its recording.

    Attributes:
        holders: Names of those who hold it now.
        kept_for: Names of those for whom the owner keeps it.
    """

    id: str
    item: str
    conditions: tuple[str, ...]
    state: str
    votes: int
    priority: int
    votes_in: int
    in_hand: int
    discards: int
    extra: int
    revision: int
    holders: tuple[str, ...] = ()
    kept_for: tuple[str, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether all its votes are in."""
        return self.state == "open" and self.votes_in >= self.votes


def _per_task(*where: ColumnElement[bool], what: Any) -> ColumnElement[int]:  # noqa: ANN401 - a column or a star
    return select(what).where(*where).correlate(task).scalar_subquery()


_VOTES_IN: Final = _per_task(submission.c.task_id == task.c.id, COUNTED, what=func.count())
_EXTRA: Final = _per_task(
    submission.c.task_id == task.c.id, submission.c.current, submission.c.extra, what=func.count()
)
_DISCARDS: Final = _per_task(
    mark.c.task_id == task.c.id,
    mark.c.act == "discard",
    mark.c.scope == "item",
    ~mark.c.set_aside,
    mark.c.taken_back_at.is_(None),
    what=func.count(),
)
_LAST: Final = _per_task(submission.c.task_id == task.c.id, what=func.max(submission.c.submitted_at))
_REVISION: Final = (
    select(func.coalesce(func.max(stimulus.c.revision), 1))
    .join(task_stimulus, task_stimulus.c.stimulus_id == stimulus.c.id)
    .where(task_stimulus.c.task_id == task.c.id)
    .correlate(task)
    .scalar_subquery()
)


def _held(now: int) -> ColumnElement[int]:
    return _per_task(
        assignment.c.task_id == task.c.id,
        assignment.c.state == "leased",
        assignment.c.expires_at > now,
        what=func.count(),
    )


def task_rows(
    connection: Connection,
    study_id: str,
    wanted: ItemFilter,
    *,
    now: int,
    limit: int,
    offset: int,
    among: Collection[str] | None = None,
) -> tuple[TaskRow, ...]:
    """Return a stretch of the tasks that a filter names; only those ``among`` these, if given."""
    columns = (
        task.c.id,
        item.c.name,
        task.c.state,
        task.c.votes,
        task.c.priority,
        _VOTES_IN,
        _held(now),
        _DISCARDS,
        _EXTRA,
        _REVISION,
    )
    query = _narrowed(select(*columns), study_id, wanted, now=now, among=among)
    rows = connection.execute(query.order_by(*_order(wanted)).limit(limit).offset(offset)).all()
    ids = [row[0] for row in rows]
    conditions, holders = _conditions_of(connection, ids), _holders_of(connection, ids, now=now)
    return tuple(
        TaskRow(
            id=row[0],
            item=row[1],
            conditions=conditions[row[0]],
            state=row[2],
            votes=row[3],
            priority=row[4],
            votes_in=row[5],
            in_hand=row[6],
            discards=row[7],
            extra=row[8],
            revision=row[9],
            holders=holders[row[0], False],
            kept_for=holders[row[0], True],
        )
        for row in rows
    )


def count_tasks(
    connection: Connection,
    study_id: str,
    wanted: ItemFilter,
    *,
    now: int,
    among: Collection[str] | None = None,
) -> dict[ItemState | None, int]:
    """Count the tasks that a filter names, whatever its state says, by state; None counts them all."""
    held = _held(now)
    columns = [func.count(), *(func.count(case((_in_state(state, held), 1))) for state in _STATES)]
    anywhere = ItemFilter(condition=wanted.condition, rater=wanted.rater, text=wanted.text)
    query = _narrowed(select(*columns), study_id, anywhere, now=now, among=among)
    return dict(zip((None, *_STATES), connection.execute(query).one(), strict=True))


def task_ids(
    connection: Connection,
    study_id: str,
    wanted: ItemFilter,
    *,
    now: int,
    among: Collection[str] | None = None,
) -> tuple[str, ...]:
    """Return the ids of all tasks that a filter names."""
    query = _narrowed(select(task.c.id), study_id, wanted, now=now, among=among)
    return tuple(connection.execute(query).scalars())


_STATES: Final[tuple[ItemState, ...]] = ("open", "in-work", "waiting", "done", "withdrawn", "preparing")


def _in_state(state: ItemState, held: ColumnElement[int]) -> ColumnElement[bool]:
    lacks = and_(task.c.state == "open", task.c.votes > _VOTES_IN)
    shown: Mapping[str, ColumnElement[bool]] = {
        "open": lacks,
        "in-work": and_(lacks, held > 0),
        "done": and_(task.c.state == "open", task.c.votes <= _VOTES_IN),
    }
    return shown.get(state, task.c.state == state)


def _narrowed(
    query: Select[*tuple[Any, ...]],
    study_id: str,
    wanted: ItemFilter,
    *,
    now: int,
    among: Collection[str] | None,
) -> Select[*tuple[Any, ...]]:
    query = (
        query.select_from(task)
        .join(item, item.c.id == task.c.item_id)
        .where(task.c.study_id == study_id, *_conditions(wanted))
    )
    if wanted.state is not None:
        query = query.where(_in_state(wanted.state, _held(now)))
    return query if among is None else query.where(task.c.id.in_(among))


def _conditions(wanted: ItemFilter) -> Iterable[ColumnElement[bool]]:
    ours = and_(task_stimulus.c.task_id == task.c.id, stimulus.c.id == task_stimulus.c.stimulus_id)
    if wanted.condition:
        named = and_(condition.c.id == stimulus.c.condition_id, condition.c.name == wanted.condition)
        yield exists().where(ours, named).correlate(task)
    if wanted.rater:
        yield (
            exists()
            .where(assignment.c.task_id == task.c.id, assignment.c.rater_id == wanted.rater)
            .correlate(task)
        )
    if wanted.text:
        in_file = exists().where(ours, stimulus.c.file_name.icontains(wanted.text, autoescape=True))
        yield or_(item.c.name.icontains(wanted.text, autoescape=True), in_file.correlate(task))


def _order(wanted: ItemFilter) -> tuple[ColumnElement[Any], ...]:
    most: Mapping[str, ColumnElement[Any]] = {
        "progress": _VOTES_IN * 1000 / task.c.votes,
        "discards": _DISCARDS,
        "priority": task.c.priority,
        "recent": func.coalesce(_LAST, 0),
    }
    key = most.get(wanted.order)
    if key is None:
        return (item.c.name.desc() if wanted.reverse else item.c.name.asc(), task.c.id)
    return (key.asc() if wanted.reverse else key.desc(), item.c.name, task.c.id)


def _conditions_of(connection: Connection, ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    names: defaultdict[str, tuple[str, ...]] = defaultdict(tuple)
    query = (
        select(task_stimulus.c.task_id, condition.c.name)
        .join(stimulus, stimulus.c.id == task_stimulus.c.stimulus_id)
        .join(condition, condition.c.id == stimulus.c.condition_id)
        .where(task_stimulus.c.task_id.in_(list(ids)))
        .order_by(task_stimulus.c.side)
    )
    for task_id, name in connection.execute(query):
        names[task_id] += (name,)
    return names


def _holders_of(
    connection: Connection, ids: Iterable[str], *, now: int
) -> dict[tuple[str, bool], tuple[str, ...]]:
    """Return by task, and by whether it is only kept for them, the names of those who hold it."""
    names: defaultdict[tuple[str, bool], tuple[str, ...]] = defaultdict(tuple)
    query = (
        select(assignment.c.task_id, assignment.c.offered, person.c.name)
        .join(person, person.c.id == assignment.c.rater_id)
        .where(
            assignment.c.task_id.in_(list(ids)),
            assignment.c.state == "leased",
            assignment.c.expires_at > now,
        )
        .order_by(assignment.c.leased_at, person.c.name)
    )
    for task_id, offered, name in connection.execute(query):
        names[task_id, offered] += (name,)
    return names
