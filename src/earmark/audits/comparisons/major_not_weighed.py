"""A Major flag that the text does not weigh."""

from __future__ import annotations

from collections.abc import Iterator

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair
from earmark.audits.reasons import weighed

ID = "major-not-weighed"


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find the Major flags of which the text says neither what they are nor what they count for."""
    del settings
    if not pair.is_argued:
        return
    for flag in pair.flags or ():
        if flag.is_worst and not weighed(pair, flag):
            yield Found(of=(flag.side, flag.cluster), where="rationale")
