"""What RTTM and CTM share: a line an entry, columns between spaces, the recording in one of them."""

from __future__ import annotations

from collections.abc import Iterator

from earmark.core.times_written import read_time
from earmark.core.turnlists.cues import lines_of


def rows_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield line numbers and columns; blank lines and comments (``;;``, ``#``) are none."""
    for number, line in enumerate(lines_of(text), 1):
        columns = line.split()
        if columns and not columns[0].startswith((";;", "#")):
            yield number, columns


def end_of(start: str, duration: str) -> object:
    """Return the end of an entry in seconds; what is no number stays, so that the check names it."""
    begin, length = read_time(start), read_time(duration)
    if length is None:
        return duration
    return None if begin is None else begin.seconds + length.seconds
