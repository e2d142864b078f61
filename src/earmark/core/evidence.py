"""Stretches and moments of the sound that a rater names as evidence, beside the words of an answer.

An answer's ``evidence`` is a list of at most `MOST` objects with ``start_s`` and ``end_s``, seconds from the
start of the recording, equal for a single moment, and a ``note``: what is heard there, in a word, or an empty
text.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Final

from earmark.protocols.faults import Fault

MOST: Final = 100
LONGEST_NOTE: Final = 200
"""Characters."""

_FIELDS: Final = frozenset({"start_s", "end_s", "note"})
_ROUNDING_S: Final = 0.001


def evidence_faults(given: object, where: str, *, length_s: float | None) -> Iterator[Fault]:
    """Yield what is wrong with the evidence of one answer.

    Args:
        given: The list as it came.
        where: The path of the list in the submission.
        length_s: Length of the sound, within which the evidence must lie; None where the answer is not about
            one recording.
    """
    if not isinstance(given, list) or len(given) > MOST:
        yield Fault(where, "not-a-list", f"'evidence' must be a list of at most {MOST} stretches.")
        return
    for index, one in enumerate(given):
        if not _is_evidence(one):
            message = (
                "Evidence has 'start_s' and 'end_s', seconds in order, and a 'note' of at most "
                f"{LONGEST_NOTE} characters."
            )
            yield Fault(f"{where}.{index}", "not-evidence", message)
        elif length_s is not None and one["end_s"] > length_s + _ROUNDING_S:
            message = f"This lies beyond the sound, which is {length_s:.3f} s long."
            yield Fault(f"{where}.{index}", "beyond-the-sound", message)


def _is_evidence(one: object) -> bool:
    if not isinstance(one, dict) or one.keys() != _FIELDS:
        return False
    start, end, note = one["start_s"], one["end_s"], one["note"]
    are_times = all(type(time) in {int, float} and isfinite(time) for time in (start, end))
    return are_times and 0 <= start <= end and isinstance(note, str) and len(note) <= LONGEST_NOTE
