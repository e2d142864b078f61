"""Words and phrases of comparisons, by group and name: data in English and Korean, each name one expression.

A text may mix both languages, so one expression holds the entries of both.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from earmark.audits.lexicon import LANGUAGES, is_korean

_GAP: Final = r"(?: [^\s.,;!?]+){0,4} "


def names(group: str) -> tuple[str, ...]:
    """Return the names in a group, such as the four dimensions, in the order of the file."""
    return tuple(_entries()[group])


@cache
def expression(group: str, name: str) -> re.Pattern[str]:
    """Return what finds any of the words and phrases of one name, in a text in lower case."""
    entries = sorted(_entries()[group][name], key=len, reverse=True)
    korean = [_pattern(entry) for entry in entries if _has_korean(entry)]
    english = [_pattern(entry) for entry in entries if not _has_korean(entry)]
    whole = rf"(?<![a-z'])(?:{'|'.join(english)})(?![a-z'])" if english else ""
    return re.compile("|".join(filter(None, (whole, *korean))))


def found(group: str, name: str, text: str) -> bool:
    """Tell whether a text holds any of the words and phrases of one name."""
    return expression(group, name).search(text) is not None


def named(group: str, text: str) -> frozenset[str]:
    """Return the names of a group of which a text holds words."""
    return frozenset(name for name in names(group) if found(group, name, text))


def _pattern(entry: str) -> str:
    literal = re.escape(entry).replace(r"\ _\ ", _GAP)
    return literal.replace(r"\*", "[a-z'-]*")


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
