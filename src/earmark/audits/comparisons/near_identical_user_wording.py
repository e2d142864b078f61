"""The user says the same words to A and to B, over turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rapidfuzz import fuzz, process

from earmark.audits.draft import Found, Settings, plain
from earmark.audits.pair import Pair
from earmark.audits.statements import SIDES

ID = "near-identical-user-wording"

_LIKENESS: Final = 0.88
_TURNS: Final = 2
_LEAST_WORDS: Final = 4


@dataclass(frozen=True, slots=True)
class Alike:
    """A turn of the user on A that comes again on B: their places among the user's turns, from 0."""

    a: int
    b: int
    text: str
    likeness: float


@dataclass(frozen=True, slots=True)
class Wording:
    """How alike the user's words are on both sides.

    Attributes:
        compared: Turns on A with at least four words; shorter ones are alike by themselves.
        alike: Those of them that come nearly word for word on B, in order.
    """

    compared: int
    alike: tuple[Alike, ...]

    @property
    def runs(self) -> tuple[tuple[Alike, ...], ...]:
        """The same turns, those together that follow each other on both sides."""
        runs: list[list[Alike]] = []
        for one in self.alike:
            last = runs[-1][-1] if runs else None
            if last and (one.a, one.b) == (last.a + 1, last.b + 1):
                runs[-1].append(one)
            else:
                runs.append([one])
        return tuple(map(tuple, runs))


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find turns of the user that come nearly word for word on both sides; very short ones do not count."""
    found = wording_of(pair, likeness=float(settings.get("likeness", _LIKENESS)))
    least = int(settings.get("turns", _TURNS))
    if (
        len(found.alike) >= min(least, max(1, found.compared))
        and len(found.alike) * 2 > found.compared
        and found.compared > 1
    ):
        yield Found(part=plain(found.alike[0].text), where="talks")


def wording_of(pair: Pair, *, likeness: float = _LIKENESS) -> Wording:
    """Return which turns of the user come on both sides, alike by at least so much, 0 to 1."""
    first, second = ([plain(turn.text) for turn in pair.said(side)] for side in SIDES)
    long_ones = [place for place, text in enumerate(first) if len(text.split()) >= _LEAST_WORDS]
    alike = (
        Alike(place, found[2], pair.said(SIDES[0])[place].text, found[1] / 100)
        for place in long_ones
        if (found := process.extractOne(first[place], second, scorer=fuzz.ratio, score_cutoff=100 * likeness))
    )
    return Wording(len(long_ones), tuple(alike))
