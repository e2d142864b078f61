"""The queue under any order of what raters and owners do: its books must balance after every step."""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import Connection, func, select, update

from earmark.core.errors import ConflictError
from earmark.core.exits import Departure
from earmark.core.steering import Act
from earmark.core.submission import Targets
from earmark.core.times import SECOND
from earmark.services import queue, retractions, steering, submissions
from earmark.services.queue import Next
from earmark.services.steering import By, Handover
from earmark.services.submissions import DraftStamp, Sent
from earmark.storage import tables
from earmark.storage.retractions import retracted_receipt
from earmark.storage.submissions import Receipt, current_receipt, last_revision
from hall import CLIP, Hall, lay_hall

RATERS: Final = 3
TASKS: Final = 2
IN_PROOF: Final = bool(os.environ.get("EARMARK_PROOF"))
PROFILE: Final = settings(
    derandomize=not IN_PROOF,
    max_examples=300 if IN_PROOF else 10,
    stateful_step_count=50 if IN_PROOF else 25,
    deadline=None,
    database=None,
    phases=[Phase.generate, Phase.shrink] if IN_PROOF else [Phase.generate],  # shrinking takes minutes
    suppress_health_check=[HealthCheck.too_slow],
)


def _wait(seconds: int) -> Callable[[Hall], None]:
    def wait(hall: Hall) -> None:
        hall.now += seconds * SECOND

    return wait


def _set_state(state: str) -> Callable[[Hall], None]:
    def change(hall: Hall) -> None:
        hall.database.write(lambda c: c.execute(update(tables.study).values(state=state)).rowcount)

    return change


def _steer(act: Act, *, to: int | None = None) -> Callable[[Hall], None]:
    """Let the owner do an act to every item; the last act is what `_undo` takes back."""

    def change(hall: Hall) -> None:
        by = By(hall.study_id, None, hall.now)
        handover = Handover(to=None if to is None else hall.raters[to])
        hall.acts.append(
            hall.database.write(lambda c: steering.steer(c, by, act, hall.tasks, handover=handover)).batch
        )

    return change


def _undo(hall: Hall) -> None:
    by = By(hall.study_id, None, hall.now)
    batch = hall.acts.pop() if hall.acts else ""
    if batch:
        hall.database.write(lambda c: steering.undo(c, by, batch))


BETWEEN: Final[dict[str, Callable[[Hall], None]]] = {
    "wait": _wait(20),
    "wait-for-long": _wait(61),
    "pause": _set_state("paused"),
    "resume": _set_state("open"),
    "reopen": _steer("open"),
    "withdraw": _steer("withdraw"),
    "more": _steer("more"),
    "fewer": _steer("fewer"),
    "take-back": _steer("reassign"),
    "offer": _steer("reassign", to=0),
    "undo": _undo,
}
"""What happens without a rater: time passes, or the owner steps in."""

OFTEN: Final = ("take", "draft", "submit", "take", "submit", "wait-for-long", "resume", "reopen")
ALL: Final = {"correct": "_correct", "leave-rated": "_leave_rated", "take-marks-back": "_take_marks_back"}
"""What all do who can: such things are too rare to happen by the choice of one rater and one task."""

ACTS: Final = ("take", "draft", "submit", "skip", "discard", *ALL, *BETWEEN, *OFTEN)
REFUSING: Final = {
    "draft": {"skipped", "discarded"},
    "submit": {"skipped", "discarded"},
    "skip": {"discarded", "submitted"},
    "discard": {"skipped", "submitted"},
}
"""The states of an assignment in which a rater is told that it is too late for something."""

HOLDING: Final = {"submitted": (1, 0), "skipped": (0, 1), "discarded": (0, 1)}
"""How many submissions and marks hold of an assignment, by its state; none of any other."""

raters = st.integers(0, RATERS - 1)


