"""The data dictionary: a page that says what every file, column and value of an export means."""

from __future__ import annotations

from collections.abc import Mapping

from earmark.exports.columns import EVENTS, TABLES, Table
from earmark.protocols.questions import FreeText
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
- **CSV in pandas.** `pandas.read_csv("scores.csv", keep_default_na=False)` leaves a text such as "NA" be; the
  way back is `scores["justification"].str.removeprefix("'")`. `pandas.read_parquet("scores.parquet")` needs
  neither.
- **In a spreadsheet** say that commas part the cells, and that the text is UTF-8.
- **What counts.** A mean over `scores` uses the rows with `current` true and `extra` false. What was skipped
  or discarded is in `marks` and has no score.
- `protocol/` holds the protocol as the study pinned it, and `study.json` the study's settings and row counts.
  Where submissions were made under other versions, those are in `earlier_protocols/` by `protocol_hash`, and
  their questions stand below.
- `restore/` is for Earmark alone: `earmark import --from-export` makes the study again from it. **It holds
  the names of people.** Take it away before you publish the folder; nothing else needs it.
"""


def dictionary(study: str, protocols: Mapping[str, Protocol]) -> str:
    """Return the dictionary of one study's export as Markdown.

    Args:
        study: Name of the study.
        protocols: The protocol of the study by its hash, then those that earlier submissions were made under.
    """
    parts = [_HEAD.format(study=study)]
    parts += [_table(table, "`.parquet`, `.csv`, `.jsonl`") for table in TABLES]
    parts += [_table(EVENTS, "`.jsonl`")]
    parts += [_questions(pinned, protocol) for pinned, protocol in protocols.items()]
    return "\n".join(parts)


def _table(table: Table, endings: str) -> str:
    lines = [f"## {table.name}\n", f"{table.row} Files: {endings}\n"]
    lines += ["| column | type | unit | meaning |", "|---|---|---|---|"]
    lines += [f"| {one.name} | {one.type} | {one.unit} | {one.meaning} |" for one in table.columns]
    return "\n".join(lines) + "\n"


def _questions(pinned: str, protocol: Protocol) -> str:
    lines = [
        f"## Questions of {protocol.id} {protocol.version}\n",
        f"`protocol_hash` {pinned}\n",
        "| question | asked of | title | values |",
        "|---|---|---|---|",
    ]
    for question in protocol.questions:
        values = "; ".join(map(_value, question.meanings())) or "text, in `justification`"
        title = question.title.in_language("en")
        lines.append(f"| {question.id} | {question.ask} | {_cell(title)} | {_cell(values)} |")
        if isinstance(question, FreeText) and question.draft:
            kept = "what was drafted beside it, in `justification`"
            lines.append(f"| {question.id}.draft | {question.ask} | {_cell(title)}, draft | {kept} |")
    return "\n".join(lines) + "\n"


def _value(meaning: Meaning) -> str:
    return f"{meaning.value} = {meaning.label.in_language('en')}" if meaning.label else meaning.value


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
