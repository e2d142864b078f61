"""An error is told in the text, or shown by the sound, and not flagged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair
from earmark.audits.premises import agreements, is_praised
from earmark.audits.reasons import is_flagged, told_errors
from earmark.audits.statements import SIDES

ID = "error-not-flagged"

_LATE_S: Final = 3.0
"""A wait that nobody takes for thinking; shorter ones are the rater's to judge."""

_SPOILS: Final = 3


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find clusters that the text tells of on a side, or that were measured there, without a flag there.

    What was measured counts at the last look alone.
    """
    del settings
    if pair.flags is None:
        return
    seen: set[tuple[str, str]] = set()
    for side, cluster in (*_told(pair), *_measured(pair)):
        if (side, cluster) not in seen and not is_flagged(pair, side, cluster):
            seen.add((side, cluster))
            yield Found(of=(side, cluster), where=f"flags.{side}.{cluster}")


def _told(pair: Pair) -> Iterator[tuple[str, str]]:
    """Yield what is told, but for the words of an error that is flagged: those may be read as two."""
    told = told_errors(pair.text)
    flagged = {(one.side, one.at) for one in told if is_flagged(pair, one.side, one.cluster)}
    yield from ((one.side, one.cluster) for one in told if (one.side, one.at) not in flagged)
    praised = (one for one in agreements(pair.text) if is_praised(pair.text, one))
    yield from ((one.side, "misinformation") for one in praised if one.side in SIDES)


def _measured(pair: Pair) -> Iterator[tuple[str, str]]:
    for side, row in pair.measured("agent"):
        late = row.kind in {"response_latency", "dead_air", "no_response"} and (
            row.value >= _LATE_S if row.value is not None else row.severity >= _SPOILS
        )
        if late:
            yield side, "latency"
        elif row.kind in {"agent_interrupts", "no_yield"} and row.severity > 1:
            yield side, "cut-off"