class QueueMachine(RuleBasedStateMachine):
    """Raters who take, draft, submit, correct, skip and discard, while time passes and the owner steps in."""

    empty_database: Path

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self.given: dict[str, list[str]] = {}
        self.numbers = itertools.count(1)

    @initialize(votes=st.integers(1, 2), stop=st.integers(1, 2))
    def lay(self, votes: int, stop: int) -> None:
        path = Path(self._folder.name) / "earmark.sqlite3"
        shutil.copy(self.empty_database, path)
        self.hall: Hall = lay_hall(path, tasks=TASKS, raters=RATERS, votes=votes, stop=stop)

    @rule(who=raters, what=st.sampled_from(ACTS), which=st.integers(0, TASKS - 1), score=st.integers(1, 5))
    def happens(self, who: int, what: str, which: int, score: int) -> None:
        """One thing of all, by one rule: Hypothesis leaves out whole rules, and here all must meet."""
        rater = self.hall.raters[who]
        theirs = self.given.setdefault(rater, [])
        if what in BETWEEN:
            BETWEEN[what](self.hall)
        elif what in ALL:
            getattr(self, ALL[what])(score)
        elif what == "take" or not theirs:
            self._take(rater, theirs)
        else:
            self._act(what, rater, theirs[which % len(theirs)], score)

    def _act(self, what: str, rater: str, mine: str, score: int) -> None:
        try:
            getattr(self, f"_{what}")(rater, mine, score)
        except ConflictError:
            states = select(tables.assignment.c.state, tables.task.c.state).join(tables.task)
            [(state, task)] = self._rows(states.where(tables.assignment.c.id == mine))
            is_barred = what == "submit" and (state, task) == ("submitted", "withdrawn")
            assert is_barred or state in REFUSING[what]

    def _take(self, rater: str, theirs: list[str]) -> None:
        def work(connection: Connection) -> Next:
            seat = self.hall.seat(connection, rater)
            return queue.next_assignment(connection, seat, CLIP, now=self.hall.now)

        taken = self.hall.database.write(work).assignment
        if taken is not None and taken not in theirs:
            theirs.append(taken)

    def _draft(self, rater: str, mine: str, score: int) -> None:
        stamp = DraftStamp(next(self.numbers), 0, "tab")

        def work(connection: Connection) -> object:
            row, seat = queue.assignment_of(connection, mine, rater), self.hall.seat(connection, rater)
            body = body_of(score)
            return submissions.save_draft(connection, seat, row, stamp, body, now=self.hall.now)

        self.hall.database.write(work)

    def _submit(self, rater: str, mine: str, score: int) -> None:
        def work(connection: Connection) -> object:
            row, seat = queue.assignment_of(connection, mine, rater), self.hall.seat(connection, rater)
            before = current_receipt(connection, row.id)
            last = last_revision(connection, row.id)
            sent = Sent(
                f"key-{next(self.numbers)}", "en", body_of(score), revises=before.revision if before else None
            )
            receipt = submissions.submit(
                connection, seat, row, protocol=CLIP, targets=Targets(), sent=sent, now=self.hall.now
            )
            assert isinstance(receipt, Receipt)
            assert receipt.revision == last + 1
            return receipt

        self.hall.database.write(work)

    def _correct(self, score: int) -> None:
        """Let whoever has submitted anything correct it."""
        for rater, mine in self._in_state("submitted"):
            with self._unless_withdrawn(mine):
                self._submit(rater, mine, score)

    def _leave_rated(self, score: int) -> None:
        """Let whoever has submitted anything leave it: as a skip, or as a discard."""
        way = Departure("skip", reason="accent") if score < 3 else Departure("invalid", reason="silent")
        for rater, mine in self._in_state("submitted"):
            with self._unless_withdrawn(mine):
                self._leave(rater, mine, way, rated=True)

    def _take_marks_back(self, _: int) -> None:
        """Let whoever has skipped or discarded anything take that back; a skip of what was unrated stays."""
        for rater, mine in self._in_state("skipped", "discarded"):
            with self._unless_withdrawn(mine):
                self._take_back(rater, mine)

    def _take_back(self, rater: str, mine: str) -> None:
        def work(connection: Connection) -> object:
            row, seat = queue.assignment_of(connection, mine, rater), self.hall.seat(connection, rater)
            if row.state == "skipped" and retracted_receipt(connection, mine) is None:
                return None
            return retractions.take_back(connection, seat, row, now=self.hall.now)

        self.hall.database.write(work)

    def _in_state(self, *states: str) -> list[tuple[Any, ...]]:
        taken = tables.assignment.c
        return self._rows(select(taken.rater_id, taken.id).where(taken.state.in_(states)))

    @contextmanager
    def _unless_withdrawn(self, mine: str) -> Iterator[None]:
        """Let nothing be refused but what was sent of an item that the owner has taken out."""
        try:
            yield
        except ConflictError:
            task = select(tables.task.c.state).join(tables.assignment).where(tables.assignment.c.id == mine)
            assert self._read(task) == ["withdrawn"]

    def _skip(self, rater: str, mine: str, _: int) -> None:
        self._leave(rater, mine, Departure("skip", reason="accent"))

    def _discard(self, rater: str, mine: str, _: int) -> None:
        self._leave(rater, mine, Departure("invalid", reason="silent"))

    def _leave(self, rater: str, mine: str, departure: Departure, *, rated: bool = False) -> None:
        def work(connection: Connection) -> None:
            row, seat = queue.assignment_of(connection, mine, rater), self.hall.seat(connection, rater)
            before = current_receipt(connection, mine) if rated else None
            revises = before.revision if before else None
            queue.leave(connection, seat, CLIP, row, departure, revises=revises, now=self.hall.now)

        self.hall.database.write(work)

    @invariant()
    def votes_add_up(self) -> None:
        leased = _count(tables.assignment, tables.assignment.c.state == "leased")
        counted = _count(tables.submission, tables.submission.c.current, ~tables.submission.c.extra)
        for free, votes, live, sent in self._rows(
            select(tables.task.c.free, tables.task.c.votes, leased, counted)
        ):
            assert free == votes - live - sent
            assert 0 <= free <= votes
            assert sent <= votes

    @invariant()
    def no_rater_has_a_task_twice(self) -> None:
        for table, condition in (
            (tables.assignment, tables.assignment.c.id.is_not(None)),
            (tables.submission, tables.submission.c.current),
        ):
            pairs = self._rows(select(table.c.task_id, table.c.rater_id).where(condition))
            assert len(pairs) == len(set(pairs))

    @invariant()
    def what_holds_is_what_the_state_says(self) -> None:
        """Of a rater's task the answers hold, or the mark, or neither: never both."""
        sent = _count_of(tables.submission, tables.submission.c.current)
        marks = _count_of(tables.mark, tables.mark.c.taken_back_at.is_(None))
        rows = self._rows(select(tables.assignment.c.state, sent, marks))
        assert [
            (state, (sent, marks))
            for state, sent, marks in rows
            if HOLDING.get(state, (0, 0)) != (sent, marks)
        ] == []

    @invariant()
    def nobody_holds_two_tasks(self) -> None:
        holders = self._read(
            select(tables.assignment.c.rater_id).where(
                tables.assignment.c.state == "leased", ~tables.assignment.c.offered
            )
        )
        assert len(holders) == len(set(holders))

    def teardown(self) -> None:
        if hasattr(self, "hall"):
            self.hall.database.close()
        self._folder.cleanup()

    def _rows(self, query: Any) -> list[tuple[Any, ...]]:
        if not hasattr(self, "hall"):
            return []
        with self.hall.database.read() as connection:
            return [tuple(row) for row in connection.execute(query)]

    def _read(self, query: Any) -> list[Any]:
        return [row[0] for row in self._rows(query)]


def body_of(score: int) -> dict[str, Any]:
    return {"answers": {"item": {"quality": {"score": score}}}}


def _count(table: Any, *where: Any) -> Any:
    of_task = select(func.count()).select_from(table).where(table.c.task_id == tables.task.c.id, *where)
    return of_task.scalar_subquery()


def _count_of(table: Any, *where: Any) -> Any:
    theirs = select(func.count()).select_from(table)
    return theirs.where(table.c.assignment_id == tables.assignment.c.id, *where).scalar_subquery()


@pytest.mark.timeout(1200)  # in `make proof`
def test_the_books_of_the_queue_balance_after_every_step(
    empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QueueMachine, "empty_database", empty_database, raising=False)
    run_state_machine_as_test(QueueMachine, settings=PROFILE)
