"""The queue under any order of what raters and owners do: its books must balance after every step."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import Connection, func, select, update

from earmark.core.errors import ConflictError
from earmark.core.exits import Departure
from earmark.core.submission import Targets
from earmark.services import oversight, queue, submissions
from earmark.services.queue import Next
from earmark.services.submissions import DraftStamp, Sent
from earmark.storage import tables
from earmark.storage.submissions import Receipt, current_receipt
from hall import CLIP, Hall, lay_hall

SECOND: Final = 1_000_000
RATERS: Final = 3
TASKS: Final = 2
IN_PROOF: Final = bool(os.environ.get("EARMARK_PROOF"))
PROFILE: Final = settings(
    derandomize=not IN_PROOF,
    max_examples=300 if IN_PROOF else 10,
    stateful_step_count=50 if IN_PROOF else 25,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)

Held = tuple[str, str]
"""A rater and an assignment of theirs."""

raters = st.integers(0, RATERS - 1)


class QueueMachine(RuleBasedStateMachine):
    """Raters who take, draft, submit, correct, skip and discard, while time passes and the owner steps in."""

    empty_database: Path
    held = Bundle("held")

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self._keys = 0

    @initialize(votes=st.integers(1, 2), stop=st.integers(1, 2))
    def lay(self, votes: int, stop: int) -> None:
        path = Path(self._folder.name) / "earmark.sqlite3"
        shutil.copy(self.empty_database, path)
        self.hall: Hall = lay_hall(path, tasks=TASKS, raters=RATERS, votes=votes, stop=stop)

    @rule(target=held, who=raters)
    def take(self, who: int) -> Any:
        rater = self.hall.raters[who]

        def work(connection: Connection) -> Next:
            seat = self.hall.seat(connection, rater)
            return queue.next_assignment(connection, seat, CLIP, now=self.hall.now)

        taken = self.hall.database.write(work).assignment
        return (rater, taken) if taken else multiple()

    @rule(mine=held)
    def draft(self, mine: Held) -> None:
        self._keys += 1
        stamp = DraftStamp(self._keys, 0, "tab")

        def work(connection: Connection) -> object:
            row = queue.assignment_of(connection, mine[1], mine[0])
            seat = self.hall.seat(connection, mine[0])
            return submissions.save_draft(connection, seat, row, stamp, {}, now=self.hall.now)

        self._try(work)

    @rule(mine=held, score=st.integers(1, 5))
    def submit_or_correct(self, mine: Held, score: int) -> None:
        self._keys += 1
        body = {"answers": {"item": {"quality": {"score": score}}}}

        def work(connection: Connection) -> object:
            row = queue.assignment_of(connection, mine[1], mine[0])
            seat = self.hall.seat(connection, mine[0])
            before = current_receipt(connection, row.id)
            sent = Sent(f"key-{self._keys}", "en", body, revises=before.revision if before else None)
            receipt = submissions.submit(
                connection, seat, row, protocol=CLIP, targets=Targets(), sent=sent, now=self.hall.now
            )
            assert isinstance(receipt, Receipt)
            assert receipt.revision == (before.revision + 1 if before else 1)
            return receipt

        self._try(work)

    @rule(mine=held)
    def skip(self, mine: Held) -> None:
        self._leave(mine, Departure("skip", reason="accent"))

    @rule(mine=held)
    def discard(self, mine: Held) -> None:
        self._leave(mine, Departure("invalid", reason="silent"))

    @rule(seconds=st.sampled_from([20, 61]))
    def let_time_pass(self, seconds: int) -> None:
        self.hall.now += seconds * SECOND

    @rule(which=st.integers(0, TASKS - 1))
    def open_again(self, which: int) -> None:
        task = self.hall.tasks[which]
        waits = self._read(select(tables.task.c.state).where(tables.task.c.id == task)) == ["waiting"]
        if waits:
            self.hall.database.write(
                lambda connection: oversight.open_again(
                    connection,
                    task,
                    study_id=self.hall.study_id,
                    person_id=self.hall.raters[0],
                    now=self.hall.now,
                )
            )

    @rule(state=st.sampled_from(["open", "open", "paused"]))
    def pause_or_resume(self, state: str) -> None:
        self.hall.database.write(lambda c: c.execute(update(tables.study).values(state=state)).rowcount)

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
    def nobody_holds_two_tasks(self) -> None:
        holders = self._read(
            select(tables.assignment.c.rater_id).where(tables.assignment.c.state == "leased")
        )
        assert len(holders) == len(set(holders))

    def teardown(self) -> None:
        if hasattr(self, "hall"):
            self.hall.database.close()
        self._folder.cleanup()

    def _leave(self, mine: Held, departure: Departure) -> None:
        def work(connection: Connection) -> None:
            row = queue.assignment_of(connection, mine[1], mine[0])
            seat = self.hall.seat(connection, mine[0])
            queue.leave(connection, seat, CLIP, row, departure, now=self.hall.now)

        self._try(work)

    def _try(self, work: Callable[[Connection], object]) -> None:
        """Do what a rater may be told is too late for: a task that they left, or submitted."""
        try:
            self.hall.database.write(work)
        except ConflictError:
            states = self._read(select(tables.assignment.c.state).distinct())
            assert set(states) & {"skipped", "discarded", "submitted"}

    def _rows(self, query: Any) -> list[tuple[Any, ...]]:
        if not hasattr(self, "hall"):
            return []
        with self.hall.database.read() as connection:
            return [tuple(row) for row in connection.execute(query)]

    def _read(self, query: Any) -> list[Any]:
        return [row[0] for row in self._rows(query)]


def _count(table: Any, *where: Any) -> Any:
    of_task = select(func.count()).select_from(table).where(table.c.task_id == tables.task.c.id, *where)
    return of_task.scalar_subquery()


def test_the_books_of_the_queue_balance_after_every_step(
    empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QueueMachine, "empty_database", empty_database, raising=False)
    run_state_machine_as_test(QueueMachine, settings=PROFILE)
