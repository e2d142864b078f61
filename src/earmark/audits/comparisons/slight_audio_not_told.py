"""A slight artifact is marked as an instance, and the text does not speak of it."""

from __future__ import annotations

from collections.abc import Iterator

from earmark.audits.artifacts import told_artifacts
from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair

ID = "slight-audio-not-told"


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find the sides whose marked artifacts the text passes over."""
    del settings
    if not pair.is_argued or told_artifacts(pair.text):
        return
    for side in sorted({flag.side for flag, _ in pair.artifacts() if not flag.is_worst}):
        yield Found(of=(side,), where="rationale")
