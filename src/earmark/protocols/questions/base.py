"""What every kind of question has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from earmark.protocols.base import Answer, Fault, Identifier, Part
from earmark.protocols.rules import When
from earmark.protocols.texts import Text

Ask = Literal["item", "agent-turn", "side", "pair"]
"""What a question is asked about: the whole item, each agent turn, each side of a pair, or the pair."""


@dataclass(frozen=True, slots=True)
class Score:
    """One number on one scale, with the words that go with it.

    ``value`` is None where the answer is no number; then ``choice`` holds what was chosen. ``evidence`` are
    stretches of the sound, as they were sent.
    """

    question: str
    value: int | None
    choice: str | None
    justification: str
    criteria: tuple[str, ...] = ()
    evidence: tuple[Mapping[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Meaning:
    """One value that answers can have, as the table of scores holds it, and what it stands for."""

    value: str
    label: Text | None = None
    detail: Text | None = None


class BaseQuestion(Part):
    """The fields common to all kinds.

    ``when`` asks the question only after certain answers to the same target. ``after`` opens it only once
    the named questions are answered, as for a hidden text that is shown for the last scale alone. ``classes``
    asks it only where the item's scenario is of one of these classes. ``asked`` is ``study-setting`` for a
    question that is left out unless a study turns it on.
    """

    id: Identifier
    ask: Ask = "item"
    title: Text
    prompt: Text
    help: Text | None = None
    required: bool = True
    when: When | None = None
    after: tuple[Identifier, ...] = ()
    classes: tuple[Identifier, ...] = ()
    asked: Literal["always", "study-setting"] = "always"
    keys: tuple[str, ...] = Field(
        default=(), description="shortcut keys, one a choice, where digits do not fit"
    )

    def is_asked(self, answers: Mapping[str, Answer]) -> bool:
        """Tell whether the question is asked at all, given the other answers to the same target."""
        return self.when is None or self.when.holds(answers)

    def fields(self) -> frozenset[str]:
        """Return the names of the fields an answer to this kind may have."""
        raise NotImplementedError

    def is_blank(self, answer: Answer) -> bool:
        """Tell whether the answer holds no choice yet (a reason alone is no answer)."""
        raise NotImplementedError

    def check(self, answer: Answer, where: str, answers: Mapping[str, Answer]) -> Iterator[Fault]:
        """Yield what is wrong with a non-blank answer at ``where``."""
        raise NotImplementedError

    def scores(self, answer: Answer) -> Iterator[Score]:
        """Yield the rows that the answer adds to the table of scores."""
        raise NotImplementedError

    def meanings(self) -> Iterator[Meaning]:
        """Yield the values that answers can have; none where words are asked for."""
        yield from ()

    def faults(self, answer: Answer | None, where: str, answers: Mapping[str, Answer]) -> Iterator[Fault]:
        """Yield everything wrong with one answer, also when it is missing or must not be there."""
        answer = answer or {}
        for name in sorted(answer.keys() - self.fields()):
            yield Fault(
                f"{where}.{name}", "unknown-field", f"'{name}' is no part of an answer to '{self.id}'."
            )
        if self.is_blank(answer):
            if self.required and self.is_asked(answers):
                yield Fault(where, "answer-missing", f"'{self.title.in_language('en')}' needs an answer.")
            return
        if not self.is_asked(answers):
            yield Fault(
                where, "not-asked", f"'{self.title.in_language('en')}' is not asked after these answers."
            )
            return
        yield from self.check(answer, where, answers)


def text_of(answer: Answer, field: str) -> str:
    """Return the trimmed text of a checked field, or an empty string."""
    value = answer.get(field)
    return value.strip() if isinstance(value, str) else ""


def chosen(answer: Answer, field: str) -> tuple[str, ...]:
    """Return the list of names in a checked field, or an empty tuple."""
    value = answer.get(field)
    return tuple(name for name in value if isinstance(name, str)) if isinstance(value, list) else ()


def evidence_of(answer: Answer) -> tuple[Mapping[str, object], ...]:
    """Return the stretches of sound named beside a checked answer, or an empty tuple."""
    value = answer.get("evidence")
    return tuple(one for one in value if isinstance(one, dict)) if isinstance(value, list) else ()


def unknown_names(answer: Answer, field: str, known: frozenset[str], where: str) -> Iterator[Fault]:
    """Yield a fault for a list field that is no list or names something the protocol does not have."""
    value = answer.get(field, [])
    if not isinstance(value, list):
        yield Fault(f"{where}.{field}", "not-a-list", f"'{field}' must be a list of names.")
        return
    for name in value:
        if not isinstance(name, str) or name not in known:
            yield Fault(
                f"{where}.{field}", "unknown-name", f"'{name}' is not among {', '.join(sorted(known))}."
            )
