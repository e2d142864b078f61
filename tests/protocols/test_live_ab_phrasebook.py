"""What the phrasebook of live-ab holds: how much of each, in both languages, and nothing twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import get_args

import pytest

from earmark import protocols
from earmark.audits.check import check
from earmark.protocols.phrasebook.book import Phrasebook, Tag, placeholders_of
from earmark.protocols.texts import Text

PHRASES = {
    "overall": 10,
    "hierarchy": 8,
    "naturalness": 16,
    "dynamics": 10,
    "utility": 12,
    "factuality": 14,
    "instructions": 10,
    "audio": 16,
    "clusters": 12,
    "severity-impact": 7,
    "severity-reason": 6,
    "trade-offs": 9,
    "evidence": 10,
    "conclusion": 7,
    "calibration": 12,
    "persona": 27,
}
DRILL = ["does-not", "instead-of", "better-than", "it-also", "therefore"]


@pytest.fixture(scope="module")
def book() -> Phrasebook:
    return protocols.phrasebook_of(protocols.load("live-ab"))


def sentences(book: Phrasebook) -> Iterator[Text]:
    """Yield what is read as a text of its own: nothing that only names or explains another one."""
    yield from (phrase.text for phrase in (*book.phrases(), *book.moments))
    assert book.skeleton
    yield from (entry.text for entry in (book.skeleton, *book.templates, *book.rationales, *book.graded))
    yield from (entry.why for entry in book.graded)
    yield from (term.sentence for group in book.dictionary for term in group.terms)
    yield from (example for note in book.notes for example in note.examples)
    yield from (link.text for chain in book.chains for link in chain.links)
    yield from (note.rule for note in book.grammar)


def test_it_holds_as_many_of_each_as_the_protocol_promises(book: Phrasebook) -> None:
    assert {group.id: len(group.phrases) for group in book.groups} == PHRASES
    assert sum(PHRASES.values()) == 186
    assert all(group.use for group in book.groups)
    assert book.skeleton
    assert (len(book.templates), len(book.rationales), len(book.notes)) == (17, 22, 25)
    assert sum(len(group.terms) for group in book.dictionary) == 40


def test_templates_bear_every_tag_and_rationales_every_mark(book: Phrasebook) -> None:
    assert {tag for entry in book.templates for tag in entry.tags} == {*get_args(Tag)}
    assert {entry.kind for entry in book.rationales} == {"guideline-example", "practice", "study-text"}


def test_each_chain_drills_the_same_five_patterns_and_they_are_to_be_learnt_first(book: Phrasebook) -> None:
    assert [[link.note for link in chain.links] for chain in book.chains] == [DRILL] * 4
    assert set(DRILL) < {note.id for note in book.notes if note.learn_first}


@pytest.mark.parametrize("language", ["en", "ko"])
def test_no_sentence_is_given_twice(book: Phrasebook, language: str) -> None:
    told = [
        part.strip()
        for text in sentences(book)
        for part in re.split(r"(?<=[.?!])\s+", text.in_language(language))
    ]
    assert [part for part, times in Counter(told).items() if times > 1 and len(part) > 30] == []
    whole = Counter(text.in_language(language) for text in sentences(book))
    assert [text for text, times in whole.items() if times > 1] == []


def test_english_is_english_but_for_quotes_and_korean_is_korean(book: Phrasebook) -> None:
    hangul = re.compile("[가-힣]")
    quotes = re.compile(r'"[^"]*"')
    assert [t for t in sentences(book) if hangul.search(quotes.sub("", t.root["en"]))] == []
    assert [t for t in sentences(book) if not hangul.search(t.root["ko"])] == []


def test_every_placeholder_is_used_and_its_example_fits_into_a_sentence(book: Phrasebook) -> None:
    used = {name for text in sentences(book) for name in placeholders_of(text.root["en"])}
    assert used == {entry.id for entry in book.placeholders}
    for text in sentences(book):
        for language in ("en", "ko"):
            assert "{" not in book.with_examples(text, language)


def test_a_worked_rationale_is_sound_and_one_with_its_vote_turned_contradicts_itself(
    book: Phrasebook,
) -> None:
    texts = [(entry.id, entry.text.root["en"], entry.overall) for entry in book.rationales]
    assert [(name, grave(text, vote)) for name, text, vote in texts if grave(text, vote)] == []
    other = {"a": "b", "b": "a"}
    found = [name for name, text, vote in texts if "overall-against-rationale" in grave(text, other[vote])]
    assert len(found) >= 0.95 * len(texts)


def test_each_grade_has_three_examples_and_the_audits_predict_the_grade_of_each(book: Phrasebook) -> None:
    protocol = protocols.load("live-ab").protocol
    grades = [grade.id for grade in protocol.grades]
    assert [example.grade for example in book.graded] == [grade for grade in grades for _ in range(3)]
    predicted = {one.id: check(protocol, one.answers(), one.known()).predicted_grade for one in book.graded}
    assert predicted == {one.id: one.grade for one in book.graded}


def grave(text: str, overall: str) -> set[str]:
    """Return what audits find in a rationale beside hints."""
    protocol = protocols.load("live-ab").protocol
    findings = check(protocol, {"rationale": text, "overall": overall}).findings
    return {finding.id for finding in findings if finding.severity != "hint"}
