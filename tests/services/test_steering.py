from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, select

from earmark.core.errors import ConflictError, NotFoundError
from earmark.core.exits import Departure
from earmark.core.steering import Act, Outcome
from earmark.services import queue, steering, submissions
from earmark.services.queue import Next
from earmark.services.steering import OFFER_DAYS, By, Handover
from earmark.services.submissions import DraftStamp
from earmark.storage import tables
from earmark.storage.events import events_of_task
from hall import CLIP, Build, Hall
from shift import send, take


def by(hall: Hall) -> By:
    return By(hall.study_id, None, hall.now)


def steer(hall: Hall, act: Act, *tasks: str, to: str | None = None, of: str | None = None) -> Outcome:
    return hall.database.write(
        lambda c: steering.steer(c, by(hall), act, tasks or hall.tasks, handover=Handover(of, to))
    )


def undo(hall: Hall, outcome: Outcome) -> Outcome:
    return hall.database.write(lambda c: steering.undo(c, by(hall), outcome.batch))


def save(hall: Hall, rater: str, assignment: str | None) -> None:
    def work(connection: Connection) -> object:
        row, seat = queue.assignment_of(connection, str(assignment), rater), hall.seat(connection, rater)
        return submissions.save_draft(connection, seat, row, DraftStamp(1, 0, "tab"), {}, now=hall.now)

    hall.database.write(work)


def leave(hall: Hall, rater: str, assignment: str | None, departure: Departure) -> None:
    def work(connection: Connection) -> None:
        row = queue.assignment_of(connection, str(assignment), rater)
        queue.leave(connection, hall.seat(connection, rater), CLIP, row, departure, now=hall.now)

    hall.database.write(work)


def task(hall: Hall, which: int = 0) -> Any:
    with hall.database.read() as connection:
        return connection.execute(select(tables.task).where(tables.task.c.id == hall.tasks[which])).one()


def task_of(hall: Hall, assignment: str | None) -> str:
    with hall.database.read() as connection:
        return queue.assignment_of(connection, str(assignment), hall.raters[0]).task_id


def test_a_withdrawn_item_goes_to_nobody_and_work_under_way_is_kept_as_an_extra(build: Build) -> None:
    hall = build(tasks=1, raters=2, votes=2)
    mine = take(hall, hall.raters[0]).assignment
    outcome = steer(hall, "withdraw")
    assert (len(outcome.done), outcome.told) == (1, ("Rater 0",))
    assert take(hall, hall.raters[1]) == Next(None, "done")
    save(hall, hall.raters[0], mine)  # and takes no vote
    receipt = send(hall, hall.raters[0], mine)
    assert (receipt.extra, receipt.late) == (True, False)
    assert (task(hall).state, task(hall).free) == ("withdrawn", 2)
    assert [one.reason for one in steer(hall, "withdraw").left] == ["as-it-is"]


def test_what_comes_back_before_it_is_sent_counts_again(build: Build) -> None:
    hall = build(tasks=1, raters=1)
    mine = take(hall, hall.raters[0]).assignment
    undo(hall, steer(hall, "withdraw"))
    save(hall, hall.raters[0], mine)
    assert send(hall, hall.raters[0], mine).extra is False
    assert task(hall).free == 0


def test_an_act_is_undone_once_and_the_log_says_both(build: Build) -> None:
    hall = build(tasks=1, raters=1)
    outcome = steer(hall, "first")
    assert task(hall).priority == 1
    undo(hall, outcome)
    assert task(hall).priority == 0
    with pytest.raises(ConflictError, match="undone already"):
        undo(hall, outcome)
    with hall.database.read() as connection:
        told = events_of_task(connection, hall.study_id, hall.tasks[0], most=9)
    assert [(one.kind, one.body["before"], one.body["after"]) for one in told] == [
        ("item-priority", 1, 0),
        ("item-priority", 0, 1),
    ]
    with pytest.raises(NotFoundError):
        hall.database.write(lambda c: steering.undo(c, By("other", None, hall.now), outcome.batch))


def test_the_queue_honours_the_order_that_an_owner_gives(build: Build) -> None:
    hall = build(tasks=5, raters=4)
    steer(hall, "first", hall.tasks[3])
    steer(hall, "later", *(one for one in hall.tasks if one not in {hall.tasks[1], hall.tasks[3]}))
    given = [task_of_rater(hall, rater) for rater in hall.raters[:2]]
    assert given == [hall.tasks[3], hall.tasks[1]]


def task_of_rater(hall: Hall, rater: str) -> str:
    assignment = take(hall, rater).assignment
    with hall.database.read() as connection:
        return queue.assignment_of(connection, str(assignment), rater).task_id


