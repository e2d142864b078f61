"""What a rater does in a hall: takes a task, sends a score for it, corrects it, leaves it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from earmark.core.exits import Departure
from earmark.core.submission import Targets
from earmark.services import queue, submissions
from earmark.services.queue import Next
from earmark.services.submissions import DraftStamp, Sent
from hall import CLIP, Hall

BODY = {"answers": {"item": {"quality": {"score": 3}}}}


def take(hall: Hall, rater: str) -> Next:
    return hall.database.write(lambda c: queue.next_assignment(c, hall.seat(c, rater), CLIP, now=hall.now))


def send(hall: Hall, rater: str, assignment: str | None, *, key: str = "", revises: int | None = None) -> Any:
    sent = Sent(key or f"key-of-{assignment}", "en", BODY, revises)

    def work(connection: Connection) -> object:
        row = queue.assignment_of(connection, str(assignment), rater)
        seat = hall.seat(connection, rater)
        return submissions.submit(
            connection, seat, row, protocol=CLIP, targets=Targets(), sent=sent, now=hall.now
        )

    return hall.database.write(work)


def correct(hall: Hall, rater: str, assignment: str | None, *, revises: int) -> Any:
    return send(hall, rater, assignment, key=f"correction-{revises}", revises=revises)


def draft(hall: Hall, rater: str, assignment: str | None, *, revises: int | None = None) -> Any:
    stamp = DraftStamp(1, 0, "tab")

    def work(connection: Connection) -> object:
        row, seat = queue.assignment_of(connection, str(assignment), rater), hall.seat(connection, rater)
        return submissions.save_draft(connection, seat, row, stamp, BODY, revises=revises, now=hall.now)

    return hall.database.write(work)


def leave(
    hall: Hall, rater: str, assignment: str | None, departure: Departure, *, revises: int | None = None
) -> None:
    def work(connection: Connection) -> None:
        row, seat = queue.assignment_of(connection, str(assignment), rater), hall.seat(connection, rater)
        queue.leave(connection, seat, CLIP, row, departure, revises=revises, now=hall.now)

    hall.database.write(work)
