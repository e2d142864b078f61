"""A verdict and little else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair

ID = "bare-one-liner"

_FEW: Final = 22
_NAMES: Final = 2


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a short text that points at nothing and names next to nothing."""
    del settings
    text = pair.text
    few = len(text.words) <= _FEW
    if pair.is_argued and few and not text.evidence and len(text.naming_words) <= _NAMES:
        yield Found(where="rationale")
