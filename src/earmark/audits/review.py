"""Run the audits that a protocol names on what a rater wrote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Final

from earmark.audits.draft import Audit, Draft, Finding
from earmark.audits.justifications import (
    bare_verdict,
    content_argues_delivery,
    empty_reason,
    low_score_without_fault,
    near_identical_text,
    nothing_specific,
    prosody_argues_content,
    score_words_at_odds,
)
from earmark.audits.messages import sentences, strength
from earmark.audits.specificity import is_specific
from earmark.protocols.base import Answer
from earmark.protocols.questions.base import chosen, text_of
from earmark.protocols.questions.scale import Scale
from earmark.protocols.schema import AuditRule, Protocol

_MODULES: Final[tuple[ModuleType, ...]] = (
    empty_reason,
    bare_verdict,
    nothing_specific,
    near_identical_text,
    score_words_at_odds,
    low_score_without_fault,
    prosody_argues_content,
    content_argues_delivery,
)

AUDITS: Final[Mapping[str, Audit]] = {module.ID: module.audit for module in _MODULES}
"""The audits there are, in the order in which their findings are shown."""


_MISPLACED: Final = frozenset({prosody_argues_content.ID, content_argues_delivery.ID})


@dataclass(frozen=True, slots=True)
class Review:
    """What there is to say on one text: first what it has already, then what the audits found."""

    strength: str
    findings: tuple[Finding, ...]


def review(
    protocol: Protocol, draft: Draft, *, language: str = "en", rules: Iterable[AuditRule] | None = None
) -> Review:
    """Run the protocol's audits, or these of them, on one text; messages come in ``language``."""
    found = tuple(_findings(draft, language, protocol.audits if rules is None else rules))
    return Review(_strength(draft, found, language) if found else "", found)


def drafts_of(
    protocol: Protocol, answers: Mapping[str, object], *, earlier: Iterable[str] = ()
) -> Iterator[Draft]:
    """Yield the justifications in the answers to one target, each knowing of those before it.

    A text is not held against another one of the same target that it stands before.
    """
    before = list(earlier)
    for question in protocol.questions:
        answer = answers.get(question.id)
        if not isinstance(question, Scale) or question.justification is None or not isinstance(answer, dict):
            continue
        draft = draft_of(question, answer, earlier=before)
        yield draft
        if draft.text:
            before.append(draft.text)


def draft_of(question: Scale, answer: Answer, *, earlier: Iterable[str] = ()) -> Draft:
    """Return the justification of one answer; what is of the wrong type counts as not there."""
    score, marks = answer.get("score"), answer.get("evidence")
    return Draft(
        question,
        score=score if type(score) is int else None,
        text=text_of(answer, "justification"),
        criteria=chosen(answer, "criteria"),
        marks=len(marks) if isinstance(marks, list) else 0,
        earlier=tuple(earlier),
    )


def _findings(draft: Draft, language: str, rules: Iterable[AuditRule]) -> Iterator[Finding]:
    by_id = {rule.id: rule for rule in rules}
    for identifier, audit in AUDITS.items():
        rule = by_id.get(identifier)
        if rule is None:
            continue
        for found in audit(draft, rule.settings):
            key = f"{identifier}.{found.variant}" if found.variant else identifier
            said = sentences(key, language, part=found.part)
            where = f"{draft.question.id}.justification"
            yield Finding(identifier, rule.severity, said.message, where, said.suggestion)
            if identifier == empty_reason.ID:
                return  # where there are no words, nothing else can be said of them


def _strength(draft: Draft, findings: Iterable[Finding], language: str) -> str:
    """Return the sentence for the best that a text has; a fault that belongs elsewhere is none of it."""
    reading = draft.reading
    misplaced = any(finding.id in _MISPLACED for finding in findings)
    blames = any(sign.kind == "fault" and sign.named for sign in reading.signs)
    kept = (
        ("quote", bool(reading.quotes)),
        ("moment", reading.moments > 0),
        ("mark", draft.marks > 0),
        ("fault", blames and is_specific(draft) and not misplaced),
    )
    return next((strength(key, language) for key, there in kept if there), "")
