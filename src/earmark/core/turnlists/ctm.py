"""CTM, word times of recognisers: a word a line, joined to turns.

Columns (NIST, sctk): file, channel, start, duration, word and, optionally, confidence, type, speaker.
"""

from __future__ import annotations

from typing import Final

from earmark.core.turnlists.columns import end_of, rows_of
from earmark.core.turnlists.encoding import Decoded
from earmark.core.turnlists.lists import ReadList, UnusableListError, in_order
from earmark.core.turnlists.words import Word, joined
from earmark.core.turns import TurnNote, line_place
from earmark.core.wording import said

_COLUMNS: Final = 5
_SPEAKER: Final = 7  # index of the column that newer files add
_CHANNELS: Final = {"A": 0, "B": 1, "1": 0, "2": 1}
_NOBODY: Final = frozenset({"<NA>", "unknown", "-"})


def read_ctm(decoded: Decoded) -> tuple[ReadList, ...]:
    """Read the words, one list a recording; ``A`` and ``1`` are left, ``B`` and ``2`` right."""
    words: dict[str, list[Word]] = {}
    faults: list[TurnNote] = []
    for line, columns in rows_of(decoded.text):
        if len(columns) < _COLUMNS:
            short = said("list.no-ctm-word", line=line, columns=len(columns), usual=_COLUMNS)
            faults.append(TurnNote(short, line))
        else:
            words.setdefault(columns[0], []).append(_word(columns, line))
    if not words:
        raise UnusableListError(said("list.no-ctm"))
    return tuple(
        ReadList(in_order(joined(of)), audio=(name,), faults=tuple(faults)) for name, of in words.items()
    )


def _word(columns: list[str], line: int) -> Word:
    _, channel, start, duration, text = columns[:_COLUMNS]
    speaker = columns[_SPEAKER] if len(columns) > _SPEAKER and columns[_SPEAKER] not in _NOBODY else ""
    return Word(
        text=text,
        start=start,
        end=end_of(start, duration),
        speaker=speaker,
        channel=_CHANNELS.get(channel.upper()),
        place=line_place(line),
        line=line,
    )
