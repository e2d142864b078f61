"""Reads for the choice of pairs: what was voted of each two conditions, and what of them is under way."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from earmark.storage.tables import assignment, score, submission, task


@dataclass(frozen=True, slots=True)
class Tallied:
    """How often one choice was made of two conditions that stood in one way.

    ``pairing`` names both by their ids; where ``swapped``, the first of them stood as B.
    """

    pairing: str
    swapped: bool
    choice: str
    count: int


def tallied_votes(connection: Connection, study_id: str, question: str) -> list[Tallied]:
    """Return the choices on a question about pairs that count."""
    query = (
        select(task.c.pairing, assignment.c.swapped, score.c.choice, func.count())
        .join_from(submission, score, score.c.submission_id == submission.c.id)
        .join(assignment, assignment.c.id == submission.c.assignment_id)
        .join(task, task.c.id == submission.c.task_id)
        .where(
            submission.c.study_id == study_id,
            submission.c.current,
            ~submission.c.extra,
            ~submission.c.set_aside,
            ~submission.c.retracted,
            task.c.pairing.is_not(None),
            score.c.target == "pair",
            score.c.question == question,
            score.c.choice.is_not(None),
        )
        .group_by(task.c.pairing, assignment.c.swapped, score.c.choice)
        .order_by(task.c.pairing, assignment.c.swapped, score.c.choice)
    )
    return [Tallied(*row) for row in connection.execute(query)]


def under_way(connection: Connection, study_id: str, *, now: int) -> dict[tuple[str, bool], int]:
    """Return how many live leases there are of each two conditions, by pairing and how they stand."""
    query = (
        select(task.c.pairing, assignment.c.swapped, func.count())
        .join(task, task.c.id == assignment.c.task_id)
        .where(
            assignment.c.study_id == study_id,
            assignment.c.state == "leased",
            assignment.c.expires_at > now,
            task.c.pairing.is_not(None),
        )
        .group_by(task.c.pairing, assignment.c.swapped)
    )
    return {(pairing, swapped): count for pairing, swapped, count in connection.execute(query)}


def pairings_open(connection: Connection, study_id: str) -> set[str]:
    """Return the two conditions of every pair that still waits for a vote."""
    query = select(task.c.pairing).where(
        task.c.study_id == study_id, task.c.state == "open", task.c.free > 0, task.c.pairing.is_not(None)
    )
    return set(connection.scalars(query.distinct()))
