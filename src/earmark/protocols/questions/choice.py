"""A choice of one among named options: a preference between sides, or Pass, Partial, Fail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

from pydantic import Field, model_validator

from earmark.protocols.base import Answer, Fault, Identifier, Part, wrong
from earmark.protocols.questions.base import BaseQuestion, Meaning, Score, evidence_of, text_of
from earmark.protocols.rules import Reason
from earmark.protocols.texts import Text

SHORTEST_AGAINST: Final = 3
LONGEST_AGAINST: Final = 600
"""Characters of the reason why something else was chosen than was filled in."""

_LONGEST_NAME: Final = 64


class Option(Part):
    """One option. ``side`` and ``strength`` say what a preference means: which side, and how strongly."""

    id: Identifier
    label: Text
    anchor: Text | None = None
    side: Literal["a", "b", "tie", "both_good", "both_bad"] | None = None
    strength: int | None = Field(default=None, ge=1)


class Choice(BaseQuestion):
    """One option of a list. ``variants`` are other lists, such as steps of strength.

    ``variant`` names the one that raters get instead of ``options``. ``fact_check`` is the option that a
    fact-check fills in for an error that affects the task; ``filled`` of an answer then says which ``choice``
    was filled in ``by`` which plug-in, and ``against`` why the rater chose another.
    """

    kind: Literal["choice"]
    options: tuple[Option, ...] = Field(min_length=2)
    variants: dict[Identifier, tuple[Option, ...]] = Field(default_factory=dict)
    variant: Identifier | None = None
    fact_check: Identifier | None = None
    criteria: tuple[Text, ...] = ()
    reason: Reason | None = None

    @model_validator(mode="after")
    def _has_its_variant(self) -> Choice:
        if self.variant is not None and self.variant not in self.variants:
            message = f"there is no variant '{self.variant}' of these options"
            raise wrong(message, f"one of {', '.join(self.variants) or 'none'}")
        return self

    @model_validator(mode="after")
    def _has_what_is_filled_in(self) -> Choice:
        known = [option.id for option in self.options]
        if self.fact_check is not None and self.fact_check not in known:
            message = f"there is no option '{self.fact_check}' to fill in"
            raise wrong(message, f"one of {', '.join(known)}")
        return self

    @property
    def offered(self) -> tuple[Option, ...]:
        """The options that raters get."""
        return self.options if self.variant is None else self.variants[self.variant]

    @property
    def compares(self) -> bool:
        """Whether it asks for a preference between two sides."""
        return all(option.side is not None for option in self.offered)

    def fields(self) -> frozenset[str]:
        """Return the names of the fields an answer may have."""
        filled = {"filled", "against"} if self.fact_check else set()
        return frozenset({"choice", "evidence"} | ({"reason"} if self.reason else set()) | filled)

    def is_blank(self, answer: Answer) -> bool:
        """Tell whether nothing has been chosen."""
        return answer.get("choice") is None

    def check(self, answer: Answer, where: str, answers: Mapping[str, Answer]) -> Iterator[Fault]:
        """Yield faults of the choice and its reason."""
        every = [option.id for option in self.offered]
        if answer["choice"] not in every:
            yield Fault(f"{where}.choice", "unknown-option", f"The choice must be one of {', '.join(every)}.")
        if self.reason:
            required = self.reason.is_required(answers)
            yield from self.reason.faults(answer.get("reason"), f"{where}.reason", required=required)

        if "filled" in answer:
            yield from self._faults_of_filled(answer, where)

    def _faults_of_filled(self, answer: Answer, where: str) -> Iterator[Fault]:
        """Yield what is wrong with what a fact-check filled in, and with a change that has no reason."""
        filled: Any = answer["filled"]
        against = answer.get("against", "")
        if not _is_filled(filled) or filled["choice"] != self.fact_check:
            message = f"'filled' has 'choice', which is '{self.fact_check}', and 'by', who filled it in."
            yield Fault(f"{where}.filled", "not-filled-in", message)
        elif not isinstance(against, str) or len(against) > LONGEST_AGAINST:
            message = f"This must be text of at most {LONGEST_AGAINST} characters."
            yield Fault(f"{where}.against", "not-text", message)
        elif answer["choice"] != self.fact_check and len(against.strip()) < SHORTEST_AGAINST:
            message = f"This was filled in by '{filled['by']}'. Say why you chose something else."
            yield Fault(f"{where}.against", "against-missing", message)

    def scores(self, answer: Answer) -> Iterator[Score]:
        """Yield the one choice of a checked answer."""
        choice = answer.get("choice")
        if isinstance(choice, str):
            yield Score(self.id, None, choice, text_of(answer, "reason"), (), evidence_of(answer))

    def meanings(self) -> Iterator[Meaning]:
        """Yield the options in order."""
        for option in self.offered:
            yield Meaning(option.id, option.label, option.anchor)


def _is_filled(filled: Any) -> bool:  # noqa: ANN401 - whatever came
    if not isinstance(filled, dict) or filled.keys() != {"choice", "by"}:
        return False
    return all(isinstance(text, str) and 0 < len(text) <= _LONGEST_NAME for text in filled.values())
