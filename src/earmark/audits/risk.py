"""One number for how much a reviewer should look, and the grade it stands for. Only reviewers see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod
from typing import Final

from earmark.audits.draft import Draft, Finding
from earmark.audits.specificity import names_criteria_met

WEIGHTS: Final[Mapping[str, float]] = {
    "empty-reason": 0.9,
    "bare-verdict": 0.5,
    "nothing-specific": 0.35,
    "near-identical-text": 0.5,
    "score-words-at-odds": 0.45,
    "low-score-without-fault": 0.35,
    "prosody-argues-content": 0.4,
    "content-argues-delivery": 0.2,
}
"""How likely one finding alone makes a justification unfit, from 0 to 1: a judgement, not an estimate."""

_OTHER: Final = 0.3
_WITHOUT_EVIDENCE: Final = 0.08

_GRADES: Final = (
    (0.05, "exceptional"),
    (0.25, "good"),
    (0.5, "acceptable"),
    (0.8, "below-expectations"),
    (1.0, "unacceptable"),
)


def risk_of(drafts: Iterable[Draft], findings: Iterable[Finding]) -> float:
    """Return the risk of some justifications from 0 to 1, as if each finding spoiled them by itself.

    It is one less the product of what each finding leaves (`WEIGHTS`). A text that quotes nothing and names
    no moment adds 0.08, unless it is one of the protocol's phrases or names criteria under a highest score.
    """
    left = [1 - WEIGHTS.get(finding.id, _OTHER) for finding in findings]
    left += [
        1 - _WITHOUT_EVIDENCE
        for draft in drafts
        if draft.text and not (draft.has_evidence or draft.is_ready_made() or names_criteria_met(draft))
    ]
    return round(1 - prod(left), 3)


def predicted_grade(risk: float) -> str:
    """Return the id of the grade that a risk stands for, one of five."""
    return next(grade for most, grade in _GRADES if risk <= most)
