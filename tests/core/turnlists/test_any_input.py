"""Whatever a file holds, a reader gives lists or its own error, and the check gives findings."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earmark.core.speakers import Casting
from earmark.core.turn_check import check_turns
from earmark.core.turnlists.forms import FORMS, form_of
from earmark.core.turnlists.lists import NoTurnListError, ReadList, UnusableListError
from earmark.core.turns import CheckedTurns

SUFFIXES = [form.suffix for form in FORMS]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [
                    "audio",
                    "turns",
                    "segments",
                    "chunks",
                    "words",
                    "role",
                    "speaker",
                    "start",
                    "end",
                    "text",
                    "timestamp",
                    "offsets",
                    "from",
                    "to",
                    "duration",
                    "start_ms",
                    "a.wav",
                    "language",
                    "result",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)
PIECES = {
    ".vtt": [
        "WEBVTT\n",
        "\n",
        "00:01.000",
        " --> ",
        "00:02.000\n",
        "<v A>",
        "<c.x>",
        "&amp;",
        "NOTE\n",
        "A: ",
    ],
    ".srt": ["1\n", "\n", "00:00:01,000", " --> ", " -> ", "00:00:02,5\n", "A: ", "[B] ", "{\\an8}", "<i>"],
    ".textgrid": [
        '"ooTextFile" "TextGrid" 0 9 <exists> ',
        "1 ",
        "2 ",
        '"IntervalTier" ',
        '"A" ',
        '"',
        " ! ",
        "\n",
    ],
    ".eaf": [
        "<ANNOTATION_DOCUMENT>",
        "<TIER TIER_ID='a'>",
        "<TIME_SLOT TIME_SLOT_ID='1' TIME_VALUE='5'/>",
        "<ALIGNABLE_ANNOTATION TIME_SLOT_REF1='1' TIME_SLOT_REF2='2'>",
        "<ANNOTATION_VALUE>",
        "x",
        "</TIER>",
        "</ANNOTATION_VALUE>",
        "</ALIGNABLE_ANNOTATION>",
        "</ANNOTATION_DOCUMENT>",
        "<!DOCTYPE a>",
        "<?xml?>",
    ],
    ".rttm": ["SPEAKER ", "a ", "1 ", "0.5 ", "-1 ", "<NA> ", "nan ", "\n", ";; x"],
    ".ctm": ["a ", "A ", "1 ", "0.5 ", "1,5 ", "inf ", "word ", "\n"],
}


def read(suffix: str, content: bytes) -> tuple[ReadList, ...]:
    form = form_of(f"a{suffix}")
    assert form is not None
    try:
        return form.read(content)
    except (UnusableListError, NoTurnListError):
        return ()


def check_all(lists: tuple[ReadList, ...]) -> None:
    for one in lists:
        checked = check_turns(one.turns, duration_s=7, casting=Casting(("A",), 0))
        assert all(0 <= turn.start_s < turn.end_s <= 7 for turn in checked.turns)


@given(content=st.binary(max_size=80) | st.text(max_size=80).map(str.encode))
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_any_bytes_give_lists_or_the_readers_own_error(suffix: str, content: bytes) -> None:
    check_all(read(suffix, content))


@given(data=st.data())
@pytest.mark.parametrize("suffix", PIECES)
def test_any_mixture_of_what_a_form_is_made_of_does_too(suffix: str, data: st.DataObject) -> None:
    pieces = data.draw(st.lists(st.sampled_from(PIECES[suffix]), max_size=30))
    check_all(read(suffix, "".join(pieces).encode()))


@given(document=JSON)
def test_any_json_does_too(document: object) -> None:
    content = json.dumps(document).encode()
    check_all(read(".json", content))
    check_all(read(".turns.json", content))


@st.composite
def turns(draw: st.DrawFn) -> list[tuple[str, int, int, str]]:
    """Draw turns one after the other: speaker, start and end in milliseconds, words."""
    at, found = 0, []
    for _ in range(draw(st.integers(1, 6))):
        start = at + draw(st.integers(0, 700_000))
        at = start + draw(st.integers(1, 60_000))
        words = draw(st.lists(st.text("abé말&<>\"'!", min_size=1, max_size=6), min_size=1, max_size=3))
        found.append((draw(st.sampled_from(["agent", "user"])), start, at, " ".join(words)))
    return found


def clock(ms: int, mark: str) -> str:
    return f"{ms // 3_600_000:02}:{ms // 60_000 % 60:02}:{ms // 1000 % 60:02}{mark}{ms % 1000:03}"


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def write(suffix: str, given_turns: list[tuple[str, int, int, str]]) -> str:
    if suffix == ".vtt":
        cues = (
            f"{clock(start, '.')} --> {clock(end, '.')}\n<v {who}>{escaped(text)}</v>\n"
            for who, start, end, text in given_turns
        )
        return "WEBVTT\n\n" + "\n".join(cues)
    if suffix == ".srt":
        return "\n".join(
            f"{number}\n{clock(start, ',')} --> {clock(end, ',')}\n{who}: {escaped(text)}\n"
            for number, (who, start, end, text) in enumerate(given_turns, 1)
        )
    if suffix == ".textgrid":
        tiers = {who: [one for one in given_turns if one[0] == who] for who, *_ in given_turns}
        written = [f'"ooTextFile"\n"TextGrid"\n0\n9999\n<exists>\n{len(tiers)}']
        for who, members in tiers.items():
            written.append(f'"IntervalTier"\n"{who}"\n0\n9999\n{len(members)}')
            written += [
                f'{start / 1000}\n{end / 1000}\n"{text.replace(chr(34), chr(34) * 2)}"'
                for _, start, end, text in members
            ]
        return "\n".join(written)
    keys = ("speaker", "start_ms", "end_ms", "text")
    return json.dumps({"turns": [dict(zip(keys, one, strict=True)) for one in given_turns]})


def checked_as_seen(checked: CheckedTurns) -> list[tuple[str, int, int, str]]:
    return [(one.role, round(one.start_s * 1000), round(one.end_s * 1000), one.text) for one in checked.turns]


@given(given_turns=turns())
@pytest.mark.parametrize("suffix", [".vtt", ".srt", ".textgrid", ".json"])
def test_a_good_list_comes_back_as_it_was_in_every_form(
    suffix: str, given_turns: list[tuple[str, int, int, str]]
) -> None:
    [one] = read(suffix, write(suffix, given_turns).encode())
    checked = check_turns(one.turns, duration_s=given_turns[-1][2] / 1000)
    assert checked_as_seen(checked) == given_turns
    assert (one.repairs, checked.repairs, checked.warnings) == ((), (), ())


@given(given_turns=turns())
def test_rttm_comes_back_without_its_words(given_turns: list[tuple[str, int, int, str]]) -> None:
    text = "".join(
        f"SPEAKER a 1 {start / 1000} {(end - start) / 1000} <NA> <NA> {who} <NA> <NA>\n"
        for who, start, end, _ in given_turns
    )
    [one] = read(".rttm", text.encode())
    checked = check_turns(one.turns, duration_s=given_turns[-1][2] / 1000 + 0.001)
    assert checked_as_seen(checked) == [(who, start, end, "") for who, start, end, _ in given_turns]
