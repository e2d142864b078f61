"""What a rater changed from one revision of a submission to the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

DISCARD: Final = "discard"
"""The field that stands for a discard of a target or of one dimension of it."""

_ORDER: Final = ("turns", "sides", "item", "pair")


@dataclass(frozen=True, slots=True)
class Change:
    """One field of one answer that is other than before.

    Attributes:
        target: ``item``, ``pair``, a side, or the id of a turn.
        question: Id of the question; None for the discard of a whole target.
        field: Of the answer, such as ``score``, or `DISCARD`.
        before: What stood there, None for nothing.
        after: What stands there now, None for nothing.
    """

    target: str
    question: str | None
    field: str
    before: object
    after: object


def changes_between(before: Mapping[str, object], after: Mapping[str, object]) -> tuple[Change, ...]:
    """Return what differs between two submissions of one task, in the order of the later one.

    Args:
        before: The earlier body, as it is stored.
        after: The later body.
    """
    old, new = dict(_fields(before)), dict(_fields(after))
    places = [*new, *(place for place in old if place not in new)]
    return tuple(
        Change(*place, old.get(place), new.get(place)) for place in places if old.get(place) != new.get(place)
    )


def _fields(body: Mapping[str, object]) -> Iterator[tuple[tuple[str, str | None, str], object]]:
    """Yield every field of every answer with its target and question, then every discard."""
    answers = _object(body.get("answers"))
    for part in _ORDER:
        given = _object(answers.get(part))
        by_target = given if part in {"turns", "sides"} else {part: given}
        for target, questions in by_target.items():
            for question, answer in _object(questions).items():
                yield from (((target, question, name), value) for name, value in _object(answer).items())
    discards = body.get("discards")
    for mark in discards if isinstance(discards, list) else []:
        yield from _discard(_object(mark))


def _discard(mark: Mapping[str, object]) -> Iterator[tuple[tuple[str, str | None, str], object]]:
    """Yield a discard with why: the rater's words, else the id of the reason."""
    question = mark.get("question")
    dimension = None if question is None else str(question)
    why = str(mark.get("explanation") or mark.get("reason") or mark.get("exit") or "")
    yield (str(mark.get("target")), dimension, DISCARD), why


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}
