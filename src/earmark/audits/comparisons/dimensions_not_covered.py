"""The text leaves out a dimension altogether."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair

ID = "dimensions-not-covered"

_ASKED: Final = ("naturalness", "utility", "audio-quality")


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find what of naturalness, utility and audio the text says nothing about; dynamics may be left out."""
    del settings
    if not pair.is_argued:
        return
    missing = [name for name in _ASKED if name not in pair.text.covered]
    if missing:
        yield Found(of=tuple(missing), where="rationale")
