"""What is said of files, by code: one catalogue of sentences a language, beside this file.

A sentence is known by its code and filled with words. A word may be a sentence itself, such as the place of a
turn, so that all of it comes in one language. A reason reads after the name of the file and has no full stop,
``short`` says it in a label; a remedy is a sentence of its own, and ``page`` says it to somebody who sits
before a page and not at a command line.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final, Literal

Part = Literal["reason", "remedy", "page", "short"]

LANGUAGES: Final = ("en", "ko")
_FALLBACK: Final = "en"
_INSTEAD: Final[Mapping[Part, Part]] = {"page": "remedy", "short": "reason"}


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence by its code, with the words that fill it."""

    code: str
    words: Mapping[str, Word] = field(default_factory=dict)

    @property
    def reason(self) -> str:
        """What is so, in English."""
        return say(self)

    @property
    def remedy(self) -> str:
        """What mends it, in English; empty where nothing does."""
        return say(self, part="remedy")

    def as_json(self) -> dict[str, object]:
        """Return it as plain JSON values; `said_from` reads them again."""
        return {"code": self.code, "words": {name: _plain(word) for name, word in self.words.items()}}

    def with_words(self, **words: Word) -> Said:
        """Return it with more words, or others."""
        return Said(self.code, {**self.words, **words})


Word = str | int | float | Said | tuple[str | Said, ...]


def said(code: str, /, **words: Word) -> Said:
    """Return a sentence of the catalogue with its words."""
    return Said(code, words)


def said_from(code: str, words: Mapping[str, object]) -> Said:
    """Read what `Said.as_json` has written."""
    return Said(code, {name: _word_from(word) for name, word in words.items()})


def say(sentence: Said, language: str = _FALLBACK, *, part: Part = "reason") -> str:
    """Say a part of a sentence in a language, in English where that language is not spoken here.

    Without a part of its own for pages or labels, a sentence says there what it says everywhere. What has no
    remedy gives an empty text.

    Raises:
        KeyError: No sentence has this code, or a word is missing.
    """
    language = spoken(language)
    template = _template(_read(language)[sentence.code], part)
    return template.format(**{name: _shown(word, language) for name, word in sentence.words.items()})


def tell(told: Said | str, language: str = _FALLBACK, *, part: Part = "remedy") -> str:
    """Say what happened and then what mends it, each as a sentence; plain words stay what they are."""
    if isinstance(told, str):
        return told
    return f"{say(told, language)}. {say(told, language, part=part)}".strip()


def pack(told: Said | str) -> str:
    """Return a sentence as one line of JSON, and plain words as they are; `unpack` reads both."""
    return told if isinstance(told, str) else json.dumps(told.as_json(), ensure_ascii=False)


def unpack(text: str) -> Said | str:
    """Read what `pack` has written; a sentence that this catalogue does not know stays as it was written."""
    if not text.startswith('{"code"'):
        return text
    written = json.loads(text)
    return said_from(written["code"], written["words"]) if knows(written["code"]) else text


def spoken(language: str) -> str:
    """Return the language in which this one gets its sentences: itself, or English."""
    return language if language in LANGUAGES else _FALLBACK


def knows(code: str) -> bool:
    """Tell whether there is a sentence of this code: a report may be older than the catalogue."""
    return code in _read(_FALLBACK)


def _template(entry: str | Mapping[str, str], part: Part) -> str:
    parts = {"reason": entry} if isinstance(entry, str) else entry
    return parts.get(part) or parts.get(_INSTEAD.get(part, ""), "")


def _shown(word: Word, language: str) -> str | int | float:
    if isinstance(word, Said):
        return say(word, language)
    if isinstance(word, tuple):
        return ", ".join(str(_shown(part, language)) for part in word)
    return word


def _plain(word: Word) -> object:
    if isinstance(word, Said):
        return word.as_json()
    return [_plain(part) for part in word] if isinstance(word, tuple) else word


def _word_from(value: object) -> Word:
    if isinstance(value, Mapping):
        return said_from(str(value["code"]), value["words"])
    if isinstance(value, (list, tuple)):
        parts = (_word_from(part) for part in value)
        return tuple(part if isinstance(part, Said) else str(part) for part in parts)
    return value if isinstance(value, (int, float)) else str(value)


@cache
def _read(language: str) -> Mapping[str, str | Mapping[str, str]]:
    path = files("earmark.core") / "wording" / f"{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
