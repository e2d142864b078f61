"""SubRip (SRT): numbered subtitles with decimal commas; speakers, if any, in front of the words."""

from __future__ import annotations

import re
from typing import Final

from earmark.core.turnlists.cues import cues_of, lines_of, with_speakers, written_cue
from earmark.core.turnlists.encoding import Decoded
from earmark.core.turnlists.lists import ReadList, UnusableListError
from earmark.core.wording import said

_TIME: Final = re.compile(r"\d+:[0-5]\d:[0-5]\d,\d{1,3}", re.ASCII)


def read_subrip(decoded: Decoded) -> tuple[ReadList, ...]:
    """Read the cues; numbers that repeat or are missing change nothing."""
    cues = with_speakers(list(cues_of(lines_of(decoded.text))))
    if not cues:
        raise UnusableListError(said("list.no-srt"))
    return (ReadList(tuple(written_cue(cue, _TIME) for cue in cues)),)
