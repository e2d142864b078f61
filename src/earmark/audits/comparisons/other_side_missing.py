"""Only one of the two models is spoken of."""

from __future__ import annotations

from collections.abc import Iterator

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import OTHER, Pair

ID = "other-side-missing"


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a text that never speaks of one side."""
    del settings
    if pair.is_argued and len(pair.text.sides) == 1:
        (spoken,) = pair.text.sides
        yield Found(of=(OTHER[spoken],), where="rationale")
