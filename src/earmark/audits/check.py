"""Audit a submission that comes as JSON: answers to one turn or pair, with what is known around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from earmark.audits.draft import Draft, Finding
from earmark.audits.lexicon import LANGUAGES
from earmark.audits.pair_answers import CONTEXT, pair_context_faults, pair_faults, pair_of
from earmark.audits.pair_review import review_pair
from earmark.audits.review import drafts_of, review
from earmark.audits.risk import pair_risk, predicted_grade, predicted_pair_grade, risk_of
from earmark.core.errors import WrongInputError
from earmark.protocols.faults import Fault
from earmark.protocols.questions.scale import Scale
from earmark.protocols.schema import Protocol


@dataclass(frozen=True, slots=True)
class Checked:
    """What the audits say of one submission. ``risk`` and ``predicted_grade`` are for reviewers alone."""

    risk: float
    predicted_grade: str
    findings: tuple[Finding, ...]

    def as_json(self) -> dict[str, object]:
        """Return the object that ``earmark audit check`` prints."""
        return {
            "risk": self.risk,
            "predicted_grade": self.predicted_grade,
            "findings": [finding.as_json() for finding in self.findings],
        }


def check(protocol: Protocol, answers: object, context: object = None) -> Checked:
    """Run the protocol's audits on the answers to one turn, item or pair.

    Args:
        protocol: Which audits run, and how hard.
        answers: Question to ``{"score", "justification", "criteria", "evidence"}``; of a comparison, what
            `earmark.audits.pair_answers` says. Answers may be partial: a text that is not there at all is not
            judged, an empty justification is.
        context: ``earlier_texts`` of the same rater and ``language`` of the messages, and what else is known
            of a pair. What else stands there is a fault, since a misspelt name would silence audits.

    Raises:
        WrongInputError: With a fault for each wrong field.
    """
    faults = tuple(_faults(protocol, answers, context))
    if faults:
        message = "These answers cannot be audited."
        raise WrongInputError(message, faults=faults)
    given = answers if isinstance(answers, dict) else {}
    known = context if isinstance(context, dict) else {}
    language = str(known.get("language", "en"))
    if protocol.item.sides:
        pair = pair_of(protocol, given, known)
        found = review_pair(protocol, pair, language=language)
        risk = pair_risk(pair, found)
        return Checked(risk, predicted_pair_grade(risk), found)
    drafts = tuple(_written(protocol, given, known))
    findings = tuple(f for draft in drafts for f in review(protocol, draft, language=language).findings)
    risk = risk_of(drafts, findings)
    return Checked(risk, predicted_grade(risk), findings)


def _written(
    protocol: Protocol, answers: Mapping[str, dict[str, object]], context: Mapping[str, list[str]]
) -> Iterator[Draft]:
    there = {name: answer for name, answer in answers.items() if "justification" in answer}
    return drafts_of(protocol, there, earlier=context.get("earlier_texts", ()))


def _faults(protocol: Protocol, answers: object, context: object) -> Iterator[Fault]:
    if not isinstance(answers, dict):
        yield Fault("answers", "not-an-object", "'answers' must map a question to its answer.")
    elif protocol.item.sides:
        yield from pair_faults(protocol, answers)
        yield from pair_context_faults(protocol, context)
    else:
        for name, answer in answers.items():
            yield from _answer_faults(protocol, name, answer)
    yield from _context_faults(context)


def _answer_faults(protocol: Protocol, name: str, answer: object) -> Iterator[Fault]:
    scales = {question.id: question for question in protocol.scales() if question.justification}
    where = f"answers.{name}"
    if name not in scales:
        message = f"'{name}' is no scale with a justification; there are {', '.join(scales) or 'none'}."
        yield Fault(where, "unknown-question", message)
    elif not isinstance(answer, dict):
        yield Fault(where, "not-an-object", "An answer must be an object with 'score' and 'justification'.")
    else:
        yield from _field_faults(scales[name], answer, where)


def _field_faults(scale: Scale, answer: Mapping[str, object], where: str) -> Iterator[Fault]:
    for field in sorted(answer.keys() - scale.fields()):
        yield Fault(f"{where}.{field}", "unknown-field", f"'{field}' is no part of an answer.")
    score, values = answer.get("score"), [point.value for point in scale.points]
    if score is not None and (type(score) is not int or score not in values):
        yield Fault(f"{where}.score", "not-on-scale", f"The score must be one of {values}.")
    if not isinstance(answer.get("justification", ""), str):
        yield Fault(f"{where}.justification", "not-text", "This must be text.")


def _context_faults(context: object) -> Iterator[Fault]:
    if not isinstance(context, dict | None):
        yield Fault("context", "not-an-object", "'context' must be an object.")
        return
    for name in sorted((context or {}).keys() - CONTEXT):
        message = f"'{name}' is no part of the context; there are {', '.join(sorted(CONTEXT))}."
        yield Fault(f"context.{name}", "unknown-field", message)
    earlier = (context or {}).get("earlier_texts", [])
    if not isinstance(earlier, list) or not all(isinstance(text, str) for text in earlier):
        yield Fault("context.earlier_texts", "not-text", "'earlier_texts' must be a list of texts.")
    if (context or {}).get("language", "en") not in LANGUAGES:
        yield Fault(
            "context.language", "unknown-language", f"'language' must be one of {', '.join(LANGUAGES)}."
        )
