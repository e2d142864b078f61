"""Free text: a comment, a rationale, open feedback."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from pydantic import Field

from earmark.protocols.base import Answer, Fault, Identifier
from earmark.protocols.questions.base import BaseQuestion, Score, evidence_of, text_of
from earmark.protocols.rules import Reason


class FreeText(BaseQuestion):
    """Text under a rule. ``composer`` names the guide pages that help to write it (templates, phrases)."""

    kind: Literal["text"]
    rule: Reason = Field(default_factory=Reason)
    composer: tuple[Identifier, ...] = ()

    def fields(self) -> frozenset[str]:
        """Return the names of the fields an answer may have."""
        return frozenset({"text", "evidence"})

    def is_blank(self, answer: Answer) -> bool:
        """Tell whether nothing but white space was written."""
        text = answer.get("text")
        return text is None or (isinstance(text, str) and not text.strip())

    def check(self, answer: Answer, where: str, answers: Mapping[str, Answer]) -> Iterator[Fault]:
        """Yield faults of the text."""
        required = self.rule.is_required(answers)
        yield from self.rule.faults(answer.get("text"), f"{where}.text", required=required)

    def scores(self, answer: Answer) -> Iterator[Score]:
        """Yield the text as a row of its own, with neither number nor choice."""
        if not self.is_blank(answer):
            yield Score(self.id, None, None, text_of(answer, "text"), (), evidence_of(answer))
