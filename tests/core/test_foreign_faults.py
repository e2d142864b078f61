"""Sentences of ours for what libraries say, held against what they say today."""

from __future__ import annotations

import csv
import io
from xml.parsers import expat

import pytest

from earmark.core.documents import UnusableJsonError, parse_json
from earmark.core.foreign_faults import (
    fault_of_csv,
    fault_of_decoder,
    fault_of_xml,
    kinds_of_content,
    type_named,
)
from earmark.core.wording import Said, say


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[1,]", "value"),
        ("{a: 1}", "name"),
        ('{"a"}', "colon"),
        ("[1 2]", "comma"),
        ("{} x", "more"),
        ('"abc', "open-quote"),
        ('"a\nb"', "line-break"),
        (r'"\q"', "backslash"),
        (r'"\u12"', "backslash"),
    ],
)
def test_each_fault_of_json_has_its_sentence(text: str, code: str) -> None:
    with pytest.raises(UnusableJsonError) as raised:
        parse_json(text)
    assert raised.value.said.words["fault"] == Said(f"fault.json-{code}")


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "ends"), ("<a", "ends"), ("a", "sign"), ("<a></b>", "tags"), ("<a/><b/>", "more")],
)
def test_each_fault_of_xml_has_its_sentence(text: str, code: str) -> None:
    with pytest.raises(expat.ExpatError) as raised:
        expat.ParserCreate().Parse(text, True)  # noqa: FBT003 - the C function takes no keyword
    assert fault_of_xml(expat.ErrorString(raised.value.code)) == Said(f"fault.xml-{code}")


def test_what_is_not_known_is_told_as_the_library_tells_it() -> None:
    with pytest.raises(csv.Error) as raised:
        next(csv.reader(io.StringIO("x" * 200_000)))
    assert fault_of_csv(str(raised.value)) == Said("fault.csv-cell")
    assert say(fault_of_decoder("Bad magic"), "ko") == "읽는 프로그램의 말: “Bad magic”"
    assert [one.code for one in kinds_of_content("data, video")] == ["content.data", "content.video"]
    assert [type_named(value).code for value in ({}, [], object())] == [
        "type.object",
        "type.list",
        "type.other",
    ]
