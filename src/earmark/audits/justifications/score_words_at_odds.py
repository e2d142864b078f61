"""Score and words pull in different directions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Draft, Found, Settings
from earmark.audits.reading import Clause
from earmark.audits.signs import WITHHELD

ID = "score-words-at-odds"

_LOW: Final = 1  # steps above the bottom: a 1 and a 2 of five
_HEAVY: Final = 2  # faults
_LAST_WORD: Final = 9  # words
_NEEDS_SHORTFALL: Final = 4  # points of a scale on which "one below the top" has to be told from the top


def audit(draft: Draft, settings: Settings) -> Iterator[Found]:
    """Find praise alone under a low score, complaint alone under a high one, no lack under the one below.

    Low are the two lowest scores, high the highest and, for a heavy complaint, the one below. A sentence that
    the word lists know nothing of is not held against it.
    """
    del settings
    reading = draft.reading
    if not reading.words or draft.steps_above_bottom is None:
        return
    told = reading.has("fault") or reading.is_contrasted or reading.unread or reading.contradicts
    if draft.steps_above_bottom <= _LOW and reading.has("praise") and not told:
        yield Found("praise-low")
    elif _complains(draft):
        yield Found("complaint-high")
    elif _needs_shortfall(draft) and not told and not _falls_short(draft):
        yield Found("no-shortfall")


def _complains(draft: Draft) -> bool:
    """Tell whether any complaint stands alone under the top score, or a heavy one under that below."""
    if draft.steps_below_top == 0:
        return _firm_faults(draft) > 0 or _condemns(draft)
    return _needs_shortfall(draft) and (_condemns(draft) or _weighs_heavily(draft))


def _firm_faults(draft: Draft) -> int:
    """Return how many faults it tells that can only be meant as complaints; 0 where it praises as well."""
    reading = draft.reading
    firm = [sign for sign in reading.signs if sign.kind == "fault" and sign.firm]
    return 0 if reading.has("praise") else len(firm)


def _condemns(draft: Draft) -> bool:
    """Tell whether the text ends by calling all of it useless, or does so and praises nothing."""
    reading = draft.reading
    last = max((clause.sentence for clause in reading.clauses), default=0)
    for clause in reading.clauses:
        ends = clause.sentence == last and len(clause.words) <= _LAST_WORD
        if clause.condemns and not clause.opposes and (ends or not reading.has("praise")):
            return True
    return False


def _weighs_heavily(draft: Draft) -> bool:
    """Tell whether all a text says is that what was asked for did not come, or one fault after another."""
    reading = draft.reading
    if reading.unread or reading.count("shortfall") or not _firm_faults(draft):
        return False
    withheld = WITHHELD in reading.signs
    asked = any(clause.asks for clause in reading.clauses)
    faults = sum(sign.kind == "fault" for sign in reading.signs)
    heavy = _firm_faults(draft) >= _HEAVY or faults > _HEAVY
    return (withheld and asked) or (heavy and not reading.is_contrasted)


def _needs_shortfall(draft: Draft) -> bool:
    enough = len(draft.question.points) >= _NEEDS_SHORTFALL
    return draft.steps_below_top == 1 and enough and not draft.is_ready_made()


def _falls_short(draft: Draft) -> bool:
    """Tell whether anything keeps the score from the top: a small lack, a limit, or the top score named."""
    top = draft.question.points[-1].value
    reading = draft.reading
    lacks = sum(clause.count("shortfall") for clause in reading.clauses if not _denies(clause))
    return lacks > 0 or reading.count("contrast") > 0 or top in reading.neighbours


def _denies(clause: Clause) -> bool:
    """Tell whether a clause says that a lack is not there: "nothing is missing"."""
    return clause.negated and clause.has("praise") and not clause.has("fault")
