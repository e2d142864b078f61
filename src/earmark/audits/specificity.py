"""How much of a text names what was heard, so that it could not stand under any other turn."""

from __future__ import annotations

from typing import Final

from earmark.audits.draft import Draft
from earmark.audits.reading import Clause, Reading
from earmark.audits.signs import match

ENOUGH: Final = 1.5
"""From this sum on a text names something: two words that say what, or one and where or of which aspect."""

_ENOUGH_IN_FEW: Final = 2.0
_FEW: Final = 4
"""Up to so many words a text has to name more: "monotone voice" names nothing that was heard."""

_ENOUGH_AT_TOP: Final = 1.0
"""For the highest score, of which less has to be shown."""

_SHARE: Final = 0.12
"""The least share of naming words in a long text."""

_LONG: Final = 20
_FOR_ASPECT: Final = 0.5
_MOST_FOR_ASPECTS: Final = 1.0
MOST_FOR_QUALITIES: Final = 0.4
"""What "natural" and the like add, once: less than an aspect."""

_SAY_NOTHING: Final = (
    "generic", "praise_verdict", "blame_verdict", "contrast", "negators", "turns_next", "shortfall",
    "liking", "hedges", "unease", "verdict_formal", "abstract",
)  # fmt: skip

_OF_THE_TALK: Final = ("delivery_words", "content_words", "does", "asking", "aspects", "tells", "omissions")
"""Without a word from any of these a text may be about anything, and has to name as much as a short one."""

_OF_THE_RATER: Final = ("liking", "hedges", "unease")
_SHARE_OF_THE_RATER: Final = 0.5
"""What a word counts beside the rater's own liking or doubt, which tells of the rater first."""


def specificity(draft: Draft) -> float:
    """Return how much a text names: words that say what or where, and a little for aspects and qualities.

    Quotes, moments and marks are evidence and are asked for apart; see `Draft.has_evidence`.
    """
    reading = draft.reading
    words = set(reading.words)
    named = sum(_weights(reading).values())
    aspects = min(_MOST_FOR_ASPECTS, _FOR_ASPECT * sum(match("aspects", word) > 0 for word in words))
    qualities = MOST_FOR_QUALITIES * any(match("praise_named", word) for word in words)
    place = min(1, reading.count("places"))
    return named + aspects + qualities + place


def _weights(reading: Reading) -> dict[str, float]:
    """Return what each word adds that names something; idioms that say nothing are left out."""
    weights: dict[str, float] = {}
    for clause in reading.clauses:
        weight = _SHARE_OF_THE_RATER if _is_of_the_rater(clause) else 1.0
        for word in clause.words_beside("empty"):
            if says_what(word):
                weights[word] = max(weight, weights.get(word, 0.0))
    return weights


def _is_of_the_rater(clause: Clause) -> bool:
    """Tell whether a clause is about the rater's liking, or how the rater weighed it."""
    if any(clause.count(name) for name in _OF_THE_RATER):
        return True
    about = any(clause.count(name) for name in ("delivery_words", "content_words", "asking", "places"))
    return clause.count("rater") > 0 and clause.count("abstract") > 0 and not about


def is_specific(draft: Draft) -> bool:
    """Tell whether a text names enough; a long one must not drown it in words that say nothing."""
    found, count = specificity(draft), len(draft.reading.words)
    enough = _ENOUGH_IN_FEW if count <= _FEW else ENOUGH
    if not (draft.reading.contradicts or any(draft.reading.count(name) for name in _OF_THE_TALK)):
        enough = _ENOUGH_IN_FEW
    if draft.steps_below_top == 0:
        enough = _ENOUGH_AT_TOP
    if count <= _FEW and draft.reading.is_contrasted and shows_otherwise(draft):
        return True
    return found >= enough and (count < _LONG or found >= _SHARE * count)


def shows_otherwise(draft: Draft) -> bool:
    """Tell whether the text praises nothing and quotes, or sets something else beside what was wanted."""
    reading = draft.reading
    if reading.has("praise"):
        return False
    wanted = [clause for clause in reading.clauses if clause.tells_what_was_wanted]
    given = [clause for clause in reading.clauses if not clause.tells_what_was_wanted]
    return bool(reading.quotes) or bool(wanted and given and not _named(wanted) & _named(given))


def _named(clauses: list[Clause]) -> set[str]:
    return {word for clause in clauses for word in clause.words if says_what(word)}


def criteria_named(draft: Draft) -> float:
    """Return how many criteria a text names: a half for each that is only an adjective."""
    words = set(draft.reading.words)
    aspects = sum(match("aspects", word) > 0 for word in words)
    return aspects + 0.5 * sum(match("criterion_adjectives", word) > 0 for word in words)


def names_criteria_met(draft: Draft) -> bool:
    """Tell whether a highest score is justified by the criteria that were met, which needs no quote."""
    return draft.steps_below_top == 0 and criteria_named(draft) + min(1, len(draft.criteria)) >= ENOUGH


def says_what(word: str) -> bool:
    """Tell whether a word names something that not every turn has: no list has it for saying nothing."""
    return not any(match(name, word) for name in (*_SAY_NOTHING, "aspects", "praise_named", "places"))
