"""A verdict and nothing else: "good", "fine, natural"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Draft, Found, Settings
from earmark.audits.specificity import MOST_FOR_QUALITIES, names_criteria_met, specificity

ID = "bare-verdict"

_LONGEST: Final = 8  # words
_SHORT: Final = 5  # words, of which one may be the name of an aspect: "really bad audio"


def audit(draft: Draft, settings: Settings) -> Iterator[Found]:
    """Find a few words that praise or blame, and name neither what nor where."""
    del settings
    reading = draft.reading
    if not reading.signs or draft.has_evidence or draft.is_ready_made() or names_criteria_met(draft):
        return
    most = 1.0 if len(reading.words) <= _SHORT else MOST_FOR_QUALITIES + 0.1
    if len(reading.words) <= _LONGEST and specificity(draft) < most:
        yield Found()
