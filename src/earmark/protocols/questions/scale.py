"""A rating scale: labelled points, anchors, criteria and a justification."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from pydantic import Field, model_validator

from earmark.protocols.base import Answer, Fault, Identifier, Part, wrong
from earmark.protocols.questions.base import (
    BaseQuestion,
    Meaning,
    Score,
    chosen,
    evidence_of,
    text_of,
    unknown_names,
)
from earmark.protocols.rules import Reason
from earmark.protocols.texts import Text


class Point(Part):
    """One point of a scale. ``anchor`` says what it means, ``heading`` is its name in the gallery."""

    value: int
    label: Text
    anchor: Text | None = None
    heading: Text | None = None


class Criterion(Part):
    """One thing to judge by: a tag that opens to its question."""

    id: Identifier
    title: Text
    question: Text


class Scale(BaseQuestion):
    """A choice of one labelled number, such as the five-point absolute category rating of ITU-T P.800."""

    kind: Literal["scale"]
    points: tuple[Point, ...] = Field(min_length=2)
    criteria: tuple[Criterion, ...] = ()
    look_for: tuple[Text, ...] = ()
    evidence_marks: bool = False
    evidence_words: tuple[Text, ...] = Field(
        default=(), description="words for what is heard in a marked stretch, to choose from"
    )
    justification: Reason | None = None

    @model_validator(mode="after")
    def _points_ascend(self) -> Scale:
        values = [point.value for point in self.points]
        if values != sorted(set(values)):
            message = f"the points of the scale do not ascend: {values}"
            raise wrong(message, "each value once, the lowest first")
        return self

    def fields(self) -> frozenset[str]:
        """Return the names of the fields an answer may have."""
        reason = {"justification"} if self.justification else set()
        return frozenset({"score", "criteria", "evidence"} | reason)

    def is_blank(self, answer: Answer) -> bool:
        """Tell whether no point has been chosen."""
        return answer.get("score") is None

    def check(self, answer: Answer, where: str, answers: Mapping[str, Answer]) -> Iterator[Fault]:
        """Yield faults of the score, its criteria and its justification."""
        values = [point.value for point in self.points]
        score = answer["score"]
        if type(score) is not int or score not in values:
            yield Fault(f"{where}.score", "not-on-scale", f"The score must be one of {values}.")
        known = frozenset(criterion.id for criterion in self.criteria)
        yield from unknown_names(answer, "criteria", known, where)
        if self.justification:
            required = self.justification.is_required(answers)
            yield from self.justification.faults(
                answer.get("justification"), f"{where}.justification", required=required
            )

    def scores(self, answer: Answer) -> Iterator[Score]:
        """Yield the one score of a checked answer."""
        score = answer.get("score")
        if isinstance(score, int):
            words, criteria = text_of(answer, "justification"), chosen(answer, "criteria")
            yield Score(self.id, score, None, words, criteria, evidence_of(answer))

    def meanings(self) -> Iterator[Meaning]:
        """Yield the points, the best first."""
        for point in reversed(self.points):
            yield Meaning(str(point.value), point.label, point.anchor)
