"""A rater's own page: each thing they sent or left, what became of it, and what they may change."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import insert, select, update

from earmark.core.roles import Role
from earmark.core.times import DAY, MINUTE
from earmark.services.members import join
from earmark.services.own_work import Entry, OwnWork, own_work
from earmark.storage import tables
from earmark.storage.seats import get_seat
from people import NOON
from rows import StudyRows

ANSWERED = {"item": {"quality": 4}}


def work_of(rows: StudyRows, *, page: int = 1, today: int = NOON - DAY) -> OwnWork:
    """Return the own page of *ann*, who is made a rater of the study."""
    study = rows.save()
    with study.home.database.read() as connection:
        person = connection.execute(
            select(tables.person.c.id).where(tables.person.c.name == "ann")
        ).scalar_one()
        seat = get_seat(connection, study_id=study.id, person_id=person)
    if seat is None:
        seated = {"study_id": study.id, "person_id": person, "role": Role.RATER}
        study.home.database.write(lambda c: join(c, **seated, now=NOON, invited_at=NOON))
    with study.home.database.read() as connection:
        seat = get_seat(connection, study_id=study.id, person_id=person)
        assert seat is not None
        return own_work(connection, seat, page=page, today=today)


def write(rows: StudyRows, *changes: Any) -> None:
    with rows.study.home.database.begin() as connection:
        for change in changes:
            connection.execute(change)


def told(work: OwnWork) -> list[tuple[str, bool, bool, bool]]:
    return [(one.standing, one.late, one.opens, one.takes_back) for one in work.rows]


def test_each_thing_says_what_became_of_it_the_latest_first(rows: StudyRows) -> None:
    plain, late, extra, aside, skipped, retracted, discarded = (
        rows.recording(name) for name in ("one", "two", "three", "four", "five", "six", "seven")
    )
    rows.rate(plain, "ann", ANSWERED, submitted_at=NOON + 1)
    rows.rate(late, "ann", ANSWERED, late=True, submitted_at=NOON + 2)
    rows.rate(extra, "ann", ANSWERED, late=True, extra=True, submitted_at=NOON + 3)
    rows.rate(aside, "ann", ANSWERED, current=False, set_aside=True, submitted_at=NOON + 4)
    rows.leave(skipped, "ann", "skip", made_at=NOON + 5)
    rows.leave(retracted, "ann", "skip", made_at=NOON + 6)
    rows.rate(retracted, "ann", ANSWERED, current=False, retracted=True, submitted_at=NOON)
    rows.leave(discarded, "ann", "discard", made_at=NOON + 7, reason="silent")
    rows.rate(plain, "bo", ANSWERED, submitted_at=NOON + 8)
    work = work_of(rows)
    assert told(work) == [
        ("discarded", False, False, True),
        ("skipped", False, False, True),
        ("skipped", False, False, False),
        ("set-aside", False, False, False),
        ("extra", True, True, False),
        ("in", True, True, False),
        ("in", False, True, False),
    ]
    assert work.rows[0].way == ("discard", "silent")
    assert (work.rows[0].seconds, work.rows[0].at) == (None, NOON + 7)


def test_a_page_holds_fifty(rows: StudyRows) -> None:
    for n in range(51):
        rows.rate(rows.recording(f"item {n}"), "ann", ANSWERED, submitted_at=NOON + n)
    first, second = work_of(rows), work_of(rows, page=2)
    assert (len(first.rows), first.more, first.rows[0].at) == (50, True, NOON + 50)
    assert (len(second.rows), second.more, second.rows[0].at) == (1, False, NOON)


def test_progress_counts_today_and_in_all_with_the_time_at_work(rows: StudyRows) -> None:
    timed = {"body": {"answers": {}, "time": {"active_seconds": 40}}}
    rows.rate(rows.recording("one"), "ann", ANSWERED, submitted_at=NOON - 2 * DAY)
    rows.rate(rows.recording("two"), "ann", ANSWERED, submitted_at=NOON, **timed)
    corrected = rows.recording("three")
    rows.rate(corrected, "ann", ANSWERED, submitted_at=NOON, current=False, **timed)
    rows.rate(corrected, "ann", ANSWERED, submitted_at=NOON + 60 * MINUTE, revision=2, **timed)
    rows.leave(rows.recording("four"), "ann", "skip")
    progress = work_of(rows, today=NOON - 60 * MINUTE).progress
    assert (progress.today, progress.submitted, progress.wanted) == (2, 3, 4)
    assert (progress.skipped, progress.discarded, progress.seconds_today) == (1, 0, 80)


def only(work: OwnWork) -> Entry:
    [entry] = work.rows
    return entry


def test_a_correction_counts_as_begun_once_its_draft_says_something_else(rows: StudyRows) -> None:
    mine = rows.recording("one", turns=1)
    [turn] = mine.turns
    shown, hidden = {"quality": {"score": 4}}, {"clarity": {"score": 2}}
    mark = [{"exit": "turn-discard", "target": turn, "question": "clarity"}]
    body = {"answers": {"turns": {turn: shown}}, "discards": mark}
    rows.rate(mine, "ann", {turn: {"quality": 4}}, body=body, hidden={"turns": {turn: hidden}})
    assignment = rows.assign(mine, "ann")
    assert not only(work_of(rows)).begun
    draft = {"answers": {"turns": {turn: shown | hidden}}, "discards": mark, "view": {"turn": turn}}
    kept = {"assignment_id": assignment, "sequence": 1, "tab": "t", "saved_at": NOON}
    write(rows, insert(tables.draft).values(body=draft, **kept))
    assert not only(work_of(rows)).begun
    write(rows, update(tables.draft).values(body=draft | {"discards": []}))
    assert only(work_of(rows)).begun


@pytest.mark.parametrize(
    ("change", "bar"),
    [
        (update(tables.study).values(state="closed"), "study-closed"),
        (update(tables.membership).values(paused_at=1), "paused-for-you"),
        (update(tables.task).values(state="withdrawn"), "item-withdrawn"),
        (update(tables.study).values(state="paused"), None),
    ],
)
def test_nothing_opens_that_cannot_be_changed(rows: StudyRows, change: Any, bar: str | None) -> None:
    rows.rate(rows.recording("one"), "ann", ANSWERED)
    work_of(rows)
    write(rows, change)
    entry = only(work_of(rows))
    assert (entry.bar, entry.opens) == (bar, bar is None)
