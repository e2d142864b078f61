"""The text is close to one that this rater has written before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rapidfuzz import fuzz, process

from earmark.audits.draft import Found, Settings, plain
from earmark.audits.pair import Pair

ID = "near-identical-text"

_LIKENESS: Final = 0.85


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find the earlier text that is most like this one, by letters in order and by words in any order."""
    if not pair.is_argued:
        return
    likeness = float(settings.get("likeness", _LIKENESS))
    plain_ones = [plain(text) for text in pair.earlier]
    for scorer in (fuzz.ratio, fuzz.token_sort_ratio):
        closest = process.extractOne(
            plain(pair.text.text), plain_ones, scorer=scorer, score_cutoff=100 * likeness
        )
        if closest is not None:
            yield Found(part=pair.earlier[closest[2]], where="rationale")
            return
