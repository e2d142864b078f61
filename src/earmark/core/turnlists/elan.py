"""ELAN's EAF: a tier a participant, its annotations the turns; times in milliseconds by way of time slots."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from earmark.core.foreign_faults import fault_of_xml
from earmark.core.turnlists.lists import ReadList, UnusableListError, in_order
from earmark.core.turns import TurnNote, WrittenTurn
from earmark.core.wording import said

_MOST_DIGITS: Final = 18
"""No time in milliseconds has more; a number of any length would be read for minutes."""


@dataclass(slots=True)
class _Annotation:
    speaker: str
    start: str
    end: str
    line: int
    words: list[str] = field(default_factory=list)


def read_elan(data: bytes) -> tuple[ReadList, ...]:
    """Read the annotations of all tiers that depend on no other; dependent ones divide or gloss them.

    Raises:
        UnusableListError: It is no XML, no EAF, counts its times otherwise than in milliseconds, or has a
            document type, which no EAF has.
    """
    document = _Document()
    try:
        document.parser.Parse(data, True)  # noqa: FBT003 - the C function takes no keyword
    except expat.ExpatError as error:
        fault = fault_of_xml(expat.ErrorString(error.code))
        raise UnusableListError(said("list.no-xml", fault=fault), error.lineno) from error
    except (LookupError, ValueError) as error:  # an encoding nobody knows
        raise UnusableListError(said("list.eaf-encoding"), 1) from error
    turns = [
        WrittenTurn(
            {
                "speaker": one.speaker,
                "start": document.seconds(one.start),
                "end": document.seconds(one.end),
                "text": " ".join("".join(one.words).split()),
            },
            said("place.annotation", line=one.line),
            one.line,
        )
        for one in document.annotations
    ]
    left_out = tuple(TurnNote(said("list.tier-depends", tier=name)) for name in document.dependent)
    return (ReadList(in_order(turns), warnings=left_out),)


class _Document:
    """What is gathered while the XML goes by."""

    def __init__(self) -> None:
        self.annotations: list[_Annotation] = []
        self.dependent: list[str] = []
        self._slots: dict[str, str | None] = {}
        self._speaker: str | None = None  # of the tier that is open, None in a dependent one
        self._open: _Annotation | None = None
        self._in_words = False
        self._has_root = False
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._refuse_document_type

    def seconds(self, slot: str) -> object:
        """Return the time of a slot; None where it has none, as ELAN allows; else what is written."""
        value = self._slots.get(slot)
        if value is None or not value.lstrip("-").isdecimal() or len(value) > _MOST_DIGITS:
            return value
        return int(value) / 1000

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._has_root:
            self._begin(name)
        elif name == "HEADER":
            self._check_units(attributes.get("TIME_UNITS", "milliseconds"))
        elif name == "TIME_SLOT":
            self._slots[attributes.get("TIME_SLOT_ID", "")] = attributes.get("TIME_VALUE")
        elif name == "TIER":
            self._open_tier(attributes)
        elif name == "ALIGNABLE_ANNOTATION" and self._speaker is not None:
            start, end = (attributes.get(f"TIME_SLOT_REF{number}", "") for number in (1, 2))
            self._open = _Annotation(self._speaker, start, end, self.parser.CurrentLineNumber)
            self.annotations.append(self._open)
        elif name == "ANNOTATION_VALUE":
            self._in_words = True

    def _begin(self, root: str) -> None:
        self._has_root = True
        if root != "ANNOTATION_DOCUMENT":
            raise UnusableListError(said("list.no-eaf", root=root[:40]), self.parser.CurrentLineNumber)

    def _check_units(self, units: str) -> None:
        if units != "milliseconds":
            raise UnusableListError(said("list.eaf-units", units=units[:40]), self.parser.CurrentLineNumber)

    def _open_tier(self, attributes: dict[str, str]) -> None:
        name = attributes.get("TIER_ID", "")
        self._speaker = attributes.get("PARTICIPANT") or name
        if "PARENT_REF" in attributes:
            self._speaker = None
            self.dependent.append(name)

    def _end(self, name: str) -> None:
        if name == "ANNOTATION_VALUE":
            self._in_words = False
        elif name == "ALIGNABLE_ANNOTATION":
            self._open = None

    def _characters(self, words: str) -> None:
        if self._in_words and self._open is not None:
            self._open.words.append(words)

    def _refuse_document_type(self, *_: object) -> None:
        raise UnusableListError(said("list.eaf-type"), self.parser.CurrentLineNumber)
