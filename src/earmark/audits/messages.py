"""The sentences of the audits, by language: data beside the word lists."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from earmark.audits.lexicon import LANGUAGES

_FALLBACK: Final = "en"
_LONGEST_PART: Final = 100


@dataclass(frozen=True, slots=True)
class Sentences:
    """What is so, and what to do."""

    message: str
    suggestion: str


def sentences(key: str, language: str, *, part: str = "") -> Sentences:
    """Return the sentences of an audit or of one of its variants, about a part of the text."""
    found = _read(language if language in LANGUAGES else _FALLBACK)[key]
    shown = part if len(part) <= _LONGEST_PART else part[: _LONGEST_PART - 1].rstrip() + "…"
    if found["message"].endswith("{part}."):
        shown = shown.rstrip(".!? ")
    return Sentences(found["message"].replace("{part}", shown), found["suggestion"])


def strength(key: str, language: str) -> str:
    """Return the sentence that says what a text has already."""
    return _read(language if language in LANGUAGES else _FALLBACK)["strengths"][key]


@cache
def _read(language: str) -> Mapping[str, Mapping[str, str]]:
    path = files("earmark.audits") / "messages" / f"{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
