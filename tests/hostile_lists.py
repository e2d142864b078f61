"""Turn lists and manifests as they go wrong: each fault alone, and in pairs.

``python tests/hostile_lists.py FOLDER`` writes a folder a case, to be looked at or imported by hand.
"""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

from sounds import sine, write_sound

Verdict = Literal["clean", "repaired", "refused", "warning"]
Turns = list[dict[str, Any]]

SOUND_S = 8.0
CALL_S = 3.2
"""Length of the sound beside files; short, since each is decoded."""

GOOD: Turns = [
    {
        "id": number,
        "speaker": "agent" if number % 2 else "user",
        "start": 0.7 * number,
        "end": 0.7 * number + 0.5,
    }
    | {"text": f"Sentence {number}."}
    for number in range(11)
]


@dataclass(frozen=True)
class Fault:
    """One thing wrong with a list of turns; ``said`` is part of what the report must say."""

    name: str
    verdict: Verdict
    said: str
    edit: Callable[[Turns], object]


def _set(number: int, **fields: object) -> Callable[[Turns], object]:
    return lambda turns: turns[number].update(fields)


def _drop(number: int, name: str) -> Callable[[Turns], object]:
    return lambda turns: turns[number].pop(name)


def _each(name: str, change: Callable[[Any], object]) -> Callable[[Turns], object]:
    def edit(turns: Turns) -> None:
        for turn in turns:
            turn[name] = change(turn[name])

    return edit


def _milliseconds(turns: Turns) -> None:
    for turn in turns:
        for name in ("start", "end"):
            if isinstance(turn.get(name), (int, float)):
                turn[name] = round(turn[name] * 1000)


FAULTS = (
    Fault("missing-end", "repaired", "has no end", _drop(1, "end")),
    Fault("empty-end", "repaired", "has no end", _set(1, end="  ")),
    Fault(
        "zero-length",
        "repaired",
        "ends where it starts",
        lambda turns: turns[2].update(end=turns[2]["start"]),
    ),
    Fault("comma", "repaired", "decimal commas", _set(3, start="2,1")),
    Fault("clock", "repaired", "clock times", _set(4, start="0:02.8")),
    Fault("unit", "repaired", "times with a unit", _set(5, start="3500 ms")),
    Fault("a-little-early", "repaired", "before the sound: cut", _set(0, start=-0.1)),
    Fault("a-little-late", "repaired", "after the sound: cut", _set(10, end=SOUND_S + 0.1)),
    Fault("small-overlap", "repaired", "that one is cut", _set(5, end=5.0)),
    Fault("given-twice", "repaired", "says the same as", lambda turns: turns.append(dict(turns[8]))),
    Fault("id-twice", "repaired", "which turn", _set(9, id=0)),
    Fault("order", "repaired", "out of order", lambda turns: turns.insert(0, turns.pop(6))),
    Fault("two-spellings", "repaired", "one speaker is written in 2 ways", _set(0, speaker=" USER:")),
    Fault("control-characters", "repaired", "cannot be shown", _set(6, text="a\x07b\x1b[0m")),
    Fault("no-words", "warning", "turns have no words", _set(6, text="")),
    Fault("long-overlap", "warning", "both are kept", _set(8, end=7.3)),
    Fault("crossing", "refused", "ends before it starts", _set(3, start=2.6, end=2.1)),
    Fault("far-before", "refused", "starts before the sound", _set(0, start=-3)),
    Fault("beyond", "refused", "lies beyond the sound, which lasts 8.000 s", _set(10, start=70, end=71)),
    Fault("nan", "refused", "has no usable start: nan", _set(5, start=float("nan"))),
    Fault("word-for-a-time", "refused", "has no usable end: 'soon'", _set(5, end="soon")),
    Fault("no-start", "refused", "has no usable start: None", _drop(4, "start")),
    Fault("yes-for-a-time", "refused", "has no usable end: True", _set(4, end=True)),
    Fault("id-twice-at-once", "refused", "at the same time", _set(2, id=1, start=0.8)),
    Fault("text-is-none", "refused", "a text that is no text", _set(9, text={"a": 1})),
    Fault("unknown-speaker", "refused", "it is not known who is agent", _set(9, speaker="SPEAKER_07")),
    Fault("no-speaker", "refused", "does not say who speaks", _drop(9, "speaker")),
)
WHOLE = (
    Fault("milliseconds", "repaired", "the times are in milliseconds", _milliseconds),
    Fault("no-agent", "refused", "no turn is the agent's", _each("speaker", lambda _: "user")),
    Fault("no-speakers", "refused", "no turn says who speaks", _each("speaker", lambda _: None)),
    Fault("empty", "refused", "the turn list is empty", lambda turns: turns.clear()),
    Fault("other-recording", "refused", "11 of 11 turns lie beyond", _each("end", lambda end: end + 100)),
)


