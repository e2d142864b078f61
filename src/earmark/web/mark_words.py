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
