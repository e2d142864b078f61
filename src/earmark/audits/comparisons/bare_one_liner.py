"""A verdict and little else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair
from earmark.audits.rationale import Rationale

ID = "bare-one-liner"

_SHORT: Final = 22
_FEW: Final = 12
_NAMES: Final = 2
_NAMES_IN_MORE: Final = 1


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a short text that points at nothing and names next to nothing."""
    del settings
    if pair.is_argued and is_bare(pair.text):
        yield Found(where="rationale")


def is_bare(text: Rationale) -> bool:
    """Tell whether a text is a verdict and little else."""
    most = _NAMES if len(text.words) <= _FEW else _NAMES_IN_MORE
    return len(text.words) <= _SHORT and not text.evidence and len(text.naming_words) <= most
