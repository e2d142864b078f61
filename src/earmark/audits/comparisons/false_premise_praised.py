"""Going along with a false premise is praised as natural or kind."""

from __future__ import annotations

from collections.abc import Iterator

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair
from earmark.audits.premises import agreements, is_praised

ID = "false-premise-praised"


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find where a model agrees to what is untrue and is praised for it, there or in what follows."""
    del settings
    if any(is_praised(pair.text, one) for one in agreements(pair.text)):
        yield Found(where="rationale")
