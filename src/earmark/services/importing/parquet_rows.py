"""Rows of a Parquet file as plain values, for manifests."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from earmark.core.characters import character_faults
from earmark.core.foreign_faults import fault_of_parquet
from earmark.core.wording import Said, said
from earmark.services.parquet_tables import read_table

MOST_BYTES: Final = 64 * 2**20


class UnusableParquetError(Exception):
    """The file is no Parquet that can be read."""

    def __init__(self, why: Said) -> None:
        super().__init__(why.code)
        self.said = why


def read_parquet(path: Path) -> tuple[list[str], Iterator[tuple[int, dict[str, object]]]]:
    """Return the columns, and the filled cells of each row with its number from 1.

    Missing values, and NaN, by which pandas marks them, are no cells. What is neither number, text nor list
    of these becomes text.

    Raises:
        UnusableParquetError: It is damaged, is no Parquet, or is larger than `MOST_BYTES`.
    """
    if path.stat().st_size > MOST_BYTES:
        most = MOST_BYTES // 2**20
        raise UnusableParquetError(said("text.too-large", subject=said("the.manifest"), most=most))
    try:
        table = read_table(path)
        columns = {name: [cell.as_py() for cell in table[name]] for name in table.schema.names}
    except Exception as error:  # plain `Exception`, too, is what the reader raises at a damaged cell
        fault = str(error).partition("\n")[0]
        raise UnusableParquetError(said("manifest.no-parquet", fault=fault_of_parquet(fault))) from error
    rows = enumerate(zip(*columns.values(), strict=True), 1)
    return list(columns), ((number, _filled(list(columns), row)) for number, row in rows)


def _filled(names: list[str], row: tuple[object, ...]) -> dict[str, object]:
    cells = {name: _plain(cell) for name, cell in zip(names, row, strict=True)}
    return {name: cell for name, cell in cells.items() if cell not in (None, "")}


def _plain(value: object) -> object:
    if isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {str(name): _plain(part) for name, part in value.items()}
    if value is None or isinstance(value, (bool, int, float)):
        return value
    text = str(value).strip()
    return text if not any(character_faults(text, "")) else text.replace("\0", "")
