"""The forms of turn lists: endings of their names, in the order in which one is taken before another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from earmark.core.turnlists.ctm import read_ctm
from earmark.core.turnlists.elan import read_elan
from earmark.core.turnlists.encoding import Decoded, decode_text
from earmark.core.turnlists.json_lists import read_json, read_turns_json
from earmark.core.turnlists.lists import ReadList
from earmark.core.turnlists.rttm import read_rttm
from earmark.core.turnlists.subrip import read_subrip
from earmark.core.turnlists.textgrid import read_textgrid
from earmark.core.turnlists.webvtt import read_webvtt
from earmark.core.turns import TurnNote


@dataclass(frozen=True, slots=True)
class Form:
    """One form of turn list.

    Attributes:
        suffix: How its file names end, in small letters.
        read: Its reader: bytes to lists.
        names_sounds: Whether such a file may say itself which sounds it belongs to.
    """

    suffix: str
    read: Callable[[bytes], tuple[ReadList, ...]]
    names_sounds: bool = False


def _text(
    read: Callable[[Decoded], tuple[ReadList, ...]], *, usual: str = ""
) -> Callable[[bytes], tuple[ReadList, ...]]:
    """Make a reader of bytes; an encoding other than UTF-8, or than the form's ``usual`` one, is named."""

    def read_bytes(data: bytes) -> tuple[ReadList, ...]:
        decoded = decode_text(data)
        lists = read(decoded)
        if decoded.encoding in ("", usual):
            return lists
        return tuple(replace(one, repairs=(TurnNote(decoded.repair), *one.repairs)) for one in lists)

    return read_bytes


FORMS: Final = (
    Form(".turns.json", _text(read_turns_json), names_sounds=True),
    Form(".json", _text(read_json), names_sounds=True),
    Form(".textgrid", _text(read_textgrid, usual="UTF-16")),
    Form(".eaf", read_elan),
    Form(".vtt", _text(read_webvtt)),
    Form(".srt", _text(read_subrip)),
    Form(".rttm", _text(read_rttm), names_sounds=True),
    Form(".ctm", _text(read_ctm), names_sounds=True),
)
RANKS: Final[Mapping[str, int]] = MappingProxyType({form.suffix: rank for rank, form in enumerate(FORMS)})


def form_of(name: str) -> Form | None:
    """Return the form that a file's name speaks of, None for any other file."""
    lowered = name.lower()
    return next(
        (form for form in FORMS if lowered.endswith(form.suffix) and len(lowered) > len(form.suffix)), None
    )