_ALSO = {"id-twice": 0, "id-twice-at-once": 1, "small-overlap": 7, "long-overlap": 10}
"""The other turn that a fault needs as it is."""

_MOVES = frozenset({"order", "given-twice"})
"""Done last, since the others count the turns."""


def turns_with(*faults: Fault) -> Turns:
    """Return the good list with these faults in it."""
    turns = copy.deepcopy(GOOD)
    for fault in sorted(faults, key=lambda fault: fault.name in _MOVES):
        fault.edit(turns)
    return turns


def pairs() -> Iterator[tuple[Fault, Fault]]:
    """Yield two faults that may stand in one list: not both of the same field of the same turn."""
    for one, other in combinations(FAULTS, 2):
        if not (_touched(one) & _touched(other)):
            yield one, other


def _touched(fault: Fault) -> set[tuple[int, str]]:
    if fault.name in _MOVES:
        return {(-1, "order")}
    changed = turns_with(fault)
    found = set()
    for number, (before, after) in enumerate(zip(GOOD, changed, strict=True)):
        names = {name for name in before if before[name] != after.get(name)}
        found |= {(number, "text" if name == "text" else "turn") for name in names}
    return found | {(_ALSO[fault.name], "turn")} if fault.name in _ALSO else found


@dataclass(frozen=True)
class Case:
    """Files beside ``call.wav``, and what the import must say of them."""

    name: str
    files: dict[str, bytes]
    verdict: Verdict
    said: str = ""


VTT = "WEBVTT\n\n00:00.500 --> 00:01.500\n<v user>Hello?\n\n00:02.000 --> 00:03.000\n<v agent>Hello.\n"
SRT = "1\n00:00:00,500 --> 00:00:01,500\nUser: Hello?\n\n2\n00:00:02,000 --> 00:00:03,000\nAgent: Hello.\n"
GRID = (
    'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n8\n<exists>\n2\n'
    '"IntervalTier" "user" 0 8 1\n0.5 1.5 "Hello?"\n"IntervalTier" "agent" 0 8 1\n2 3 "Hello."\n'
)
EAF = (
    "<ANNOTATION_DOCUMENT><TIME_ORDER>"
    "<TIME_SLOT TIME_SLOT_ID='a' TIME_VALUE='2000'/><TIME_SLOT TIME_SLOT_ID='b' TIME_VALUE='3000'/>"
    "</TIME_ORDER><TIER TIER_ID='agent'><ANNOTATION>"
    "<ALIGNABLE_ANNOTATION ANNOTATION_ID='1' TIME_SLOT_REF1='a' TIME_SLOT_REF2='b'>"
    "<ANNOTATION_VALUE>Hello.</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER></ANNOTATION_DOCUMENT>"
)
RTTM = "SPEAKER call 1 0.5 1 <NA> <NA> user <NA>\nSPEAKER call 1 2 1 <NA> <NA> agent <NA>\n"
CTM = "call 1 0.5 0.5 Hello 1 lex user\ncall 1 2 1 Hello 1 lex agent\n"
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><x>&b;</x>'
CSV = "audio,item,speaker,start,end,text\ncall.wav,ITEM,user,0.5,1.5,Hello?\ncall.wav,ITEM,agent,2,3,Hello.\n"


def _case(name: str, file: str, text: str | bytes, verdict: Verdict, said: str = "") -> Case:
    content = text if isinstance(text, bytes) else text.encode()
    return Case(name, {file: content.replace(b"ITEM", name.encode())}, verdict, said)


def file_cases() -> Iterator[Case]:
    """Yield a case for each way in which a file itself is odd."""
    yield from _subtitle_cases()
    yield from _tier_cases()
    yield from _column_cases()
    yield from _json_cases()
    yield from _manifest_cases()


