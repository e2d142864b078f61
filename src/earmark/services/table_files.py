"""Columns of a table that somebody brings: CSV with a header, or Parquet."""

from __future__ import annotations

import csv
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Final

from earmark.core.errors import WrongInputError
from earmark.services.parquet_tables import DamagedParquetError, read_table

PARQUET: Final = frozenset({".parquet", ".pq"})
SHEETS: Final = frozenset({".xlsx", ".xlsm", ".xls", ".ods", ".numbers"})
LINES: Final = frozenset({".json", ".jsonl", ".ndjson"})


def read_columns(
    path: str | Path, names: Sequence[str], *, may_be_empty: Collection[str] = ()
) -> dict[str, list[Any]]:
    """Return the named columns of a table.

    Args:
        path: A CSV file in UTF-8 with a header (commas, semicolons or tabs between cells), or a Parquet file
            (by its ending).
        names: The columns; each once.
        may_be_empty: Those whose cells may be empty.

    Returns:
        A list a column: texts from CSV, with blanks around them taken off; from Parquet what it holds.

    Raises:
        WrongInputError: No such file, no such column (those that are there are named) or two of a name, a row
            that is shorter or longer than the header, or an empty cell; rows are counted from 1 below the
            header.
    """
    file = Path(path)
    _check(file)
    wanted = list(dict.fromkeys(names))
    columns = _parquet(file, wanted) if file.suffix.lower() in PARQUET else _csv(file, wanted)
    for name, column in columns.items():
        if name in may_be_empty:
            continue
        empty = next((row for row, cell in enumerate(column, start=1) if cell is None or cell == ""), None)
        if empty is not None:
            raise wrong_row(path, f"row {empty}: column {name!r} is empty.")
    return columns


def _check(file: Path) -> None:
    """Refuse what is no table of rows, and say what to bring instead."""
    if file.is_dir():
        message = f"{file}: this is a folder. Name a table in it: a CSV file or Parquet."
    elif not file.is_file():
        message = f"{file}: there is no such file."
    elif file.suffix.lower() in SHEETS:
        message = f"{file}: this is a workbook. Save its sheet as CSV in UTF-8, and name that file."
    elif file.suffix.lower() in LINES:
        message = f"{file}: this is JSON. Name a CSV file or Parquet; an export has each table as both, too."
    else:
        return
    raise WrongInputError(message)


def wrong_row(path: str | Path, fault: str) -> WrongInputError:
    """Return the error of a fault that names its row, and say from where: spreadsheets count the header."""
    return WrongInputError(f"{path}: {fault} Rows are counted from 1 below the header.")


def _csv(file: Path, wanted: list[str]) -> dict[str, list[Any]]:
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            between = _between(stream.readline(), wanted)
            stream.seek(0)
            rows = csv.reader(stream, delimiter=between)
            header = [cell.strip() for cell in next(rows, [])]
            places = _places(file, wanted, header)
            columns: dict[str, list[Any]] = {name: [] for name in wanted}
            for number, row in enumerate((row for row in rows if row), start=1):
                if len(row) != len(header):
                    fault = f"row {number}: {len(row)} cells, but the header has {len(header)}."
                    raise wrong_row(file, fault)
                for name, place in places.items():
                    columns[name].append(row[place].strip())
    except UnicodeDecodeError as error:
        message = f"{file}: byte {error.start} is not UTF-8. Save the file as UTF-8."
        raise WrongInputError(message) from error
    except csv.Error as error:
        message = f"{file}: this is no CSV: {error}."
        raise WrongInputError(message) from error
    return columns


def _parquet(file: Path, wanted: list[str]) -> dict[str, list[Any]]:
    try:
        table = read_table(file)
    except DamagedParquetError as error:
        message = f"{file}: this is no Parquet that can be read: {error}."
        raise WrongInputError(message) from error
    _places(file, wanted, list(table.column_names))
    return {name: list(table[name].to_pylist()) for name in wanted}


def _between(header: str, wanted: list[str]) -> str:
    """Return what stands between cells: commas, or else semicolons or tabs, as spreadsheets write them."""
    for sign in ",;\t":
        if set(wanted) <= {cell.strip() for cell in next(csv.reader([header], delimiter=sign), [])}:
            return sign
    return ","


def _places(file: Path, wanted: list[str], header: list[str]) -> dict[str, int]:
    for name in wanted:
        if header.count(name) > 1:
            message = f"{file}: {header.count(name)} columns are named {name!r}. Name each by its own."
            raise WrongInputError(message)
        if name not in header:
            message = (
                f"{file}: there is no column {name!r}; there are {', '.join(map(repr, header)) or 'none'}."
            )
            raise WrongInputError(message)
    return {name: header.index(name) for name in wanted}
