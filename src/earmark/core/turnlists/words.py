"""Single words with times, joined to turns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from earmark.core.times_written import read_time
from earmark.core.turns import WrittenTurn
from earmark.core.wording import Said

PAUSE_S: Final = 1.0
"""A speaker who is silent for so long has ended a turn."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word; times as written."""

    text: str
    start: object
    end: object
    place: Said
    speaker: str = ""
    channel: int | None = None
    line: int | None = None


def joined(words: Iterable[Word]) -> list[WrittenTurn]:
    """Join the words of each speaker that follow each other within `PAUSE_S` seconds.

    A word whose times cannot be read stays a turn of its own, so that the check names it.
    """
    runs: list[list[Word]] = []
    open_runs: dict[tuple[str, int | None], list[Word]] = {}
    for word in words:
        key = (word.speaker, word.channel)
        run = open_runs.get(key)
        if run is not None and _follows(word, run[-1]):
            run.append(word)
        else:
            open_runs[key] = [word]
            runs.append(open_runs[key])
    return [_turn(run) for run in runs]


def _follows(word: Word, before: Word) -> bool:
    start, end = read_time(word.start), read_time(before.end)
    begin, stop = read_time(before.start), read_time(word.end)
    if start is None or end is None or begin is None or stop is None:
        return False
    return begin.seconds <= start.seconds <= end.seconds + PAUSE_S and stop.seconds >= start.seconds


def _turn(run: list[Word]) -> WrittenTurn:
    first, last = run[0], run[-1]
    fields: dict[str, object] = {
        "speaker": first.speaker,
        "start": first.start,
        "end": last.end,
        "text": " ".join(filter(None, (word.text.strip() for word in run))),
    }
    if first.channel is not None:
        fields["channel"] = first.channel
    return WrittenTurn(fields, first.place, first.line)
