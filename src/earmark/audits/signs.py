"""What praises and what blames in a clause, after negation."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from earmark.audits.lexicon import is_korean, lexicon

WORDS: Final = re.compile(r"[a-z][a-z'-]*|[가-힣ㄱ-ㅎㅏ-ㅣ]+|\d+")

_REACH: Final = 4
"""Words after an English negator that it may turn."""

_REACH_BACK: Final = 2
"""Words before a Korean negator that it may turn."""

_TELLS_WITHIN: Final = 4
"""Words after an English negator among which a verb of telling is denied."""

_ENDED: Final = ("고", "서", "며", "다", "요", "음", "면서")
"""Endings after which a Korean word is out of the reach of a later negator."""

Kind = Literal["praise", "fault"]

_SIGNS: Final = ("fault_named", "blame_verdict", "praise_named", "praise_verdict")


@dataclass(frozen=True, slots=True)
class Sign:
    """One word or phrase that praises or blames.

    Attributes:
        kind: What it comes to after negation.
        word: The word, as it was written, in lower case.
        named: It names what was so; a verdict alone does not.
        firm: It can only be meant that way; a soft one may stand in the other kind of text too.
    """

    kind: Kind
    word: str
    named: bool
    firm: bool


_LACK: Final = Sign("fault", "not", named=True, firm=False)

WITHHELD: Final = Sign("fault", "not", named=True, firm=True)
"""What stands for something that the agent was asked to tell, or ought to have told, and did not."""


@lru_cache(maxsize=20_000)
def match(name: str, word: str) -> int:
    """Return how much of a word a list takes, see `Lexicon.match`."""
    return lexicon().match(name, word)


@dataclass(slots=True)
class _Hit:
    place: int
    sign: Sign


def signs_in(piece: str) -> tuple[tuple[Sign, ...], bool]:
    """Return what a clause praises or blames, and whether it says that something is not there."""
    starts = [found.start() for found in WORDS.finditer(piece)]
    rest, hits = _phrase_hits(piece, starts)
    negations: list[tuple[int, int]] = []  # number of the word, and the way it looks: 1 ahead, -1 back
    for found in WORDS.finditer(rest):
        word, place = found.group(), bisect_left(starts, found.start())
        sign = _sign_of(word)
        if sign is not None:
            hits.append(_Hit(place, sign))
        if (way := _negation(word)) is not None:
            negations.append((place, way))
    hits.sort(key=lambda hit: hit.place)
    lacks = [(place, way) for place, way in negations if not _turn(hits, place, way)]
    signs = [hit.sign for hit in hits]
    words = WORDS.findall(piece)
    signs += [WITHHELD if _withholds(words, place, way) else _LACK for place, way in lacks]
    return tuple(signs), bool(negations)


def _phrase_hits(piece: str, starts: list[int]) -> tuple[str, list[_Hit]]:
    """Find phrases, and leave their room in the text empty for the words."""
    hits = []
    for name in ("praise_named", "fault_named", "blame_verdict"):
        for phrase in lexicon().lists[name].phrases:
            while phrase in piece and (place := find_phrase(piece, phrase)) >= 0:
                end = place + len(phrase)
                first, last = bisect_left(starts, place), bisect_left(starts, end) - 1
                if is_korean(phrase):  # its ending goes with it, and a negator looks back from its last word
                    end = max(end, piece.find(" ", end)) if " " in piece[end:] else len(piece)
                hits.append(_Hit(last if is_korean(phrase) else first, _sign(name, phrase)))
                piece = piece[:place] + " " * (end - place) + piece[end:]
    return piece, hits


def find_phrase(text: str, phrase: str) -> int:
    """Find a phrase: an English one as whole words, a Korean one anywhere."""
    place = text.find(phrase)
    if place < 0 or is_korean(phrase):
        return place
    found = re.search(rf"(?<![a-z']){re.escape(phrase)}(?![a-z'])", text)
    return found.start() if found else -1


@lru_cache(maxsize=20_000)
def _sign_of(word: str) -> Sign | None:
    lengths = {name: match(name, word) for name in _SIGNS}
    name = max(_SIGNS, key=lambda one: lengths[one])
    return _sign(name, word) if lengths[name] else None


def _sign(name: str, word: str) -> Sign:
    kind: Kind = "praise" if name.startswith("praise") else "fault"
    soft = match("soft", word) or word in lexicon().lists["soft"].phrases
    return Sign(kind, word, named=name.endswith("named"), firm=not soft)


def _negation(word: str) -> int | None:
    """Return which way a negator looks, None for other words."""
    if is_korean(word):
        if word in lexicon().lists["turns_next"].whole:
            return 1
        return -1 if match("negators", word) else None
    return 1 if match("negators", word) or word.endswith("n't") else None


def _reaches_back(hit: _Hit, place: int) -> bool:
    """Tell whether a Korean negator speaks of a word before it: not where that word ended its own clause."""
    ended = place > hit.place and hit.sign.word.endswith(_ENDED)
    return 0 <= place - hit.place <= _REACH_BACK and not ended


def _withholds(words: list[str], place: int, way: int) -> bool:
    """Tell whether a negator denies that the agent told something: "never mentions", "대답하지 않는다".

    What the user did not tell is no fault of the agent: "although I never mentioned it".
    """
    if way > 0:
        told = words[place + 1 : place + 1 + _TELLS_WITHIN]
        before = words[max(0, place - 2) : place]
        excused = any(match(name, word) for name in ("wanting", "relatives") for word in before)
        return not excused and any(match("tells", word) for word in told)
    return any(match("tells", word) for word in words[max(0, place - 2) : place])


def _turn(hits: list[_Hit], place: int, way: int) -> bool:
    """Turn the signs that a negator reaches; return whether there were any."""
    if way > 0:
        reached = [hit for hit in hits if 0 < hit.place - place <= _REACH]
    else:
        reached = [hit for hit in hits if _reaches_back(hit, place)][-1:]
    for hit in reached:
        kind: Kind = "fault" if hit.sign.kind == "praise" else "praise"
        hit.sign = replace(hit.sign, kind=kind)
    return bool(reached)
