"""A study's results as one HTML file that opens anywhere: no scripts, no other files, no network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any, Final

from markupsafe import Markup

from earmark.core.results import StudyResults
from earmark.exports.drawing import draw_all, draw_beside
from earmark.protocols.schema import Protocol
from earmark.web.languages import languages
from earmark.web.mark_words import mark_words
from earmark.web.rendering import rendered
from earmark.web.results.methods import commands_of, methods_of
from earmark.web.results.parts import Part, Section
from earmark.web.results.pictures import look
from earmark.web.results.sections import sections_of
from earmark.web.results.writing import writer_of

MARK: Final = '<meta name="generator" content="Earmark report">'
"""By this a file is known as a report of ours, which another may replace."""

Draw = Callable[..., list[str]]
"""Draws specs with a config, as `draw_all` does."""

_STYLES: Final = ("tokens", "base", "tables", "results", "report")


def report_languages() -> tuple[str, ...]:
    """Return the languages that a report can be in."""
    return tuple(languages())


def report_html(protocol: Protocol, results: StudyResults, language: str, *, beside: bool = False) -> str:
    """Return the report of a study in one language.

    Args:
        protocol: What the study pinned.
        results: What it found.
        language: Of all words.
        beside: Whether another process draws the figures, so that a server goes on meanwhile.

    Raises:
        EnvironmentProblemError: The process that draws ended early.
    """
    sections = _drawn(sections_of(protocol, results, language), draw_beside if beside else draw_all)
    writer = writer_of(results, language)
    return rendered(
        "report.html",
        language,
        mark=Markup(MARK),  # noqa: S704 - a constant
        style=Markup(_style()),  # noqa: S704 - files of ours
        results=results,
        title=writer.of(protocol.title),
        sections=sections,
        methods=methods_of(protocol, results, writer),
        commands=commands_of(results, language),
        skips=[(count, mark_words(protocol, count, language)) for count in results.skips],
        discards=[(count, mark_words(protocol, count, language)) for count in results.discards],
    )


def _drawn(sections: Sequence[Section], draw: Draw) -> tuple[Section, ...]:
    """Return the sections with their figures drawn."""
    specs = [figure.spec for section in sections for part in section.parts for figure in part.figures]
    pictures = iter(draw(specs, config=look()))

    def with_pictures(part: Part) -> Part:
        drawn = tuple(replace(figure, svg=Markup(next(pictures))) for figure in part.figures)  # noqa: S704 - Vega escapes
        return replace(part, figures=drawn)

    return tuple(
        replace(section, parts=tuple(with_pictures(part) for part in section.parts)) for section in sections
    )


def _style() -> str:
    folder: Any = files("earmark.web") / "static" / "css"
    return "\n".join((folder / f"{name}.css").read_text(encoding="utf-8") for name in _STYLES)
