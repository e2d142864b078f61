"""What a page or report of results is made of: sections of parts, each a sentence, pictures and a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from markupsafe import Markup

from earmark.exports import columns, tables

Spec = dict[str, Any]
"""A Vega-Lite spec as plain JSON values."""

Kind = Literal["text", "number", "interval", "kept"]
"""How a column is shown: words to the left, numbers to the right, two ends of an interval as one cell, or not
at all, which keeps its values for the file."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name in the file, its title as read, and what a short title means in full."""

    key: str
    title: str
    kind: Kind = "number"
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One value and how it is written.

    Attributes:
        value: As computed, for the file: a number, a text, None, or the two ends of an interval.
        text: As read.
        series: Place of the condition's colour, from 0; None for no colour.
        soft: Whether it says why a value is missing.
    """

    value: object
    text: str = ""
    series: int | None = None
    soft: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table that can be read and downloaded."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def shown(self) -> tuple[int, ...]:
        """Places of the columns that are read."""
        return tuple(place for place, column in enumerate(self.columns) if column.kind != "kept")

    def csv(self) -> str:
        """Return the table as CSV: values as computed, an interval in two columns."""
        names = [name for column in self.columns for name in _names(column)]
        rows = [
            [value for column, cell in zip(self.columns, row, strict=True) for value in _values(column, cell)]
            for row in self.rows
        ]
        has_text = [any(isinstance(row[place], str) for row in rows) for place in range(len(names))]
        written = tuple(
            columns.Column(name, "text" if is_text else "number", "")
            for name, is_text in zip(names, has_text, strict=True)
        )
        return tables.csv_text(columns.Table("results", "", written), rows)


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture: its spec, the line under it that says how to read it, and the drawing where one is made."""

    spec: Spec
    caption: str
    small: bool = False
    svg: Markup | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that was found.

    Attributes:
        id: Names its table's file and its place on the page.
        title: What it is about; empty where the section's says it.
        lead: The sentence that says what was found.
        figures: Its pictures.
        table: Its numbers.
        method: How they were made, in a line or two for who knows means and no more.
        notes: What else one has to know, such as what was left out and why.
        folded: Whether the table is opened by a press, since it is long or for few.
    """

    id: str
    title: str
    lead: str
    figures: tuple[Figure, ...] = ()
    table: Table | None = None
    method: str = ""
    notes: tuple[str, ...] = ()
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """What belongs together.

    Attributes:
        id: Its place on the page.
        title: What it is about.
        parts: What was found, the most important first.
        prompt: What raters were asked.
        is_answer: Whether it answers what the study asks, and not how far to trust the answers.
    """

    id: str
    title: str
    parts: tuple[Part, ...]
    prompt: str = ""
    is_answer: bool = True


def _names(column: Column) -> Iterator[str]:
    if column.kind != "interval":
        yield column.key
        return
    prefix = f"{column.key}_" if column.key else ""
    yield from (f"{prefix}low", f"{prefix}high")


def _values(column: Column, cell: Cell) -> Iterator[object]:
    if column.kind == "interval" and isinstance(cell.value, tuple):
        yield from cell.value
    elif column.kind == "interval":
        yield from (None, None)
    else:
        yield cell.value
