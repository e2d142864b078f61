"""The user says the same words to A and to B, over turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rapidfuzz import fuzz

from earmark.audits.draft import Found, Settings, plain
from earmark.audits.pair import Pair
from earmark.audits.statements import SIDES

ID = "near-identical-user-wording"

_LIKENESS: Final = 0.88
_TURNS: Final = 2
_LEAST_WORDS: Final = 4


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find turns of the user that come nearly word for word on both sides; very short ones do not count."""
    likeness = 100 * float(settings.get("likeness", _LIKENESS))
    first, second = ([plain(turn.text) for turn in pair.said(side)] for side in SIDES)
    long_ones = [text for text in first if len(text.split()) >= _LEAST_WORDS]
    alike = [text for text in long_ones if any(fuzz.ratio(text, other) >= likeness for other in second)]
    least = int(settings.get("turns", _TURNS))
    if (
        len(alike) >= min(least, max(1, len(long_ones)))
        and len(alike) * 2 > len(long_ones)
        and len(long_ones) > 1
    ):
        yield Found(part=alike[0], where="talks")
