"""What fact-check plug-ins found in the talks of pairs, one row a recording."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, delete, exists, func, insert, select

from earmark.core.fact_checks import SaidTurn, State
from earmark.storage.tables import (
    condition,
    fact_check,
    item,
    stimulus,
    task_stimulus,
    turn,
    turn_list,
)


class CheckRow(NamedTuple):
    """What a plug-in made of one recording. ``failure`` says why there are no claims; it is for staff."""

    stimulus: str
    plugin: str
    state: State
    failure: str
    claims: list[dict[str, Any]]
    made_at: int


class Unchecked(NamedTuple):
    """A recording on a side of a pair that a plug-in has not looked at."""

    stimulus: str
    scenario: Mapping[str, object]
    language: str


class NamedCheck(NamedTuple):
    """What a plug-in made of one recording, with its place in the study."""

    stimulus: str
    item: str
    condition: str | None
    plugin: str
    state: State
    failure: str
    claims: list[dict[str, Any]]
    made_at: int


def unchecked(
    connection: Connection, study_id: str, *, plugin: str, limit: int | None = None
) -> list[Unchecked]:
    """Return the recordings of a study's pairs that this plug-in has not looked at, as they came in."""
    done = and_(fact_check.c.stimulus_id == stimulus.c.id, fact_check.c.plugin == plugin)
    is_side = exists().where(task_stimulus.c.stimulus_id == stimulus.c.id, task_stimulus.c.side != "")
    query = (
        select(stimulus.c.id, item.c.scenario, stimulus.c.language)
        .join_from(stimulus, item, item.c.id == stimulus.c.item_id)
        .where(stimulus.c.study_id == study_id, is_side, ~exists().where(done))
        .order_by(stimulus.c.created_at, stimulus.c.id)
        .limit(limit)
    )
    return [Unchecked(*row) for row in connection.execute(query)]


def turns_of(connection: Connection, stimulus_id: str) -> list[SaidTurn]:
    """Return the turns of a recording as they are now, in order."""
    query = (
        select(turn.c.role, turn.c.text, turn.c.start_s, turn.c.end_s)
        .join_from(turn, turn_list, turn_list.c.id == turn.c.turn_list_id)
        .where(turn.c.stimulus_id == stimulus_id, turn_list.c.current)
        .order_by(turn.c.position)
    )
    return [SaidTurn(*row) for row in connection.execute(query)]


def put_check(connection: Connection, row: CheckRow) -> None:
    """Keep what was found in a recording, in the place of what was before."""
    connection.execute(delete(fact_check).where(fact_check.c.stimulus_id == row.stimulus))
    values = row._asdict()
    connection.execute(insert(fact_check).values(stimulus_id=values.pop("stimulus"), **values))


def forget_failed(connection: Connection, study_id: str) -> None:
    """Forget the checks of a study that gave no claims, so that they are tried again."""
    of_study = select(stimulus.c.id).where(stimulus.c.study_id == study_id)
    connection.execute(
        delete(fact_check).where(fact_check.c.stimulus_id.in_(of_study), fact_check.c.state != "done")
    )


def checks_of(connection: Connection, stimuli: Iterable[str], *, plugin: str) -> dict[str, CheckRow]:
    """Return what a plug-in found, by recording; nothing of those that it has not looked at."""
    query = select(*_COLUMNS).where(
        fact_check.c.stimulus_id.in_(tuple(stimuli)), fact_check.c.plugin == plugin
    )
    return {row[0]: CheckRow(*row) for row in connection.execute(query)}


def count_states(connection: Connection, study_id: str, *, plugin: str) -> dict[str, int]:
    """Return how many recordings of a study a plug-in left in each state."""
    query = (
        select(fact_check.c.state, func.count())
        .join_from(fact_check, stimulus, stimulus.c.id == fact_check.c.stimulus_id)
        .where(stimulus.c.study_id == study_id, fact_check.c.plugin == plugin)
        .group_by(fact_check.c.state)
    )
    return {row[0]: row[1] for row in connection.execute(query)}


def named_checks(connection: Connection, study_id: str) -> Iterator[NamedCheck]:
    """Yield all that plug-ins found in a study, by item and condition."""
    query = (
        select(_COLUMNS[0], item.c.name, condition.c.name, *_COLUMNS[1:])
        .join_from(fact_check, stimulus, stimulus.c.id == fact_check.c.stimulus_id)
        .join(item, item.c.id == stimulus.c.item_id)
        .outerjoin(condition, condition.c.id == stimulus.c.condition_id)
        .where(stimulus.c.study_id == study_id)
        .order_by(item.c.name, condition.c.name, stimulus.c.id)
    )
    yield from (NamedCheck(*row) for row in connection.execute(query))


def names_in(connection: Connection, study_id: str) -> frozenset[str]:
    """Return the names of a study's conditions and files, which raters must not read."""
    files = connection.execute(select(stimulus.c.file_name).where(stimulus.c.study_id == study_id)).scalars()
    systems = connection.execute(select(condition.c.name).where(condition.c.study_id == study_id)).scalars()
    stems = {name.rsplit(".", 1)[0] for name in files}
    return frozenset(stems | set(systems))


_COLUMNS = (
    fact_check.c.stimulus_id,
    fact_check.c.plugin,
    fact_check.c.state,
    fact_check.c.failure,
    fact_check.c.claims,
    fact_check.c.made_at,
)
