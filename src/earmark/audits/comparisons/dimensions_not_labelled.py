"""Dimensions are argued, and none is called by its name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.expressions import named
from earmark.audits.pair import Pair
from earmark.audits.statements import DIMENSIONS

ID = "dimensions-not-labelled"

_SEVERAL: Final = 2
_MAIN: Final = frozenset({"naturalness", "utility"})


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a text that argues two dimensions or more and names none of them."""
    del settings
    if not pair.is_argued or pair.text.called & _MAIN:
        return
    argued = {
        name for one in pair.text.statements if not named("clusters", one.text) for name in one.dimensions
    }
    if len(argued) >= (_SEVERAL if pair.text.called else 1) and argued - pair.text.called:
        yield Found(
            of=tuple(name for name in DIMENSIONS if name in argued - pair.text.called), where="rationale"
        )
