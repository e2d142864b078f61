"""A key fact of the scenario is told to one model alone, or to neither."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rapidfuzz import fuzz, process

from earmark.audits.draft import Found, Settings
from earmark.audits.lexicon import is_korean
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
        "both",
        "if",
        "possible",
        "possibly",
        "ideally",
        "preferably",
        "maybe",
        "please",
    ]
)
_WORDS: Final = re.compile(r"[a-z0-9][a-z0-9'-]*|[가-힣]+")


@dataclass(frozen=True, slots=True)
class Fact:
    """A key fact of the scenario, and on which sides the user told it.

    Attributes:
        text: The fact.
        turns: By side the place, among the user's turns from 0, of the turn that says most of it, None where
            its words do not come; a side whose words are not known is not in it.
        marked: By side what the rater marked, told or not; it stands before the words.
    """

    text: str
    turns: Mapping[str, int | None]
    marked: Mapping[str, bool]

    def is_told(self, side: str) -> bool | None:
        """Tell whether it was told on a side; None where that is not known."""
        if side in self.marked:
            return self.marked[side]
        return self.turns[side] is not None if side in self.turns else None


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find the key facts that the user tells on one side alone, or on none, by their words or the marks."""
    del settings
    for fact in facts_of(pair):
        told = {side: fact.is_told(side) for side in SIDES}
        if None in told.values():
            continue
        sides = tuple(side for side in SIDES if told[side])
        if len(sides) == 1:
            yield Found("one", of=sides, part=fact.text, where="talks")
        elif not sides:
            yield Found("neither", part=fact.text, where="talks")


def facts_of(pair: Pair) -> Iterator[Fact]:
    """Yield the key facts of the scenario with where each was told."""
    spoken = {side: [turn.text for turn in pair.said(side)] for side in SIDES}
    known = {side: texts for side, texts in spoken.items() if any(map(str.strip, texts))}
    for fact in pair.key_facts:
        places = {side: _turn_with(fact, texts) for side, texts in known.items()}
        yield Fact(fact, places, pair.told.get(fact, {}))


def _turn_with(fact: str, texts: Sequence[str]) -> int | None:
    """Return which of the turns says most of a fact, where all together tell it."""
    if not is_told(fact, " ".join(texts)):
        return None
    return max(range(len(texts)), key=lambda place: (_hits(fact, texts[place]), -place))


def is_told(fact: str, said: str) -> bool:
    """Tell whether at least half of the words of a fact that mean something come in what was said."""
    wanted = _wanted(fact)
    return bool(wanted) and _hits(fact, said) >= _ENOUGH * len(wanted)


def _wanted(fact: str) -> list[str]:
    return [word for word in _WORDS.findall(fact.lower()) if word not in _SMALL]


def _hits(fact: str, said: str) -> int:
    spoken = _WORDS.findall(said.lower())
    return sum(_is_among(word, spoken) for word in _wanted(fact))


_SAME: Final = (
    {"dad", "father", "daddy"}, {"mom", "mum", "mother"}, {"kid", "child", "kids", "children"},
    {"son", "boy"}, {"daughter", "girl"}, {"bike", "bicycle"}, {"flat", "apartment"}, {"film", "movie"},
)  # fmt: skip
_STEM: Final = 5
_STEM_KOREAN: Final = 3


def _letters(word: str) -> str:
    return unicodedata.normalize("NFD", word)


def _alike(word: str, other: str) -> bool:
    """Tell whether two words begin alike, by five letters, Korean ones by three, or mean the same.

    Korean letters are taken apart, so that a verb is the same in each of its forms: 부친다, 부칠, 부쳐.
    """
    if is_korean(word):
        begins = (
            len(word) > 1
            and len(other) > 1
            and _letters(word)[:_STEM_KOREAN] == _letters(other)[:_STEM_KOREAN]
        )
    else:
        begins = len(word) >= _STEM and word[:_STEM] == other[:_STEM]
    return begins or any(word in words and other in words for words in _SAME)


_NUMBERS: Final = {
    "1": ("one", "a", "한", "일", "하나"), "2": ("two", "두", "이", "둘"), "3": ("three", "세", "삼", "셋"),
    "4": ("four", "네", "사", "넷"), "5": ("five", "다섯", "오"), "6": ("six", "여섯", "육"),
    "7": ("seven", "일곱", "칠"), "8": ("eight", "여덟", "팔"), "9": ("nine", "아홉", "구"),
    "10": ("ten", "열", "십"),
}  # fmt: skip
_AS_FIGURE: Final = {word: figure for figure, words in _NUMBERS.items() for word in words if word != "a"}


def _is_among(word: str, spoken: list[str]) -> bool:
    figure = _AS_FIGURE.get(word, word)
    if figure in _NUMBERS and {figure, *_NUMBERS[figure]} & set(spoken):
        return True
    if any(other.startswith(word) or (len(other) > 1 and word.startswith(other)) for other in spoken):
        return True
    if any(_alike(word, other) for other in spoken):
        return True
    return process.extractOne(word, spoken, scorer=fuzz.ratio, score_cutoff=_LIKE) is not None
