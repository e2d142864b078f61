"""A reason is asked for, and the box holds none: nothing, signs alone, or "n/a"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from earmark.audits.draft import Draft, Found, Settings, plain
from earmark.audits.lexicon import lexicon

ID = "empty-reason"


def audit(draft: Draft, settings: Settings) -> Iterator[Found]:
    """Find a box without words. A score of its own is no reason, and one letter is none either."""
    del settings
    rule = draft.question.justification
    if rule is None or not (rule.required or draft.text):
        return
    spoken = plain(draft.text)
    if len(spoken) <= 1 or spoken.isdigit() or spoken in _placeholders():
        yield Found()


@cache
def _placeholders() -> frozenset[str]:
    entries = lexicon().lists["placeholders"]
    return frozenset(plain(word) for word in (*entries.whole, *entries.beginnings, *entries.phrases))
