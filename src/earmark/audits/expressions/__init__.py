"""Words and phrases of comparisons, by group and name: data in English and Korean, each name one expression.

A text may mix both languages, so one expression holds the entries of both.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from earmark.audits.lexicon import LANGUAGES, is_korean

_PIECES: Final = re.compile(r" _ |.", re.DOTALL)
_MEANINGS: Final = {" _ ": r"(?: [^\s.,;!?]+){0,4} ", "*": "[a-z'-]*"}


def names(group: str) -> tuple[str, ...]:
    """Return the names in a group, such as the four dimensions, in the order of the file."""
    return tuple(_entries()[group])


@cache
def expression(group: str, name: str) -> re.Pattern[str]:
    """Return what finds any of the words and phrases of one name, in a text in lower case."""
    entries = _entries()[group][name]
    korean = _joined([_pieces(entry) for entry in entries if _has_korean(entry)])
    english = _joined([_pieces(entry) for entry in entries if not _has_korean(entry)])
    whole = rf"(?<![a-z'])\b{english}(?![a-z'])" if english else ""
    return re.compile("|".join(filter(None, (whole, korean))))


@lru_cache(maxsize=16_384)
def found(group: str, name: str, text: str) -> bool:
    """Tell whether a text holds any of the words and phrases of one name."""
    return expression(group, name).search(text) is not None


def named(group: str, text: str) -> frozenset[str]:
    """Return the names of a group of which a text holds words."""
    return frozenset(name for name in names(group) if found(group, name, text))


def _pieces(entry: str) -> tuple[str, ...]:
    """Return an entry as pieces of an expression: a letter each, a gap, any ending."""
    return tuple(_MEANINGS.get(piece, re.escape(piece)) for piece in _PIECES.findall(entry))


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
