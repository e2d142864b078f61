"""Answers that a fact-check filled in, as a submission holds them, and what the rater made of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PrefilledAnswer:
    """One answer that was filled in: ``choice`` is what the rater sent, ``against`` why it is another."""

    target: str
    question: str
    filled_choice: str
    filled_by: str
    choice: str
    against: str


def prefilled(answers: object) -> Iterator[PrefilledAnswer]:
    """Yield what was filled in of the answers of a checked submission, in their order."""
    given = answers if isinstance(answers, dict) else {}
    for part, value in given.items():
        targets = {part: value} if part in {"item", "pair"} else value
        for target, questions in targets.items():
            for question, answer in questions.items():
                if filled := answer.get("filled"):
                    against = str(answer.get("against", "")).strip()
                    yield PrefilledAnswer(
                        target, question, filled["choice"], filled["by"], str(answer.get("choice")), against
                    )
