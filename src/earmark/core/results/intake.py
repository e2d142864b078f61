"""What is in a figure and what was left out, with the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

OutReason = Literal[
    "replaced", "extra", "retracted", "set-aside", "discarded", "one-condition", "no-priority", "screened"
]
"""Why a score, answer, look for flags or vote does not count: a later revision replaced it; it was beyond the
votes wanted; its rater left the item afterwards; its recording was corrected and is rated again; the rater
discarded the recording, turn or dimension instead of answering; both recordings of its pair are of one
condition, which tells nothing of two; on the board across dimensions, its class has no priorities or its
dimension no place in them; or a rule of screening left it out."""


@dataclass(frozen=True, slots=True)
class Out:
    """How many were left out for one reason."""

    reason: OutReason
    n: int


def together(outs: Iterable[tuple[Out, ...]]) -> tuple[Out, ...]:
    """Add up what was left out of several, in the order of the reasons."""
    counts: Counter[OutReason] = Counter()
    for one in (one for part in outs for one in part):
        counts[one.reason] += one.n
    reasons: tuple[OutReason, ...] = get_args(OutReason)
    return tuple(Out(reason, counts[reason]) for reason in reasons if counts[reason])