def test_votes_go_up_and_never_below_what_is_in_hand_or_in(build: Build) -> None:
    hall = build(tasks=1, raters=2)
    send(hall, hall.raters[0], take(hall, hall.raters[0]).assignment)
    assert take(hall, hall.raters[1]) == Next(None, "done")
    steer(hall, "more")
    assert take(hall, hall.raters[1]).assignment is not None
    assert [one.reason for one in steer(hall, "fewer").left] == ["counted"]
    assert (task(hall).votes, task(hall).free) == (2, 0)
    hall.now += 3600 * 1_000_000
    assert steer(hall, "fewer").done == tuple(hall.tasks)  # nobody holds it any more
    assert (task(hall).votes, task(hall).free) == (1, 0)


def test_what_is_taken_back_goes_to_the_named_rater_and_not_to_whom_it_was_taken_from(build: Build) -> None:
    hall = build(tasks=2, raters=3)
    first, second, third = hall.raters
    theirs = take(hall, first).assignment
    busy = take(hall, second).assignment
    [moved] = steer(hall, "reassign", task_of_held(hall, first, theirs), to=second).done
    assert take(hall, third) == Next(None, "done")  # it is kept
    assert take(hall, first) == Next(None, "done")
    save(hall, first, theirs)  # the page of the first rater goes on saving, and takes nothing back
    send(hall, second, busy)
    given = take(hall, second).assignment
    assert task_of_held(hall, second, given) == moved
    assert send(hall, second, given).extra is False
    assert send(hall, first, theirs).extra is True


def test_what_was_taken_back_does_not_count_while_its_vote_is_free_either(build: Build) -> None:
    hall = build(tasks=1, raters=2, votes=2)
    theirs = take(hall, hall.raters[0]).assignment
    steer(hall, "reassign")
    assert send(hall, hall.raters[0], theirs).extra is True
    assert task(hall).free == 2


def task_of_held(hall: Hall, rater: str, assignment: str | None) -> str:
    with hall.database.read() as connection:
        return queue.assignment_of(connection, str(assignment), rater).task_id


def test_what_nobody_takes_up_goes_to_anybody_after_a_week(build: Build) -> None:
    hall = build(tasks=1, raters=2)
    steer(hall, "reassign", to=hall.raters[0])
    assert take(hall, hall.raters[1]) == Next(None, "done")
    hall.now += OFFER_DAYS * 24 * 3600 * 1_000_000
    assert take(hall, hall.raters[1]).assignment is not None


def test_an_offer_is_undone_and_the_rater_before_goes_on(build: Build) -> None:
    hall = build(tasks=1, raters=2)
    mine = take(hall, hall.raters[0]).assignment
    undo(hall, steer(hall, "reassign", to=hall.raters[1]))
    assert take(hall, hall.raters[0]).assignment == mine


@pytest.mark.parametrize(
    ("departure", "state"), [(Departure("skip", reason="accent"), "open"), (None, "open")]
)
def test_an_item_is_kept_for_nobody_who_has_had_it(
    build: Build, departure: Departure | None, state: str
) -> None:
    hall = build(tasks=1, raters=2, votes=2)
    mine = take(hall, hall.raters[0]).assignment
    if departure is None:
        send(hall, hall.raters[0], mine)
    else:
        leave(hall, hall.raters[0], mine, departure)
    outcome = steer(hall, "reassign", to=hall.raters[0])
    assert [one.reason for one in outcome.left] == ["had-it"]
    assert task(hall).state == state


def test_it_is_said_why_an_item_cannot_be_moved(build: Build) -> None:
    hall = build(tasks=1, raters=2)
    assert [one.reason for one in steer(hall, "reassign").left] == ["not-in-hand"]
    send(hall, hall.raters[0], take(hall, hall.raters[0]).assignment)
    assert [one.reason for one in steer(hall, "reassign", to=hall.raters[1]).left] == ["no-vote"]
    steer(hall, "withdraw")
    assert [one.reason for one in steer(hall, "reassign", to=hall.raters[1]).left] == ["not-open"]
    assert [one.reason for one in steer(hall, "more", "nothing").left] == ["gone"]
    with pytest.raises(NotFoundError, match="no such rater"):
        steer(hall, "reassign", to="nobody")


def test_skip_rating_and_discard_are_counted_apart_and_the_item_waits_for_its_owner(build: Build) -> None:
    """Three raters, one item, two votes: one skips, one rates, one discards it as silent."""
    hall = build(tasks=1, raters=3, votes=2)
    first, second, third = hall.raters
    leave(hall, first, take(hall, first).assignment, Departure("skip", reason="accent"))
    send(hall, second, take(hall, second).assignment)
    leave(hall, third, take(hall, third).assignment, Departure("invalid", reason="silent"))
    with hall.database.read() as connection:
        acts = connection.execute(select(tables.mark.c.act, tables.mark.c.rater_id)).all()
        rated = connection.execute(select(tables.submission.c.rater_id)).scalars().all()
    assert sorted(map(tuple, acts)) == sorted([("skip", first), ("discard", third)])
    assert (rated, task(hall).state, task(hall).free) == ([second], "waiting", 1)
    steer(hall, "open")
    assert take(hall, first) == Next(None, "nothing-left-for-you")  # who skipped it never sees it again
    assert take(hall, third) == Next(None, "nothing-left-for-you")
