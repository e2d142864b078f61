"""No time, no turn and no quoted words."""

from __future__ import annotations

from collections.abc import Iterator

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair

ID = "no-evidence"


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a text that points at nothing."""
    del settings
    if pair.is_argued and not pair.text.evidence:
        yield Found(where="rationale")
