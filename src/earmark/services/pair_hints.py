"""What the audits say of a comparison: while it is made, at the last look, and as it is sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection

from earmark.audits.draft import Finding
from earmark.audits.pair import Pair
from earmark.audits.pair_answers import pair_of
from earmark.audits.pair_review import review_pair
from earmark.core.hints import answered_in
from earmark.core.scenario import class_of
from earmark.core.sides import SIDES
from earmark.core.told import told_in
from earmark.protocols.faults import Fault
from earmark.protocols.questions import Question
from earmark.protocols.questions.choice import Choice
from earmark.protocols.questions.flags import Flags, flags_of
from earmark.protocols.questions.text import FreeText
from earmark.protocols.schema import AuditRule, Protocol
from earmark.services.pair_talks import heard_in, talks_context
from earmark.services.tasks import material_of
from earmark.storage import submissions
from earmark.storage.queue import AssignmentRow
from earmark.storage.seats import Seat
from earmark.storage.tasks import TurnRow

__all__ = ["Finding", "LastLook", "errors_in_pair", "findings_on_pair", "pair_answered"]

_MOST_EARLIER: Final = 500

_PLACES: Final = {
    "comparisons": "answers.pair.{0}.choice",
    "overall": "answers.pair.overall.choice",
    "intent": "answers.pair.intent.choice",
    "rationale": "answers.pair.rationale.text",
    "task_success": "answers.sides.{0}.task-success.reason",
    "flags": "answers.sides.{0}.errors",
    "talks": "answers.pair.talks",
}
"""Where the page has what the audits name; the talks stand for themselves."""


@dataclass(frozen=True, slots=True)
class LastLook:
    """A comparison that is looked at.

    Attributes:
        answers: What is answered so far.
        language: Of the messages.
        at_end: Whether it is about to be sent.
        talks: What the rater has marked of the talks themselves; see `earmark.core.told`.
    """

    answers: Mapping[str, object]
    language: str
    at_end: bool = False
    talks: object = None


def findings_on_pair(
    connection: Connection,
    seat: Seat,
    assignment: AssignmentRow,
    protocol: Protocol,
    look: LastLook,
    *,
    rules: Iterable[AuditRule] | None = None,
) -> tuple[Finding, ...]:
    """Return what the protocol's audits, or these of them, find in a comparison, with the page's fields.

    What was measured in the sound counts at the last look alone, and nowhere in a study that hides evidence
    from its raters. Words of a transcript that raters do not see are not read for them. Of a task that is no
    pair there is nothing to say.
    """
    if not protocol.item.sides:
        return ()
    words = seat.settings.transcript == "show"
    sound = seat.settings.evidence != "hidden"
    pair = pair_answered(connection, protocol, assignment, look, words=words, sound=sound)
    found = review_pair(protocol, pair, language=look.language, rules=rules)
    return tuple(replace(finding, where=_place(finding.where)) for finding in found)


def errors_in_pair(
    connection: Connection,
    seat: Seat,
    assignment: AssignmentRow,
    protocol: Protocol,
    body: Mapping[str, Any],
    *,
    language: str,
) -> tuple[Fault, ...]:
    """Return the findings of severity ``error`` that are neither settled nor answered with a reason."""
    rules = [rule for rule in protocol.audits if rule.severity == "error"]
    look = LastLook(body.get("answers", {}), language, at_end=True, talks=body.get("talks"))
    found = findings_on_pair(connection, seat, assignment, protocol, look, rules=rules) if rules else ()
    answered = answered_in(body.get("hints", []))
    return tuple(
        Fault(finding.where, finding.id, f"{finding.message} {finding.suggestion}")
        for finding in found
        if finding.severity == "error" and not _is_answered(finding, answered)
    )


def _is_answered(finding: Finding, answered: frozenset[tuple[str, str, str]]) -> bool:
    """Tell whether a reason was given for it, or by a page of an older Earmark for all of its kind."""
    return not answered.isdisjoint((finding.where, finding.id, about) for about in (finding.about, ""))


def pair_answered(
    connection: Connection,
    protocol: Protocol,
    assignment: AssignmentRow,
    look: LastLook,
    *,
    words: bool,
    sound: bool = True,
) -> Pair:
    """Return a comparison as the audits look at it.

    ``words`` says whether transcripts may be read, ``sound`` whether the last look has what was measured.
    """
    material = material_of(connection, protocol, assignment)
    context = {
        **talks_context(material, words=words, told=told_in(look.talks)),
        "evidence": heard_in(connection, material) if look.at_end and sound else {},
        "earlier_texts": submissions.earlier_texts(connection, assignment, most=_MOST_EARLIER),
        "final": look.at_end,
    }
    labels = {turn_id: label for side in SIDES for turn_id, label in _labels(material.turns_of(side))}
    asked = protocol.asked_of("pair", scenario_class=class_of(protocol, material.scenario))
    return pair_of(protocol, _documented(protocol, asked, look.answers, labels), context)


def _documented(
    protocol: Protocol,
    asked: Iterable[Question],
    answers: Mapping[str, object],
    labels: Mapping[str, str],
) -> dict[str, object]:
    """Return the answers of a page in the shape that ``earmark audit check`` documents."""
    pair, sides = _object(answers.get("pair")), _object(answers.get("sides"))
    given: dict[str, object] = {"comparisons": {}, "task_success": {}, "flags": {}}
    for question in asked:
        answer = _object(pair.get(question.id))
        if isinstance(question, FreeText):
            given["rationale"] = answer.get("text")
        elif isinstance(question, Choice) and question.id in {"overall", "intent"}:
            given[question.id] = answer.get("choice")
        elif isinstance(question, Choice):
            _object(given["comparisons"])[question.id] = answer.get("choice")
    for side, answered in sides.items():
        for question in protocol.asked_of("side"):
            answer = _object(_object(answered).get(question.id))
            if isinstance(question, Flags):
                _object(given["flags"])[side] = dict(_flag(flag, labels) for flag in flags_of(answer))
            elif answer.get("choice"):
                _object(given["task_success"])[side] = {"reason": "", **answer}
    return given


def _flag(flag: Mapping[str, Any], labels: Mapping[str, str]) -> tuple[str, dict[str, object]]:
    instances = [_object(one) for one in flag.get("instances") or ()]
    named = [{**one, "turn": labels.get(str(one["turn"]), "")} if "turn" in one else one for one in instances]
    return str(flag.get("cluster")), {**flag, "instances": named}


def _labels(turns: Iterable[TurnRow]) -> Iterable[tuple[str, str]]:
    """Yield the turns of a side with their names: T1 is the first of the agent, a user's goes by its time."""
    count = 0
    for turn in turns:
        count += turn.role == "agent"
        yield turn.id, f"T{count}" if turn.role == "agent" else f"{turn.start_s:.1f} s"


def _place(where: str) -> str:
    name, *rest = where.split(".")
    return _PLACES[name].format(*rest)


def _object(given: object) -> dict[str, Any]:
    return given if isinstance(given, dict) else {}
