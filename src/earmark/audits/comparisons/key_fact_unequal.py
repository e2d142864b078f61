"""A key fact of the scenario is told to one model alone, or to neither."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rapidfuzz import fuzz, process

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair
from earmark.audits.statements import SIDES

ID = "key-fact-unequal"

_ENOUGH: Final = 0.5
_LIKE: Final = 84
_SMALL: Final = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "to",
        "in",
        "on",
        "at",
        "for",
        "and",
        "or",
        "is",
        "are",
        "was",
        "were",
        "be",
        "has",
        "have",
        "had",
        "i",
        "my",
        "me",
        "you",
        "your",
        "it",
        "its",
        "this",
        "that",
        "with",
        "from",
        "by",
        "as",
        "no",
        "not",
        "user",
        "they",
        "their",
        "who",
        "she",
        "he",
        "her",
        "his",
        "wants",
        "want",
        "needs",
        "need",
        "about",
        "only",
    ]
)
_WORDS: Final = re.compile(r"[a-z0-9][a-z0-9'-]*|[가-힣]+")


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find the key facts whose words the user does not say on both sides, where there are turns of both."""
    del settings
    if not all(pair.said(side) for side in SIDES):
        return
    for fact in pair.key_facts:
        told = [side for side in SIDES if is_told(fact, " ".join(turn.text for turn in pair.said(side)))]
        if len(told) == 1:
            yield Found("one", of=tuple(told), part=fact, where="talks")
        elif not told:
            yield Found("neither", part=fact, where="talks")


def is_told(fact: str, said: str) -> bool:
    """Tell whether at least half of the words of a fact that mean something come in what was said."""
    wanted = [word for word in _WORDS.findall(fact.lower()) if word not in _SMALL]
    spoken = _WORDS.findall(said.lower())
    hits = sum(_is_among(word, spoken) for word in wanted)
    return bool(wanted) and hits >= _ENOUGH * len(wanted)


def _is_among(word: str, spoken: list[str]) -> bool:
    if any(other.startswith(word) or (len(other) > 1 and word.startswith(other)) for other in spoken):
        return True
    return process.extractOne(word, spoken, scorer=fuzz.ratio, score_cutoff=_LIKE) is not None
