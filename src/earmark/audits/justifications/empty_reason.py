"""A reason is asked for, and the box holds none: nothing, signs alone, "n/a", or a phrase that declines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from earmark.audits.draft import Draft, Found, Settings, plain
from earmark.audits.lexicon import lexicon
from earmark.audits.signs import match

ID = "empty-reason"

_SCORE: Final = re.compile(r"\d+(?: ?점)?")


def audit(draft: Draft, settings: Settings) -> Iterator[Found]:
    """Find a box without words. A score of its own is no reason, and one letter is none either."""
    del settings
    rule = draft.question.justification
    if rule is None or not (rule.required or draft.text):
        return
    spoken = plain(draft.text)
    if len(spoken) <= 1 or _SCORE.fullmatch(spoken) or spoken in _placeholders() or _declines(spoken):
        yield Found()


def _declines(spoken: str) -> bool:
    """Tell whether it declines to answer and says nothing beside: "nothing to add", "할 말 없음"."""
    for phrase in lexicon().lists["declining"].phrases:
        spoken = spoken.replace(phrase, " ")
    words = spoken.split()
    declines = [word for word in words if match("declining", word)]
    return bool(declines) and all(word in declines or match("declining_beside", word) for word in words)


@cache
def _placeholders() -> frozenset[str]:
    entries = lexicon().lists["placeholders"]
    return frozenset(plain(word) for word in (*entries.whole, *entries.beginnings, *entries.phrases))