def _subtitle_cases() -> Iterator[Case]:
    korean = VTT.replace("Hello", "안녕하세요 고객님")
    yield _case("vtt", "call.vtt", VTT, "clean")
    yield _case("vtt-crlf", "call.vtt", VTT.replace("\n", "\r\n"), "clean")
    yield _case("vtt-bom", "call.vtt", VTT.encode("utf-8-sig"), "clean")
    yield _case("vtt-utf-16", "call.vtt", VTT.encode("utf-16"), "repaired", "UTF-16")
    yield _case("vtt-cp949", "call.vtt", korean.encode("cp949"), "repaired", "CP949")
    yield _case(
        "vtt-latin-1", "call.vtt", VTT.replace("Hello", "Déjà").encode("cp1252"), "repaired", "Windows-1252"
    )
    yield _case(
        "vtt-euc-jp", "call.vtt", VTT.replace("Hello", "もしもし").encode("euc-jp"), "refused", "encoding"
    )
    yield _case("vtt-no-header", "call.vtt", VTT[8:], "repaired", "does not begin with WEBVTT")
    yield _case("vtt-commas", "call.vtt", VTT.replace(".5", ",5"), "repaired", "clock times")
    yield _case("vtt-no-end", "call.vtt", VTT.replace("00:01.500", ""), "repaired", "has no end")
    yield _case("vtt-arrow", "call.vtt", VTT.replace("-->", "->"), "clean")
    yield _case("vtt-nul", "call.vtt", VTT.replace("Hello?", "He\0llo?"), "repaired", "cannot be shown")
    yield _case("vtt-open-tags", "call.vtt", VTT.replace("Hello?", "<i" * 50_000), "clean")
    yield _case("vtt-no-speakers", "call.vtt", VTT.replace("<v user>", "<v>"), "refused", "who speaks")
    yield _case(
        "vtt-header-only", "call.vtt", "WEBVTT\n\nNOTE nothing\n", "refused", "the turn list is empty"
    )
    yield _case("vtt-empty", "call.vtt", b"", "refused", "is empty")
    yield _case("vtt-zeros", "call.vtt", bytes(4096), "refused", "is empty")
    yield _case("srt", "call.srt", SRT, "clean")
    yield _case("srt-no-numbers", "call.srt", SRT.replace("1\n00", "00").replace("2\n00", "00"), "clean")
    yield _case("srt-no-blank-lines", "call.srt", SRT.replace("\n\n", "\n"), "clean")
    yield _case("srt-number-twice", "call.srt", SRT.replace("2\n00", "1\n00"), "repaired", "has the id '1'")
    yield _case("srt-points", "call.srt", SRT.replace(",5", ".5"), "repaired", "clock times")
    yield _case(
        "srt-broken-time", "call.srt", SRT.replace("01,500", "xx"), "refused", "no usable end: '00:00:xx'"
    )
    yield _case(
        "srt-sixty-seconds", "call.srt", SRT.replace("00,500", "61,500"), "refused", "no usable start"
    )
    yield _case("srt-prose", "call.srt", "Hello, this is prose.\n", "refused", "is no SRT")
    yield _case(
        "srt-some-speakers", "call.srt", SRT.replace("User: ", ""), "refused", "does not say who speaks"
    )


def _tier_cases() -> Iterator[Case]:
    yield _case("grid", "call.TextGrid", GRID, "clean")
    yield _case("grid-utf-16", "call.TextGrid", GRID.encode("utf-16"), "clean")
    yield _case(
        "grid-commas", "call.TextGrid", GRID.replace("0.5 1.5", "0,5 1,5"), "repaired", "decimal commas"
    )
    yield _case("grid-cut-off", "call.TextGrid", GRID[:140], "refused", "breaks off before")
    yield _case(
        "grid-binary", "call.TextGrid", b"ooBinaryFile\x08TextGrid\x00\x00", "refused", "another kind"
    )
    yield _case("grid-no-tiers", "call.TextGrid", GRID.replace("<exists>", "<absent>"), "refused", "is empty")
    yield _case(
        "grid-many", "call.TextGrid", GRID.replace("8 1\n", "8 99999999999\n"), "refused", "the number of"
    )
    yield _case("grid-strangers", "call.TextGrid", GRID.replace("agent", "Ann"), "refused", "'Ann' (1 turn)")
    yield _case(
        "grid-undefined", "call.TextGrid", GRID.replace("0.5", "--undefined--"), "refused", "no usable start"
    )
    yield _case("eaf", "call.eaf", EAF, "clean")
    yield _case("eaf-bomb", "call.eaf", BOMB, "refused", "has a document type")
    yield _case("eaf-cut-off", "call.eaf", EAF[:200], "refused", "is no XML")
    yield _case("eaf-open-slot", "call.eaf", EAF.replace(" TIME_VALUE='3000'", ""), "repaired", "has no end")
    yield _case("eaf-no-slot", "call.eaf", EAF.replace("REF1='a'", "REF1='z'"), "refused", "no usable start")
    yield _case("eaf-html", "call.eaf", "<html><body/></html>", "refused", "XML of another kind")


def _column_cases() -> Iterator[Case]:
    yield _case("rttm", "call.rttm", RTTM, "clean")
    yield _case(
        "rttm-other-id", "call.rttm", RTTM.replace("call", "waveform"), "repaired", "whose name it bears"
    )
    yield _case("rttm-short", "call.rttm", RTTM + "SPEAKER call 1\n", "refused", "line 3 is no SPEAKER line")
    yield _case(
        "rttm-backwards", "call.rttm", RTTM.replace(" 1 <NA>", " -0.4 <NA>"), "refused", "ends before"
    )
    yield _case("rttm-prose", "call.rttm", "who speaks when\n", "refused", "it has no SPEAKER line")
    long = "".join(f"SPEAKER call 1 {at} 0.9 <NA> <NA> agent <NA>\n" for at in range(10_000))
    yield _case("rttm-long", "call.rttm", long, "refused", "9997 of 10000 turns lie beyond the sound")
    yield _case("ctm", "call.ctm", CTM, "clean")
    yield _case(
        "ctm-channels", "call.ctm", CTM.replace(" 1 lex user", ""), "refused", "does not say who speaks"
    )
    yield _case("ctm-short", "call.ctm", CTM + "call 1 5\n", "refused", "line 3 has 3 columns")
    yield _case("ctm-words", "call.ctm", CTM.replace(" 2 1 ", " two 1 "), "refused", "no usable start: 'two'")


