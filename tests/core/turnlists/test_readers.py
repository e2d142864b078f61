"""Each form of turn list is read as its programs write it, with what people do to it by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from earmark.core.turnlists.forms import form_of
from earmark.core.turnlists.lists import NoTurnListError, ReadList, UnusableListError
from earmark.core.turns import TurnNote, WrittenTurn, turn_place
from earmark.core.wording import say


def read_all(name: str, content: str | bytes) -> tuple[ReadList, ...]:
    form = form_of(name)
    assert form is not None
    return form.read(content if isinstance(content, bytes) else content.encode())


def read(name: str, content: str | bytes) -> ReadList:
    [one] = read_all(name, content)
    return one


def told(one: ReadList) -> list[tuple[object, ...]]:
    return [
        tuple(turn.fields.get(name) for name in ("speaker", "start", "end", "text")) for turn in one.turns
    ]


def refusal(name: str, content: str | bytes) -> TurnNote:
    with pytest.raises(UnusableListError) as error:
        read_all(name, content)
    return error.value.fault


VTT = """\
WEBVTT - made by hand

STYLE
::cue { color: red }

NOTE the next cue --> is not one

intro
00:01.000 --> 00:02.500 align:start
<v.loud Agent Smith>Good <i>morning</i> &amp; <00:01.500>welcome</v>

01:00:03.000 --> 01:00:04.000
<v Caller>Hi.
Hello?

NOTE gone
and this
"""


def test_webvtt_gives_voices_times_and_words_without_markup() -> None:
    one = read("a.vtt", VTT)
    assert told(one) == [
        ("Agent Smith", 1.0, 2.5, "Good morning & welcome"),
        ("Caller", 3603.0, 3604.0, "Hi. Hello?"),
    ]
    assert [(say(turn.place), turn.line, turn.fields.get("id")) for turn in one.turns] == [
        ("the cue at line 9", 9, "intro"),
        ("the cue at line 12", 12, None),
    ]


def test_two_voices_in_one_cue_are_a_turn_of_each() -> None:
    one = read("a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v A>Yes.</v> <v B>No.</v>\n")
    assert told(one) == [("A", 1.0, 2.0, "Yes."), ("B", 1.0, 2.0, "No.")]


@pytest.mark.parametrize("name", ["a.vtt", "a.SRT"])
def test_cues_without_blank_lines_or_with_one_inside_lose_no_word(name: str) -> None:
    text = "WEBVTT\n\n1\n00:01.000 --> 00:02.000\nA: one\n2\n00:02.000 --> 00:03.000\nB: two\n\nmore\n"
    assert told(read(name, text.replace("\n", "\r\n"))) == [
        ("A", pytest.approx(1) if name == "a.vtt" else "00:01.000", told_end(name, 2), "one"),
        ("B", told_end(name, 2), told_end(name, 3), "two more"),
    ]


def told_end(name: str, seconds: int) -> object:
    """Times in another form's way stay as written, so that the check names them."""
    return float(seconds) if name == "a.vtt" else f"00:0{seconds}.000"


def test_webvtt_without_its_first_line_is_read_and_named() -> None:
    [repair] = read("a.vtt", "00:01.000 --> 00:02.000\nA: one\n").repairs
    assert (repair.said.reason, repair.line) == ("the file does not begin with WEBVTT: read all the same", 1)


def test_a_broken_arrow_is_an_arrow_and_a_broken_time_stays_to_be_named() -> None:
    text = (
        "1\n00:00:01,000 -> 00:00:02,000\nA: one\n\n2\n00:00:xx --> 3\nA: a -> b\n\n"
        "3\n00:00:04,000 -->\nB: x\n"
    )
    assert told(read("a.srt", text)) == [
        ("A", 1.0, 2.0, "one"),
        ("A", "00:00:xx", "3", "a -> b"),
        ("B", 4.0, "", "x"),
    ]


