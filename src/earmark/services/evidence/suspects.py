"""Recordings that their evidence makes suspect, as findings beside those of the import.

Only faults of the signal count: what a careful listener hears of the sound itself, not how somebody talks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audio.evidence.rows import Evidence, EvidenceRow
from earmark.services.soundchecks import LIMITS, Finding

HEARD: Final = 2
"""The severity from which on a careful listener hears a fault."""

COUNTED: Final = {
    "click": "clicks",
    "dropout": "dropouts",
    "level_jump": "level-jumps",
    "seam_train": "seams",
}
"""Checks that tell how many there are, by the kind that they count."""

MEASURED: Final = {
    "cutoff": "cut-end",
    "late_start": "cut-start",
    "hum": "hum",
    "snr": "noisy",
    "band_limit": "narrow",
    "leak": "leak",
}
"""Checks that tell the worst value, by their kind."""


def suspects_in(evidence: Evidence) -> Iterator[Finding]:
    """Yield what the owner of a recording should know of it by its evidence, once for each channel."""
    heard: dict[tuple[str, int], list[EvidenceRow]] = {}
    for row in evidence.rows:
        if row.severity >= HEARD:
            heard.setdefault((row.kind, row.channel), []).append(row)
    for (kind, channel), rows in sorted(heard.items()):
        place = channel if channel >= 0 and evidence.channels > 1 else None
        if kind in COUNTED:
            yield Finding(COUNTED[kind], place, float(len(rows)))
        elif kind in MEASURED:
            worst = max(rows, key=lambda row: row.severity)
            yield Finding(MEASURED[kind], place, worst.value)
    yield from _clipped(evidence)


def _clipped(evidence: Evidence) -> Iterator[Finding]:
    """Yield clipping as the import tells it, which knows hard tops alone."""
    shares = evidence.measures.get("clipped_percent")
    for channel, share in enumerate(shares if isinstance(shares, list) else ()):
        if share is not None and share >= 100 * LIMITS.flat_share:
            yield Finding("clipped", channel if evidence.channels > 1 else None, share)
