"""What a rater marks of the two talks of a pair: which key facts of the scenario the user told each side.

A body's ``talks`` has ``key_facts``, a list of objects: the ``side``, the ``fact`` in the scenario's words,
whether it was ``told``, and what the words of the talk had ``suggested``, null where they said nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from earmark.core.sides import SIDES
from earmark.protocols.faults import Fault

MOST: Final = 400
LONGEST: Final = 2000
"""Characters of a fact."""

_FIELDS: Final = frozenset({"side", "fact", "told", "suggested"})


@dataclass(frozen=True, slots=True)
class MarkedFact:
    """A key fact as a rater marked it for one side; ``suggested`` is None where the words told nothing."""

    target: str
    fact: str
    told: bool
    suggested: bool | None


def talk_faults(given: object) -> Iterator[Fault]:
    """Yield what in a page's account of the talks is not of the kind that it should be."""
    if given == {}:
        return
    if not isinstance(given, dict) or given.keys() != {"key_facts"} or not _is_list(given["key_facts"]):
        message = f"'talks' must have 'key_facts', a list of at most {MOST} marks."
        yield Fault("talks", "not-a-list", message)
        return
    seen: set[tuple[str, str]] = set()
    for index, mark in enumerate(given["key_facts"]):
        where = f"talks.key_facts.{index}"
        if not _is_mark(mark):
            message = (
                f"A mark has a 'side', one of {', '.join(SIDES)}, a 'fact' of at most {LONGEST} characters, "
                "'told', true or false, and 'suggested', which may be null."
            )
            yield Fault(where, "not-a-mark", message)
        elif (mark["side"], mark["fact"]) in seen:
            yield Fault(where, "marked-twice", "This fact is marked already for this side.")
        else:
            seen.add((mark["side"], mark["fact"]))


def marked_facts(given: object) -> Iterator[MarkedFact]:
    """Yield what a page's account of the talks marks, in its order; nothing where it is of another shape."""
    marks = given.get("key_facts") if isinstance(given, dict) else None
    for mark in marks if isinstance(marks, list) else []:
        if _is_mark(mark):
            yield MarkedFact(mark["side"], mark["fact"], mark["told"], mark["suggested"])


def told_in(given: object) -> dict[str, dict[str, bool]]:
    """Return by side and key fact whether it was marked as told."""
    told: dict[str, dict[str, bool]] = {side: {} for side in SIDES}
    for mark in marked_facts(given):
        told[mark.target][mark.fact] = mark.told
    return told


def _is_list(given: object) -> bool:
    return isinstance(given, list) and len(given) <= MOST


def _is_mark(mark: Any) -> bool:  # noqa: ANN401 - whatever came
    if not isinstance(mark, dict) or mark.keys() != _FIELDS or mark["side"] not in SIDES:
        return False
    is_fact = isinstance(mark["fact"], str) and 0 < len(mark["fact"]) <= LONGEST
    return is_fact and isinstance(mark["told"], bool) and isinstance(mark["suggested"], bool | None)
