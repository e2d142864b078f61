"""When a card comes again: the scheme FSRS (Free Spaced Repetition Scheduler), by its Python library.

Source: https://github.com/open-spaced-repetition/py-fsrs, version 6 of the algorithm with its default
weights, which aim at nine answers in ten remembered. Intervals are not scattered: nothing is left to chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from fsrs import Card, Rating, Scheduler, State

from earmark.core.times import SECOND

_SCHEDULER: Final = Scheduler(enable_fuzzing=False)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Grade(StrEnum):
    """How it went, as the writer says."""

    AGAIN = "again"
    HARD = "hard"
    GOOD = "good"
    EASY = "easy"


_RATINGS: Final = {
    Grade.AGAIN: Rating.Again,
    Grade.HARD: Rating.Hard,
    Grade.GOOD: Rating.Good,
    Grade.EASY: Rating.Easy,
}


@dataclass(frozen=True, slots=True)
class Memory:
    """What is kept of one card and one person.

    Attributes:
        state: ``learning`` (steps of minutes), ``review`` (days and more) or ``relearning`` (forgotten).
        step: Which of the steps of minutes comes next; None in review.
        stability: Days after which nine in ten would still be remembered.
        difficulty: From 1 to 10.
        due_at: When the card comes again, microseconds UTC.
        reviewed_at: When it was last written, microseconds UTC.
        reviews: How often it was.
    """

    state: str
    step: int | None
    stability: float
    difficulty: float
    due_at: int
    reviewed_at: int
    reviews: int

    @property
    def is_learned(self) -> bool:
        """Whether it comes again after days and no longer after minutes."""
        return self.state == "review"


def reviewed(before: Memory | None, grade: Grade, *, now: int) -> Memory:
    """Return what is to be kept after a card was written at ``now``; None before is a new card."""
    after, _ = _SCHEDULER.review_card(_card(before, now), _RATINGS[grade], _moment(now))
    if after.stability is None or after.difficulty is None:  # it has both from the first review on
        message = "the scheduler left a card without a memory"
        raise AssertionError(message)
    return Memory(
        state=after.state.name.lower(),
        step=after.step,
        stability=after.stability,
        difficulty=after.difficulty,
        due_at=_micros(after.due),
        reviewed_at=now,
        reviews=before.reviews + 1 if before else 1,
    )


def waits(before: Memory | None, *, now: int) -> dict[Grade, float]:
    """Return for each grade after how many seconds the card would come again."""
    return {grade: (reviewed(before, grade, now=now).due_at - now) / SECOND for grade in Grade}


def _card(memory: Memory | None, now: int) -> Card:
    if memory is None:
        return Card(card_id=0, due=_moment(now))  # both given, since by itself it would ask the clock
    return Card(
        card_id=0,
        state=State[memory.state.capitalize()],
        step=memory.step,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=_moment(memory.due_at),
        last_review=_moment(memory.reviewed_at),
    )


def _moment(micros: int) -> datetime:
    return _EPOCH + timedelta(microseconds=micros)


def _micros(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(microseconds=1)
