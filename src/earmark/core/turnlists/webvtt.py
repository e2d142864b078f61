"""WebVTT, the subtitles of browsers (https://www.w3.org/TR/webvtt1/): speakers as ``<v Name>``."""

from __future__ import annotations

import re
from typing import Final

from earmark.core.turnlists.cues import cues_of, lines_of, with_speakers, written_cue
from earmark.core.turnlists.encoding import Decoded
from earmark.core.turnlists.lists import ReadList, UnusableListError
from earmark.core.turns import TurnNote
from earmark.core.wording import said

_TIME: Final = re.compile(r"(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}", re.ASCII)
_ASIDES: Final = ("NOTE", "STYLE", "REGION")


def read_webvtt(decoded: Decoded) -> tuple[ReadList, ...]:
    """Read the cues; what the form forbids and people write all the same is mended and named."""
    lines = lines_of(decoded.text)
    cues = with_speakers(list(cues_of(lines, asides=_ASIDES)))
    has_header = lines[0].startswith("WEBVTT")
    if not cues and not has_header:
        raise UnusableListError(said("list.no-webvtt"))
    repairs = () if has_header else (TurnNote(said("list.no-header"), 1),)
    return (ReadList(tuple(written_cue(cue, _TIME) for cue in cues), repairs=repairs),)
