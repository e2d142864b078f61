"""What a rater does in a hall: takes a task, and sends a score for it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from earmark.core.submission import Targets
from earmark.services import queue, submissions
from earmark.services.queue import Next
from earmark.services.submissions import Sent
from hall import CLIP, Hall


def take(hall: Hall, rater: str) -> Next:
    return hall.database.write(lambda c: queue.next_assignment(c, hall.seat(c, rater), CLIP, now=hall.now))


def send(hall: Hall, rater: str, assignment: str | None) -> Any:
    sent = Sent(f"key-of-{assignment}", "en", {"answers": {"item": {"quality": {"score": 3}}}})

    def work(connection: Connection) -> object:
        row = queue.assignment_of(connection, str(assignment), rater)
        seat = hall.seat(connection, rater)
        return submissions.submit(
            connection, seat, row, protocol=CLIP, targets=Targets(), sent=sent, now=hall.now
        )

    return hall.database.write(work)
