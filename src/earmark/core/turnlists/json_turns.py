"""Turns in JSON objects, in the spellings of dialogue files and of the Whisper family."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from earmark.core.times_written import read_time
from earmark.core.turnlists.words import Word, joined
from earmark.core.turns import WrittenTurn, turn_place
from earmark.core.wording import Said

_SPEAKERS: Final = ("speaker", "speaker_id", "speaker_label")
_TEXTS: Final = ("text", "transcript", "content", "utterance")
_TIMES: Final = {
    "start": ("start", "start_time", "start_s", "begin"),
    "end": ("end", "end_time", "end_s", "stop"),
}
_MILLISECONDS: Final = {"start": ("start_ms", "begin_ms"), "end": ("end_ms", "stop_ms")}


def written_turns(
    turns: Sequence[Mapping[str, object]], *, line: int | None = None
) -> tuple[WrittenTurn, ...]:
    """Number the turns of a JSON list, from 1, as people count them.

    A list of single words, as recognisers write it, is joined to turns; an entry whose words have several
    speakers is cut where the speaker changes.
    """
    places = [turn_place(number) for number in range(1, len(turns) + 1)]
    fields = [_fields(turn) for turn in turns]
    if _are_words(turns, fields):
        return tuple(joined(_as_word(one, place) for one, place in zip(fields, places, strict=True)))
    return tuple(
        WrittenTurn(part, place, line)
        for turn, one, place in zip(turns, fields, places, strict=True)
        for part in _by_speaker(one, turn.get("words"))
    )


def _fields(turn: Mapping[str, object]) -> dict[str, object]:
    fields = {name: turn[name] for name in ("role", "channel", "id") if turn.get(name) is not None}
    for name, spellings in (("speaker", _SPEAKERS), ("text", _TEXTS)):
        if (value := _first(turn, spellings)) is not None:
            fields[name] = value
    start, end = _pair(turn)
    return fields | {name: value for name, value in (("start", start), ("end", end)) if value is not None}


def _first(turn: Mapping[str, object], spellings: Sequence[str]) -> object:
    return next((turn[name] for name in spellings if turn.get(name) is not None), None)


def _pair(turn: Mapping[str, object]) -> tuple[object, object]:
    """Return start and end: in seconds, in milliseconds where their name says so, or from a pair."""
    pair = turn.get("timestamp")
    if isinstance(pair, list) and len(pair) == 2:  # noqa: PLR2004 - start and end
        return pair[0], pair[1]
    offsets = turn.get("offsets")
    if isinstance(offsets, dict):  # whisper.cpp
        return _seconds(offsets.get("from")), _seconds(offsets.get("to"))
    start, end = (_time(turn, name) for name in ("start", "end"))
    if end is None and (duration := read_time(turn.get("duration"))) and (begin := read_time(start)):
        return start, begin.seconds + duration.seconds
    return start, end


def _time(turn: Mapping[str, object], name: str) -> object:
    value = _first(turn, _TIMES[name])
    return value if value is not None else _seconds(_first(turn, _MILLISECONDS[name]))


def _seconds(milliseconds: object) -> object:
    time = read_time(milliseconds)
    return milliseconds if time is None else time.seconds / 1000


def _are_words(turns: Sequence[Mapping[str, object]], fields: Sequence[Mapping[str, object]]) -> bool:
    """Tell a recogniser's list of words: pairs of times, and no space within any text."""
    return (
        len(turns) > 1
        and all("timestamp" in turn and "role" not in turn for turn in turns)
        and all(isinstance(one.get("text"), str) and len(str(one["text"]).split()) == 1 for one in fields)
    )


def _as_word(fields: Mapping[str, object], place: Said) -> Word:
    speaker = fields.get("speaker")
    return Word(
        str(fields["text"]),
        fields.get("start"),
        fields.get("end"),
        place,
        "" if speaker is None else str(speaker),
    )


def _by_speaker(fields: dict[str, object], words: object) -> Iterator[dict[str, object]]:
    """Yield an entry as it is, or in parts where its words (WhisperX) have more than one speaker."""
    if not isinstance(words, list) or not all(isinstance(word, dict) for word in words):
        yield fields
        return
    speakers = {str(word["speaker"]) for word in words if word.get("speaker") is not None}
    if len(speakers) <= 1:
        yield fields if "speaker" in fields or not speakers else {**fields, "speaker": speakers.pop()}
        return
    runs = [list(run) for _, run in groupby(_named(words), key=lambda word: str(word["speaker"]))]
    for index, run in enumerate(runs):
        starts = [word["start"] for word in run if word.get("start") is not None]
        ends = [word["end"] for word in run if word.get("end") is not None]
        yield {
            "speaker": run[0]["speaker"],
            "start": starts[0] if starts else fields.get("start"),
            "end": ends[-1] if ends and index < len(runs) - 1 else fields.get("end"),
            "text": " ".join(str(word.get("word", "")).strip() for word in run),
        }


def _named(words: Sequence[Mapping[str, object]]) -> Iterator[dict[str, object]]:
    """Give a word without a speaker, such as a number, that of the word before it, else of the one after."""
    known = next(word["speaker"] for word in words if word.get("speaker") is not None)
    for word in words:
        known = word["speaker"] if word.get("speaker") is not None else known
        yield {**word, "speaker": known}
