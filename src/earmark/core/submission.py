"""What a rater sends, checked against the protocol and the task: the server never believes the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from earmark.core.characters import character_faults
from earmark.core.effort import time_faults
from earmark.core.evidence import evidence_faults
from earmark.core.exits import Departure, departure_faults, departure_of, exit_faults
from earmark.core.hints import hint_faults
from earmark.core.listening import Span, account_of, has_heard, listening_faults
from earmark.core.told import talk_faults
from earmark.protocols.base import Answer
from earmark.protocols.faults import Fault
from earmark.protocols.questions import Question, Score
from earmark.protocols.questions.flags import instances_of
from earmark.protocols.schema import Protocol

_ROUNDING_S: Final = 0.001
_PARTS: Final = frozenset({"answers", "discards", "listening", "hints", "time", "talks", "view"})
_ASK_OF_PART: Final = {"item": "item", "turns": "agent-turn", "sides": "side", "pair": "pair"}


@dataclass(frozen=True, slots=True)
class Targets:
    """What one task asks about: the ids of the turns to be rated, and the sides of a pair.

    ``spans`` says of turns, of ``item`` and of sides, where in their recording they are heard. Of a pair,
    ``scenario_class`` is the class of its scenario, and ``turns_of_sides`` the side of each of its turns.
    """

    turns: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    spans: Mapping[str, Span] = field(default_factory=dict)
    scenario_class: str | None = None
    turns_of_sides: Mapping[str, str] = field(default_factory=dict)

    def of(self, part: str) -> tuple[str, ...]:
        """Return the targets that one part of the answers must cover."""
        return {"turns": self.turns, "sides": self.sides}.get(part, (part,))


@dataclass(frozen=True, slots=True)
class CheckedSubmission:
    """A submission without a fault: its scores by target, and what was discarded."""

    scores: tuple[tuple[str, Score], ...]
    discards: tuple[Departure, ...]


def check_submission(
    protocol: Protocol, targets: Targets, body: object, *, hear_first: bool = True
) -> CheckedSubmission | tuple[Fault, ...]:
    """Check a whole submission; return what it says, or every fault in it.

    Args:
        protocol: The protocol the study pinned.
        targets: What this task asks about.
        body: The body as it came, with ``answers``, ``discards``, ``listening``, ``hints``,
            ``time`` and ``talks``.
        hear_first: Whether the study holds the protocol's rule of what must be heard before it is rated.
    """
    if not isinstance(body, dict):
        return (Fault("body", "not-an-object", "A submission must be an object with 'answers'."),)
    check = _Check(protocol, targets, body, hear_first=hear_first)
    return tuple(check.faults()) or CheckedSubmission(tuple(check.scores()), check.discards)


class _Check:
    """One pass over one body. Discards are read first, since they excuse missing answers."""

    def __init__(
        self, protocol: Protocol, targets: Targets, body: Mapping[str, object], *, hear_first: bool
    ) -> None:
        self._hear_first = hear_first
        self._protocol = protocol
        self._targets = targets
        self._body = body
        self._discard_faults: list[Fault] = []
        self.discards = tuple(self._sound_discards())

    def faults(self) -> Iterator[Fault]:
        for name in sorted(self._body.keys() - _PARTS):
            yield Fault(name, "unknown-field", f"'{name}' is no part of a submission.")
        yield from self._discard_faults
        yield from self._shape_faults()
        for part, target, answers in self._each_target():
            yield from self._answer_faults(part, target, answers)
        yield from self._hearing_faults()
        yield from hint_faults(self._body.get("hints", []))
        yield from time_faults(self._body.get("time", {}), ("item", *self._targets.turns))
        yield from talk_faults(self._body.get("talks", {}))
        yield from character_faults(self._body, "")

    def scores(self) -> Iterator[tuple[str, Score]]:
        for part, target, answers in self._each_target():
            for question in self._asked(part):
                answer = answers.get(question.id)
                if isinstance(answer, dict) and not self._is_discarded(target, question.id):
                    yield from ((target, score) for score in question.scores(answer))

    def _shape_faults(self) -> Iterator[Fault]:
        """Yield what stands where no answer belongs: unknown parts, turns of the user, other people's ids."""
        given = self._body.get("answers", {})
        if not isinstance(given, dict):
            yield Fault("answers", "not-an-object", "'answers' must be an object.")
            return
        for part, value in given.items():
            if part not in _ASK_OF_PART:
                yield Fault(f"answers.{part}", "unknown-field", f"There are no answers by '{part}'.")
            elif not isinstance(value, dict):
                yield Fault(f"answers.{part}", "not-an-object", f"'{part}' must be an object.")
            elif part in {"turns", "sides"}:
                yield from self._strangers(part, value)

    def _strangers(self, part: str, given: Mapping[str, object]) -> Iterator[Fault]:
        for target, answers in given.items():
            where = f"answers.{part}.{target}"
            if target not in self._targets.of(part):
                message = "The task does not ask about this: only its own agent turns and sides are rated."
                yield Fault(where, "not-ratable", message)
            elif not isinstance(answers, dict):
                yield Fault(where, "not-an-object", "The answers to one turn or side must be an object.")

    def _each_target(self) -> Iterator[tuple[str, str, Mapping[str, object]]]:
        """Yield every target there is to answer about with what was answered, be it nothing."""
        given = _object(self._body.get("answers"))
        for part in _ASK_OF_PART:
            for target in self._targets.of(part):
                yield part, target, _object(given.get(part) if target == part else _of(given, part, target))

    def _answer_faults(self, part: str, target: str, answers: Mapping[str, object]) -> Iterator[Fault]:
        where = f"answers.{part}" if target == part else f"answers.{part}.{target}"
        questions = {question.id: question for question in self._asked(part)}
        for name in sorted(answers.keys() - questions.keys()):
            yield Fault(
                f"{where}.{name}", "unknown-question", f"The protocol asks no question '{name}' here."
            )
        siblings: dict[str, Answer] = {name: _object(answer) for name, answer in answers.items()}
        for name, question in questions.items():
            if not isinstance(answers.get(name, {}), dict):
                yield Fault(f"{where}.{name}", "not-an-object", "An answer must be an object.")
            elif not self._is_discarded(target, name):
                answer = siblings.get(name, {})
                yield from question.faults(answer, f"{where}.{name}", siblings)
                yield from self._evidence_faults(answer, f"{where}.{name}.evidence")
                yield from self._instance_faults(target, answer, f"{where}.{name}")

    def _asked(self, part: str) -> tuple[Question, ...]:
        return self._protocol.asked_of(_ASK_OF_PART[part], scenario_class=self._targets.scenario_class)

    def _instance_faults(self, target: str, answer: Answer, where: str) -> Iterator[Fault]:
        """Yield instances of flags that name a turn or a time that this side does not have."""
        span = self._targets.spans.get(target)
        turns = {turn for turn, side in self._targets.turns_of_sides.items() if side == target}
        for place, instance in instances_of(answer, where):
            if "turn" in instance and instance["turn"] not in turns:
                yield Fault(f"{place}.turn", "unknown-name", "This side has no such turn.")
            time = instance.get("time")
            end = time[-1] if isinstance(time, list) and time else None
            if span is not None and isinstance(end, (int, float)) and end > span.end_s + _ROUNDING_S:
                message = f"This lies beyond the sound, which is {span.end_s:.3f} s long."
                yield Fault(f"{place}.time", "beyond-the-sound", message)

    def _evidence_faults(self, answer: Answer, where: str) -> Iterator[Fault]:
        whole = self._targets.spans.get("item")
        if "evidence" in answer:
            yield from evidence_faults(answer["evidence"], where, length_s=whole.end_s if whole else None)

    def _is_discarded(self, target: str, question: str) -> bool:
        return any(discard.covers(target, question) for discard in self.discards)

    def _sound_discards(self) -> Iterator[Departure]:
        """Yield the discards without a fault; keep the faults of the others."""
        given = self._body.get("discards", [])
        for index, entry in enumerate(given if isinstance(given, list) else [given]):
            where = f"discards.{index}"
            departure = departure_of(_object(entry))
            faults = list(departure_faults(entry, where)) or list(self._faults_of_discard(departure, where))
            self._discard_faults.extend(faults)
            if not faults:
                yield departure

    def _faults_of_discard(self, discard: Departure, where: str) -> Iterator[Fault]:
        if discard.target not in (*self._targets.turns, *self._targets.sides):
            yield Fault(f"{where}.target", "not-ratable", "This is no turn or side of the task.")
            return
        asked = self._asked("turns" if discard.target in self._targets.turns else "sides")
        if discard.question is not None and discard.question not in {question.id for question in asked}:
            yield Fault(f"{where}.question", "unknown-question", "The protocol has no such dimension here.")
        yield from exit_faults(self._protocol, discard, where)

    def _hearing_faults(self) -> Iterator[Fault]:
        """Hold the rule that something is heard to its end before it is rated."""
        listening = self._body.get("listening", {})
        yield from listening_faults(listening)
        for target in self._must_be_heard():
            account = account_of(listening, target) if self._targets.sides else listening
            if not has_heard(account, target, self._targets.spans.get(target)):
                message = "This was not heard to its end. Play it once before rating."
                yield Fault(f"listening.{target}", "not-heard", message)

    def _must_be_heard(self) -> Iterator[str]:
        rule = self._protocol.listening.heard if self._hear_first else "nothing"
        part = {"turn": "turns", "side": "sides", "item": "item"}.get(rule)
        for target in self._targets.of(part) if part else ():
            if not any(discard.target == target and discard.question is None for discard in self.discards):
                yield target


def _object(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def _of(given: Mapping[str, object], part: str, target: str) -> object:
    return _object(given.get(part)).get(target)
