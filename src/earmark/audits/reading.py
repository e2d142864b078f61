"""A rater's text, read by rules: what is quoted, when it was, and what each clause praises, blames or names.

Nothing here judges. The audits do, from what is found here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from earmark.audits.lexicon import is_korean, lexicon
from earmark.audits.own_words import own_words
from earmark.audits.signs import WORDS, Kind, Sign, find_phrase, match, signs_in

_CLAUSES: Final = re.compile(
    r"([.!?;:,\n…]+(?=\s|$|[가-힣])|[;,\n]|\s[-\u2013\u2014]+\s"
    r"|(?<=지만)\s|(?<=는데)\s|(?<=은데)\s|(?<=인데)\s|(?<=한데)\s|(?<=운데)\s|(?<=건데)\s|(?<=으나)\s"
    r"|\s(?=(?:but|however|though|although|yet|while|whereas|except|because|so|then|and)\s)"
    r"|\s(?=(?:하지만|그러나|그런데|근데|다만|반면|그래도|그리고)\s))"
)
"""Where one clause ends and the next begins."""

_ASKED_BUT: Final = re.compile(
    r"(?:묻|물[었어으]|여쭤|문의|부탁|요청|원했|원하|바랐|달라|달랬|달래|궁금|시켰|주문했"
    r"|말했|말씀|[라다]고 ?했)"
    r"\S*(?:는데도?|더니|으니|니까|지만|건만|길래|음에도)(?!\S)"
)
"""Korean leaves out who asked: "환불을 해 달랬더니" tells by its ending that something else came."""

_WHO: Final = ("men", "women", "speakers")


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of the text between two marks or conjunctions; ``opposes``: it stands against another."""

    text: str
    words: tuple[str, ...]
    signs: tuple[Sign, ...]
    negated: bool
    opposes: bool
    sentence: int

    def has(self, kind: Kind) -> bool:
        """Tell whether anything in it praises, or blames."""
        return any(sign.kind == kind for sign in self.signs)

    @property
    def tells_what_was_wanted(self) -> bool:
        """Whether it says that the user had asked, told or corrected something."""
        if _ASKED_BUT.search(self.text):
            return True
        return self.count("wanting") > 0 and self.count("asking") > 0

    @property
    def asks(self) -> bool:
        """Whether it says that something had been asked for."""
        return self.tells_what_was_wanted or self.count("asked_for") > 0

    @property
    def condemns(self) -> bool:
        """Whether it says that nothing at all was of use."""
        total = self.negated and self.count("totality") > 0 and self.count("avail") > 0
        return total or self.count("useless") > 0

    @property
    def tells_who_speaks(self) -> bool:
        """Whether it says no more than whose voice it is, or who says what: "a woman reads the forecast"."""
        return sum(self.count(name) for name in _WHO) + min(1, self.count("does")) > 1

    def words_beside(self, name: str) -> list[str]:
        """Return its words without the phrases of a list."""
        text = self.text
        for phrase in lexicon().lists[name].phrases:
            if phrase in text and find_phrase(text, phrase) >= 0:
                text = re.sub(re.escape(phrase) + (r"\S*" if is_korean(phrase) else ""), " ", text)
        return WORDS.findall(text)

    def count(self, name: str) -> int:
        """Count its words and phrases that are in a list."""
        return _count(name, self.text, self.words)


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it was read.

    Attributes:
        text: The text, trimmed.
        quotes: What it quotes.
        moments: How many times or turns it names.
        neighbours: Scores that it names to set a border.
        clauses: The rater's own words, clause by clause; quotations are left out.
    """

    text: str
    quotes: tuple[str, ...]
    moments: int
    neighbours: tuple[int, ...]
    clauses: tuple[Clause, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The rater's own words in order."""
        return tuple(word for clause in self.clauses for word in clause.words)

    @property
    def signs(self) -> tuple[Sign, ...]:
        """All that praises or blames, in order."""
        return tuple(sign for clause in self.clauses for sign in clause.signs)

    @property
    def has_evidence(self) -> bool:
        """Whether it quotes words or names a moment."""
        return bool(self.quotes) or self.moments > 0

    def count(self, name: str) -> int:
        """Count the words and phrases that are in a list."""
        return sum(clause.count(name) for clause in self.clauses)

    @property
    def is_contrasted(self) -> bool:
        """Whether one thing is set against another, and not praise against praise."""
        against = [clause for clause in self.clauses if clause.opposes]
        for_it = [clause for clause in self.clauses if not clause.opposes]
        both_praise = any(c.has("praise") for c in against) and any(c.has("praise") for c in for_it)
        contrasted = any(len(clause.words) > 1 for clause in against) or self.count("contrast") > 0
        return contrasted and not both_praise

    @property
    def contradicts(self) -> bool:
        """Whether it tells that the agent agreed twice, or to both: a fault without a word of blame."""
        assents = self.count("assents")
        return assents > 1 or (assents > 0 and self.count("twofold") > 0)

    @property
    def unread(self) -> bool:
        """Whether a sentence of it holds nothing that the word lists know: it may say anything."""
        one_voice = not (self.count("men") and self.count("women"))
        known = {
            c.sentence
            for c in self.clauses
            if c.signs
            or (one_voice and c.tells_who_speaks)
            or (c.count("does") and not c.tells_what_was_wanted)
        }
        return any(clause.sentence not in known and len(clause.words) > 1 for clause in self.clauses)

    def has(self, kind: Kind) -> bool:
        """Tell whether anything in it praises, or blames."""
        return any(clause.has(kind) for clause in self.clauses)


@lru_cache(maxsize=4096)
def _count(name: str, text: str, words: tuple[str, ...]) -> int:
    """Count what is asked of a clause more than once, by several audits."""
    found = sum(1 for word in words if match(name, word))
    phrases = [phrase for phrase in lexicon().lists[name].phrases if phrase in text]
    return found + sum(1 for phrase in phrases if find_phrase(text, phrase) >= 0)


@lru_cache(maxsize=256)
def read(text: str) -> Reading:
    """Read a text; one that was read lately is not read again."""
    own = own_words(text)
    return Reading(text.strip(), own.quotes, own.moments, own.neighbours, tuple(_clauses(own.text)))


def _clauses(text: str) -> Iterator[Clause]:
    sentence, opposes = 0, False
    for piece in _CLAUSES.split(text):
        if _CLAUSES.fullmatch(piece) or not piece.strip():
            sentence += any(mark in piece for mark in ".!?;\n")
            continue
        words = tuple(WORDS.findall(piece))
        begins_against = bool(words) and match("contrast", words[0]) > 0
        ends_against = bool(words) and is_korean(words[-1]) and match("contrast", words[-1]) > 0
        signs, negated = signs_in(piece)
        yield Clause(piece.strip(), words, signs, negated, opposes or begins_against, sentence)
        opposes = ends_against or (begins_against and len(words) == 1)
