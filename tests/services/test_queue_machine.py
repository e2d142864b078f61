"""The queue under any order of what raters and owners do: its books must balance after every step."""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
from collections.abc import Callable
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
from earmark.services import queue, steering, submissions
from earmark.services.queue import Next
from earmark.services.steering import By, Handover
from earmark.services.submissions import DraftStamp, Sent
from earmark.storage import tables
from earmark.storage.submissions import Receipt, current_receipt
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
ACTS: Final = ("take", "draft", "submit", "correct", "skip", "discard", *BETWEEN, *OFTEN)
REFUSING: Final = {
    "draft": {"skipped", "discarded"},
    "submit": {"skipped", "discarded"},
    "skip": {"discarded", "submitted"},
    "discard": {"skipped", "submitted"},
}
"""The states of an assignment in which a rater is told that it is too late for something."""

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
        elif what == "correct":
            self._correct(score)
        elif what == "take" or not theirs:
            self._take(rater, theirs)
        else:
            self._act(what, rater, theirs[which % len(theirs)], score)

    def _act(self, what: str, rater: str, mine: str, score: int) -> None:
        try:
            getattr(self, f"_{what}")(rater, mine, score)
        except ConflictError:
            state = select(tables.assignment.c.state).where(tables.assignment.c.id == mine)
            assert self._read(state)[0] in REFUSING[what]

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
            sent = Sent(
                f"key-{next(self.numbers)}", "en", body_of(score), revises=before.revision if before else None
            )
            receipt = submissions.submit(
                connection, seat, row, protocol=CLIP, targets=Targets(), sent=sent, now=self.hall.now
            )
            assert isinstance(receipt, Receipt)
            assert receipt.revision == (before.revision + 1 if before else 1)
            return receipt

        self.hall.database.write(work)

    def _correct(self, score: int) -> None:
        """Let whoever has submitted anything correct it."""
        rated = tables.assignment.c
        for rater, mine in self._rows(select(rated.rater_id, rated.id).where(rated.state == "submitted")):
            self._submit(rater, mine, score)

    def _skip(self, rater: str, mine: str, _: int) -> None:
        self._leave(rater, mine, Departure("skip", reason="accent"))

    def _discard(self, rater: str, mine: str, _: int) -> None:
        self._leave(rater, mine, Departure("invalid", reason="silent"))

    def _leave(self, rater: str, mine: str, departure: Departure) -> None:
        def work(connection: Connection) -> None:
            row, seat = queue.assignment_of(connection, mine, rater), self.hall.seat(connection, rater)
            queue.leave(connection, seat, CLIP, row, departure, now=self.hall.now)

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


@pytest.mark.timeout(1200)  # in `make proof`
def test_the_books_of_the_queue_balance_after_every_step(
    empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QueueMachine, "empty_database", empty_database, raising=False)
    run_state_machine_as_test(QueueMachine, settings=PROFILE)
