"""The word lists of the audits, English and Korean at once: a text may mix them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

LANGUAGES: Final = ("en", "ko")

_PHRASES: Final = "_phrases"


@dataclass(frozen=True, slots=True)
class WordList:
    """One list: words, beginnings of words, pieces found anywhere, and phrases.

    Attributes:
        whole: Words that stand alone; Korean ones with a particle at most.
        beginnings: What a word may begin with.
        inside: What may stand anywhere in a word.
        phrases: Several words, or pieces of words, in a row.
    """

    whole: frozenset[str]
    beginnings: frozenset[str]
    inside: frozenset[str]
    phrases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All lists by name, and the particles that may follow a Korean word."""

    lists: Mapping[str, WordList]
    particles: frozenset[str]

    def match(self, name: str, word: str) -> int:
        """Return how many characters of a word the longest fitting entry of a list takes; 0 for none.

        An entry found inside the word counts as one character, so that any beginning goes before it.
        """
        entries = self.lists[name]
        if word in entries.whole or word in entries.beginnings:
            return len(word)
        for length in range(len(word) - 1, 0, -1):
            head = word[:length]
            if head in entries.beginnings:
                return length
            if head in entries.whole and word[length:] in self.particles:
                return length
        return int(any(piece in word for piece in entries.inside))


@cache
def lexicon() -> Lexicon:
    """Return the lexicon that ships with Earmark."""
    by_language = [_read(language) for language in LANGUAGES]
    particles = frozenset(word for lists in by_language for word in lists.pop("particles", ()))
    names = {name.removesuffix(_PHRASES) for lists in by_language for name in lists}
    return Lexicon({name: _gather(name, by_language) for name in names}, particles)


def _read(language: str) -> dict[str, tuple[str, ...]]:
    path = files("earmark.audits") / "words" / f"{language}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        name: tuple(value.split()) if isinstance(value, str) else tuple(value) for name, value in data.items()
    }


def _gather(name: str, by_language: Iterable[Mapping[str, tuple[str, ...]]]) -> WordList:
    words: list[str] = []
    phrases: list[str] = []
    for lists in by_language:
        words += lists.get(name, ())
        phrases += lists.get(name + _PHRASES, ())
    starred = {word.removesuffix("*") for word in words if word.endswith("*")}
    inside = {word.removeprefix("~") for word in words if word.startswith("~")}
    plain = {word for word in words if not word.endswith("*") and not word.startswith("~")}
    long_korean = {word for word in plain if len(word) > 1 and is_korean(word)}
    return WordList(
        frozenset(plain - long_korean), frozenset(starred | long_korean), frozenset(inside), tuple(phrases)
    )


def is_korean(word: str) -> bool:
    """Tell whether a word begins in Hangul, single letters of it included."""
    return "가" <= word[0] <= "힣" or "ㄱ" <= word[0] <= "ㅣ"
