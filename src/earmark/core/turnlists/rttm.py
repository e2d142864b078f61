"""RTTM, what diarisation writes: who speaks when, in which recording, without words.

Columns of a SPEAKER line (NIST RT-09, appendix A): type, file, channel, start, duration, orthography,
subtype, speaker, confidence and, in newer ones, look-ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from earmark.core.turnlists.columns import end_of, rows_of
from earmark.core.turnlists.encoding import Decoded
from earmark.core.turnlists.lists import ReadList, UnusableListError
from earmark.core.turns import TurnNote, WrittenTurn, line_place
from earmark.core.wording import said

_COLUMNS: Final = 8
_OTHER_TYPES: Final = frozenset(
    {"SPKR-INFO", "SEGMENT", "NOSCORE", "NO_RT_METADATA", "LEXEME", "NON-LEX", "NON-SPEECH", "FILLER", "EDIT"}
    | {"SU", "CB", "IP", "A/P"}
)


def read_rttm(decoded: Decoded) -> tuple[ReadList, ...]:
    """Read the SPEAKER lines, one list a recording; any other line is a fault."""
    turns: dict[str, list[WrittenTurn]] = {}
    faults: list[TurnNote] = []
    for line, columns in rows_of(decoded.text):
        if columns[0] in _OTHER_TYPES:
            continue
        if columns[0] != "SPEAKER" or len(columns) < _COLUMNS:
            faults.append(TurnNote(said("list.no-speaker-line", line=line, columns=_COLUMNS), line))
        else:
            turns.setdefault(columns[1], []).append(_turn(columns, line))
    if not turns:
        raise UnusableListError(said("list.no-rttm"))
    return tuple(ReadList(tuple(of), audio=(name,), faults=tuple(faults)) for name, of in turns.items())


def _turn(columns: Sequence[str], line: int) -> WrittenTurn:
    _, _, _, start, duration, _, _, speaker = columns[:_COLUMNS]
    fields = {"speaker": speaker, "start": start, "end": end_of(start, duration)}
    return WrittenTurn(fields, line_place(line), line)
