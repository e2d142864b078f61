"""The data dictionary: a page that says what every file, column and value of an export means."""

from __future__ import annotations

from earmark.exports.columns import EVENTS, TABLES, Table
from earmark.protocols.questions.base import Meaning
from earmark.protocols.schema import Protocol

_HEAD = """\
# Data dictionary of the study {study}

Made by Earmark with the files beside it: the same definitions wrote both.

- Each table comes as `.parquet`, `.csv` and `.jsonl` with the same rows and columns. Parquet keeps the types;
  take it where you can.
- Times are UTC: ISO 8601 text with a `Z` in CSV and JSON Lines, timestamps in microseconds in Parquet.
- A missing value is null in Parquet and JSON Lines, and empty in CSV.
- CSV is UTF-8 with commas, quotes as in RFC 4180, `true` and `false`; lists and objects are JSON text.
- **Formulas in CSV.** A text that begins with `=` `+` `-` `@`, a tab or a line break, their wide forms, or an
  apostrophe has one more apostrophe in front, so that no spreadsheet runs it. To get the text back, take one
  leading apostrophe away from every cell that has one. Parquet and JSON Lines hold the text unchanged.
- **What counts.** A mean over `scores` uses the rows with `current` true and `extra` false. What was skipped
  or discarded is in `marks` and has no score.
- `protocol/` holds the protocol as the study pinned it, and `study.json` the study's settings and row counts.
"""


def dictionary(study: str, protocol: Protocol) -> str:
    """Return the dictionary of one study's export as Markdown."""
    parts = [_HEAD.format(study=study)]
    parts += [_table(table, "`.parquet`, `.csv`, `.jsonl`") for table in TABLES]
    parts += [_table(EVENTS, "`.jsonl`"), _questions(protocol)]
    return "\n".join(parts)


def _table(table: Table, endings: str) -> str:
    lines = [f"## {table.name}\n", f"{table.row} Files: {endings}\n"]
    lines += ["| column | type | unit | meaning |", "|---|---|---|---|"]
    lines += [f"| {one.name} | {one.type} | {one.unit} | {one.meaning} |" for one in table.columns]
    return "\n".join(lines) + "\n"


def _questions(protocol: Protocol) -> str:
    lines = [
        f"## Questions of {protocol.id} {protocol.version}\n",
        "| question | asked of | title | values |",
        "|---|---|---|---|",
    ]
    for question in protocol.questions:
        values = "; ".join(map(_value, question.meanings())) or "text, in `justification`"
        title = question.title.in_language("en")
        lines.append(f"| {question.id} | {question.ask} | {_cell(title)} | {_cell(values)} |")
    return "\n".join(lines) + "\n"


def _value(meaning: Meaning) -> str:
    return f"{meaning.value} = {meaning.label.in_language('en')}" if meaning.label else meaning.value


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
