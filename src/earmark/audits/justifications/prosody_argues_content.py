"""A reason for a score of the delivery that argues about what was said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Draft, Found, Settings
from earmark.audits.own_words import QUOTED
from earmark.audits.reading import Clause
from earmark.audits.signs import match
from earmark.audits.specificity import is_specific, says_what

ID = "prosody-argues-content"

_QUESTION: Final = "prosody"
_ORDINALS: Final = ("first", "second", "third")


def audit(draft: Draft, settings: Settings) -> Iterator[Found]:
    """Find a clause that judges wording, length, facts or helpfulness and says nothing of how it sounded.

    ``question`` in the settings names the scale of the delivery. Naming the words so as to hold the voice
    against them is delivery: "an apology in a cheerful voice". A text that tells what was asked or
    done and has no word for how anything sounded is about what was said, whether it judges or not.
    """
    if draft.question.id != settings.get("question", _QUESTION):
        return
    clauses = draft.reading.clauses
    silent = not any(clause.count("delivery_words") for clause in clauses)
    for clause in clauses:
        argues = (clause.count("content_words") or _misses(clause)) and not clause.count("delivery_words")
        if argues and (clause.signs or clause.negated or silent) and not _sets_off(clause, clauses):
            yield Found(part=clause.text)
            return
    told = [clause for clause in clauses if clause.tells_what_was_wanted or clause.count("does")]
    if told and silent and is_specific(draft) and not draft.has_evidence:
        yield Found(part=told[0].text)


def _misses(clause: Clause) -> bool:
    """Tell whether something is said to be missing, and not from a place in the sound."""
    ends = any(match("places", word) and word not in _ORDINALS for word in clause.words)
    missing = clause.count("omissions") and not ends and QUOTED not in clause.text
    return bool(missing and any(says_what(word) for word in clause.words if not match("omissions", word)))


def _sets_off(clause: Clause, clauses: tuple[Clause, ...]) -> bool:
    """Tell whether a clause names the words only for the voice to be held against them."""
    if clause.has("fault") or clause.negated:
        return False
    return any(
        other.sentence == clause.sentence
        and other.count("delivery_words")
        and (other.opposes or clause.opposes)
        and other.has("fault")
        for other in clauses
    )
