from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Connection, func, select

from earmark.core.errors import ConflictError, NotFoundError, WrongInputError
from earmark.core.exits import Departure
from earmark.core.submission import Targets
from earmark.core.times import MINUTE
from earmark.services import queue, submissions
from earmark.services.queue import Next
from earmark.services.submissions import DraftStamp, Refusal, Sent
from earmark.storage import tables
from earmark.storage.queue import expire_leases
from earmark.storage.submissions import Receipt, get_draft
from hall import CLIP, Build, Hall

SKIP = Departure("skip", reason="accent")
INVALID = Departure("invalid", reason="silent")


def take(hall: Hall, rater: str) -> Next:
    def work(connection: Connection) -> Next:
        return queue.next_assignment(connection, hall.seat(connection, rater), CLIP, now=hall.now)

    return hall.database.write(work)


def body_of(score: int = 3) -> dict[str, Any]:
    return {"answers": {"item": {"quality": {"score": score}}}, "listening": {}}


def send(hall: Hall, rater: str, assignment: str | None, *, key: str = "", **more: Any) -> Any:
    sent = Sent(key or f"key-of-{assignment}", "en", more.pop("body", body_of()), **more)

    def work(connection: Connection) -> Receipt | Refusal:
        row = queue.assignment_of(connection, str(assignment), rater)
        seat = hall.seat(connection, rater)
        return submissions.submit(
            connection, seat, row, protocol=CLIP, targets=Targets(), sent=sent, now=hall.now
        )

    return hall.database.write(work)


def leave(hall: Hall, rater: str, assignment: str | None, departure: Departure) -> None:
    def work(connection: Connection) -> None:
        row = queue.assignment_of(connection, str(assignment), rater)
        queue.leave(connection, hall.seat(connection, rater), CLIP, row, departure, now=hall.now)

    hall.database.write(work)


def likely(hall: Hall, rater: str) -> str | None:
    return read(hall, lambda c: queue.likely_next(c, hall.seat(c, rater), CLIP))


def task_of(hall: Hall, assignment: str | None) -> str:
    return read(hall, lambda c: queue.assignment_of(c, str(assignment), hall.raters[0]).task_id)


def test_the_likely_next_task_is_the_one_that_is_leased_next_and_costs_no_vote(build: Build) -> None:
    hall = build(tasks=3, raters=2)
    first = take(hall, hall.raters[0])
    free = read(hall, hall.free)
    ahead = likely(hall, hall.raters[0])
    assert read(hall, hall.free) == free
    assert count(hall, tables.assignment) == 1
    send(hall, hall.raters[0], first.assignment)
    assert task_of(hall, take(hall, hall.raters[0]).assignment) == ahead


def test_what_another_rater_took_meanwhile_does_not_come_next(build: Build) -> None:
    hall = build(tasks=3, raters=3)
    take(hall, hall.raters[0])
    for rater in hall.raters[1:]:
        take(hall, rater)
    assert likely(hall, hall.raters[0]) is None


def save(
    hall: Hall, rater: str, assignment: str | None, stamp: DraftStamp, body: dict[str, Any], **more: Any
) -> Any:
    def work(connection: Connection) -> object:
        row = queue.assignment_of(connection, str(assignment), rater)
        seat = hall.seat(connection, rater)
        return submissions.save_draft(connection, seat, row, stamp, body, now=hall.now, **more)

    return hall.database.write(work)


def read(hall: Hall, query: Callable[[Connection], Any]) -> Any:
    with hall.database.read() as connection:
        return query(connection)


def count(hall: Hall, table: Any, *where: Any) -> int:
    return int(
        read(hall, lambda c: c.execute(select(func.count()).select_from(table).where(*where)).scalar())
    )


@pytest.mark.parametrize("votes", [1, 3])
def test_twenty_raters_at_once_give_each_task_exactly_its_votes(build: Build, votes: int) -> None:
    hall = build(tasks=40, raters=20, votes=votes)

    def work_through(rater: str) -> int:
        done = 0
        while (found := take(hall, rater)).assignment is not None:
            send(hall, rater, found.assignment)
            done += 1
        return done

    with ThreadPoolExecutor(20) as pool:
        done = sum(pool.map(work_through, hall.raters))
    assert done == 40 * votes
    per_task = select(func.count(), func.count(tables.submission.c.rater_id.distinct())).group_by(
        tables.submission.c.task_id
    )
    assert read(hall, lambda c: [tuple(row) for row in c.execute(per_task)]) == [(votes, votes)] * 40
    assert set(read(hall, hall.free).values()) == {0}


def test_a_rater_who_comes_back_gets_the_task_in_hand(build: Build) -> None:
    hall = build(tasks=3, raters=1)
    first = take(hall, hall.raters[0])
    assert take(hall, hall.raters[0]) == first


