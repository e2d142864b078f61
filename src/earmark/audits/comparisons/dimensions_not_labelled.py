"""Dimensions are argued, and none is called by its name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair
from earmark.audits.statements import DIMENSIONS

ID = "dimensions-not-labelled"

_SEVERAL: Final = 2


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a text that argues two dimensions or more and names none of them."""
    del settings
    if pair.is_argued and not pair.text.called and len(pair.text.covered) >= _SEVERAL:
        yield Found(of=tuple(name for name in DIMENSIONS if name in pair.text.covered), where="rationale")