@pytest.mark.parametrize(
    ("texts", "speakers"),
    [
        (("Agent: Hi", "Bob: Yo"), ["Agent", "Bob"]),
        (("[SPEAKER_00]: Hi", "[SPEAKER_01] Yo"), ["SPEAKER_00", "SPEAKER_01"]),
        (("- 상담원\uff1a 네", "- 고객: 아니요"), ["상담원", "고객"]),
        (("Agent: Hi", "no name"), ["", ""]),
        (("It is 10:30", "at 11: 30"), ["", ""]),
    ],
)
def test_a_speaker_before_the_words_counts_where_every_cue_has_one(
    texts: tuple[str, ...], speakers: list[str]
) -> None:
    cues = (f"{at}\n00:00:0{at},000 --> 00:00:0{at},500\n{text}\n" for at, text in enumerate(texts))
    assert [speaker for speaker, *_ in told(read("a.srt", "\n".join(cues)))] == speakers


LONG_GRID = """\
File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 4.5
tiers? <exists>
size = 3
item []:
    item [1]:
        class = "IntervalTier"
        name = "agent"
        xmin = 0
        xmax = 4.5
        intervals: size = 2
        intervals [1]:
            xmin = 0
            xmax = 1.5
            text = ""
        intervals [2]:
            xmin = 1.5
            xmax = 4.5
            text = "He said ""no"" 말"
    item [2]:
        class = "TextTier"
        name = "bell"
        xmin = 0
        xmax = 4.5
        points: size = 1
        points [1]:
            number = 2
            mark = "ding"
    item [3]:
        class = "IntervalTier"
        name = "user"
        xmin = 0
        xmax = 4.5
        intervals: size = 1
        intervals [1]:
            xmin = 0.25
            xmax = 1.5
            text = "Hi
            there"
"""
SHORT_GRID = """\
File type = "ooTextFile"
"TextGrid"
0
4.5
<exists>
3
"IntervalTier" "agent" 0 4.5 2
0 1.5 ""
1.5 4.5 "He said ""no"" 말" ! a remark
"TextTier" "bell" 0 4.5 1
2 "ding"
"IntervalTier" "user" 0 4.5 1
0.25 1.5 "Hi there"
"""


