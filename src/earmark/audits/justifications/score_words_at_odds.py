"""Score and words pull in different directions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Draft, Found, Settings

ID = "score-words-at-odds"

_LOW: Final = 1  # steps above the bottom: a 1 and a 2 of five
_NEEDS_SHORTFALL: Final = 4  # points of a scale on which "one below the top" has to be told from the top


def audit(draft: Draft, settings: Settings) -> Iterator[Found]:
    """Find praise alone under a low score, complaint alone under the top one, no lack under the one below.

    Low are the two lowest scores. A sentence that the word lists know nothing of is not held against it.
    """
    del settings
    reading = draft.reading
    if not reading.words or draft.steps_above_bottom is None:
        return
    told = reading.has("fault") or reading.is_contrasted or reading.unread
    if draft.steps_above_bottom <= _LOW and reading.has("praise") and not told:
        yield Found("praise-low")
    elif draft.steps_below_top == 0 and _only_complains(draft):
        yield Found("complaint-high")
    elif _needs_shortfall(draft) and not told and not _falls_short(draft):
        yield Found("no-shortfall")


def _only_complains(draft: Draft) -> bool:
    signs = draft.reading.signs
    return not draft.reading.has("praise") and any(sign.kind == "fault" and sign.firm for sign in signs)


def _needs_shortfall(draft: Draft) -> bool:
    enough = len(draft.question.points) >= _NEEDS_SHORTFALL
    return draft.steps_below_top == 1 and enough and not draft.is_ready_made()


def _falls_short(draft: Draft) -> bool:
    """Tell whether anything keeps the score from the top: a small lack, a limit, or the top score named."""
    top = draft.question.points[-1].value
    reading = draft.reading
    return reading.count("shortfall") > 0 or reading.count("contrast") > 0 or top in reading.neighbours
