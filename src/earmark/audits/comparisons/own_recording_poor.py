"""The rater's own recording is poor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import Pair

ID = "own-recording-poor"

_FAULTS: Final = frozenset(
    {
        "clip",
        "click",
        "dropout",
        "seam_train",
        "hum",
        "noise_floor",
        "snr",
        "level_jump",
        "cutoff",
        "late_start",
    }
)
_AUDIBLE: Final = 2


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find the sides on which the user's own sound is noisy, clipped or broken up; at the last look alone."""
    del settings
    for side in sorted(poor_sound(pair)):
        yield Found(of=(side,), where="talks")


def poor_sound(pair: Pair) -> dict[str, tuple[str, ...]]:
    """Return of each side what a careful listener hears amiss in the user's sound: kinds, each once."""
    found: dict[str, dict[str, None]] = {}
    for side, row in pair.measured("user"):
        if row.kind in _FAULTS and row.severity >= _AUDIBLE:
            found.setdefault(side, {})[row.kind] = None
    return {side: tuple(kinds) for side, kinds in found.items()}
