"""The text is close to one that this rater has written before in the study."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rapidfuzz import fuzz, process

from earmark.audits.draft import Draft, Found, Settings, plain

ID = "near-identical-text"

_LIKENESS: Final = 0.9


def audit(draft: Draft, settings: Settings) -> Iterator[Found]:
    """Find the earlier text that is most like this one, by letters in order and by words in any order.

    How like is too like says ``likeness`` in the settings, else the question's rule, else 0.9. Case and
    punctuation do not count. The protocol's own phrases that are named as exceptions may come again.
    """
    spoken = plain(draft.text)
    rule = draft.question.justification
    unique = rule.unique if rule else None
    if not spoken or (
        rule and unique and draft.is_ready_made(p for p in rule.phrases if p.id in unique.exceptions)
    ):
        return
    likeness = float(settings.get("likeness", unique.likeness if unique else _LIKENESS))
    for form in (plain, _sorted_words):
        earlier = [form(text) for text in draft.earlier]
        closest = process.extractOne(
            form(draft.text), earlier, scorer=fuzz.ratio, score_cutoff=100 * likeness
        )
        if closest is not None:
            yield Found(part=draft.earlier[closest[2]])
            return


@lru_cache(maxsize=4096)
def _sorted_words(text: str) -> str:
    return " ".join(sorted(plain(text).split()))
