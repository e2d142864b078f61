"""The text makes a case for both sides and never says which weighs more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.expressions import found
from earmark.audits.pair import Pair

ID = "argues-for-both"

_PLAIN: Final = 0.0
"""From this weight on a preference is more than that of a single dimension, granted or supposed."""


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a text that names both as the better one, or praises both alike and says no preference.

    A tie may praise both.
    """
    del settings
    if not pair.is_argued or pair.overall == "tie":
        return
    last = pair.text.preference
    if last is not None and last.side == "tie":
        return
    if pair.text.names_both:
        yield Found("both-better", where="rationale")
    elif not _prefers(pair) and _praises_both(pair):
        yield Found(where="rationale")


def _prefers(pair: Pair) -> bool:
    plain = any(one.weight >= _PLAIN for one in pair.text.preferences)
    return plain or (pair.text.lean is not None)


def _praises_both(pair: Pair) -> bool:
    """Tell whether it speaks well of each, or of both and of no single dimension, or balances them."""
    if found("compares", "balances", pair.text.told):
        return True
    return min(pair.text.standing.values()) > 0 or any(
        one.subject == "ab" and "ab" in one.sides and one.balance > 0 and not one.dimensions
        for one in pair.text.statements
    )