def _json_cases() -> Iterator[Case]:
    yield _case("json-cut-off", "call.turns.json", '{"turns": [', "refused", "is no JSON")
    yield _case("json-deep", "call.turns.json", "[" * 100_000, "refused", "nested too deeply")
    yield _case(
        "json-long-number", "call.turns.json", '{"turns": ' + "9" * 9000 + "}", "refused", "too many digits"
    )
    half = '{"turns": [{"text": "\\ud83d"}]}'
    yield _case("json-half-character", "call.turns.json", half, "refused", "cannot be kept")
    yield _case("json-other", "call.turns.json", '{"turns": "none"}', "refused", "has no list 'turns'")
    yield _case(
        "json-utf-16", "call.json", json.dumps({"segments": GOOD[:4]}).encode("utf-16"), "repaired", "UTF-16"
    )
    both = {"call.json": json.dumps({"segments": GOOD[:4]}).encode(), "call.vtt": VTT.encode()}
    yield Case("two-lists", both, "warning", "and not from 'call.vtt'")
    rivals = {
        name: json.dumps({"audio": "call.wav", "turns": GOOD[:4]}).encode() for name in ("a.json", "b.json")
    }
    yield Case("two-equals", rivals, "refused", "with the same right: 'a.json', 'b.json'")


def _manifest_cases() -> Iterator[Case]:
    yield _case("csv", "manifest.csv", CSV, "clean")
    yield _case(
        "csv-semicolons", "manifest.csv", CSV.replace(",", ";"), "repaired", "separated by semicolons"
    )
    yield _case("csv-tabs", "manifest.csv", CSV.replace(",", "\t"), "repaired", "separated by tabs")
    commas = CSV.replace(",", ";").replace("0.5", "0,5")
    yield _case("csv-semicolons-and-commas", "manifest.csv", commas, "repaired", "decimal commas")
    yield _case(
        "csv-cp949", "manifest.csv", CSV.replace("Hello", "안녕하세요").encode("cp949"), "repaired", "CP949"
    )
    yield _case("csv-nul", "manifest.csv", CSV.replace("Hello.", "\0"), "refused", "holds a NUL")
    yield _case("csv-cells", "manifest.csv", CSV.replace("Hello.", "a,b,c"), "refused", "the row has 8 cells")
    yield _case(
        "csv-no-audio", "manifest.csv", CSV.replace("audio", "file"), "refused", "has no column 'audio'"
    )
    yield _case(
        "csv-column-twice", "manifest.csv", CSV.replace("text", "end"), "refused", "two columns of the name"
    )
    yield _case(
        "csv-no-file", "manifest.csv", CSV.replace("call.wav", "c.wav"), "refused", "there is no file"
    )
    yield _case(
        "csv-no-list",
        "manifest.csv",
        "audio,item,turns\ncall.wav,ITEM,x.vtt\n",
        "refused",
        "there is no file 'x.vtt'",
    )
    yield _case(
        "csv-no-form",
        "manifest.csv",
        "audio,item,turns\ncall.wav,ITEM,call.wav\n",
        "refused",
        "no known form",
    )
    yield _case(
        "jsonl-cut-off", "manifest.jsonl", '{"audio": "call.wav", "turns": [', "refused", "is no JSON"
    )
    yield _case(
        "parquet-broken", "manifest.parquet", b"PAR1" + bytes(99) + b"PAR1", "refused", "is no Parquet"
    )
    yield _case("parquet-empty", "manifest.parquet", b"", "refused", "is no Parquet")


def write_cases(folder: Path, cases: Iterator[Case]) -> list[Case]:
    """Write a folder a case with a call of `CALL_S` seconds in it."""
    written = list(cases)
    sound = write_sound(folder / "call.wav", sine(8000, seconds=CALL_S, amplitude=0.05))
    for case in written:
        (folder / case.name).mkdir()
        (folder / case.name / "call.wav").hardlink_to(sound)
        for name, content in case.files.items():
            (folder / case.name / name).write_bytes(content)
    sound.unlink()
    return written


if __name__ == "__main__":
    write_cases(Path(sys.argv[1]), file_cases())
