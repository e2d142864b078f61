from __future__ import annotations

import pytest
from sqlalchemy import update

from earmark.core.errors import ConflictError, NotFoundError, WrongInputError
from earmark.core.times import DAY, SECOND
from earmark.core.work_time import pace_of, work_seconds
from earmark.services.queue import Next
from earmark.services.staff import cap_rater, pause_rater, raters_at_work
from earmark.services.steering import By, release_all
from earmark.storage import tables
from hall import Build, Hall
from people import NOON
from rows import StudyRows
from shift import send, take


def by(hall: Hall) -> By:
    return By(hall.study_id, None, hall.now)


def test_a_paused_rater_gets_nothing_new_and_can_send_what_is_in_hand(build: Build) -> None:
    hall = build(tasks=2, raters=2)
    first, second = hall.raters
    mine = take(hall, first).assignment
    hall.database.write(lambda c: pause_rater(c, by(hall), first, paused=True))
    assert take(hall, first).assignment == mine
    assert send(hall, first, mine).extra is False
    assert take(hall, first) == Next(None, "paused-for-you")
    assert take(hall, second).assignment is not None
    hall.database.write(lambda c: pause_rater(c, by(hall), first, paused=False))
    assert take(hall, first).reason != "paused-for-you"


def test_a_capped_rater_stops_at_the_number(build: Build) -> None:
    hall = build(tasks=3, raters=1)
    hall.database.write(lambda c: cap_rater(c, by(hall), hall.raters[0], 1))
    send(hall, hall.raters[0], take(hall, hall.raters[0]).assignment)
    assert take(hall, hall.raters[0]) == Next(None, "enough")
    hall.database.write(lambda c: cap_rater(c, by(hall), hall.raters[0], None))
    assert take(hall, hall.raters[0]).assignment is not None
    with pytest.raises(WrongInputError):
        hall.database.write(lambda c: cap_rater(c, by(hall), hall.raters[0], -1))
    with pytest.raises(NotFoundError):
        hall.database.write(lambda c: cap_rater(c, by(hall), "nobody", 1))


def test_what_an_owner_sees_of_a_rater(build: Build) -> None:
    hall = build(tasks=3, raters=2)
    first = hall.raters[0]
    for seconds in (10, 30):
        mine = take(hall, first).assignment
        hall.now += seconds * SECOND
        send(hall, first, mine)
    mine = take(hall, first).assignment
    with hall.database.read() as connection:
        [one] = [one for one in raters_at_work(connection, hall.study_id, now=hall.now) if one.leases]
    assert (one.row.submitted, one.median_s) == (2, 20.0)
    assert (one.row.seen_at, [lease.assignment for lease in one.leases]) == (hall.now, [mine])


def test_idle_time_is_left_out_where_the_page_has_counted_the_time_at_work() -> None:
    assert work_seconds({"time": {"active_seconds": 12.5}}, 0, 100 * SECOND) == 12.5
    assert work_seconds({"time": {"active_seconds": "12"}}, 0, 100 * SECOND) == 100.0
    assert work_seconds({}, 0, 100 * SECOND) == 100.0


def test_the_rest_is_estimated_from_the_days_on_which_anything_came() -> None:
    today = NOON // DAY * DAY
    pace = pace_of([NOON, NOON + 1, today - DAY, today - 9 * DAY], now=NOON, days=3, left=6)
    assert [n for _, n in pace.days] == [0, 1, 2]
    assert pace.days_left == 4.0
    assert pace_of([], now=NOON, days=3, left=6).days_left is None


def test_a_closed_study_takes_nothing_that_counts_and_can_be_reopened(rows: StudyRows) -> None:
    recording = rows.recording("hello", "warm")
    rows.assign(recording, "ann")
    study = rows.save()
    assert study.close().state == "closed"
    with pytest.raises(ConflictError, match="Reopen it first"):
        study.home.studies["voices"].pause()
    assert study.home.studies["voices"].reopen().state == "open"


def test_what_raters_send_after_the_end_is_an_extra(build: Build) -> None:
    hall = build(tasks=1, raters=1)
    mine = take(hall, hall.raters[0]).assignment
    hall.database.write(lambda c: release_all(c, by(hall)))
    hall.set_state("closed")
    hall.now += 3600 * SECOND
    assert send(hall, hall.raters[0], mine).extra is True


def test_who_held_an_item_when_the_study_was_closed_goes_on_with_it_once_it_is_reopened(build: Build) -> None:
    hall = build(tasks=1, raters=1)
    mine = take(hall, hall.raters[0]).assignment
    hall.database.write(lambda c: release_all(c, by(hall)))
    hall.set_state("closed")
    assert take(hall, hall.raters[0]) == Next(None, "closed")
    hall.set_state("open")
    assert take(hall, hall.raters[0]).assignment == mine
    assert send(hall, hall.raters[0], mine).extra is False


def test_a_withdrawn_item_is_no_longer_wanted_but_counts_what_is_in(rows: StudyRows) -> None:
    recording = rows.recording("hello", "warm", votes=3)
    rows.rate(recording, "ann", {"item": {"quality": 3}})
    study = rows.save()
    study.home.database.write(lambda c: c.execute(update(tables.task).values(free=2)).rowcount)
    study.steer("withdraw", study.tasks("hello"))
    progress = study.results().progress
    assert (progress.votes_in, progress.votes_wanted, progress.tasks_withdrawn) == (1, 1, 1)
