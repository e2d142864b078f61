"""Read an export as people do, in pandas, polars, DuckDB and datasets, and compare it with itself.

Runs in an environment of its own (`make peers`): ``python read_export.py FOLDER``. The truth is JSON Lines as
Python's own ``json`` reads it.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import datasets
import duckdb
import pandas as pd
import polars as pl

TABLE = "scores"
COMPARED = ("submission", "question", "value", "justification", "current")

Read = Callable[[Path], list[tuple[object, ...]]]


def truth(folder: Path) -> list[tuple[object, ...]]:
    lines = (folder / f"{TABLE}.jsonl").read_text(encoding="utf-8").splitlines()
    return [tuple(row[name] for name in COMPARED) for row in map(json.loads, lines)]


def _of_pandas(frame: pd.DataFrame) -> list[tuple[object, ...]]:
    return [tuple(row) for row in frame[list(COMPARED)].itertuples(index=False)]


def _without_apostrophe(rows: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Take one leading apostrophe from every text, as the dictionary says of CSV."""
    return [tuple(one.removeprefix("'") if isinstance(one, str) else one for one in row) for row in rows]


def _sql(query: str) -> list[tuple[object, ...]]:
    return duckdb.sql(f"SELECT {', '.join(COMPARED)} FROM {query}").fetchall()  # noqa: S608 - our own words


def _of_datasets(kind: str, path: Path, **options: object) -> list[tuple[object, ...]]:
    loaded = datasets.load_dataset(kind, data_files=str(path), split="train", **options)
    return [tuple(row[name] for name in COMPARED) for row in loaded]


READERS: dict[str, Read] = {
    "pandas, Parquet": lambda folder: _of_pandas(pd.read_parquet(folder / f"{TABLE}.parquet")),
    "pandas, CSV": lambda folder: _without_apostrophe(
        _of_pandas(pd.read_csv(folder / f"{TABLE}.csv", keep_default_na=False))
    ),
    "pandas, JSON Lines": lambda folder: _of_pandas(pd.read_json(folder / f"{TABLE}.jsonl", lines=True)),
    "polars, Parquet": lambda folder: pl.read_parquet(folder / f"{TABLE}.parquet").select(COMPARED).rows(),
    "polars, CSV": lambda folder: _without_apostrophe(
        pl.read_csv(folder / f"{TABLE}.csv", empty_string_is_null=False).select(COMPARED).rows()
    ),
    "polars, JSON Lines": lambda folder: pl.read_ndjson(folder / f"{TABLE}.jsonl").select(COMPARED).rows(),
    "DuckDB, Parquet": lambda folder: _sql(f"'{folder}/{TABLE}.parquet'"),
    "DuckDB, CSV": lambda folder: _without_apostrophe(
        [tuple("" if one is None else one for one in row) for row in _sql(f"'{folder}/{TABLE}.csv'")]
    ),  # an empty cell is no value to DuckDB
    "DuckDB, JSON Lines": lambda folder: _sql(f"'{folder}/{TABLE}.jsonl'"),
    "datasets, Parquet": lambda folder: _of_datasets("parquet", folder / f"{TABLE}.parquet"),
    "datasets, CSV": lambda folder: _without_apostrophe(
        _of_datasets("csv", folder / f"{TABLE}.csv", keep_default_na=False)
    ),
    "datasets, JSON Lines": lambda folder: _of_datasets("json", folder / f"{TABLE}.jsonl"),
}


def main() -> int:
    """Print a line a reader; return how many read something else than was written."""
    folder, others = Path(sys.argv[1]), 0
    expected = truth(folder)
    for name, read in READERS.items():
        found = read(folder)
        wrong = [pair for pair in zip(found, expected, strict=False) if pair[0] != pair[1]]
        is_same = not wrong and len(found) == len(expected)
        print(f"{name:<22} {'the same' if is_same else f'OTHER: {len(found)} rows, such as {wrong[:1]}'}")
        others += not is_same
    return others


if __name__ == "__main__":
    sys.exit(main())
