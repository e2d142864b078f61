"""Items left after they were rated, marks taken back, corrections that may not begin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from earmark.core.errors import ConflictError
from earmark.core.exits import Departure
from earmark.core.times import MINUTE
from earmark.services import queue, retractions
from earmark.services.queue import Next
from earmark.storage import tables
from earmark.storage.corrections import stake_of
from hall import Build, Hall
from shift import correct, draft, leave, send, take

SKIP = Departure("skip", reason="accent")
INVALID = Departure("invalid", reason="silent")


def take_back(hall: Hall, rater: str, assignment: str | None) -> Any:
    def work(connection: Connection) -> object:
        row = queue.assignment_of(connection, str(assignment), rater)
        return retractions.take_back(connection, hall.seat(connection, rater), row, now=hall.now)

    return hall.database.write(work)


def rows(hall: Hall, *columns: Any) -> list[tuple[Any, ...]]:
    with hall.database.read() as connection:
        return [tuple(row) for row in connection.execute(select(*columns))]


def standing(hall: Hall) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]], str, int]:
    """Return submissions (revision, current, extra, retracted), marks that hold, the task's state, votes."""
    sent, mark, task = tables.submission.c, tables.mark.c, tables.task.c
    [(state, free)] = rows(hall, task.state, task.free)
    marks = [(act,) for act, back in rows(hall, mark.act, mark.taken_back_at) if back is None]
    return rows(hall, sent.revision, sent.current, sent.extra, sent.retracted), marks, state, free


def rated(build: Build, **sizes: Any) -> tuple[Hall, str, str]:
    hall = build(tasks=1, **{"raters": 2, **sizes})
    rater = hall.raters[0]
    mine = take(hall, rater).assignment
    send(hall, rater, mine)
    return hall, rater, str(mine)


@pytest.mark.parametrize(
    ("departure", "state"), [(SKIP, ("skipped", "open")), (INVALID, ("discarded", "waiting"))]
)
def test_an_item_that_is_left_after_it_was_rated_holds_no_more_and_its_vote_is_open(
    build: Build, departure: Departure, state: tuple[str, str]
) -> None:
    hall, rater, mine = rated(build)
    leave(hall, rater, mine, departure, revises=1)
    act = {"skip": "skip", "invalid": "discard"}[departure.exit]
    assert standing(hall) == ([(1, False, False, True)], [(act,)], state[1], 1)
    assert rows(hall, tables.assignment.c.state) == [(state[0],)]
    assert (take(hall, hall.raters[1]).assignment is not None) == (state[1] == "open")


@pytest.mark.parametrize("departure", [SKIP, INVALID])
def test_a_mark_that_is_taken_back_lets_the_answers_hold_again(build: Build, departure: Departure) -> None:
    hall, rater, mine = rated(build)
    before = standing(hall)
    leave(hall, rater, mine, departure, revises=1)
    assert take_back(hall, rater, mine).restored.revision == 1
    assert standing(hall) == before
    assert correct(hall, rater, mine, revises=1).revision == 2


def test_answers_come_back_as_an_extra_where_the_vote_went_to_somebody_else(build: Build) -> None:
    hall, rater, mine = rated(build)
    leave(hall, rater, mine, SKIP, revises=1)
    send(hall, hall.raters[1], take(hall, hall.raters[1]).assignment)
    assert take_back(hall, rater, mine).restored.extra
    assert sorted(standing(hall)[0]) == [(1, True, False, False), (1, True, True, False)]
    assert standing(hall)[3] == 0


def test_who_has_not_seen_the_newest_answers_cannot_leave_the_item(build: Build) -> None:
    hall, rater, mine = rated(build)
    correct(hall, rater, mine, revises=1)
    for seen in (None, 1):
        with pytest.raises(ConflictError, match="another tab"):
            leave(hall, rater, mine, INVALID, revises=seen)
    assert standing(hall)[1:] == ([], "open", 0)


def test_an_unrated_item_whose_discard_is_taken_back_comes_again(build: Build) -> None:
    hall = build(tasks=1, raters=1)
    [rater] = hall.raters
    mine = take(hall, rater).assignment
    leave(hall, rater, mine, INVALID)
    assert take(hall, rater) == Next(None, "done")
    assert take_back(hall, rater, mine).restored is None
    [(stimulus,)] = rows(hall, tables.stimulus.c.id)
    with hall.database.read() as connection:
        assert stake_of(connection, stimulus).is_empty
    assert take(hall, rater).assignment == mine


