"""Free text: a comment, a rationale, open feedback."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from pydantic import Field

from earmark.protocols.base import PLACEHOLDER, Answer, Fault, Identifier
from earmark.protocols.questions.base import BaseQuestion, Score, evidence_of, text_of
from earmark.protocols.rules import Reason

MOST_CHARACTERS_OF_DRAFT: Final = 20_000


_DRAFT_RULE: Final = Reason(max_characters=MOST_CHARACTERS_OF_DRAFT)


class FreeText(BaseQuestion):
    """Text under a rule.

    ``composer`` names the guide pages that help to write it; where there is one, the page offers its help in
    writing. ``draft`` names the language in which raters may draft beside the text: the draft is an answer of
    its own, stored and exported as ``QUESTION.draft``, and neither asked for nor judged.
    """

    kind: Literal["text"]
    rule: Reason = Field(default_factory=Reason)
    composer: tuple[Identifier, ...] = ()
    draft: str | None = None

    def fields(self) -> frozenset[str]:
        """Return the names of the fields an answer may have."""
        return frozenset({"text", "evidence", *(["draft"] if self.draft else [])})

    def is_blank(self, answer: Answer) -> bool:
        """Tell whether nothing but white space was written."""
        text = answer.get("text")
        return text is None or (isinstance(text, str) and not text.strip())

    def check(self, answer: Answer, where: str, answers: Mapping[str, Answer]) -> Iterator[Fault]:
        """Yield faults of the text."""
        required = self.rule.is_required(answers)
        yield from self.rule.faults(answer.get("text"), f"{where}.text", required=required)
        place = PLACEHOLDER.search(text_of(answer, "text")) if self.composer else None
        if place:
            message = f"'{place[0]}' at character {place.start() + 1} waits to be filled in."
            yield Fault(f"{where}.text", "placeholder-left", message)
        yield from _DRAFT_RULE.faults(answer.get("draft"), f"{where}.draft", required=False)

    def scores(self, answer: Answer) -> Iterator[Score]:
        """Yield the text as a row of its own, with neither number nor choice, and so the draft."""
        if not self.is_blank(answer):
            yield Score(self.id, None, None, text_of(answer, "text"), (), evidence_of(answer))
        if self.draft and (draft := text_of(answer, "draft")):
            yield Score(f"{self.id}.draft", None, None, draft)
