"""Hints on justifications: what the audits say while a rater writes, and what they keep back at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Connection

from earmark.audits.review import Review, draft_of, drafts_of, review
from earmark.core.errors import WrongInputError
from earmark.core.exits import Departure
from earmark.core.submission import Targets
from earmark.protocols.base import Answer
from earmark.protocols.faults import Fault
from earmark.protocols.questions.scale import Scale
from earmark.protocols.schema import Protocol
from earmark.storage import submissions
from earmark.storage.queue import AssignmentRow

__all__ = ["Asked", "Review", "answered_targets", "blocking_faults", "hints_on"]

_MOST_EARLIER: Final = 500
"""Texts of a rater that a new one is held against, the latest: more would cost more than they tell."""

_ASK_OF_PART: Final = {"item": "item", "turns": "agent-turn"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A text that a rater is writing: for which question of which target, with the answer so far."""

    target: str
    question: str
    answer: Answer
    language: str


def hints_on(
    connection: Connection, assignment: AssignmentRow, protocol: Protocol, targets: Targets, asked: Asked
) -> Review:
    """Return what the protocol's audits say of a text, in the rater's language.

    It is held against what the rater submitted in this study before, and against the rest of this task's
    draft. A question without a justification has nothing to be said of it.

    Raises:
        WrongInputError: The task does not ask this question of this target.
    """
    scale, part = _scale(protocol, targets, asked)
    rule = scale.justification
    if rule is None or not protocol.audits:
        return Review("", ())
    earlier = submissions.earlier_texts(connection, assignment, most=_MOST_EARLIER)
    draft = submissions.get_draft(connection, assignment.id)
    others = _other_texts(draft.body if draft else {}, asked)
    written = draft_of(scale, asked.answer, earlier=(*others, *earlier))
    short = replace(written, text=written.text[: rule.max_characters])
    found = review(protocol, short, language=asked.language)
    where = f"answers.{part}.{scale.id}.justification"
    return Review(found.strength, tuple(replace(finding, where=where) for finding in found.findings))


def blocking_faults(
    connection: Connection,
    assignment: AssignmentRow,
    protocol: Protocol,
    body: Mapping[str, object],
    *,
    discards: Iterable[Departure],
    language: str,
) -> tuple[Fault, ...]:
    """Return what the audits of severity ``error`` find in a submission that is sound in every other way.

    What the rater discards is not judged. Messages are in the language of the rater's page.
    """
    rules = [rule for rule in protocol.audits if rule.severity == "error"]
    if not rules:
        return ()
    compares = any(rule.id == "near-identical-text" for rule in rules)
    before = submissions.earlier_texts(connection, assignment, most=_MOST_EARLIER) if compares else []
    faults = []
    for target, where, answers in answered_targets(body):
        rated = {
            question: answer
            for question, answer in answers.items()
            if not any(discard.covers(target, question) for discard in discards)
        }
        for draft in drafts_of(protocol, rated, earlier=before):
            for finding in review(protocol, draft, language=language, rules=rules).findings:
                message = f"{finding.message} {finding.suggestion}"
                faults.append(Fault(f"{where}.{finding.where}", finding.id, message))
            if draft.text:
                before.append(draft.text)
    return tuple(faults)


def _scale(protocol: Protocol, targets: Targets, asked: Asked) -> tuple[Scale, str]:
    part, place = ("item", "item") if asked.target == "item" else ("turns", f"turns.{asked.target}")
    known = {question.id: question for question in protocol.asked_of(_ASK_OF_PART[part])}
    question = known.get(asked.question)
    if asked.target not in targets.of(part) or not isinstance(question, Scale):
        message = "The task does not ask this, or it is answered without a score."
        fault = Fault("question", "not-asked", message)
        raise WrongInputError(message, faults=(fault,))
    return question, place


def answered_targets(body: Mapping[str, object]) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    """Yield each target that is answered, where its answers are, and the answers."""
    given = _object(body.get("answers"))
    if "item" in given:
        yield "item", "answers.item", _object(given["item"])
    for turn, answers in _object(given.get("turns")).items():
        yield turn, f"answers.turns.{turn}", _object(answers)


def _other_texts(body: Mapping[str, object], asked: Asked) -> list[str]:
    """Return the justifications of a draft, but for the one that is asked about."""
    return [
        text
        for target, _, answers in answered_targets(body)
        for question, answer in answers.items()
        if (target, question) != (asked.target, asked.question)
        and isinstance(text := _object(answer).get("justification"), str)
    ]


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}
