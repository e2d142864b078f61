"""The whole protocol as a typed model: what an item holds, what is asked, and by which rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal

from pydantic import Field, model_validator

from earmark.protocols.base import Identifier, Part, wrong
from earmark.protocols.questions import Question
from earmark.protocols.questions.scale import Scale
from earmark.protocols.texts import Text


class ItemShape(Part):
    """What one item holds. For pairs, ``of`` says what each side is and ``source`` where it comes from."""

    kind: Literal["clip", "conversation", "pair", "site-pair"]
    of: Literal["clip", "conversation", "reply", "site"] | None = None
    source: tuple[Literal["recorded", "live"], ...] = ("recorded",)
    rated_role: Literal["agent"] = "agent"
    sides: tuple[Text, ...] = ()
    scenario: tuple[Identifier, ...] = ("title", "description")

    @model_validator(mode="after")
    def _pairs_have_sides(self) -> ItemShape:
        if len(self.sides) != (2 if self.kind in {"pair", "site-pair"} else 0):
            message = f"'sides' is of length {len(self.sides)}, and the item is a {self.kind}"
            raise wrong(message, "two sides for a pair and none for anything else")
        return self

    @property
    def is_pair(self) -> bool:
        """Whether two recordings of an item are compared."""
        return self.kind == "pair"

    @property
    def is_talk(self) -> bool:
        """Whether a recording is a conversation, which has turns, be it alone or beside another."""
        return "conversation" in {self.kind, self.of}


class ExitReason(Part):
    """One reason a rater can pick when leaving an item, a turn or a dimension unrated."""

    id: Identifier
    title: Text


class Exit(Part):
    """A way not to rate. ``skip`` hands the item to somebody else; ``discard`` says that it is broken.

    ``explanation`` tells whether words must go with the reason. ``not_grounds`` are shown in the dialog: what
    may look like a reason and is none. ``unplayable`` marks the way out of an item whose sound does not play,
    and names the reason that the page fills in.
    """

    id: Identifier
    act: Literal["skip", "discard"]
    scopes: tuple[Literal["item", "turn", "dimension", "side"], ...] = Field(min_length=1)
    title: Text
    when: Text
    reasons: tuple[ExitReason, ...] = ()
    explanation: Literal["none", "optional", "required"] = "optional"
    not_grounds: tuple[Text, ...] = ()
    key: str | None = Field(default=None, max_length=1)
    unplayable: Identifier | None = None


class SetupStep(Part):
    """One step of the listening set-up before the first item of a sitting."""

    id: Identifier
    check: Literal["quiet-place", "headphones", "level", "huggins-pitch", "antiphase", "microphone"]
    title: Text
    help: Text


class Setup(Part):
    """The listening set-up: its steps, and whether a failed check advises or refuses."""

    on_failure: Literal["advise", "refuse"] = "advise"
    every: Literal["sitting", "study"] = "sitting"
    steps: tuple[SetupStep, ...] = ()


class Transcript(Part):
    """When the rater sees the words. ``after`` names the questions that must be answered first."""

    show: Literal["always", "never", "study-setting"] = "always"
    after: tuple[Identifier, ...] = ()
    for_question: Identifier | None = None
    note: Text | None = None


class Listening(Part):
    """How the rater listens. ``heard`` says what must have been played to its end before it can be rated."""

    heard: Literal["turn", "item", "side", "nothing"] = "item"
    replays: int | None = Field(default=None, ge=1, description="None is unlimited; replays are counted")
    channels: Literal["speaker-per-ear", "mono", "as-recorded"] = "as-recorded"
    fact_check_seconds: int | None = Field(default=None, ge=1)
    transcript: Transcript = Transcript()
    setup: Setup = Setup()


class Blinding(Part):
    """What the rater's browser never learns before the vote."""

    hide: tuple[Literal["condition", "file-name", "tags", "sizes"], ...] = ("condition", "file-name", "tags")


class Order(Part):
    """In which order items come, and how the sides of a pair are placed."""

    items: Literal["shuffled", "fixed"] = "shuffled"
    sides: Literal["counterbalanced", "fixed"] = "counterbalanced"


class Queue(Part):
    """Defaults that a study may change: votes an item, lease, and how many marks stop an item."""

    votes_per_item: int = Field(default=1, ge=1)
    lease_minutes: int = Field(default=120, ge=1)
    discards_to_stop: int = Field(default=1, ge=1)


