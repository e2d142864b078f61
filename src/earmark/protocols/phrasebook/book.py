"""The phrasebook as a typed model. Files under ``phrasebook/`` hold parts of it, which `merged` joins.

Each sentence stands in the languages of the protocol, and English is the one that is submitted. What the
writer has to fill in is a placeholder, an id in braces such as ``{turn}``; the book lists it with a hint and
an example.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from earmark.protocols.base import PLACEHOLDER, Identifier, Part
from earmark.protocols.bundle import FALLBACK
from earmark.protocols.phrasebook.graded import GradedExample
from earmark.protocols.texts import Text

Tag = Literal["EQ", "IQ", "Audio", "Dynamics", "Error", "Tie", "Official", "Severity", "Persona"]

English = Annotated[str, StringConstraints(min_length=1)]


class Placeholder(Part):
    """What the writer fills in. ``example`` stands in its place where a sentence is practised."""

    id: Identifier
    hint: Text
    example: Text


class Phrase(Part):
    """One sentence, ready to be put into a rationale."""

    id: Identifier
    text: Text


class PhraseGroup(Part):
    """Phrases of one purpose; ``use`` says when to reach for them.

    A file that adds phrases to the group of another file names it by its id, and gives no title.
    """

    id: Identifier
    title: Text | None = None
    use: Text | None = None
    phrases: tuple[Phrase, ...] = ()


class Template(Part):
    """A whole rationale to fill in for one situation; ``build`` says how it is made, to be learnt from."""

    id: Identifier
    title: Text
    tags: tuple[Tag, ...] = ()
    build: Text
    text: Text


class WorkedRationale(Part):
    """A finished rationale for an overall choice; ``lesson`` says what it shows."""

    id: Identifier
    kind: Literal["guideline-example", "practice", "study-text"]
    overall: Literal["a", "tie", "b"]
    title: Text
    text: Text
    lesson: Text


class Term(Part):
    """A word of the dictionary, with one sentence that uses it."""

    id: Identifier
    term: Text
    sentence: Text


class TermGroup(Part):
    """Words of one field; a file that adds to a group of another gives no title."""

    id: Identifier
    title: Text | None = None
    terms: tuple[Term, ...] = ()


class Mistake(Part):
    """What is often written, and what to write instead."""

    wrong: English
    right: English


class StudyNote(Part):
    """How to say one kind of judgement in English: a pattern, why, examples, the usual mistake."""

    id: Identifier
    title: Text
    learn_first: bool = False
    pattern: English
    why: Text
    examples: tuple[Text, ...] = Field(min_length=2)
    mistake: Mistake


class ChainLink(Part):
    """One sentence of a chain and the study note that it practises."""

    note: Identifier
    text: Text


class Chain(Part):
    """A drill: sentences that make one paragraph when they are written one after another."""

    id: Identifier
    title: Text
    links: tuple[ChainLink, ...] = Field(min_length=2)


class GrammarNote(Part):
    """One rule of English that writers of the protocol's other languages often miss."""

    id: Identifier
    rule: Text
    mistake: Mistake


class Phrasebook(Part):
    """All of it, or what one file holds."""

    placeholders: tuple[Placeholder, ...] = ()
    groups: tuple[PhraseGroup, ...] = ()
    skeleton: Template | None = None
    templates: tuple[Template, ...] = ()
    rationales: tuple[WorkedRationale, ...] = ()
    graded: tuple[GradedExample, ...] = ()
    dictionary: tuple[TermGroup, ...] = ()
    notes: tuple[StudyNote, ...] = ()
    chains: tuple[Chain, ...] = ()
    grammar: tuple[GrammarNote, ...] = ()
    moments: tuple[Phrase, ...] = ()

    def with_examples(self, text: Text, language: str) -> str:
        """Return a text with the examples of its placeholders in their places."""
        examples = {entry.id: entry.example.in_language(language) for entry in self.placeholders}
        return PLACEHOLDER.sub(lambda found: examples[found[1]], text.in_language(language))

    def phrases(self) -> tuple[Phrase, ...]:
        """Return the phrases of all groups, in order."""
        return tuple(phrase for group in self.groups for phrase in group.phrases)


def placeholders_of(text: str) -> frozenset[str]:
    """Return the ids of the placeholders in a text."""
    return frozenset(PLACEHOLDER.findall(text))


def in_english(text: Text) -> str:
    """Return what is submitted of a text."""
    return text.in_language(FALLBACK)


def merged(parts: Iterable[Phrasebook]) -> Phrasebook:
    """Return one book of the parts that files hold: lists one after another, groups of one id as one group.

    Of two skeletons the later one counts.
    """
    parts = tuple(parts)
    return Phrasebook(
        placeholders=tuple(entry for part in parts for entry in part.placeholders),
        groups=_merged_groups(parts),
        skeleton=next((part.skeleton for part in reversed(parts) if part.skeleton), None),
        templates=tuple(entry for part in parts for entry in part.templates),
        rationales=tuple(entry for part in parts for entry in part.rationales),
        graded=tuple(entry for part in parts for entry in part.graded),
        dictionary=_merged_terms(parts),
        notes=tuple(entry for part in parts for entry in part.notes),
        chains=tuple(entry for part in parts for entry in part.chains),
        grammar=tuple(entry for part in parts for entry in part.grammar),
        moments=tuple(entry for part in parts for entry in part.moments),
    )


def _merged_groups(parts: tuple[Phrasebook, ...]) -> tuple[PhraseGroup, ...]:
    every = [group for part in parts for group in part.groups]
    found = {group.id: group for group in every if group.title}
    for group in every:
        if not group.title and group.id in found:
            head = found[group.id]
            found[group.id] = head.model_copy(update={"phrases": (*head.phrases, *group.phrases)})
    return tuple(found.values())


def _merged_terms(parts: tuple[Phrasebook, ...]) -> tuple[TermGroup, ...]:
    every = [group for part in parts for group in part.dictionary]
    found = {group.id: group for group in every if group.title}
    for group in every:
        if not group.title and group.id in found:
            head = found[group.id]
            found[group.id] = head.model_copy(update={"terms": (*head.terms, *group.terms)})
    return tuple(found.values())
