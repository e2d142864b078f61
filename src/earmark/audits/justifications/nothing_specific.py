"""Nothing specific named: no quote, no moment, no observable thing; the text could stand under any turn."""

from __future__ import annotations

from collections.abc import Iterator

from earmark.audits.draft import Draft, Found, Settings
from earmark.audits.justifications import bare_verdict
from earmark.audits.specificity import is_specific, names_criteria_met

ID = "nothing-specific"


def audit(draft: Draft, settings: Settings) -> Iterator[Found]:
    """Find a text that points at nothing. A highest score may name the criteria that were met instead."""
    if not draft.reading.words or draft.has_evidence or draft.is_ready_made() or names_criteria_met(draft):
        return
    if not is_specific(draft) and not any(bare_verdict.audit(draft, settings)):
        yield Found()
