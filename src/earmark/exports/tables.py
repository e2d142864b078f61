"""Write tables as CSV, JSON Lines and Parquet, row by row, so that memory stays the same.

CSV is opened by spreadsheets, which run a cell that begins like a formula. So in CSV, and only there, a text
that begins with one of `FORMULA_STARTS` or with an apostrophe gets one apostrophe in front. To read the text
back, take one leading apostrophe away from any cell that has one.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import IO, TYPE_CHECKING, Any, Final, TextIO

from earmark.core.times import iso
from earmark.exports.columns import ColumnType, Table

if TYPE_CHECKING:
    from arro3.core import Array, DataType, RecordBatch, Schema

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What makes a spreadsheet take a cell for a formula; the last four are the full-width forms of the first."""

BLOCK: Final = 20_000
"""Rows a Parquet row group."""

AT_ONCE: Final = 1_000
"""Rows that wait as Python's objects, of which a body takes ten times its text."""

Row = Sequence[object]
"""Values in the order of the table's columns; None is no value."""

_GETS_APOSTROPHE: Final = frozenset((*FORMULA_STARTS, "'"))
_LINE_ENDS: Final = {end: f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"}
"""What JSON allows inside a text and some readers take for the end of a line."""

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def write_csv(stream: TextIO, table: Table, rows: Iterable[Row]) -> int:
    """Write a header and each row, as RFC 4180 says; return the number of rows."""
    writer = csv.writer(stream)
    cells = [_CELLS[column.type] for column in table.columns]
    writer.writerow(column.name for column in table.columns)
    written = 0
    for written, row in enumerate(rows, 1):  # noqa: B007 - the count outlives the loop
        writer.writerow("" if value is None else cell(value) for cell, value in zip(cells, row, strict=True))
    return written


def write_jsonl(stream: TextIO, table: Table, rows: Iterable[Row]) -> int:
    """Write each row as one JSON object in a line; return the number of rows."""
    written = 0
    for written, row in enumerate(rows, 1):  # noqa: B007 - as above
        values = {
            column.name: iso(value) if column.type == "time" and isinstance(value, int) else value
            for column, value in zip(table.columns, row, strict=True)
        }
        stream.write(json_line(values))
    return written


def csv_text(table: Table, rows: Iterable[Row]) -> str:
    """Return the rows as the text of a CSV file."""
    stream = io.StringIO(newline="")
    write_csv(stream, table, rows)
    return stream.getvalue()


def write_parquet(stream: IO[bytes], table: Table, rows: Iterable[Row]) -> int:
    """Write row groups of `BLOCK` rows; return the number of rows."""
    from arro3.core import RecordBatchReader  # noqa: PLC0415 - only exports pay for it
    from arro3.io import write_parquet as write  # noqa: PLC0415 - the same

    written = 0
    schema = _schema(table)
    failures: list[BaseException] = []

    def batches() -> Iterator[RecordBatch]:
        nonlocal written
        remaining = iter(rows)
        try:
            while block := list(islice(remaining, min(AT_ONCE, BLOCK))):
                written += len(block)
                yield _batch(table, schema, block)
        except BaseException as failure:
            failures.append(failure)  # on its way through the C interface it would lose its kind
            raise

    try:
        reader = RecordBatchReader.from_batches(schema, batches())
        write(reader, stream, compression="zstd(3)", max_row_group_size=BLOCK)  # a group stays in memory
    except Exception:
        if failures:
            raise failures[0] from None
        raise
    return written


def json_text(value: object) -> str:
    """Return JSON that is valid UTF-8 whatever is in it: half a surrogate pair stays escaped."""
    if value == []:  # what most cells of a large export hold
        return "[]"
    text = _ENCODER.encode(value)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def json_line(value: object) -> str:
    """Return JSON as one line, whatever a reader takes for the end of one."""
    text = json_text(value)
    for end, escaped in _LINE_ENDS.items():  # twenty times as quick as `translate`
        if end in text:
            text = text.replace(end, escaped)
    return text + "\n"


def _inert(text: str) -> str:
    return "'" + text if text[:1] in _GETS_APOSTROPHE else text


def _same(value: object) -> object:
    return value


_CELLS: Final[Mapping[ColumnType, Callable[[Any], object]]] = {
    "text": _inert,
    "integer": _same,
    "number": _same,
    "boolean": lambda value: "true" if value else "false",
    "time": iso,
    "names": json_text,
    "json": json_text,
}
"""How each type stands in a CSV cell."""


def _schema(table: Table) -> Schema:
    from arro3.core import Field, Schema  # noqa: PLC0415 - only exports pay for it

    return Schema([Field(column.name, _arrow_type(column.type), nullable=True) for column in table.columns])


def _arrow_type(kind: ColumnType) -> DataType:
    from arro3.core import DataType, Field  # noqa: PLC0415 - only exports pay for it

    return {
        "text": DataType.utf8(),
        "json": DataType.utf8(),
        "integer": DataType.int64(),
        "number": DataType.float64(),
        "boolean": DataType.bool(),
        "time": DataType.timestamp("us", tz="UTC"),
        "names": DataType.list(Field("item", DataType.utf8(), nullable=True)),
    }[kind]


def _batch(table: Table, schema: Schema, block: list[Row]) -> RecordBatch:
    from arro3.core import RecordBatch  # noqa: PLC0415 - only exports pay for it

    columns = zip(*block, strict=True)
    arrays = [_array(column.type, values) for column, values in zip(table.columns, columns, strict=True)]
    return RecordBatch.from_arrays(arrays, schema=schema)


def _array(kind: ColumnType, values: Sequence[object]) -> Array:
    from arro3.core import Array, DataType, list_array  # noqa: PLC0415 - only exports pay for it

    if kind == "names":
        lists = [list(names) if isinstance(names, Sequence) else [] for names in values]
        offsets = [0]
        for names in lists:
            offsets.append(offsets[-1] + len(names))
        flat = Array([name for names in lists for name in names], type=DataType.utf8())
        return list_array(Array(offsets, type=DataType.int32()), flat, type=_arrow_type(kind))
    if kind == "time":
        return Array(values, type=DataType.int64()).cast(_arrow_type(kind))
    if kind == "json":
        values = [None if value is None else json_text(value) for value in values]
    return Array(values, type=_arrow_type(kind))
