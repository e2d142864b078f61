"""Fact-checks of talks by plug-ins: what a plug-in gets, and the claims that it returns.

A plug-in is an entry point of the group `GROUP`: a function that takes a folder of the plug-in's own data and
returns a `FactCheck`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, Protocol, get_args

from earmark.core.errors import EarmarkError

GROUP: Final = "earmark.fact_checks"
MOST_CLAIMS: Final = 500
LONGEST: Final = 1000
"""Characters of a claim, and of its source."""

Verdict = Literal["right", "wrong", "unsure"]
State = Literal["done", "failed", "slow"]

_SHORTEST_NAME: Final = 3


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """One turn of a talk: ``user`` or ``agent``, its words, and where it is, in seconds."""

    role: str
    text: str
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class Talk:
    """What a plug-in is told of a talk: the scenario as raters see it, and the turns. No system, no file."""

    scenario: Mapping[str, object]
    turns: tuple[SaidTurn, ...]
    language: str


@dataclass(frozen=True, slots=True)
class Claim:
    """What is stated in a turn, and whether it is so.

    Attributes:
        turn: Place of the turn in the talk, from 0.
        claim: What is stated, in a sentence.
        verdict: ``right``, ``wrong`` or ``unsure``.
        affects_task: Whether the task is not met for it: an error that does not, pre-fills nothing.
        source: By what it was checked; empty for nothing that could be named.
    """

    turn: int
    claim: str
    verdict: Verdict
    affects_task: bool = False
    source: str = ""

    @property
    def fails_the_task(self) -> bool:
        """Whether it is an error that affects the task."""
        return self.verdict == "wrong" and self.affects_task


class FactCheck(Protocol):
    """A plug-in, opened."""

    def check(self, talk: Talk) -> Iterable[Claim]:
        """Return the claims of a talk; whatever it raises is told to the owner, and blocks nothing."""
        ...


class BadClaimError(EarmarkError):
    """A plug-in returned something that is no claim about the talk it was given."""


def sound_claims(given: Iterable[object], talk: Talk) -> tuple[Claim, ...]:
    """Return claims as a plug-in gave them, in the order of their turns.

    Raises:
        BadClaimError: One of them is no `Claim`, names a turn that is not there, or is too long.
    """
    claims = tuple(_sound(one, len(talk.turns)) for one in given)
    if len(claims) > MOST_CLAIMS:
        message = f"It returned {len(claims)} claims; at most {MOST_CLAIMS} are taken of a talk."
        raise BadClaimError(message)
    return tuple(sorted(claims, key=lambda one: one.turn))


def _sound(one: object, turns: int) -> Claim:
    if not isinstance(one, Claim):
        message = f"It returned {type(one).__name__}, which is no Claim."
        raise BadClaimError(message)
    if type(one.turn) is not int or not 0 <= one.turn < turns:
        message = f"It named turn {one.turn!r} of a talk that has {turns}, counted from 0."
        raise BadClaimError(message)
    texts = (one.claim, one.source)
    if not all(isinstance(text, str) and len(text) <= LONGEST for text in texts) or not one.claim.strip():
        message = f"Claim and source are texts of at most {LONGEST} characters, and the claim is not empty."
        raise BadClaimError(message)
    if one.verdict not in get_args(Verdict) or not isinstance(one.affects_task, bool):
        message = f"A verdict is one of {', '.join(get_args(Verdict))}, and 'affects_task' is true or false."
        raise BadClaimError(message)
    return one


def claim_as_json(claim: Claim) -> dict[str, object]:
    """Return a claim as plain JSON values."""
    return asdict(claim)


def claims_from(stored: Iterable[Mapping[str, Any]]) -> Iterator[Claim]:
    """Yield claims from plain JSON values."""
    yield from (Claim(**one) for one in stored)


def betrays(claim: Claim, names: Iterable[str]) -> bool:
    """Tell whether a claim has the name of a system or file in it, as a word, which no rater may read.

    Names of under three characters are no such words: they tell nobody anything, and stand in every text.
    """
    text = f"{claim.claim}\n{claim.source}"
    long_ones = (re.escape(name) for name in names if len(name) >= _SHORTEST_NAME)
    return any(re.search(rf"(?<!\w){name}(?!\w)", text, flags=re.IGNORECASE) for name in long_ones)
