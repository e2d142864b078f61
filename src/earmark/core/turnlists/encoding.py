"""Bytes of a text file as text: UTF-8, UTF-16, and two old encodings where they are beyond doubt."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Final

from earmark.core.turnlists.lists import UnusableListError
from earmark.core.wording import Said, said

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HIGH_RUNS: Final = re.compile(rb"[\x80-\xff]+")
_HANGUL: Final = re.compile(rb"(?:[\xb0-\xc8][\xa1-\xfe])+")
_SNIFFED: Final = 65536


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, and the encoding it was in where that was not UTF-8."""

    text: str
    encoding: str = ""

    @property
    def repair(self) -> Said:
        """Say what was done, where there is an encoding."""
        return said("text.encoding", encoding=self.encoding)


def decode_text(data: bytes) -> Decoded:
    """Return the text of a file.

    UTF-8 with or without its mark, UTF-16 and UTF-32; then CP949 where the bytes pair up to Hangul, and
    Windows-1252 where bytes beyond ASCII stand alone between letters, as accents do.

    Raises:
        UnusableListError: It is empty, or in none of these.
    """
    if not data.strip(b"\0 \t\r\n"):
        raise UnusableListError(said("text.empty"))
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strictly(data.removeprefix(mark), encoding)
    if (unmarked := _unmarked_utf16(data)) is not None:
        return _strictly(data, unmarked)
    try:
        return Decoded(data.decode("utf-8"))
    except UnicodeDecodeError:
        return _old_encoding(data)


def _strictly(data: bytes, encoding: str) -> Decoded:
    name = encoding.upper().removesuffix("-LE").removesuffix("-BE")
    try:
        return Decoded(data.decode(encoding), "" if encoding == "utf-8" else name)
    except UnicodeDecodeError as error:
        raise UnusableListError(said("text.not-as-marked", encoding=name)) from error


def _unmarked_utf16(data: bytes) -> str | None:
    """Return the encoding of text whose every other byte is mostly zero, as that of Western UTF-16."""
    start = data[:_SNIFFED]
    even, odd = start[0::2].count(0), start[1::2].count(0)
    half = len(start) // 2
    if odd > 0.6 * half and even < 0.1 * half:
        return "utf-16-le"
    if even > 0.6 * half and odd < 0.1 * half:
        return "utf-16-be"
    return None


def _old_encoding(data: bytes) -> Decoded:
    runs = _HIGH_RUNS.findall(data)
    high = sum(map(len, runs))
    hangul = sum(len(pairs) for run in runs for pairs in _HANGUL.findall(run))
    alone = sum(len(run) == 1 for run in runs)
    for encoding, name, sure in (
        ("cp949", "CP949 (Korean)", hangul >= 0.9 * high),
        ("cp1252", "Windows-1252", alone >= 0.9 * high and high <= 0.2 * len(data)),
    ):
        if sure:
            try:
                return Decoded(data.decode(encoding), name)
            except UnicodeDecodeError:
                continue
    raise UnusableListError(said("text.unknown-encoding"))
