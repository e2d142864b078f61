"""The user goes on as if the model had said nothing."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rapidfuzz import fuzz, process

from earmark.audits.comparisons.near_identical_user_wording import wording_of
from earmark.audits.draft import Found, Settings
from earmark.audits.expressions import expression
from earmark.audits.pair import Pair, SpokenTurn
from earmark.audits.statements import SIDES

ID = "user-ignores-model"

_QUESTION: Final = re.compile(r"\?\s*[\"”]?\s*$|(?:까요|나요|세요|니까|을래요|까)[?.]?\s*$")
_WORDS: Final = re.compile(r"[a-z']{4,}|[가-힣]{2,}|\d+")
_SMALL: Final = frozenset(
    [
        "what",
        "which",
        "when",
        "where",
        "would",
        "could",
        "should",
        "have",
        "with",
        "your",
        "that",
        "this",
        "like",
        "want",
        "does",
        "about",
        "there",
        "they",
        "them",
        "will",
        "been",
        "were",
        "into",
        "also",
        "then",
        "than",
        "from",
        "some",
        "more",
        "much",
        "many",
        "how's",
        "it's",
        "i'm",
        "can't",
        "tell",
        "please",
        "give",
        "know",
        "help",
        "need",
        "looking",
    ]
)
_MOVES_ON: Final = re.compile(
    r"\?\s*$|^(?:i would|i'd) (?:also )?like|^(?:and|also|next|now|tell|can you|could you|please|what|how"
    r"|where|when|which|i want|i wonder|i need|another)\b"
    r"|^(?:다음|그리고|또|이제|그럼)|(?:주세요|줘|줄래요|알려 줘)[.?!]*$"
)
_NEW_LINE: Final = re.compile(
    r"^(?:i would|i'd) (?:also )?like|^(?:also|next|another|and (?:also|how|what|where|can|could))\b"
    r"|^(?:다음|그리고|또)"
)
_HOW_MANY: Final = re.compile(
    r"how (?:many|much|long|old|often|far|big)|when\b|what time|which day|얼마|몇|언제"
)
_NUMBER: Final = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|hundred|half)\b"
    r"|[일이삼사오육칠팔구십백천만] ?(?:원|명|시|분|일|년|개|번|월|살)"
)
_ORDERS: Final = re.compile(r"^(?:please|give|tell|show|can you|could you|what|how|where)\b")
_SHORT: Final = 4
_OPENING: Final = 40
_FIRST: Final = 6
_LIKE: Final = 75


@dataclass(frozen=True, slots=True)
class Reaction:
    """A question of the model and what the user said next: its place among the side's turns, from 0."""

    reply: int
    text: str
    passes_over: bool


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a question of the model that the user passes over with a line of their own.

    An answer begins like one, takes up a word of the question, or is short.
    """
    del settings
    for side in SIDES:
        passed_over = next((one for one in reactions_of(pair, side) if one.passes_over), None)
        if passed_over:
            yield Found(of=(side,), part=passed_over.text, where="talks")
            return


def reactions_of(pair: Pair, side: str) -> Iterator[Reaction]:
    """Yield what the user said to each question of the model on a side.

    A line that comes on both sides, though the models ask different things there, is read from a sheet.
    """
    sheet = {id(turn) for turn in _from_a_sheet(pair)}
    for place, (said, reply) in enumerate(itertools.pairwise(pair.turns.get(side, ())), 1):
        is_asked = said.speaker == "agent" and _QUESTION.search(said.text.lower()) is not None
        if is_asked and reply.speaker == "user":
            passes_over = _reads_on if id(reply) in sheet else _passes_over
            yield Reaction(place, reply.text, passes_over(said.text.lower(), reply.text.lower()))


def _from_a_sheet(pair: Pair) -> Iterator[SpokenTurn]:
    """Yield the turns of the user that come on both sides behind two questions about different things."""
    asked = {side: _asked_before(pair, side) for side in SIDES}
    for one in wording_of(pair).alike:
        first, second = (asked[side][getattr(one, side)] for side in SIDES)
        if all(map(_QUESTION.search, (first, second))) and not _shares_a_word(first, second):
            yield from (pair.said(side)[getattr(one, side)] for side in SIDES)


def _asked_before(pair: Pair, side: str) -> list[str]:
    """Return what the model said before each turn of the user, in lower case."""
    turns = pair.turns.get(side, ())
    before = ["", *(turn.text.lower() if turn.speaker == "agent" else "" for turn in turns)]
    return [said for said, turn in zip(before, turns, strict=False) if turn.speaker == "user"]


def _reads_on(asked: str, answer: str) -> bool:
    is_short = len(answer.split()) <= _SHORT
    return not (is_short or _begins(answer[:_OPENING], "assents") or _shares_a_word(asked, answer))


def _passes_over(asked: str, answer: str) -> bool:
    moves_on = _MOVES_ON.search(answer) is not None
    is_short = len(answer.split()) <= _SHORT and not _NEW_LINE.search(answer)
    if is_short or _answers_first(answer):
        return False
    opening = answer[:_OPENING]
    if _NEW_LINE.search(answer) is None and _begins(opening, "assents"):
        return False
    if not moves_on or (_HOW_MANY.search(asked) and _NUMBER.search(opening) and not _ORDERS.search(opening)):
        return False
    return not _shares_a_word(asked, answer)


def _shares_a_word(text: str, other: str) -> bool:
    """Tell whether two texts have a word in common, or nearly, that means something."""
    words = [word for word in _WORDS.findall(text) if word not in _SMALL]
    return any(
        process.extractOne(word, words, scorer=fuzz.ratio, score_cutoff=_LIKE)
        for word in _WORDS.findall(other)
        if word not in _SMALL
    )


def _answers_first(answer: str) -> bool:
    """Tell whether a short sentence that asks and orders nothing stands before the rest."""
    first, _, rest = answer.partition(". ")
    return bool(rest) and len(first.split()) <= _SHORT and not _MOVES_ON.search(first) and "?" not in first


def _begins(opening: str, name: str) -> bool:
    match = expression("compares", name).search(opening)
    return match is not None and match.start() <= _FIRST
