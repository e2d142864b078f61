"""The user talks about the test."""

from __future__ import annotations

from collections.abc import Iterator

from earmark.audits.draft import Found, Settings
from earmark.audits.expressions import found
from earmark.audits.pair import Pair
from earmark.audits.statements import SIDES

ID = "talk-about-test"


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find the first turn of the user that speaks of testing, comparing or recording."""
    del settings
    for side in SIDES:
        for turn in pair.said(side):
            if found("compares", "test-talk", turn.text.lower()):
                yield Found(of=(side,), part=turn.text, where="talks")
                return
