"""Words and phrases of comparisons, by group and name: data in English and Korean, each name one expression.

A text may mix both languages, so one expression holds the entries of both.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from earmark.audits.lexicon import LANGUAGES, is_korean

_PIECES: Final = re.compile(r" __? |\{[^}]*\}|@[a-z]+|.", re.DOTALL)
_MEANINGS: Final = {
    " _ ": r"(?: [^\s.,;!?]+){0,4} ",
    " __ ": r"(?: [^\s.;!?]+){0,12} ",
    "*": "[a-z'-]*",
}
_FIRST: Final = 5
_FIRST_KOREAN: Final = 2
_WORD_START: Final = re.compile(r"(?<![a-z0-9'])[^\s가-힣]")
_LETTERS_END: Final = re.compile(r" __? |[*{@]")
_MACROS: Final = "words"
"""The group of the names that stand for several words in the other groups, as ``@name``."""


def names(group: str) -> tuple[str, ...]:
    """Return the names in a group, such as the four dimensions, in the order of the file."""
    return tuple(_entries()[group])


def entries(group: str, name: str) -> tuple[str, ...]:
    """Return the entries of one name as the files have them, both languages."""
    return _entries()[group][name]


@cache
def expression(group: str, name: str) -> re.Pattern[str]:
    """Return what finds any of the words and phrases of one name, in a text in lower case."""
    korean = _joined([_pieces(entry) for entry in entries(group, name) if _has_korean(entry)])
    english = _joined([_pieces(entry) for entry in entries(group, name) if not _has_korean(entry)])
    whole = rf"(?<![a-z0-9']){english}(?![a-z'])" if english else ""
    return re.compile("|".join(filter(None, (whole, korean))))


@lru_cache(maxsize=16_384)
def found(group: str, name: str, text: str) -> bool:
    """Tell whether a text holds any of the words and phrases of one name.

    Its expression is only tried on a text in which a word begins as one of the entries does.
    """
    may_be = not beginnings(group, name).isdisjoint(starts(text))
    return may_be and expression(group, name).search(text) is not None


def hits(group: str, name: str, text: str) -> tuple[re.Match[str], ...]:
    """Return where a text holds words and phrases of one name."""
    return tuple(expression(group, name).finditer(text)) if found(group, name, text) else ()


def named(group: str, text: str) -> frozenset[str]:
    """Return the names of a group of which a text holds words."""
    return frozenset(name for name in names(group) if found(group, name, text))


@lru_cache(maxsize=8192)
def starts(text: str) -> frozenset[str]:
    """Return how each word of a text begins, by one to five letters, and each pair of Korean syllables."""
    words = (text[hit.start() : hit.start() + _FIRST] for hit in _WORD_START.finditer(text))
    syllables = (text[at : at + _FIRST_KOREAN] for at, letter in enumerate(text) if is_korean(letter))
    return frozenset(first[:end] for first in (*words, *syllables) for end in range(1, len(first) + 1))


@cache
def beginnings(group: str, name: str) -> frozenset[str]:
    """Return the letters with which the entries of one name begin; see `starts`."""
    openings = (first for entry in entries(group, name) for first in _openings(entry))
    return frozenset(first[: _FIRST_KOREAN if is_korean(first[0]) else _FIRST] for first in openings)


def _openings(entry: str) -> Iterator[str]:
    """Yield how an entry can begin, up to its first gap or other piece that is no letter."""
    first, *rest = _PIECES.findall(entry)
    onward = "".join(rest)
    if len(first) > 1:
        words = _entries()[_MACROS][first[1:]] if first[0] == "@" else first[1:-1].split("|")
        for word in words:
            yield from _openings(word + onward)
    else:
        yield _LETTERS_END.split(entry)[0]


def _pieces(entry: str) -> tuple[str, ...]:
    """Return an entry as pieces of an expression: a letter each, a gap, any ending, one of several words."""
    return tuple(_piece(piece) for piece in _PIECES.findall(entry))


def _piece(piece: str) -> str:
    if len(piece) > 1 and piece[0] == "@":
        return _one_of(_entries()[_MACROS][piece[1:]])
    if len(piece) > 1 and piece[0] == "{":
        return _one_of(piece[1:-1].split("|"))
    return _MEANINGS.get(piece, re.escape(piece))


def _one_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(''.join(_pieces(word)) for word in words)})"


def _joined(entries: Iterable[tuple[str, ...]]) -> str:
    """Return one expression for many entries, which shares what they begin with."""
    by_first: dict[str, list[tuple[str, ...]]] = {}
    for first, *rest in filter(None, entries):
        by_first.setdefault(first, []).append(tuple(rest))
    branches = [first + _continued(rests) for first, rests in by_first.items()]
    return f"(?:{'|'.join(branches)})" if branches else ""


def _continued(rests: list[tuple[str, ...]]) -> str:
    onward = _joined(rests)
    return f"{onward}?" if onward and () in rests else onward


def _has_korean(entry: str) -> bool:
    return any(is_korean(character) for character in entry if not character.isspace())


@cache
def _entries() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    gathered: dict[str, dict[str, tuple[str, ...]]] = {}
    for language in LANGUAGES:
        for group, lists in _read(language).items():
            of = gathered.setdefault(group, {})
            for name, entries in lists.items():
                of[name] = (*of.get(name, ()), *entries)
    return gathered


def _read(language: str) -> Mapping[str, Mapping[str, Iterable[str]]]:
    path = files("earmark.audits.expressions") / f"{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
