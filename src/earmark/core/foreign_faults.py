"""What libraries say of a file, in sentences of ours; what is not known here is told as they tell it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from earmark.core.wording import Said, said

_JSON: Final = {
    "Expecting value": "value",
    "Expecting property name enclosed in double quotes": "name",
    "Expecting ':' delimiter": "colon",
    "Expecting ',' delimiter": "comma",
    "Extra data": "more",
    "Unterminated string starting at": "open-quote",
    "Invalid control character at": "line-break",
    "Invalid \\escape": "backslash",
    "Invalid \\uXXXX escape": "backslash",
}
_XML: Final = {
    "no element found": "ends",
    "unclosed token": "ends",
    "unclosed CDATA section": "ends",
    "partial character": "ends",
    "syntax error": "sign",
    "not well-formed (invalid token)": "sign",
    "mismatched tag": "tags",
    "junk after document element": "more",
    "duplicate attribute": "attribute-twice",
    "undefined entity": "entity",
}
_CSV: Final = {"field larger than field limit": "cell", "unexpected end of data": "ends"}
_DECODER: Final = {
    "Invalid data found when processing input": "damaged",
    "End of file": "ends",
    "Decoder not found": "no-decoder",
    "Not yet implemented in FFmpeg, patches welcome": "no-decoder",
}
_KINDS: Final = frozenset({"video", "subtitle", "data", "attachment", "empty"})
_TYPES: Final = {
    "bool": "truth",
    "dict": "object",
    "list": "list",
    "str": "text",
    "int": "number",
    "float": "number",
}


def fault_of_json(message: str) -> Said:
    """Say what Python's reader of JSON found."""
    return _fault("json", _JSON, message)


def fault_of_xml(message: str) -> Said:
    """Say what expat found."""
    return _fault("xml", _XML, message)


def fault_of_csv(message: str) -> Said:
    """Say what Python's reader of CSV found."""
    return _fault("csv", _CSV, message)


def fault_of_decoder(message: str) -> Said:
    """Say what FFmpeg found."""
    return _fault("decoder", _DECODER, message)


def fault_of_parquet(message: str) -> Said:
    """Tell what the reader of Parquet found."""
    return said("fault.other", detail=message)


def kinds_of_content(kinds: str) -> tuple[Said, ...]:
    """Name what a file holds besides sound, from FFmpeg's words for it, commas between."""
    names = (kind for kind in kinds.split(", ") if kind in _KINDS)
    return tuple(said(f"content.{name}") for name in names) or (said("content.other"),)


def type_named(value: object) -> Said:
    """Name the type of a value as people who write JSON call it."""
    name = _TYPES.get(type(value).__name__)
    return said("type.other") if name is None else said(f"type.{name}")


def _fault(reader: str, known: Mapping[str, str], message: str) -> Said:
    kind = next((kind for start, kind in known.items() if message.startswith(start)), None)
    return said("fault.other", detail=message) if kind is None else said(f"fault.{reader}-{kind}")
