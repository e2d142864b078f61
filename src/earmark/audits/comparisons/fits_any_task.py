"""However long, the text names nothing that happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair

ID = "fits-any-task"

SHORT: Final = 18
_SHARE: Final = 0.25


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a text that could stand under any pair: no quotation or moment, hardly a word that names a thing.

    Likeness to what such texts say counts too.
    """
    text = pair.text
    if not pair.is_argued or text.evidence or len(text.words) <= SHORT:
        return
    share = len(text.naming_words) / len(set(text.words))
    if share <= float(settings.get("share", _SHARE)):
        yield Found(where="rationale")
