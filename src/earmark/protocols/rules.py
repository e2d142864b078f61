"""Rules that several kinds of question share: when one is asked, and what a written reason must hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from pydantic import Field, model_validator

from earmark.protocols.base import Answer, Fault, Identifier, Part, wrong
from earmark.protocols.texts import Text

EvidenceKind = Literal["quote", "time", "turn", "mark", "criterion"]


class When(Part):
    """A rule that holds only for some answers to another question of the same target.

    Exactly one of ``is``, ``at_most`` and ``at_least`` is given; the last two compare scale values.
    """

    question: Identifier
    is_: tuple[str | int, ...] | None = Field(default=None, alias="is")
    at_most: int | None = None
    at_least: int | None = None

    @model_validator(mode="after")
    def _has_one_test(self) -> When:
        if sum(test is not None for test in (self.is_, self.at_most, self.at_least)) != 1:
            message = "this rule does not say for which answers it holds"
            raise wrong(message, "exactly one of 'is', 'at_most' and 'at_least'")
        return self

    def holds(self, answers: Mapping[str, Answer]) -> bool:
        """Tell whether the answers to the same target make this rule hold; no answer never does."""
        answer = answers.get(self.question, {})
        value = answer.get("score", answer.get("choice"))
        if self.is_ is not None:
            return value in self.is_
        if not isinstance(value, int):
            return False
        return (self.at_most is None or value <= self.at_most) and (
            self.at_least is None or value >= self.at_least
        )


class Phrase(Part):
    """A ready-made reason that one key fills in, such as the one for a backchannel."""

    id: Identifier
    text: Text
    key: str | None = Field(default=None, max_length=1)
    note: Text | None = None


class Evidence(Part):
    """How much a reason must point at: at least so many pieces of the listed kinds."""

    at_least: int = Field(default=1, ge=0)
    kinds: tuple[EvidenceKind, ...] = ("quote", "time", "turn", "mark")


class Unique(Part):
    """A reason may not repeat an earlier one of the same rater in the same study, but for the exceptions."""

    likeness: float = Field(default=1.0, gt=0, le=1)
    exceptions: tuple[Identifier, ...] = ()


class Reason(Part):
    """A written reason beside an answer, or a text by itself.

    ``required`` asks for it always, ``required_when`` only after certain answers. ``language`` names the one
    language it must be written in, where the protocol has one. ``unique`` and ``evidence`` are judged by the
    audits named in the protocol; the server itself refuses only a reason that is missing or out of length.
    """

    required: bool = False
    required_when: tuple[When, ...] = ()
    min_characters: int = Field(default=1, ge=1)
    max_characters: int = Field(default=5000, ge=1, le=20000)
    language: str | None = None
    title: Text | None = None
    hint: Text | None = None
    phrases: tuple[Phrase, ...] = ()
    unique: Unique | None = None
    evidence: Evidence | None = None

    @model_validator(mode="after")
    def _lengths_fit(self) -> Reason:
        if self.min_characters > self.max_characters:
            message = (
                f"no text has at least {self.min_characters} and at most {self.max_characters} characters"
            )
            raise wrong(message, "'min_characters' not above 'max_characters'")
        return self

    def is_required(self, answers: Mapping[str, Answer]) -> bool:
        """Tell whether the reason must be there, given the other answers to the same target."""
        return self.required or any(rule.holds(answers) for rule in self.required_when)

    def faults(self, written: object, where: str, *, required: bool) -> Iterator[Fault]:
        """Yield what is wrong with the text ``written`` at ``where``; outer white space does not count."""
        if written is None or (isinstance(written, str) and not written.strip()):
            if required:
                yield Fault(where, "reason-missing", "A reason in your own words is required here.")
            return
        if not isinstance(written, str):
            yield Fault(where, "not-text", "This must be text.")
            return
        length = len(written.strip())
        if length < self.min_characters:
            yield Fault(
                where,
                "too-short",
                f"At least {self.min_characters} characters are needed, {length} are here.",
            )
        if length > self.max_characters:
            yield Fault(
                where, "too-long", f"At most {self.max_characters} characters fit, {length} are here."
            )
