"""A rater's own words, apart from what they quote, the moments they name and the neighbouring scores."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from earmark.audits.rewrites import rewrite

_LEFT, _RIGHT = "\u2018", "\u2019"

_QUOTES: Final = re.compile(
    "|".join(
        (
            r'"[^"\n]{1,300}"',
            r"“[^”\n]{1,300}”",
            r"„[^“”\n]{1,300}[“”]",
            r"«[^»\n]{1,300}»",
            r"「[^」\n]{1,300}」",
            r"『[^』\n]{1,300}』",
            rf"{_LEFT}(?:[^{_RIGHT}\n]|{_RIGHT}(?=[a-z])){{1,300}}{_RIGHT}(?![a-z])",
            r"(?<!\w)'(?:[^'\n]|(?<=\w)'(?=[a-z])){1,300}'(?![a-z])",
        )
    ),
    re.IGNORECASE,
)
"""Quoted words. A single quotation mark inside a word is an apostrophe; Korean particles follow at once."""

QUOTED: Final = "\u2039\u203a"

_MOMENTS: Final = re.compile(
    r"\b\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?|\b\d+(?:\.\d+)?\s?(?:ms|msec|sec(?:ond)?s?|s)\b"
    r"|\d+\s?분\s?\d+\s?초|\d+(?:\.\d+)?\s?초|\bt\d{1,3}\b|\bturn\s\d{1,3}\b|\d+\s?번째\s?(?:턴|응답)"
)
"""Times, lengths of time, and turns."""

_NEIGHBOUR: Final = re.compile(
    r"(?:\b(?:not|isn't|rather than|instead of|than|above|below|beyond|from|of|to|be|for|why|short of|under"
    r"|over)\s+)?\b(?:a|an|full)\s+([1-5])\b(?![.:]\d)"
    r"|\b(?:not|above|below|from|than)\s+([1-5])\b(?![.:]\d)"
    r"|([1-5])\s?점(?:이|은|까지|까지는|도|을|보다|보단|에서|짜리)*"
    r"(?:\s?(?:아니\S*|아님|아닌|못\s?\S*|안\s?\S*|어렵\S*|될\s?수\s?없\S*))?"
)
"""A neighbouring score that is named to set the border: "so not a 2", "2점은 아니다"."""


@dataclass(frozen=True, slots=True)
class OwnWords:
    """A text taken apart.

    Attributes:
        text: The rater's own words in lower case, with a sign in the place of each quotation.
        quotes: What is quoted, without its marks.
        moments: How many times or turns are named.
        neighbours: Scores that are named to set a border.
    """

    text: str
    quotes: tuple[str, ...]
    moments: int
    neighbours: tuple[int, ...]


def quotes_in(text: str) -> tuple[str, ...]:
    """Return what a text quotes, without its marks."""
    return tuple(match.group()[1:-1] for match in _QUOTES.finditer(text))


def without_quotes(text: str) -> str:
    """Return a text with a sign in the place of each quotation."""
    return _QUOTES.sub(f" {QUOTED} ", text)


def own_words(text: str) -> OwnWords:
    """Take a text apart."""
    quotes = quotes_in(text)
    own = without_quotes(text).lower()
    moments = len(_MOMENTS.findall(own))
    own = _MOMENTS.sub(" ", own)
    own = rewrite(own)
    neighbours = tuple(int(next(filter(None, found))) for found in _NEIGHBOUR.findall(own))
    return OwnWords(_NEIGHBOUR.sub(" ", own).strip(), quotes, moments, neighbours)
