"""Leaving something unrated: a skip, or a discard of an item, a turn, a side or one dimension."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from earmark.protocols.faults import Fault
from earmark.protocols.schema import Exit, Protocol

ITEM: Final = "item"
MOST_CHARACTERS: Final = 5000
"""Of an explanation."""

_FIELDS: Final = ("exit", "target", "question", "reason", "explanation")


@dataclass(frozen=True, slots=True)
class Departure:
    """What a rater said on leaving something unrated.

    Attributes:
        exit: The protocol's name of this way out.
        target: ``item``, a turn's id, or a side.
        question: The one dimension that is left; None leaves all of the target.
        reason: Id of the reason chosen, empty where the protocol lists none.
        explanation: The rater's own words, trimmed.
    """

    exit: str
    target: str = ITEM
    question: str | None = None
    reason: str = ""
    explanation: str = ""

    @property
    def scope(self) -> str:
        """The scope in the protocol's words."""
        if self.target == ITEM:
            return ITEM
        if self.question is not None:
            return "dimension"
        return "side" if self.target in {"a", "b"} else "turn"

    def covers(self, target: str, question: str) -> bool:
        """Tell whether this stands in for the answer to a question about a target."""
        return self.target == target and self.question in {None, question}


def departure_of(entry: Mapping[str, object]) -> Departure:
    """Read a departure as the page sent it; nothing is checked yet."""
    question = entry.get("question")
    return Departure(
        exit=str(entry.get("exit") or ""),
        target=str(entry.get("target") or ITEM),
        question=None if question is None else str(question),
        reason=str(entry.get("reason") or ""),
        explanation=str(entry.get("explanation") or "").strip(),
    )


def departure_faults(entry: object, where: str) -> Iterator[Fault]:
    """Yield what keeps an entry from being a departure at all: no object, unknown fields, values not text."""
    if not isinstance(entry, dict):
        yield Fault(where, "not-an-object", "A discard must be an object.")
        return
    for name, value in entry.items():
        if name not in _FIELDS:
            yield Fault(f"{where}.{name}", "unknown-field", f"'{name}' is no part of a discard.")
        elif value is not None and not isinstance(value, str):
            yield Fault(f"{where}.{name}", "not-text", "This must be text.")


def exit_faults(protocol: Protocol, departure: Departure, where: str) -> Iterator[Fault]:
    """Yield what the protocol has against a departure: unknown exit, wrong scope, no reason, no words."""
    leave = find_exit(protocol, departure.exit)
    if leave is None or departure.scope not in leave.scopes:
        message = f"The protocol has no '{departure.exit}' for one {departure.scope}."
        yield Fault(f"{where}.exit", "unknown-exit", message)
        return
    if departure.reason not in ({reason.id for reason in leave.reasons} or {""}):
        yield Fault(f"{where}.reason", "reason-missing", "Choose one of the listed reasons.")
    if leave.explanation == "required" and not departure.explanation:
        yield Fault(f"{where}.explanation", "explanation-missing", "Say in your own words what is wrong.")
    if len(departure.explanation) > MOST_CHARACTERS:
        message = f"At most {MOST_CHARACTERS} characters fit, {len(departure.explanation)} are here."
        yield Fault(f"{where}.explanation", "too-long", message)


def find_exit(protocol: Protocol, exit_id: str) -> Exit | None:
    """Return the exit of that name, or None."""
    return next((leave for leave in protocol.exits if leave.id == exit_id), None)
