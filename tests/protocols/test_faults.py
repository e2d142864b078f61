"""Every kind of fault is reported with the exact line and column where its writer must look."""

import re
from pathlib import Path
from typing import Final, TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from earmark.protocols import ProtocolError, load_files

FAULTS: Final = Path(__file__).parent / "faults"
RIGHT: Final = (FAULTS / "right.yaml").read_text(encoding="utf-8")
PAGES: Final = {"guide/en/overview.md": "Listen.\n", "guide/ko/overview.md": "들어 주세요.\n"}


class Case(TypedDict):
    case: str
    changes: list[dict[str, str]]
    faults: list[str]


CASES: Final[list[Case]] = YAML(typ="safe", pure=True).load(FAULTS / "cases.yaml")


def faults_of(text: str, pages: dict[str, str] = PAGES) -> list[str]:
    try:
        load_files({"protocol.yaml": text, **pages})
    except ProtocolError as error:
        return [str(fault).removeprefix("protocol.yaml:") for fault in error.faults]
    return []


def changed(changes: list[dict[str, str]]) -> str:
    text = RIGHT
    for change in changes:
        assert text.count(change["from"]) == 1
        text = text.replace(change["from"], change["to"])
    return text


def test_the_protocol_that_these_tests_break_is_right() -> None:
    assert faults_of(RIGHT) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_the_fault_is_found_where_it_stands_and_nothing_else_is_reported(case: Case) -> None:
    assert faults_of(changed(case["changes"])) == case["faults"]


def test_faults_of_different_kinds_are_all_reported_at_once_in_reading_order() -> None:
    text = changed(
        [
            {"from": "summary: {en: One scale., ko: 척도 하나.}", "to": "summary: {en: One scale.}"},
            {"from": "ask: agent-turn\n    title: {en: Fit", "to": "ask: agent-turns\n    title: {en: Fit"},
            {"from": "value: 2", "to": "value: two"},
            {"from": "after: [content]", "to": "after: [contant]"},
            {
                "from": "    required: false",
                "to": "    required: false\n    required: false\n    requird: false",
            },
            {"from": "id: fits-not", "to": "id: fits"},
        ]
    )
    places_and_words = [fault.split(" (expected")[0] for fault in faults_of(text)]
    assert places_and_words == [
        "6:10: this text is missing in 'ko'",
        "18:16: 'value' is the text 'two'",
        "30:10: 'ask' is 'agent-turns'; did you mean 'agent-turn'?",
        "33:13: there is no question 'contant'; did you mean 'content'?",
        "37:14: the id 'fits' is given twice",
        "52:5: the key 'required' stands here twice, first in line 51",
        "53:5: the key 'requird' is unknown here; did you mean 'required'?",
    ]


def test_a_page_without_a_file_is_reported_where_it_is_listed() -> None:
    english_alone = {"guide/en/overview.md": "Listen.\n"}
    assert faults_of(RIGHT, english_alone) == [
        "70:9: the page has no text in 'ko' (expected a file guide/ko/overview.md)"
    ]


def test_pages_that_nobody_would_see_and_pages_that_hold_nothing_are_faults_of_their_own_files() -> None:
    pages = {**PAGES, "guide/en/overview.md": " \n", "guide/ko/overveiw.md": "들어 주세요.\n"}
    not_shown = "this page is not shown: 'protocol.yaml' does not list it in this language"
    assert faults_of(RIGHT, pages) == [
        "guide/en/overview.md:1:1: this page is empty (expected text in Markdown)",
        f"guide/ko/overveiw.md:1:1: {not_shown} (expected an entry under 'guide')",
    ]


def test_a_file_without_keys_is_told_what_it_needs() -> None:
    needed = "a mapping with schema, id, version, languages, title, summary, item, questions"
    nothing = f"1:1: the file holds no keys (expected {needed})"
    assert [faults_of(text, {}) for text in ("", "# a remark\n", "- a\n", "word\n")] == [[nothing]] * 4


def test_a_file_that_unfolds_without_end_is_refused() -> None:
    lines = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    assert faults_of("\n".join(lines), {}) == [
        "1:10: the file unfolds to more than 20000 values (expected fewer aliases)"
    ]


def test_a_file_that_is_nested_too_deeply_is_refused() -> None:
    assert faults_of("[" * 50, {}) == [
        "1:41: the file is nested more than 40 levels deep (expected fewer levels)"
    ]


def test_a_value_behind_an_alias_is_mended_where_its_anchor_stands() -> None:
    text = changed(
        [
            {"from": "label: {en: Bad, ko: 나쁨}", "to": "label: &label {en: Bad}"},
            {"from": "label: {en: Good, ko: 좋음}", "to": "label: *label"},
        ]
    )
    assert faults_of(text) == ["17:16: this text is missing in 'ko' (expected text in en, ko)"]


@given(st.text(max_size=60))
def test_no_text_makes_the_loader_fail_in_any_other_way(text: str) -> None:
    assert faults_of(text, {}) != []


TINY: Final = """\
schema: 1
languages: [en]
item: {kind: clip}
questions:
  - {id: a, kind: scale, title: {en: A}, points: [{value: 1, label: {en: B}}], when: {question: a, is: [1]}}
  - {id: c, kind: flags, ask: item, severities: [{id: d, weight: 1}], clusters: [{severities: {d: {en: E}}}]}
  - {id: f, kind: choice, options: [{id: g, side: a}], keys: [h], variants: {i: [{id: j}]}, after: [a]}
exits: [{id: k, scopes: [item], key: l}]
classes: [{id: m, priority: [a], categories: [{id: n}]}]
guide: [{id: o}]
"""
PIECES: Final = st.sampled_from(
    ["", "[]", "{}", "x", "1", "true", "null", "[[x]]", "{x: {}}", "*a", "&a ", ": ", "- "]
)
SPANS: Final = [match.span() for match in re.finditer(r"[a-z0-9]+|\[|\{", TINY)]


@given(st.lists(st.tuples(st.sampled_from(SPANS), PIECES), min_size=1, max_size=3))
def test_no_change_to_a_protocol_makes_the_loader_fail_in_any_other_way(
    changes: list[tuple[tuple[int, int], str]],
) -> None:
    text = TINY
    for (start, end), piece in sorted(changes, reverse=True):
        text = text[:start] + piece + text[end:]
    assert faults_of(text, {}) != []
