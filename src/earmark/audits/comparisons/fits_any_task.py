"""However long, the text names nothing that happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.comparisons.bare_one_liner import is_bare
from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair

ID = "fits-any-task"

_SHORT: Final = 18
_SHARE: Final = 0.25


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a text that could stand under any pair: no quotation or moment, hardly a word that names a thing.

    A bare line does so by itself; of a short text that is none, too little is known.
    """
    text = pair.text
    if not pair.is_argued or text.evidence:
        return
    share = len(text.naming_words) / max(1, len(set(text.words)))
    says_little = len(text.words) > _SHORT and share <= float(settings.get("share", _SHARE))
    if says_little or is_bare(text):
        yield Found(where="rationale")
