"""Whose words they are: utterances without a speaker, given to the turns in which somebody spoke them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from earmark.core.cutting import Span
from earmark.core.turns import Role, Turn
from earmark.core.utterances import Utterance

_ALIKE_S: Final = 0.1
"""Overlaps that differ by no more are alike: edges of speech and of subtitles are no more exact."""

_UNSURE_SHARE: Final = 0.5
"""From this share of the longest overlap on, the other side may have spoken some of the words."""


@dataclass(frozen=True, slots=True)
class Attached:
    """Turns with the words that were spoken in them.

    Attributes:
        turns: The turns as they were, with words.
        unsure: Utterances in which the other side speaks at least half as long as who got the words.
        left_out: Utterances at a time at which nobody speaks.
    """

    turns: tuple[Turn, ...]
    unsure: tuple[Utterance, ...] = ()
    left_out: tuple[Utterance, ...] = ()


def attach_words(
    turns: Sequence[Turn],
    utterances: Sequence[Utterance],
    speech: Mapping[Role, Sequence[Span]] | None = None,
) -> Attached:
    """Give each utterance to the turn in which its speaker speaks longest while it lasts.

    Of two alike, such as a listener's word in the other's turn, the shorter turn gets it. The words of a turn
    follow each other in order of time, and take the place of those it had.

    Args:
        turns: In order of their start.
        utterances: In order of their start.
        speech: Where each role speaks, spans in order that do not overlap; None: all through its turns.
    """
    places = _Places(turns, speech)
    words: dict[int, list[str]] = {}
    unsure, left_out = [], []
    for utterance in utterances:
        overlaps = places.overlaps(utterance)
        if not overlaps:
            left_out.append(utterance)
            continue
        best = places.best(overlaps)
        words.setdefault(best, []).append(utterance.text)
        others = (seconds for at, seconds in overlaps.items() if turns[at].role != turns[best].role)
        if max(others, default=0.0) >= _UNSURE_SHARE * overlaps[best]:
            unsure.append(utterance)
    told = (replace(turn, text=" ".join(words.get(at, ()))) for at, turn in enumerate(turns))
    return Attached(tuple(told), tuple(unsure), tuple(left_out))


class _Places:
    """The turns of a recording, found by time."""

    def __init__(self, turns: Sequence[Turn], speech: Mapping[Role, Sequence[Span]] | None) -> None:
        self._turns = turns
        self._starts = [turn.start_s for turn in turns]
        self._longest = max((turn.end_s - turn.start_s for turn in turns), default=0.0)
        self._speech = speech
        self._ends = {role: [end for _, end in spans] for role, spans in (speech or {}).items()}

    def overlaps(self, utterance: Utterance) -> dict[int, float]:
        """Return how long each turn's speaker speaks in it during an utterance, in seconds; none of 0."""
        first = bisect_left(self._starts, utterance.start_s - self._longest)
        last = bisect_left(self._starts, utterance.end_s)
        found = {at: self._seconds(self._turns[at], utterance) for at in range(first, last)}
        return {at: seconds for at, seconds in found.items() if seconds > 0}

    def best(self, overlaps: Mapping[int, float]) -> int:
        """Return the turn with the longest overlap, of several alike the shortest, then the earliest."""
        longest = max(overlaps.values())
        alike = [at for at, seconds in overlaps.items() if seconds >= longest - _ALIKE_S]
        return min(alike, key=lambda at: (self._turns[at].end_s - self._turns[at].start_s, at))

    def _seconds(self, turn: Turn, utterance: Utterance) -> float:
        start, end = max(turn.start_s, utterance.start_s), min(turn.end_s, utterance.end_s)
        if self._speech is None or end <= start:
            return max(0.0, end - start)
        return sum(min(end, stop) - max(start, begin) for begin, stop in self._spans(turn.role, start, end))

    def _spans(self, role: Role, start: float, end: float) -> Iterator[Span]:
        spans = (self._speech or {}).get(role, ())
        for span in spans[bisect_left(self._ends.get(role, ()), start) :]:
            if span[0] >= end:
                return
            yield span
