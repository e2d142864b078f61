"""Write tables as CSV, JSON Lines and Parquet in one pass over their rows, so that memory stays the same.

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
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

from earmark.core.times import iso
from earmark.exports.columns import ColumnType, Table

if TYPE_CHECKING:
    from arro3.core import Array, DataType, RecordBatch, Schema

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What makes a spreadsheet take a cell for a formula; the last four are the full-width forms of the first."""

BLOCK: Final = 20_000
"""Rows a Parquet row group."""

Row = Sequence[object]
"""Values in the order of the table's columns; None is no value."""

_GETS_APOSTROPHE: Final = frozenset((*FORMULA_STARTS, "'"))
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def write_table(folder: Path, table: Table, rows: Iterable[Row]) -> int:
    """Write the rows as ``.csv``, ``.jsonl`` and ``.parquet`` in one pass; return their number."""
    with _open(folder / f"{table.name}.csv") as sheet, _open(folder / f"{table.name}.jsonl") as lines:
        passing = _through_jsonl(lines, table, _through_csv(sheet, table, rows))
        return _write_parquet(folder / f"{table.name}.parquet", table, passing)


def write_jsonl(path: Path, table: Table, rows: Iterable[Row]) -> int:
    """Write the rows as JSON Lines alone; return their number."""
    with _open(path) as stream:
        return sum(1 for _ in _through_jsonl(stream, table, rows))


def csv_text(table: Table, rows: Iterable[Row]) -> str:
    """Return the rows as the text of a CSV file."""
    stream = io.StringIO(newline="")
    for _ in _through_csv(stream, table, rows):
        pass
    return stream.getvalue()


def _open(path: Path) -> TextIO:
    return path.open("w", encoding="utf-8", newline="")


def _through_csv(stream: TextIO, table: Table, rows: Iterable[Row]) -> Iterator[Row]:
    """Write a header and each row that passes, as RFC 4180 says."""
    writer = csv.writer(stream)
    cells = [_CELLS[column.type] for column in table.columns]
    writer.writerow(column.name for column in table.columns)
    for row in rows:
        writer.writerow("" if value is None else cell(value) for cell, value in zip(cells, row, strict=True))
        yield row


def _through_jsonl(stream: TextIO, table: Table, rows: Iterable[Row]) -> Iterator[Row]:
    """Write each row that passes as one JSON object in a line."""
    for row in rows:
        values = {
            column.name: iso(value) if column.type == "time" and isinstance(value, int) else value
            for column, value in zip(table.columns, row, strict=True)
        }
        stream.write(json_text(values) + "\n")
        yield row


def _write_parquet(path: Path, table: Table, rows: Iterable[Row]) -> int:
    """Write row groups of `BLOCK` rows; return the number of rows."""
    from arro3.core import RecordBatchReader  # noqa: PLC0415 - only exports pay for it
    from arro3.io import write_parquet  # noqa: PLC0415 - the same

    written = 0
    schema = _schema(table)
    failures: list[BaseException] = []

    def batches() -> Iterator[RecordBatch]:
        nonlocal written
        remaining = iter(rows)
        try:
            while block := list(islice(remaining, BLOCK)):
                written += len(block)
                yield _batch(table, schema, block)
        except BaseException as failure:
            failures.append(failure)  # on its way through the C interface it would lose its kind
            raise

    try:
        stream = RecordBatchReader.from_batches(schema, batches())
        write_parquet(
            stream, path, compression="zstd(3)", max_row_group_size=BLOCK
        )  # a group stays in memory
    except Exception:
        if failures:
            raise failures[0] from None
        raise
    return written


def json_text(value: object) -> str:
    """Return JSON that is valid UTF-8 whatever is in it: half a surrogate pair stays escaped."""
    text = _ENCODER.encode(value)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


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
