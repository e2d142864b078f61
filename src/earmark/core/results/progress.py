"""How far a study is, and what its raters left out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a study is. All are counts of now.

    Attributes:
        tasks_open: Tasks that are handed out until they have their votes.
        waiting_for_owner: Tasks that raters discarded; nobody gets them until the owner decides.
        tasks_withdrawn: Tasks that the owner took out.
        votes_wanted: Counted submissions wanted by all tasks; of a withdrawn one only those that are in.
        votes_in: Submissions that count.
        in_hand: Tasks that a rater holds, with time left.
        raters_active: Raters with at least one submission, counted or extra.
        late: Submissions that came after their lease was over, counted or extra.
        extra: Submissions beyond the votes wanted: kept and exported, in no mean.
        corrections: Earlier revisions of submissions: kept and exported, in no mean.
        set_aside: Submissions on recordings that were corrected and are rated again: kept, in no mean.
        retracted: Submissions whose rater skipped or discarded the item afterwards: kept, in no mean.
    """

    tasks_open: int
    waiting_for_owner: int
    tasks_withdrawn: int
    votes_wanted: int
    votes_in: int
    in_hand: int
    raters_active: int
    late: int
    extra: int
    corrections: int
    set_aside: int = 0
    retracted: int = 0


@dataclass(frozen=True, slots=True)
class MarkCount:
    """How often one way out was taken for one reason. A question is named where one dimension was left."""

    exit: str
    scope: str
    question: str | None
    reason: str
    n: int


def total(counts: Iterable[MarkCount]) -> int:
    """Add up how often."""
    return sum(count.n for count in counts)
