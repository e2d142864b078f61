"""Languages: what is declared, and whether every text and page has it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from earmark.protocols.bundle import FALLBACK
from earmark.protocols.outline import Outline, Placed, texts_of
from earmark.protocols.problem import Problem, meant, one_of
from earmark.protocols.schema import GuidePage
from earmark.protocols.texts import Text

_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def declared(outline: Outline) -> tuple[str, ...]:
    """Return the languages the protocol declares, as far as they are language tags."""
    named = texts_of(outline.root.get("languages"), ("languages",))
    return tuple(dict.fromkeys(name for _, name in named if _LANGUAGE.fullmatch(name)))


def declarations(outline: Outline) -> Iterator[Problem]:
    """Yield languages that are no language tags or stand twice, and a list without English."""
    seen: set[str] = set()
    for path, name in texts_of(outline.root.get("languages"), ("languages",)):
        if not _LANGUAGE.fullmatch(name):
            yield Problem(path, f"'{name}' is no language tag", "a tag such as en, ko or pt-BR")
        if name in seen:
            yield Problem(path, f"the language '{name}' stands here twice", "each language once")
        seen.add(name)
    if seen and FALLBACK not in seen:
        message = f"'{FALLBACK}' is not among the languages"
        yield Problem(("languages",), message, "English and any further languages")


def translations(outline: Outline) -> Iterator[Problem]:
    """Yield texts that lack a declared language, leave it blank, or have one that is not declared."""
    yield from translations_into(outline, declared(outline))


def translations_into(outline: Outline, wanted: tuple[str, ...]) -> Iterator[Problem]:
    """Yield the same of the languages that are wanted; of none, nothing."""
    for text in outline.of(Text) if wanted else ():
        yield from _missing(text, wanted)
        for language in text.raw.keys() - {*wanted, FALLBACK}:
            message = f"the language '{language}' is not declared{meant(language, wanted)}"
            if not _LANGUAGE.fullmatch(language):
                message = f"'{language}' is no language; inside braces, a text with a comma needs quotes"
            yield Problem((*text.path, language), message, one_of(wanted), at_key=True)


def missing_pages(outline: Outline, files: Collection[str]) -> Iterator[Problem]:
    """Yield pages of the guide that have no file in a declared language."""
    for page in outline.of(GuidePage):
        for language in declared(outline):
            path = f"guide/{language}/{page.raw.get('id')}.md"
            if "id" in page.raw and path not in files:
                yield Problem((*page.path, "id"), f"the page has no text in '{language}'", f"a file {path}")


def _missing(text: Placed, wanted: tuple[str, ...]) -> Iterator[Problem]:
    for language in wanted:
        if language == FALLBACK:
            continue  # Text itself looks after English
        if language not in text.raw:
            message = f"this text is missing in '{language}'"
            yield Problem(text.path, message, f"text in {', '.join(wanted)}")
            continue
        written = text.raw[language]
        if isinstance(written, str) and not written.strip():
            yield Problem((*text.path, language), f"the text in '{language}' is blank", "words")