class Category(Part):
    """One scenario category with its card."""

    id: Identifier
    title: Text
    tested: Text
    good_signs: tuple[Text, ...]
    red_flags: tuple[Text, ...]
    nuance: Text


class ScenarioClass(Part):
    """A class of scenarios: which questions weigh most, in order, and its categories.

    Where the rater states the dominant intent, ``priority_from`` names the choice that asks for it: its
    options are ids of classes, and the priority is that of the class chosen.
    """

    id: Identifier
    title: Text
    priority: tuple[Identifier, ...] | None = None
    priority_from: Identifier | None = None
    categories: tuple[Category, ...] = ()


class Talk(Part):
    """Rules of a live talk."""

    minutes: int = Field(default=10, ge=1)
    same_for_both_sides: tuple[Literal["goal", "key-facts", "effort", "depth", "turns"], ...] = ()
    guidance: tuple[Text, ...] = ()


class AuditRule(Part):
    """An audit to run and how hard: ``hint`` and ``warning`` are shown, ``error`` also blocks."""

    id: Identifier
    severity: Literal["hint", "warning", "error"] = "hint"
    settings: dict[str, str | int | float | bool] = Field(default_factory=dict)


class Grade(Part):
    """One grade of the review, best first, with the signs that are also its reason tags."""

    id: Identifier
    label: Text
    signs: tuple[Text, ...] = ()


class Assessment(Part):
    """The defaults of the qualification: pass mark in per cent, tries, and hours to wait between tries."""

    pass_mark: int = Field(default=80, ge=0, le=100)
    tries: int = Field(default=2, ge=1)
    wait_hours: int = Field(default=24, ge=0)
    opens: Literal["at-once", "on-release"] = "at-once"


class GuidePage(Part):
    """One page of the guideline: the file ``guide/<language>/<id>.md``."""

    id: Identifier
    title: Text


class Protocol(Part):
    """One way to rate: the content of a ``protocol.yaml``, checked."""

    schema_version: Literal[1] = Field(alias="schema")
    id: Identifier
    version: str = Field(pattern=r"^\d+\.\d+\.\d+$")
    languages: tuple[str, ...] = Field(min_length=1)
    title: Text
    summary: Text
    principle: Text | None = None
    item: ItemShape
    questions: tuple[Question, ...] = Field(min_length=1)
    exits: tuple[Exit, ...] = ()
    listening: Listening = Listening()
    blinding: Blinding = Blinding()
    order: Order = Order()
    queue: Queue = Queue()
    classes: tuple[ScenarioClass, ...] = ()
    talk: Talk | None = None
    audits: tuple[AuditRule, ...] = ()
    grades: tuple[Grade, ...] = ()
    assessment: Assessment | None = None
    notes: tuple[Text, ...] = ()
    guide: tuple[GuidePage, ...] = ()

    def question(self, question_id: str) -> Question:
        """Return the question of that id; KeyError where the protocol has none."""
        for question in self.questions:
            if question.id == question_id:
                return question
        raise KeyError(question_id)

    def asked_of(self, ask: str, *, scenario_class: str | None = None) -> tuple[Question, ...]:
        """Return the questions asked of one kind of target, in order.

        Questions for certain classes of scenario are among them only if the item is of such a class,
        questions that a study has to turn on only if it did (`with_asked`).
        """
        return tuple(
            question
            for question in self.questions
            if question.ask == ask
            and question.asked == "always"
            and (not question.classes or scenario_class in question.classes)
        )

    def with_asked(self, turned_on: Collection[str]) -> Protocol:
        """Return the protocol as a study uses it that turns these questions on."""
        questions = tuple(
            question.model_copy(update={"asked": "always"}) if question.id in turned_on else question
            for question in self.questions
        )
        return self.model_copy(update={"questions": questions})

    def exit(self, exit_id: str) -> Exit:
        """Return the exit of that id; KeyError where the protocol has none."""
        for leave in self.exits:
            if leave.id == exit_id:
                return leave
        raise KeyError(exit_id)

    def scales(self) -> Iterator[Scale]:
        """Yield the questions that give numbers."""
        for question in self.questions:
            if isinstance(question, Scale):
                yield question
