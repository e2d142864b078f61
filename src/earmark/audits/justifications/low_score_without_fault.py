"""A low score whose words do not say what was wrong or lacking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Draft, Found, Settings
from earmark.audits.specificity import ENOUGH, is_specific, shows_otherwise, specificity

ID = "low-score-without-fault"

_AT_MOST: Final = 3


def audit(draft: Draft, settings: Settings) -> Iterator[Found]:
    """Find a score of at most ``at_most`` (3) whose words praise, or tell what was done, and no fault.

    A fault is told by a word for it, by a praise that is negated, by what is not there, and by one thing set
    against another. A bare "bad" tells it only with what was bad. What the user asked for, beside what came,
    tells it by contrast. A sentence that the word lists know nothing of may tell one, and is not held against
    the text.
    """
    if draft.score is None or not draft.reading.words or draft.score > int(settings.get("at_most", _AT_MOST)):
        return
    reading = draft.reading
    may_tell = reading.is_contrasted or reading.unread
    says_anything = draft.has_evidence or is_specific(draft)
    if _tells(draft) or reading.contradicts or _blames_something(draft) or shows_otherwise(draft):
        return
    if may_tell and says_anything:
        return
    if reading.signs or reading.count("does") or any(c.tells_who_speaks for c in reading.clauses):
        yield Found("praise" if reading.has("praise") else "")


def _tells(draft: Draft) -> bool:
    """Tell whether a fault is named; in a text that names nothing, that something is not there is none."""
    named = [sign for sign in draft.reading.signs if sign.kind == "fault" and sign.named]
    specific = draft.has_evidence or specificity(draft) >= ENOUGH
    return any(specific or sign.word != "not" for sign in named)


def _blames_something(draft: Draft) -> bool:
    return draft.reading.has("fault") and (draft.has_evidence or specificity(draft) >= ENOUGH)
