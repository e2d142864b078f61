"""Skips and discards in the words of the protocol; ids stand where it has no words for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol as Shape

from earmark.protocols.schema import Protocol


class Mark(Shape):
    """What a single mark and a count of marks have in common: ids of the protocol."""

    @property
    def exit(self) -> str:
        """Id of the exit."""

    @property
    def question(self) -> str | None:
        """Id of the dimension that was left, None for the whole."""

    @property
    def reason(self) -> str:
        """Id of the reason, empty where there is none."""


@dataclass(frozen=True, slots=True)
class Left:
    """A way out that was taken of a whole item, by the ids of the protocol."""

    exit: str
    reason: str
    question: None = None


@dataclass(frozen=True, slots=True)
class MarkWords:
    """What was left, and why."""

    exit: str
    question: str
    reason: str


def mark_words(protocol: Protocol, mark: Mark, language: str) -> MarkWords:
    """Put a mark into the protocol's words."""
    way = next((way for way in protocol.exits if way.id == mark.exit), None)
    reasons = {reason.id: reason.title for reason in way.reasons} if way else {}
    questions = {question.id: question.title for question in protocol.questions}
    reason, question = reasons.get(mark.reason), questions.get(mark.question or "")
    return MarkWords(
        exit=way.title.in_language(language) if way else mark.exit,
        question=question.in_language(language) if question else mark.question or "",
        reason=reason.in_language(language) if reason else mark.reason,
    )


@dataclass(frozen=True, slots=True)
class FilterWords:
    """What skips or discards of a protocol can be narrowed by: ids with their words."""

    reasons: tuple[tuple[str, str], ...]
    scopes: tuple[str, ...]
    questions: tuple[tuple[str, str], ...]


def filter_words(protocol: Protocol, act: str, language: str) -> FilterWords:
    """Return what the marks of one act can be about, in the protocol's words."""
    ways = [way for way in protocol.exits if way.act == act]
    reasons = {reason.id: reason.title.in_language(language) for way in ways for reason in way.reasons}
    scopes = tuple(dict.fromkeys(scope for way in ways for scope in way.scopes))
    questions = tuple((one.id, one.title.in_language(language)) for one in protocol.questions)
    return FilterWords(tuple(reasons.items()), scopes, questions if "dimension" in scopes else ())
