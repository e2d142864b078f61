"""Graded examples: finished comparisons with the grade that a review gives each, as audits take them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from earmark.protocols.base import Identifier, Part
from earmark.protocols.texts import Text

Side = Literal["a", "b"]


class MarkedInstance(Part):
    """One instance of a flag; what it does not have is left out."""

    turn: str | None = None
    time: tuple[float, float] | None = None
    note: str | None = None
    word: str | None = None
    count: int | None = Field(default=None, ge=0)
    throughout: bool | None = None
    type: Identifier | None = None


class MarkedFlag(Part):
    """One error cluster marked on one side."""

    severity: Identifier
    instances: tuple[MarkedInstance, ...] = ()


class Judged(Part):
    """The Task Success of one side, with the reason that the rater gave."""

    choice: Identifier
    reason: str


class Marks(Part):
    """What was marked beside the text: choices by question, Task Success and flags by side."""

    comparisons: dict[Identifier, Identifier] = Field(default_factory=dict)
    task_success: dict[Side, Judged] = Field(default_factory=dict)
    flags: dict[Side, dict[Identifier, MarkedFlag]] = Field(default_factory=dict)


class SaidTurn(Part):
    """One turn of a talk; times in seconds."""

    speaker: Literal["user", "agent"]
    text: str
    start_s: float
    end_s: float


class ToldScenario(Part):
    """What the user had to tell each side."""

    key_facts: tuple[str, ...] = ()


class Known(Part):
    """What is known of the talks: the scenario's class, and where they matter its key facts and the turns."""

    scenario_class: Identifier = Field(alias="class")
    scenario: ToldScenario | None = None
    turns: dict[Side, tuple[SaidTurn, ...]] = Field(default_factory=dict)


class GradedExample(Part):
    """A finished comparison with its grade: its core in the title, and why it has that grade."""

    id: Identifier
    grade: Identifier
    overall: Literal["a", "tie", "b"]
    title: Text
    why: Text
    text: Text
    marks: Marks
    context: Known

    def answers(self) -> dict[str, Any]:
        """Return the answers as ``earmark audit check`` takes them, with the English text."""
        marks = self.marks.model_dump(mode="json", exclude_none=True)
        return {**marks, "overall": self.overall, "rationale": self.text.in_language("en")}

    def known(self) -> dict[str, Any]:
        """Return the context as ``earmark audit check`` takes it."""
        return self.context.model_dump(mode="json", by_alias=True, exclude_none=True)