def test_a_skip_of_an_unrated_item_stays(build: Build) -> None:
    hall = build(tasks=1, raters=1)
    [rater] = hall.raters
    mine = take(hall, rater).assignment
    leave(hall, rater, mine, SKIP)
    with pytest.raises(ConflictError, match="does not come back"):
        take_back(hall, rater, mine)


def test_an_item_waits_on_while_enough_other_discards_hold(build: Build) -> None:
    hall = build(tasks=1, raters=2, votes=2)
    for rater, mine in [(rater, given(hall, rater)) for rater in hall.raters]:
        leave(hall, rater, mine, INVALID)
    take_back(hall, hall.raters[0], given(hall, hall.raters[0]))
    assert standing(hall)[1:3] == ([("discard",)], "waiting")


def given(hall: Hall, rater: str) -> str:
    """Return the only assignment of a rater, who takes it where there is none yet."""
    taken = tables.assignment.c
    with hall.database.read() as connection:
        found = connection.execute(select(taken.id).where(taken.rater_id == rater)).scalar()
    return str(found or take(hall, rater).assignment)


def _withdraw(hall: Hall) -> None:
    hall.write(lambda c: c.execute(update(tables.task).values(state="withdrawn")).rowcount)


def _pause_rater(hall: Hall) -> None:
    hall.write(lambda c: c.execute(update(tables.membership).values(paused_at=1)).rowcount)


def _close(hall: Hall) -> None:
    hall.set_state("closed")


BARS = {"study-closed": _close, "item-withdrawn": _withdraw, "paused-for-you": _pause_rater}


@pytest.mark.parametrize("bar", BARS)
def test_what_was_sent_stands_while_the_owner_lets_nothing_be_changed(build: Build, bar: str) -> None:
    hall, rater, mine = rated(build)
    other = hall.raters[1]
    leave(hall, other, given_extra(hall, other), SKIP)
    before = standing(hall)
    BARS[bar](hall)
    changes: list[Callable[[], object]] = [
        lambda: correct(hall, rater, mine, revises=1),
        lambda: draft(hall, rater, mine, revises=1),
        lambda: leave(hall, rater, mine, INVALID, revises=1),
        lambda: take_back(hall, other, given(hall, other)),
    ]
    for change in changes:
        with pytest.raises(ConflictError) as refused:
            change()
        assert [fault.code for fault in refused.value.faults] == [bar]
    assert (*standing(hall)[:2], standing(hall)[3]) == (*before[:2], before[3])
    assert rows(hall, tables.draft.c.assignment_id) == []


def given_extra(hall: Hall, rater: str) -> str:
    """Give a rater the task beside the votes wanted, as one whose lease ran out has it."""
    hall.write(lambda c: c.execute(update(tables.task).values(free=1, votes=2)).rowcount)
    return str(take(hall, rater).assignment)


@pytest.mark.parametrize("bar", BARS)
def test_a_correction_that_was_begun_may_be_finished_but_in_a_closed_study(build: Build, bar: str) -> None:
    hall, rater, mine = rated(build)
    draft(hall, rater, mine, revises=1)
    BARS[bar](hall)
    if bar == "study-closed":
        with pytest.raises(ConflictError, match="closed"):
            correct(hall, rater, mine, revises=1)
    else:
        assert correct(hall, rater, mine, revises=1).revision == 2


def test_revisions_are_numbered_on_after_answers_that_were_left(build: Build) -> None:
    hall, rater, mine = rated(build)
    leave(hall, rater, mine, INVALID, revises=1)
    stimulus, mark, taken = tables.stimulus, tables.mark, tables.assignment
    for change in (
        update(stimulus).values(revision=2, counts_from=2),
        update(mark).values(set_aside=True),
        update(taken).values(state="expired"),
        update(tables.task).values(state="open"),
    ):
        hall.write(lambda c, change=change: c.execute(change).rowcount)
    hall.now += MINUTE
    assert take(hall, rater).assignment == mine
    assert send(hall, rater, mine, key="a-key-of-its-own").revision == 2
    assert standing(hall)[0] == [(1, False, False, True), (2, True, False, False)]


def test_answers_on_a_recording_that_is_rated_again_come_back_set_aside(build: Build) -> None:
    hall, rater, mine = rated(build)
    leave(hall, rater, mine, SKIP, revises=1)
    again = update(tables.stimulus).values(revision=2, counts_from=2)
    hall.write(lambda c: c.execute(again).rowcount)
    assert take_back(hall, rater, mine).restored.set_aside
    sent = tables.submission.c
    assert rows(hall, sent.current, sent.set_aside, sent.retracted) == [(False, True, False)]
    assert take(hall, rater).assignment == mine
