"""What differs, word for word, between a sentence that somebody wrote and the model sentence."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words in a row, and whether they are in this sentence alone."""

    text: str
    differs: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """Both sentences in pieces. ``same`` says that no word differs; nothing written is not the same."""

    written: tuple[Piece, ...]
    model: tuple[Piece, ...]

    @property
    def same(self) -> bool:
        """Whether all words are the same, capitals and marks aside."""
        return not any(piece.differs for piece in (*self.written, *self.model))


def compared(written: str, model: str) -> Compared:
    """Compare two sentences by their words; capitals, punctuation and the form of quotes do not count."""
    ours, theirs = written.split(), model.split()
    matcher = SequenceMatcher(None, list(map(_bare, ours)), list(map(_bare, theirs)), autojunk=False)
    same = matcher.get_matching_blocks()
    return Compared(
        _pieces(ours, {block.a + step for block in same for step in range(block.size)}),
        _pieces(theirs, {block.b + step for block in same for step in range(block.size)}),
    )


def _bare(word: str) -> str:
    folded = unicodedata.normalize("NFKC", word).casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return "".join(mark for mark in folded if mark.isalnum() or mark in "'-:") or word


def _pieces(words: list[str], same: set[int]) -> tuple[Piece, ...]:
    runs = groupby(range(len(words)), key=lambda index: index not in same)
    return tuple(Piece(" ".join(words[index] for index in run), differs) for differs, run in runs)
