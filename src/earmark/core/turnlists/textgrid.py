"""Praat's TextGrid, long and short: a tier a speaker, its intervals with words are the turns.

Praat reads a text file as its free-standing numbers, quoted texts and flags, whatever stands between them
(manual, "TextGrid file formats"), and so does this reader; long and short are then one form.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from earmark.core.times_written import read_time
from earmark.core.turnlists.encoding import Decoded
from earmark.core.turnlists.lists import ReadList, UnusableListError, in_order
from earmark.core.turnlists.words import Word, joined
from earmark.core.turns import TurnNote, WrittenTurn
from earmark.core.wording import Said, said

_TOKEN: Final = re.compile(
    r'(?<!\S)(?:"(?P<text>(?:[^"]|"")*+)"|(?P<flag><\w+>)|!(?P<comment>[^\r\n]*)|(?P<bare>\S+))'
)
_NUMBER: Final = re.compile(
    r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?%?|--undefined--|[+-]?(?:nan|inf)"
)
_WORDS: Final = re.compile(r"(?:(?P<speaker>.*)-\s*)?words?", re.IGNORECASE)
_PHONES: Final = re.compile(r"(?:.*-\s*)?phones?", re.IGNORECASE)
_MOST_INTERVALS: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class _Tier:
    name: str
    is_of_intervals: bool
    marks: tuple[tuple[str, str, str, int], ...]  # start, end, text, line


def read_textgrid(decoded: Decoded) -> tuple[ReadList, ...]:
    """Read the interval tiers; a tier of points or of phones says nothing about turns and is named."""
    reader = _Reader(decoded.text)
    turns: list[WrittenTurn] = []
    left_out: list[TurnNote] = []
    for tier in reader.tiers():
        if not tier.is_of_intervals or _PHONES.fullmatch(tier.name):
            left_out.append(TurnNote(said("list.tier-without-turns", tier=tier.name)))
        else:
            turns.extend(_turns(tier))
    return (ReadList(in_order(turns), warnings=tuple(left_out)),)


def _turns(tier: _Tier) -> list[WrittenTurn]:
    filled = [(number, *mark) for number, mark in enumerate(tier.marks, 1) if mark[2].strip()]
    of_words = _WORDS.fullmatch(tier.name)
    speaker = tier.name if of_words is None else (of_words["speaker"] or "").strip()
    words = [
        Word(
            text,
            _time(start),
            _time(end),
            said("place.interval", number=number, tier=tier.name),
            speaker,
            line=line,
        )
        for number, start, end, text, line in filled
    ]
    if of_words is not None:
        return joined(words)
    return [
        WrittenTurn(
            {
                "speaker": word.speaker,
                "start": word.start,
                "end": word.end,
                "text": " ".join(word.text.split()),
            },
            word.place,
            word.line,
        )
        for word in words
    ]


def _time(written: str) -> object:
    time = read_time(written)
    return time.seconds if time is not None and time.form == "plain" else written


def _named(what: str) -> Said:
    return said(f"textgrid.{what}")


class _Reader:
    """The tokens of one file, taken in order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._breaks = [found.start() for found in re.finditer(r"\r\n|\r|\n", text)]
        self._tokens = self._scan()
        self._line = 1

    def tiers(self) -> Iterator[_Tier]:
        """Yield each tier; UnusableListError where the file is none or breaks off."""
        self._head()
        for _ in range(self._count("tier-count")):
            kind, name = self._take("text", "tier-class"), self._take("text", "tier-name")
            self._take("number", "tier-start")
            self._take("number", "tier-end")
            of_intervals = kind == "IntervalTier"
            marks = tuple(self._mark(of_intervals=of_intervals) for _ in range(self._count("interval-count")))
            yield _Tier(name, of_intervals, marks)

    def _head(self) -> None:
        start = self._text[:200]
        if "ooBinaryFile" in start or "chronological" in start:
            raise UnusableListError(said("list.other-textgrid"))
        if "TextGrid" not in start:
            raise UnusableListError(said("list.no-textgrid"), 1)
        self._take("text", "file-type")
        self._take("text", "object-class")
        self._take("number", "all-start")
        self._take("number", "all-end")
        if self._take("flag", "has-tiers") != "<exists>":
            self._tokens = iter((_Token("number", "0", self._line),))

    def _mark(self, *, of_intervals: bool) -> tuple[str, str, str, int]:
        start = self._take("number", "mark-start")
        line = self._line
        end = self._take("number", "mark-end") if of_intervals else start
        return start, end, self._take("text", "mark-text"), line

    def _count(self, what: str) -> int:
        written = self._take("number", what)
        if not written.isascii() or not written.isdigit() or int(written[:20]) > _MOST_INTERVALS:
            wrong = said("list.textgrid-count", found=written[:20], what=_named(what))
            raise UnusableListError(wrong, self._line)
        return int(written)

    def _take(self, kind: str, what: str) -> str:
        token = next(self._tokens, None)
        if token is None:
            raise UnusableListError(said("list.breaks-off", what=_named(what)), self._line)
        self._line = token.line
        if token.kind != kind:
            found = token.value[:40]
            wrong = said("list.textgrid-place", kind=_named(token.kind), found=found, what=_named(what))
            raise UnusableListError(wrong, token.line)
        return token.value

    def _scan(self) -> Iterator[_Token]:
        for found in _TOKEN.finditer(self._text):
            line = bisect_right(self._breaks, found.start()) + 1
            if found["text"] is not None:
                yield _Token("text", found["text"].replace('""', '"'), line)
            elif found["flag"] is not None:
                yield _Token("flag", found["flag"], line)
            elif found["bare"] is not None and _NUMBER.fullmatch(found["bare"]):
                yield _Token("number", found["bare"], line)
