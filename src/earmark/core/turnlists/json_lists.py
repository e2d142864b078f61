"""Turn lists in JSON: Earmark's own, dialogues with their sound, and what the Whisper family writes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from earmark.core.documents import UnusableJsonError, parse_json
from earmark.core.turnlists.encoding import Decoded
from earmark.core.turnlists.json_turns import written_turns
from earmark.core.turnlists.lists import NoTurnListError, ReadList, UnusableListError
from earmark.core.wording import said

_LISTS: Final = ("turns", "dialogue", "utterances", "segments", "transcription", "speakers", "chunks")
"""Where the turns are: dialogues, Whisper and WhisperX, whisper.cpp, Transformers; the first counts."""

_TIMES: Final = frozenset({"start", "start_time", "start_s", "begin", "start_ms", "begin_ms"})
_SOUND_NAME: Final = re.compile(r"[^/\\]+\.[A-Za-z0-9]{2,4}")


def read_turns_json(decoded: Decoded) -> tuple[ReadList, ...]:
    """Read ``NAME.turns.json``, which is a turn list or a fault."""
    document = _document(decoded)
    if not isinstance(document, dict) or not _are_objects(document.get("turns")):
        raise UnusableListError(said("list.no-objects", name="turns"))
    return (_list(document, "turns"),)


def read_json(decoded: Decoded) -> tuple[ReadList, ...]:
    """Read any JSON that holds turns; `NoTurnListError` where it holds something else."""
    found = tuple(_lists(_document(decoded)))
    if not found:
        raise NoTurnListError
    return found


def _document(decoded: Decoded) -> object:
    try:
        return parse_json(decoded.text)
    except UnusableJsonError as error:
        raise UnusableListError(error.said, error.line) from error


def _lists(document: object) -> Iterator[ReadList]:
    if isinstance(document, dict):
        name = next((name for name in _LISTS if isinstance(document.get(name), list)), None)
        if name is not None and (_are_turns(document[name]) or _says_so(document, name)):
            yield _list(document, name)
        elif name is None:
            yield from _lists_by_sound(document)
    elif isinstance(document, list):
        if document and _are_turns(document, pairs=False):
            yield ReadList(written_turns(document))
        else:
            for part in document:
                if isinstance(part, dict) and "audio" in part and isinstance(part.get("turns"), list):
                    yield _list(part, "turns")


def _lists_by_sound(document: Mapping[str, object]) -> Iterator[ReadList]:
    """Yield the lists of an object whose keys are names of sounds."""
    for name, turns in document.items():
        if _SOUND_NAME.fullmatch(name) and isinstance(turns, list) and turns and _are_turns(turns):
            yield ReadList(written_turns(turns), audio=(name,))


def _says_so(document: Mapping[str, object], name: str) -> bool:
    return name in {"turns", "dialogue"} and "audio" in document


def _list(document: Mapping[str, object], name: str) -> ReadList:
    turns = document[name]
    if not isinstance(turns, list) or not _are_objects(turns):
        raise UnusableListError(said("list.no-objects", name=name))
    return ReadList(written_turns(turns), audio=_audio(document), language=_language(document))


def _audio(document: Mapping[str, object]) -> tuple[str, ...]:
    audio = document.get("audio") or ()
    if not isinstance(audio, (str, list)) and audio != ():
        raise UnusableListError(said("list.no-name"))
    return (audio,) if isinstance(audio, str) else tuple(str(name) for name in audio)


def _language(document: Mapping[str, object]) -> str:
    result = document.get("result")  # whisper.cpp
    language = document.get("language") or (result.get("language") if isinstance(result, dict) else "")
    return language if isinstance(language, str) else ""


def _are_objects(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(part, dict) for part in value)


def _are_turns(value: object, *, pairs: bool = True) -> bool:
    """Tell a list of turns from any other: objects with a time, or, where allowed, with a pair of times."""
    if not isinstance(value, list):
        return False
    marks = _TIMES | ({"timestamp", "offsets"} if pairs else set())
    return all(isinstance(part, dict) and not marks.isdisjoint(part) for part in value)