@pytest.mark.parametrize("text", [LONG_GRID, SHORT_GRID], ids=["long", "short"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_textgrid_gives_a_speaker_a_tier(text: str, encoding: str) -> None:
    one = read("a.TextGrid", text.encode(encoding))
    assert told(one) == [("user", 0.25, 1.5, "Hi there"), ("agent", 1.5, 4.5, 'He said "no" 말')]
    assert one.repairs == ()
    assert [remark.said.reason for remark in one.warnings] == ["the tier 'bell' holds no turns: left out"]
    assert say(one.turns[1].place) == "interval 2 of tier 'agent'"


LONG = 300_000
"""Characters of a line that would keep a reader for minutes that tries all ways to divide it."""


@pytest.mark.parametrize("line", ["9" * LONG + " --> 1", " " * LONG + "x y -->", " " * LONG + "1 2 -> 3"])
def test_a_long_line_of_subtitles_is_gone_through_once(line: str) -> None:
    one = read("a.srt", f"1\n00:00:01,000 --> 00:00:02,000\nHello.\n\n{line}\n")
    assert one.turns[0].fields["start"] == 1.0


def test_a_long_name_of_a_tier_is_gone_through_once() -> None:
    name = "Ann" + " " * LONG + "x"
    assert told(read("a.textgrid", SHORT_GRID.replace("agent", name)))[1][0] == name


def test_a_textgrid_of_words_is_joined_to_turns_and_phones_are_left_out() -> None:
    words = ((0.0, 0.4, "How"), (0.4, 0.6, ""), (0.6, 1.0, "are"), (2.1, 2.5, "you"))
    tier = "\n".join(f'{start} {end} "{text}"' for start, end, text in words)
    text = SHORT_GRID.split("3\n", 1)[0] + (
        f'2\n"IntervalTier" "Ann - words" 0 4.5 4\n{tier}\n"IntervalTier" "Ann - phones" 0 4.5 1\n0 1 "h"\n'
    )
    one = read("a.textgrid", text)
    assert told(one) == [("Ann", 0.0, 1.0, "How are"), ("Ann", 2.1, 2.5, "you")]
    assert [remark.said.reason for remark in one.warnings] == [
        "the tier 'Ann - phones' holds no turns: left out"
    ]


EAF = """\
<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="" VERSION="3.0">
<HEADER TIME_UNITS="milliseconds"/>
<TIME_ORDER>
<TIME_SLOT TIME_SLOT_ID="ts1" TIME_VALUE="1500"/>
<TIME_SLOT TIME_SLOT_ID="ts2" TIME_VALUE="2500"/>
<TIME_SLOT TIME_SLOT_ID="ts3" TIME_VALUE="250"/>
<TIME_SLOT TIME_SLOT_ID="ts4"/>
</TIME_ORDER>
<TIER TIER_ID="t1" PARTICIPANT="agent"><ANNOTATION>
<ALIGNABLE_ANNOTATION ANNOTATION_ID="a1" TIME_SLOT_REF1="ts1" TIME_SLOT_REF2="ts2">
<ANNOTATION_VALUE>A &amp; B
말</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>
<TIER TIER_ID="user"><ANNOTATION>
<ALIGNABLE_ANNOTATION ANNOTATION_ID="a2" TIME_SLOT_REF1="ts3" TIME_SLOT_REF2="ts4">
<ANNOTATION_VALUE>Hi</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>
<TIER TIER_ID="gloss" PARENT_REF="t1"><ANNOTATION>
<REF_ANNOTATION ANNOTATION_ID="a3" ANNOTATION_REF="a1"><ANNOTATION_VALUE>x</ANNOTATION_VALUE></REF_ANNOTATION>
</ANNOTATION></TIER>
</ANNOTATION_DOCUMENT>
"""


def test_an_eaf_gives_a_speaker_a_tier_and_times_from_its_slots() -> None:
    one = read("a.eaf", EAF)
    assert told(one) == [("user", 0.25, None, "Hi"), ("agent", 1.5, 2.5, "A & B 말")]
    assert [turn.line for turn in one.turns] == [15, 11]
    assert [remark.said.reason for remark in one.warnings] == [
        "the tier 'gloss' depends on another: left out"
    ]
    assert told(read("a.eaf", EAF.replace("UTF-8", "UTF-16").encode("utf-16"))) == told(one)


RTTM = """\
;; made by a diariser
SPKR-INFO call 1 <NA> <NA> <NA> unknown SPEAKER_00 <NA>
SPEAKER call 1 0.50 1.25 <NA> <NA> SPEAKER_00 <NA> <NA>
SPEAKER other 1 0 1 <NA> <NA> X <NA> <NA>
SPEAKER call 1 2 0.5 <NA> <NA> SPEAKER_01 <NA>
"""


def test_rttm_gives_a_list_a_recording() -> None:
    call, other = read_all("all.rttm", RTTM)
    assert (call.audio, other.audio) == (("call",), ("other",))
    assert told(call) == [("SPEAKER_00", "0.50", 1.75, None), ("SPEAKER_01", "2", 2.5, None)]
    assert [turn.line for turn in call.turns] == [3, 5]


def test_all_lines_of_an_rttm_that_are_none_are_told_at_once() -> None:
    [one] = read_all("all.rttm", "SPEAKER a 1 0 1 <NA> <NA> X\nSPEAKER a 1 0\nhello\n")
    assert [(fault.said.reason, fault.line) for fault in one.faults] == [
        ("line 2 is no SPEAKER line of 8 columns", 2),
        ("line 3 is no SPEAKER line of 8 columns", 3),
    ]


def test_ctm_words_are_joined_to_turns_of_a_channel() -> None:
    text = ";; words\ncall A 0.0 0.3 how 0.9\ncall B 0.2 0.2 hm\ncall A 0.5 0.3 are\ncall A 2.0 0.5 you\n"
    [one] = read_all("call.ctm", text)
    assert one.audio == ("call",)
    assert [(turn.fields["channel"], turn.fields["start"], turn.fields["text"]) for turn in one.turns] == [
        (0, "0.0", "how are"),
        (1, "0.2", "hm"),
        (0, "2.0", "you"),
    ]
    assert [turn.fields["end"] for turn in one.turns] == [0.8, 0.4, 2.5]


def test_ctm_may_name_speakers() -> None:
    [one] = read_all("call.ctm", "call 1 0 1 hi 0.9 lex Ann\ncall 1 0.5 1 oh 0.9 lex Bob\n")
    assert [turn.fields["speaker"] for turn in one.turns] == ["Ann", "Bob"]


def as_json(document: object) -> str:
    return json.dumps(document)


SEGMENT = {"id": 0, "start": 0.0, "end": 2.0, "text": " Hi there."}


@pytest.mark.parametrize(
    ("document", "turns"),
    [
        ({"text": "", "segments": [SEGMENT], "language": "en"}, [(None, 0.0, 2.0, " Hi there.")]),
        ({"segments": [{**SEGMENT, "speaker": "SPEAKER_00"}]}, [("SPEAKER_00", 0.0, 2.0, " Hi there.")]),
        (
            {"transcription": [{"offsets": {"from": 0, "to": 1500}, "text": " Hi", "speaker": "1"}]},
            [("1", 0.0, 1.5, " Hi")],
        ),
        (
            {"text": "", "chunks": [{"text": " A b", "timestamp": [0.5, None]}]},
            [(None, 0.5, None, " A b")],
        ),
        (
            {
                "chunks": [
                    {"text": word, "timestamp": [at, at + 1]} for word, at in (("a", 0), ("b", 1), ("c", 9))
                ]
            },
            [("", 0, 2, "a b"), ("", 9, 10, "c")],
        ),
        (
            {"audio": "x.wav", "turns": [{"id": 1, "speaker": "Agent", "start": 1, "text": "Hi"}]},
            [("Agent", 1, None, "Hi")],
        ),
        (
            [{"speaker": "A", "start_ms": 500, "end_ms": 1500, "transcript": "Hi"}],
            [("A", 0.5, 1.5, "Hi")],
        ),
        ({"utterances": [{"speaker": 0, "start": 1, "duration": 2, "text": "x"}]}, [(0, 1, 3.0, "x")]),
    ],
    ids=[
        "whisper",
        "whisperx",
        "whisper.cpp",
        "transformers",
        "words",
        "dialogue",
        "milliseconds",
        "duration",
    ],
)
def test_json_of_the_usual_shapes_is_read(document: object, turns: list[tuple[object, ...]]) -> None:
    assert told(read("a.json", as_json(document))) == turns


def test_a_segment_whose_words_have_several_speakers_is_cut_where_the_speaker_changes() -> None:
    words: list[Mapping[str, object]] = [
        {"word": "Yes", "start": 0.1, "end": 0.4, "speaker": "A"},
        {"word": "42", "speaker": None},
        {"word": "No.", "start": 1.2, "end": 1.6, "speaker": "B"},
    ]
    one = read("a.json", as_json({"segments": [{**SEGMENT, "speaker": "A", "words": words}]}))
    assert told(one) == [("A", 0.1, 0.4, "Yes 42"), ("B", 1.2, 2.0, "No.")]


def test_one_json_may_hold_the_turns_of_several_recordings() -> None:
    by_name = {"note": "x", "a.wav": [SEGMENT], "b.mp3": [SEGMENT], "empty.wav": []}
    assert [one.audio for one in read_all("all.json", as_json(by_name))] == [("a.wav",), ("b.mp3",)]
    several = [{"audio": "a.wav", "turns": [SEGMENT]}, {"audio": ["b.wav", "c.wav"], "turns": []}]
    assert [one.audio for one in read_all("all.json", as_json(several))] == [("a.wav",), ("b.wav", "c.wav")]


@pytest.mark.parametrize(
    "document",
    [
        {},
        [],
        3,
        {"mean": 3, "turns": 4},
        {"segments": [{"name": "x"}]},
        [{"text": "[PAUSE]", "timestamp": [3, 4]}],
        [{"context": "x", "start": None, "x": 1}, 7],
        {"rttl-dg": [SEGMENT]},
    ],
)
def test_json_of_something_else_is_no_turn_list(document: object) -> None:
    with pytest.raises(NoTurnListError):
        read_all("a.json", as_json(document))


@pytest.mark.parametrize(
    ("encoding", "name", "words"),
    [
        ("utf-16", "UTF-16", "말씀 é"),
        ("utf-16-le", "UTF-16", "Hello"),
        ("utf-16-be", "UTF-16", "Hello"),
        ("utf-32", "UTF-32", "말씀"),
        ("cp949", "CP949 (Korean)", "네, 환불해 드리겠습니다. 감사합니다."),
        ("cp1252", "Windows-1252", "Déjà vu, à bientôt"),
    ],
)
def test_text_in_another_encoding_is_read_and_named(encoding: str, name: str, words: str) -> None:
    text = f"WEBVTT\n\n00:01.000 --> 00:02.000\nA: {words}\n"
    one = read("a.vtt", text.encode(encoding))
    assert told(one) == [("A", 1.0, 2.0, words)]
    assert [remark.said.reason for remark in one.repairs] == [
        f"the file is {name} text and not UTF-8: read as {name}"
    ]


@pytest.mark.parametrize(
    "words", ["请问您需要什么帮助我想退款。谢谢您的帮助", "もしもし、返金をお願いします"]
)
def test_an_encoding_that_cannot_be_told_is_refused(words: str) -> None:
    encoding = "gb18030" if words.startswith("请") else "euc-jp"
    fault = refusal("a.srt", f"1\n00:00:01,000 --> 00:00:02,000\n{words}\n".encode(encoding))
    assert fault.said.reason == "the turn list is not UTF-8 text, and its encoding is not known"


DOCTYPE = '<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>'


@pytest.mark.parametrize(
    ("name", "content", "reason", "line"),
    [
        ("a.vtt", b"", "is empty", None),
        ("a.srt", b" \r\n\0", "is empty", None),
        (
            "a.vtt",
            "hello",
            "is no WebVTT: it neither begins with WEBVTT nor has a line with an arrow (-->)",
            None,
        ),
        ("a.srt", "hello", "is no SRT: it has no line with an arrow (-->)", None),
        ("a.vtt", b"\xff\xfea", "is marked as UTF-16 text and is not", None),
        ("a.TextGrid", "hello", "is no TextGrid: nothing in its first lines says so", 1),
        (
            "a.TextGrid",
            b"ooBinaryFile\x08TextGrid",
            "is a TextGrid of another kind (binary or chronological)",
            None,
        ),
        ("a.TextGrid", LONG_GRID[:400], "breaks off before a text", 21),
        ("a.TextGrid", SHORT_GRID.replace('""\n', "7\n"), "has number '7' where a text should stand", 8),
        ("a.TextGrid", SHORT_GRID.replace("4.5 2\n", "4.5 9e9\n"), "has '9e9' as the number of intervals", 7),
        ("a.eaf", "hello", "is no XML: a character stands where none may", 1),
        ("a.eaf", "<a/>", "is no EAF but XML of another kind ('a')", 1),
        ("a.eaf", DOCTYPE, "has a document type, which no EAF has", 1),
        ("a.eaf", EAF[:700], "is no XML: it ends too early", 16),
        ("a.eaf", EAF.replace("milliseconds", "PAL-frames"), "counts its times in PAL-frames", 3),
        ("a.eaf", EAF.replace("UTF-8", "klingon"), "has an encoding that is not known", 1),
        ("a.rttm", "hello\n", "is no RTTM: it has no SPEAKER line", None),
        ("a.ctm", "hello\n", "is no CTM: no line has five columns", None),
        ("a.json", "{\n\n", "is no JSON: a name between double quotes is missing", 3),
        ("a.json", "[" * 9000, "is nested too deeply", None),
        ("a.json", '{"turns": [{"start": 1}], "audio": 5}', "has an 'audio' that is no name", None),
        ("a.json", '{"turns": [1], "audio": "a.wav"}', "has no list 'turns' of objects", None),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(
    name: str, content: str | bytes, reason: str, line: int | None
) -> None:
    fault = refusal(name, content)
    assert fault.said.reason == f"the turn list {reason}"
    assert (fault.line, bool(fault.said.remedy)) == (line, True)


def test_a_turn_is_named_by_its_number() -> None:
    assert read("a.turns.json", '{"turns": [{"role": "agent", "start": 0, "end": 1}]}').turns == (
        WrittenTurn({"role": "agent", "start": 0, "end": 1}, turn_place(1), None),
    )
