"""All that a page or report of results shows, in its order."""

from __future__ import annotations

from collections.abc import Iterator

from earmark.core.results import StudyResults
from earmark.protocols.schema import Protocol
from earmark.web.results.advice import advice_section
from earmark.web.results.agreement import agreement_section
from earmark.web.results.battles import battle_sections
from earmark.web.results.choices import choice_section
from earmark.web.results.evidence import evidence_section
from earmark.web.results.flags import flag_section
from earmark.web.results.parts import Part, Section
from earmark.web.results.raters import rater_section
from earmark.web.results.scales import scale_section
from earmark.web.results.writing import writer_of


def sections_of(protocol: Protocol, results: StudyResults, language: str) -> tuple[Section, ...]:
    """Return what a study found, in one language."""
    return tuple(_sections(protocol, results, language))


def _sections(protocol: Protocol, results: StudyResults, language: str) -> Iterator[Section]:
    writer = writer_of(results, language)
    for scale, question in zip(protocol.scales(), results.questions, strict=True):
        yield scale_section(scale, question, writer)
    if results.battles is not None:
        yield from battle_sections(results.battles, writer)
    optional = (
        *(choice_section(choice, writer) for choice in results.choices),
        *(flag_section(flags, writer) for flags in results.flags),
        evidence_section(results.evidence, writer, groups=results.scope.group),
        agreement_section(results, writer),
        advice_section(results, writer),
        rater_section(results, writer),
    )
    yield from (section for section in optional if section is not None)


def parts_of(sections: tuple[Section, ...]) -> dict[str, Part]:
    """Return all parts by their ids."""
    return {part.id: part for section in sections for part in section.parts}
