"""Flags as a submission holds them, one row an instance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from earmark.protocols.questions.flags import flags_of


@dataclass(frozen=True, slots=True)
class FlaggedInstance:
    """One instance of an error cluster.

    Attributes:
        target: What it is of: `item`, `pair`, a side, or the id of a turn.
        question: Id of the question that asks for flags.
        cluster: Its id.
        severity: Its id, the same for all instances of a flag.
        instance: Number of the instance in its flag, from 1.
        turn: Id of the turn it names, or None.
        start_s: Where it begins in the recording, or None.
        end_s: Where it ends; equal for a moment.
        note: The rater's words.
        throughout: Whether it is everywhere.
        count: How often, where the cluster asks for that.
        word: The word it is about, or empty.
        type: Kind of instance, or empty.
    """

    target: str
    question: str
    cluster: str
    severity: str
    instance: int
    turn: str | None
    start_s: float | None
    end_s: float | None
    note: str
    throughout: bool
    count: int | None
    word: str
    type: str


def flagged(answers: object) -> Iterator[FlaggedInstance]:
    """Yield the instances in the answers of a checked submission, in their order."""
    given = answers if isinstance(answers, dict) else {}
    for part, value in given.items():
        targets = {part: value} if part in {"item", "pair"} else value
        for target, questions in targets.items():
            for question, answer in questions.items():
                for flag in flags_of(answer):
                    for number, instance in enumerate(flag["instances"], 1):
                        yield _row(target, question, flag, number, instance)


def _row(
    target: str, question: str, flag: Mapping[str, Any], number: int, instance: Mapping[str, Any]
) -> FlaggedInstance:
    start, end = instance.get("time", (None, None))
    return FlaggedInstance(
        target=target,
        question=question,
        cluster=flag["cluster"],
        severity=flag["severity"],
        instance=number,
        turn=instance.get("turn"),
        start_s=start,
        end_s=end,
        note=instance.get("note", ""),
        throughout=instance.get("throughout", False),
        count=instance.get("count"),
        word=instance.get("word", ""),
        type=instance.get("type", ""),
    )
