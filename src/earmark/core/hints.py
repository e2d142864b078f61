"""What a page tells of the hints it has shown: which, on which field, and what became of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from earmark.protocols.faults import Fault

ANSWERED: Final = "answered"
OUTCOMES: Final = ("mended", "kept", "put-away", ANSWERED)
"""What became of a hint: the words were changed so that it went, it stayed, or the rater put it away, or said
why it stands all the same."""

_FIELDS: Final = frozenset({"where", "id", "severity", "outcome"})
_REASON: Final = "reason"
_ABOUT: Final = "about"
_LONGEST_REASON: Final = 1000
_MOST: Final = 2000
_LONGEST: Final = 300


def hint_faults(given: object) -> Iterator[Fault]:
    """Yield what in a page's account of hints is not of the kind that it should be."""
    if not isinstance(given, list) or len(given) > _MOST:
        yield Fault("hints", "not-a-list", f"'hints' must be a list of at most {_MOST} hints.")
        return
    for index, hint in enumerate(given):
        if not _is_hint(hint):
            message = (
                f"A hint has 'where', 'id', 'severity' and an 'outcome', one of {', '.join(OUTCOMES)}; "
                "one that is answered has a 'reason'; one may say what it is 'about'."
            )
            yield Fault(f"hints.{index}", "not-a-hint", message)


@dataclass(frozen=True, slots=True)
class ShownHint:
    """A hint that was shown: on which question about which target, and what became of it.

    ``about`` says what in the field it is about, empty for all of it; ``reason`` is what the rater answered.
    """

    target: str
    question: str
    hint: str
    severity: str
    outcome: str
    about: str = ""
    reason: str = ""


def shown_hints(given: object) -> Iterator[ShownHint]:
    """Yield what a page's account of hints says, in its order; nothing where it is of another shape."""
    for hint in given if isinstance(given, list) else []:
        if _is_hint(hint):
            target, question = _field(hint["where"])
            about, reason = hint.get(_ABOUT, ""), hint.get(_REASON, "").strip()
            yield ShownHint(target, question, hint["id"], hint["severity"], hint["outcome"], about, reason)


def answered_in(given: object) -> frozenset[tuple[str, str, str]]:
    """Return field, audit and what it is about of each hint that a page says was answered with a reason."""
    return frozenset(
        (hint["where"], hint["id"], hint.get(_ABOUT, ""))
        for hint in (given if isinstance(given, list) else [])
        if _is_hint(hint) and hint["outcome"] == ANSWERED
    )


def _field(where: str) -> tuple[str, str]:
    """Return target and question of a path such as ``answers.turns.x.content.justification``."""
    parts = [*where.split("."), "", "", "", ""]
    if parts[1] in {"turns", "sides"}:
        return parts[2], parts[3]
    return parts[1], parts[2]


def _texts(hint: Mapping[str, object]) -> Iterator[object]:
    yield from (text for name, text in hint.items() if name != _REASON)


def _is_hint(hint: object) -> bool:
    if not isinstance(hint, dict) or hint.keys() - {_REASON, _ABOUT} != _FIELDS:
        return False
    reason = hint.get(_REASON, "")
    short = all(isinstance(text, str) and len(text) <= _LONGEST for text in _texts(hint))
    if not short or not isinstance(reason, str) or len(reason) > _LONGEST_REASON:
        return False
    return hint["outcome"] in OUTCOMES and bool(reason.strip()) == (hint["outcome"] == ANSWERED)
