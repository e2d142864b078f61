"""One number for how much a reviewer should look, and the grade it stands for. Only reviewers see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod
from typing import Final

from earmark.audits.draft import Draft, Finding
from earmark.audits.pair import Pair
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
    "overall-against-rationale": 0.75,
    "overall-against-marks": 0.41,
    "preferred-below-bar": 0.41,
    "tie-with-differences": 0.42,
    "argues-for-both": 0.42,
    "priority-not-followed": 0.41,
    "intent-not-stated": 0.09,
    "both-good-with-artifact": 0.42,
    "slight-audio-not-told": 0.41,
    "major-not-weighed": 0.42,
    "flag-decides-alone": 0.42,
    "wrong-language-unmarked": 0.42,
    "error-not-flagged": 0.42,
    "severity-against-counts": 0.42,
    "flag-detail-missing": 0.34,
    "refusal-of-attempt": 0.42,
    "task-success-unexplained": 0.55,
    "false-premise-praised": 0.51,
    "bare-one-liner": 0.3,
    "fits-any-task": 0.3,
    "other-side-missing": 0.28,
    "no-evidence": 0.05,
    "dimensions-not-covered": 0.28,
    "dimensions-not-labelled": 0.25,
    "near-identical-user-wording": 0.85,
    "key-fact-unequal": 0.8,
    "unequal-turns": 0.75,
    "talk-about-test": 0.75,
    "user-ignores-model": 0.8,
    "own-recording-poor": 0.43,
}
"""How likely one finding alone makes a submission unfit, from 0 to 1: a judgement, not an estimate."""

_OTHER: Final = 0.3
_WITHOUT_EVIDENCE: Final = 0.08

_GRADES: Final = (
    (0.05, "exceptional"),
    (0.25, "good"),
    (0.45, "acceptable"),
    (0.76, "below-expectations"),
    (1.0, "unacceptable"),
)

_PAIR_GRADES: Final = (
    (0.13, "exceptional"),
    (0.33, "good"),
    (0.45, "acceptable"),
    (0.73, "below-expectations"),
    (1.0, "unacceptable"),
)
"""Up to which risk a comparison is of a grade; labels and proof that are missing are no finding there."""


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


def pair_risk(pair: Pair, findings: Iterable[Finding]) -> float:
    """Return the risk of a comparison from 0 to 1: of its findings as `risk_of` does, each kind once.

    By the ladder of the grades, what a text only lacks comes to 0.45 at most, and what does not agree in it
    to 0.72; a comparison that was not valid, a vote against its own argument and a Task Success without a
    reason have no such bound. Labels and evidence that are missing add a little without a finding.
    """
    kinds = {finding.id for finding in findings}
    lacks = [1 - WEIGHTS[kind] for kind in kinds & _LACKS]
    if pair.is_argued:
        lacks.append(1 - _WITHOUT_LABELS * (1 - min(1.0, len(pair.text.labels) / _ALL_LABELS)))
        lacks.append(1 - _WITHOUT_PROOF * (1 - min(1.0, pair.text.evidence / _MUCH_PROOF)))
    faults = [1 - WEIGHTS.get(kind, _OTHER) for kind in kinds - _LACKS - _SPOILS]
    spoils = [1 - WEIGHTS[kind] for kind in kinds & _SPOILS]
    left = max(1 - _MOST_FAULTS, prod(faults) * max(1 - _MOST_LACKS, prod(lacks)))
    return round(1 - prod(spoils) * left, 3)


_SPOILS: Final = frozenset(
    {
        "overall-against-rationale",
        "task-success-unexplained",
        "near-identical-user-wording",
        "key-fact-unequal",
        "unequal-turns",
        "talk-about-test",
        "user-ignores-model",
    }
)
_MOST_FAULTS: Final = 0.72
_LACKS: Final = frozenset(
    {
        "bare-one-liner",
        "fits-any-task",
        "other-side-missing",
        "no-evidence",
        "dimensions-not-covered",
        "dimensions-not-labelled",
    }
)
_MOST_LACKS: Final = 0.45
_WITHOUT_LABELS: Final = 0.2
_ALL_LABELS: Final = 4
_WITHOUT_PROOF: Final = 0.2
_MUCH_PROOF: Final = 6
"""Quotations, times and turns that prove every dimension on both sides."""


def predicted_grade(risk: float) -> str:
    """Return the id of the grade that a risk of justifications stands for, one of five."""
    return next(grade for most, grade in _GRADES if risk <= most)


def predicted_pair_grade(risk: float) -> str:
    """Return the id of the grade that a risk of a comparison stands for, one of five."""
    return next(grade for most, grade in _PAIR_GRADES if risk <= most)
