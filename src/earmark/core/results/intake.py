"""What is in a figure and what was left out, with the reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

OutReason = Literal["replaced", "extra", "retracted", "set-aside", "discarded", "screened"]
"""Why a score or answer does not count: a later revision replaced it; it was beyond the votes wanted; its
rater left the item afterwards; its recording was corrected and is rated again; the rater discarded the
recording, turn or dimension instead of answering; or a rule of screening left it out."""


@dataclass(frozen=True, slots=True)
class Out:
    """How many were left out for one reason."""

    reason: OutReason
    n: int