def test_an_abandoned_task_goes_to_somebody_else_once_its_lease_is_over(build: Build) -> None:
    hall = build(tasks=1, raters=2)
    take(hall, hall.raters[0])
    assert take(hall, hall.raters[1]) == Next(None, "done")
    hall.now += 1 * MINUTE
    assert take(hall, hall.raters[1]).assignment is not None


def test_a_late_submission_counts_while_nobody_else_has_the_task(build: Build) -> None:
    hall = build(tasks=1, raters=1)
    mine = take(hall, hall.raters[0]).assignment
    hall.now += 2 * MINUTE
    receipt = send(hall, hall.raters[0], mine)
    assert (receipt.late, receipt.extra) == (True, False)
    assert set(read(hall, hall.free).values()) == {0}


def test_a_late_submission_is_kept_as_a_marked_extra_when_the_vote_is_gone(build: Build) -> None:
    hall = build(tasks=1, raters=2)
    slow, quick = hall.raters
    late = take(hall, slow).assignment
    hall.now += 2 * MINUTE
    send(hall, quick, take(hall, quick).assignment)
    receipt = send(hall, slow, late)
    assert (receipt.late, receipt.extra) == (True, True)
    assert count(hall, tables.submission) == 2
    assert set(read(hall, hall.free).values()) == {0}


def test_saving_a_draft_keeps_the_lease_alive(build: Build) -> None:
    hall = build(tasks=1, raters=2)
    mine = take(hall, hall.raters[0]).assignment
    for sequence in range(1, 5):
        hall.now += MINUTE // 2
        save(hall, hall.raters[0], mine, DraftStamp(sequence, sequence - 1, "tab"), body_of())
    assert take(hall, hall.raters[1]) == Next(None, "done")


def test_a_draft_takes_up_an_expired_lease_whose_vote_is_free(build: Build) -> None:
    hall = build(tasks=1, raters=1)
    mine = take(hall, hall.raters[0]).assignment
    hall.now += 2 * MINUTE
    assert hall.write(lambda connection: expire_leases(connection, now=hall.now)) == 1
    save(hall, hall.raters[0], mine, DraftStamp(1, 0, "tab"), body_of())
    assert take(hall, hall.raters[0]).assignment == mine
    assert set(read(hall, hall.free).values()) == {0}


def test_what_is_sent_twice_under_one_key_counts_once(build: Build) -> None:
    hall = build(tasks=1, raters=1)
    mine = take(hall, hall.raters[0]).assignment
    assert send(hall, hall.raters[0], mine) == send(hall, hall.raters[0], mine)
    assert count(hall, tables.submission) == 1
    assert count(hall, tables.score) == 1


def test_a_correction_is_a_new_revision_and_the_old_one_stays(build: Build) -> None:
    hall = build(tasks=1, raters=1)
    mine = take(hall, hall.raters[0]).assignment
    send(hall, hall.raters[0], mine)
    receipt = send(hall, hall.raters[0], mine, key="key-0002", body=body_of(5), revises=1)
    assert (receipt.revision, receipt.extra) == (2, False)
    rows = read(
        hall, lambda c: c.execute(select(tables.submission.c.revision, tables.submission.c.current)).all()
    )
    assert sorted(map(tuple, rows)) == [(1, False), (2, True)]
    assert set(read(hall, hall.free).values()) == {0}


def test_a_second_tab_that_does_not_know_of_the_submission_is_told(build: Build) -> None:
    hall = build(tasks=1, raters=1)
    mine = take(hall, hall.raters[0]).assignment
    send(hall, hall.raters[0], mine)
    with pytest.raises(ConflictError, match="another tab"):
        send(hall, hall.raters[0], mine, key="key-0002", body=body_of(5))
    assert count(hall, tables.submission) == 1


def test_a_refused_submission_is_kept_as_the_draft(build: Build) -> None:
    hall = build(tasks=1, raters=1)
    mine = take(hall, hall.raters[0]).assignment
    refusal = send(hall, hall.raters[0], mine, body=body_of(99))
    assert [fault.where for fault in refusal.faults] == ["answers.item.quality.score"]
    draft = read(hall, lambda c: get_draft(c, str(mine)))
    assert draft.body == body_of(99)
    assert count(hall, tables.score) == 0


def test_a_draft_that_was_overtaken_changes_nothing(build: Build) -> None:
    hall = build(tasks=1, raters=1)
    mine = take(hall, hall.raters[0]).assignment
    save(hall, hall.raters[0], mine, DraftStamp(2, 0, "tab"), body_of(2))
    assert save(hall, hall.raters[0], mine, DraftStamp(1, 0, "tab"), body_of(1)) is None
    assert read(hall, lambda c: get_draft(c, str(mine))).body == body_of(2)


