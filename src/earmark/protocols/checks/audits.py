"""Audits that a protocol names: each one that there is, with settings that it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from earmark.protocols.outline import Outline
from earmark.protocols.problem import Problem, meant, one_of
from earmark.protocols.schema import AuditRule

AUDITS: Final[Mapping[str, tuple[str, ...]]] = {
    "empty-reason": (),
    "bare-verdict": (),
    "nothing-specific": (),
    "near-identical-text": ("likeness",),
    "score-words-at-odds": (),
    "low-score-without-fault": ("at_most",),
    "prosody-argues-content": ("question",),
    "content-argues-delivery": ("question",),
    "overall-against-rationale": (),
    "overall-against-marks": (),
    "preferred-below-bar": (),
    "tie-with-differences": (),
    "argues-for-both": (),
    "priority-not-followed": (),
    "intent-not-stated": (),
    "both-good-with-artifact": (),
    "slight-audio-not-told": (),
    "major-not-weighed": (),
    "flag-decides-alone": (),
    "wrong-language-unmarked": (),
    "error-not-flagged": (),
    "severity-against-counts": (),
    "flag-detail-missing": (),
    "refusal-of-attempt": (),
    "task-success-unexplained": (),
    "false-premise-praised": (),
    "bare-one-liner": (),
    "fits-any-task": ("share",),
    "other-side-missing": (),
    "no-evidence": (),
    "dimensions-not-covered": (),
    "dimensions-not-labelled": (),
    "near-identical-user-wording": ("likeness", "turns"),
    "key-fact-unequal": (),
    "unequal-turns": (),
    "talk-about-test": (),
    "user-ignores-model": (),
    "own-recording-poor": (),
}
"""The audits that run, each with its settings; `earmark.audits` has one for each."""

PLANNED: Final[Mapping[str, tuple[str, ...]]] = {
    "faster-than-the-clip": (),
    "same-scores-in-a-row": ("items",),
    "same-number-on-every-scale": ("items",),
}
"""Audits that a protocol may name already, and that do not run yet."""


_EXPECTED: Final = "one of the audits in docs/audits.md"


def audit_names(outline: Outline) -> Iterator[Problem]:
    """Yield audits that there are not, settings that an audit does not have, and scales it would not find."""
    known = {**AUDITS, **PLANNED}
    questions = outline.questions_by_id()
    for part in outline.of(AuditRule):
        name = part.raw.get("id")
        if not isinstance(name, str):
            continue
        if name not in known:
            yield Problem((*part.path, "id"), f"there is no audit '{name}'{meant(name, known)}", _EXPECTED)
            continue
        given = part.raw.get("settings")
        for setting, value in (given if isinstance(given, dict) else {}).items():
            path = (*part.path, "settings", setting)
            if setting not in known[name]:
                message = f"the audit '{name}' has no setting '{setting}'"
                yield Problem(path, message, one_of(known[name]), at_key=True)
            elif setting == "question" and value not in questions:
                message = f"there is no question '{value}'{meant(value, questions)}"
                yield Problem(path, message, one_of(questions))
            elif setting != "question" and type(value) not in {int, float}:
                yield Problem(path, f"'{setting}' is no number", "a number")
