"""Wrong Language is flagged, and Task Success says Pass."""

from __future__ import annotations

from collections.abc import Iterator

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair

ID = "wrong-language-unmarked"


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find the sides that spoke another language and passed all the same."""
    del settings
    for side, success in pair.success.items():
        if success.choice == "pass" and pair.flags_of(side, "wrong-language"):
            yield Found(of=(side,), where=f"task_success.{side}")
