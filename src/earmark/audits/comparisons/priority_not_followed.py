"""A lesser dimension decides, though the first one of the class differs."""

from __future__ import annotations

from collections.abc import Iterator

from earmark.audits.draft import Found, Settings
from earmark.audits.pair import OTHER, Pair
from earmark.audits.reasons import decided_by
from earmark.audits.statements import DIMENSIONS, SIDES

ID = "priority-not-followed"


def audit(pair: Pair, settings: Settings) -> Iterator[Found]:
    """Find a preference whose reason is a lesser dimension, where the first one tells the two apart.

    Where no choice is given for it, that the text says it goes to the other side counts.
    """
    del settings
    first = pair.first_dimension
    if first is None or not pair.is_argued or pair.preferred is None or pair.text.names_both:
        return
    deciding = set(decided_by(pair.text)) & set(DIMENSIONS)
    if not deciding or first in deciding or not _differs(pair, first):
        return
    if not pair.text.outweighs("dimensions", first, beside=0, by="justifies"):
        yield Found(of=(first, *sorted(deciding)[:1]), where="rationale")


def _differs(pair: Pair, first: str) -> bool:
    """Tell whether the first dimension is given to a side, or the text says that it goes to the other one."""
    if first in pair.choices:
        return pair.choices[first] in SIDES
    return pair.preferred in SIDES and pair.text.leans_in(first) == OTHER[pair.preferred]
