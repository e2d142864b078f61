"""The text makes a case for both sides and never says which weighs more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair

ID = "argues-for-both"

_PLAIN: Final = 1.0


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a text that names both as the better one, or praises both alike and says no preference.

    A tie may praise both.
    """
    del settings
    if not pair.is_argued or pair.overall == "tie":
        return
    told = pair.text.preferences
    said = [one for one in told if one.weight >= _PLAIN]
    plainest = [one for one in said or told if not said or one.weight == max(each.weight for each in said)]
    if {"a", "b"} <= {one.side for one in plainest} or (
        not said and {"a", "b"} <= {one.side for one in told}
    ):
        yield Found("both-better", where="rationale")
    elif not said and pair.text.lean is None and _praises_both(pair):
        yield Found(where="rationale")


def _praises_both(pair: Pair) -> bool:
    """Tell whether it speaks well of each, or of both together and of no single dimension."""
    return min(pair.text.standing.values()) > 0 or any(
        one.subject == "ab" and "ab" in one.sides and one.balance > 0 and not one.dimensions
        for one in pair.text.statements
    )
