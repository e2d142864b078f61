"""WebVTT, the subtitles of browsers (https://www.w3.org/TR/webvtt1/): speakers as ``<v Name>``."""

from __future__ import annotations

import re
from typing import Final

from earmark.core.turnlists.cues import cues_of, lines_of, with_speakers, written_cue
from earmark.core.turnlists.encoding import Decoded
from earmark.core.turnlists.lists import ReadList, UnusableListError
from earmark.core.turns import TurnRemark

_TIME: Final = re.compile(r"(?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}", re.ASCII)
_ASIDES: Final = ("NOTE", "STYLE", "REGION")


def read_webvtt(decoded: Decoded) -> tuple[ReadList, ...]:
    """Read the cues; what the form forbids and people write all the same is mended and named."""
    lines = lines_of(decoded.text)
    cues = with_speakers(list(cues_of(lines, asides=_ASIDES)))
    has_header = lines[0].startswith("WEBVTT")
    if not cues and not has_header:
        reason = "is no WebVTT: it neither begins with WEBVTT nor has a line with an arrow (-->)"
        raise UnusableListError(reason, "Export it again as WebVTT.")
    repairs = () if has_header else (TurnRemark("the file does not begin with WEBVTT: read all the same", 1),)
    return (ReadList(tuple(written_cue(cue, _TIME) for cue in cues), repairs=repairs),)