def test_a_tab_that_is_behind_gets_the_other_tabs_draft_and_can_take_over(build: Build) -> None:
    hall = build(tasks=1, raters=1)
    mine = take(hall, hall.raters[0]).assignment
    save(hall, hall.raters[0], mine, DraftStamp(1, 0, "old"), body_of(1))
    save(hall, hall.raters[0], mine, DraftStamp(2, 1, "new"), body_of(2))
    behind = save(hall, hall.raters[0], mine, DraftStamp(9, 1, "old"), body_of(3))
    assert (behind.tab, behind.body) == ("new", body_of(2))
    assert save(hall, hall.raters[0], mine, DraftStamp(9, 2, "old"), body_of(3)) is None
    assert read(hall, lambda c: get_draft(c, str(mine))).body == body_of(3)


def test_a_skipped_task_goes_to_others_and_never_back(build: Build) -> None:
    hall = build(tasks=1, raters=2)
    one, other = hall.raters
    leave(hall, one, take(hall, one).assignment, SKIP)
    assert take(hall, one) == Next(None, "nothing-left-for-you")
    hall.now += 10 * MINUTE
    assert take(hall, one) == Next(None, "nothing-left-for-you")
    assert take(hall, other).assignment is not None


def test_skip_rate_and_discard_are_three_things(build: Build) -> None:
    hall = build(tasks=1, raters=3, votes=2)
    skips, rates, discards = hall.raters
    leave(hall, skips, take(hall, skips).assignment, SKIP)
    send(hall, rates, take(hall, rates).assignment)
    leave(hall, discards, take(hall, discards).assignment, INVALID)
    acts = read(hall, lambda c: sorted(c.execute(select(tables.mark.c.act)).scalars()))
    assert acts == ["discard", "skip"]
    assert count(hall, tables.submission) == 1
    assert read(hall, lambda c: c.execute(select(tables.task.c.state)).scalars().all()) == ["waiting"]
    assert take(hall, skips) == Next(None, "done")


def test_an_item_is_handed_out_until_enough_raters_discarded_it(build: Build) -> None:
    hall = build(tasks=1, raters=3, stop=2)
    one, two, three = hall.raters
    leave(hall, one, take(hall, one).assignment, INVALID)
    leave(hall, two, take(hall, two).assignment, INVALID)
    assert take(hall, three) == Next(None, "done")


@pytest.mark.parametrize(
    ("departure", "where"),
    [
        (Departure("vanish"), "exit.exit"),
        (Departure("skip"), "exit.reason"),
        (Departure("skip", reason="bored"), "exit.reason"),
    ],
)
def test_leaving_needs_an_exit_and_a_reason_of_the_protocol(
    build: Build, departure: Departure, where: str
) -> None:
    hall = build(tasks=1, raters=1)
    mine = take(hall, hall.raters[0]).assignment
    with pytest.raises(WrongInputError) as refused:
        leave(hall, hall.raters[0], mine, departure)
    assert [fault.where for fault in refused.value.faults] == [where]
    assert take(hall, hall.raters[0]).assignment == mine


def test_a_skipped_task_can_no_longer_be_rated(build: Build) -> None:
    hall = build(tasks=1, raters=1)
    mine = take(hall, hall.raters[0]).assignment
    leave(hall, hall.raters[0], mine, SKIP)
    leave(hall, hall.raters[0], mine, SKIP)
    assert count(hall, tables.mark) == 1
    with pytest.raises(ConflictError, match="Take that back first"):
        send(hall, hall.raters[0], mine)


def test_somebody_elses_assignment_gets_the_same_answer_as_none(build: Build) -> None:
    hall = build(tasks=1, raters=2)
    mine = take(hall, hall.raters[0]).assignment
    answers = []
    for wanted in (mine, "no-such-id"):
        with pytest.raises(NotFoundError) as missing:
            send(hall, hall.raters[1], wanted)
        answers.append(missing.value.problem())
    assert answers[0] == answers[1]


def test_the_order_of_a_rater_is_recorded_by_position(build: Build) -> None:
    hall = build(tasks=4, raters=1)
    rater = hall.raters[0]
    while (found := take(hall, rater)).assignment is not None:
        send(hall, rater, found.assignment)
    by_position = select(tables.assignment.c.position, tables.task.c.shuffle).join(tables.task)
    rows = read(hall, lambda c: c.execute(by_position.order_by(tables.assignment.c.position)).all())
    order = read(hall, lambda c: hall.seat(c, rater)).order(shuffled=True)
    assert [row.position for row in rows] == [1, 2, 3, 4]
    assert [row.shuffle for row in rows] == sorted((row.shuffle for row in rows), key=order.key)
