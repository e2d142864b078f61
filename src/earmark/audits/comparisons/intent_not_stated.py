"""A Hybrid scenario, and what the user mainly came for is said nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from earmark.audits.draft import Found, Settings
from earmark.audits.expressions import found
from earmark.audits.pair import Pair

ID = "intent-not-stated"


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a comparison of a Hybrid scenario without its intent, chosen or told."""
    del settings
    if pair.is_hybrid and not pair.intent and not found("compares", "intent", pair.text.told):
        yield Found(where="intent")
