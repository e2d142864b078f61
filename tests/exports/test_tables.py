from __future__ import annotations

import csv
import json
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from earmark.exports.columns import TABLES, Column, Table
from earmark.exports.tables import BLOCK, FORMULA_STARTS, write_csv, write_jsonl, write_parquet

NOON = 1_767_268_800_000_001

TEXTS = [
    *(f"{start}1+1" for start in FORMULA_STARTS),
    "'already quoted",
    "''twice",
    'He said "no", then\nleft;\r\nso, "fine"',
    "좋아요 👩‍👧 \u202e",
    " leading space",
    "",
    "-",
]

ONE_TEXT = Table("one", "One text.", (Column("text", "text", "A text."),))

EVERY_TYPE = Table(
    "every",
    "One of each.",
    (
        Column("text", "text", ""),
        Column("integer", "integer", ""),
        Column("number", "number", "", "s"),
        Column("boolean", "boolean", ""),
        Column("time", "time", "", "UTC"),
        Column("names", "names", ""),
        Column("json", "json", ""),
    ),
)

ROWS = [
    ["a", -4, -0.25, True, NOON, ["x", "y"], {"k": "가", "n": [1, None]}],
    [None, None, None, False, None, [], None],
]


def cells(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream))


def text_of(cell: str) -> str:
    """The way back that the dictionary tells."""
    return cell.removeprefix("'")


def test_no_text_in_a_csv_begins_like_a_formula_and_every_text_comes_back(tmp_path: Path) -> None:
    assert write_csv(tmp_path / "t.csv", ONE_TEXT, ([text] for text in TEXTS)) == len(TEXTS)
    header, *read = cells(tmp_path / "t.csv")
    read = [row or [""] for row in read]
    assert header == ["text"]
    assert [row[0] for row in read if row[0].startswith(FORMULA_STARTS)] == []
    assert [text_of(row[0]) for row in read] == TEXTS


def test_every_text_comes_back_from_json_lines_and_parquet_unchanged(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "t.jsonl", ONE_TEXT, ([text] for text in TEXTS))
    lines = (tmp_path / "t.jsonl").read_text(encoding="utf-8").removesuffix("\n").split("\n")
    assert [json.loads(line)["text"] for line in lines] == TEXTS
    write_parquet(tmp_path / "t.parquet", ONE_TEXT, ([text] for text in TEXTS))
    assert parquet.read_table(tmp_path / "t.parquet")["text"].to_pylist() == TEXTS


def test_a_csv_writes_each_type_in_one_plain_way(tmp_path: Path) -> None:
    write_csv(tmp_path / "t.csv", EVERY_TYPE, ROWS)
    assert cells(tmp_path / "t.csv")[1:] == [
        [
            "a",
            "-4",
            "-0.25",
            "true",
            "2026-01-01T12:00:00.000001Z",
            '["x", "y"]',
            '{"k": "가", "n": [1, null]}',
        ],
        ["", "", "", "false", "", "[]", ""],
    ]


def test_json_lines_keep_types_and_write_times_as_text(tmp_path: Path) -> None:
    assert write_jsonl(tmp_path / "t.jsonl", EVERY_TYPE, ROWS) == 2
    first, second = (tmp_path / "t.jsonl").read_text(encoding="utf-8").splitlines()
    names = [column.name for column in EVERY_TYPE.columns]
    assert json.loads(first) == dict(zip(names, ROWS[0], strict=True)) | {
        "time": "2026-01-01T12:00:00.000001Z"
    }
    assert json.loads(second) == dict(zip(names, ROWS[1], strict=True))


def test_parquet_keeps_types_and_times(tmp_path: Path) -> None:
    assert write_parquet(tmp_path / "t.parquet", EVERY_TYPE, ROWS) == 2
    table = parquet.read_table(tmp_path / "t.parquet")
    assert table.schema.types == [
        pa.string(),
        pa.int64(),
        pa.float64(),
        pa.bool_(),
        pa.timestamp("us", "UTC"),
        pa.list_(pa.field("item", pa.string())),
        pa.string(),
    ]
    first, second = table.to_pylist()
    assert first["time"] == datetime(2026, 1, 1, 12, 0, 0, 1, tzinfo=UTC)
    assert (first["names"], first["integer"], first["number"]) == (["x", "y"], -4, -0.25)
    assert json.loads(first["json"]) == {"k": "가", "n": [1, None]}
    assert second == {**dict.fromkeys(second), "boolean": False, "names": []}


def test_half_a_surrogate_pair_inside_json_does_not_stop_any_writer(tmp_path: Path) -> None:
    table = Table("one", "One.", (Column("body", "json", ""),))
    row = [{"text": "\ud83d"}]
    for ending, write in [("csv", write_csv), ("jsonl", write_jsonl), ("parquet", write_parquet)]:
        assert write(tmp_path / f"t.{ending}", table, [row]) == 1
    (cell,) = parquet.read_table(tmp_path / "t.parquet")["body"].to_pylist()
    assert json.loads(cell) == row[0]
    assert json.loads((tmp_path / "t.jsonl").read_text(encoding="utf-8")) == {"body": row[0]}


@pytest.mark.parametrize("n", [0, 1, BLOCK, BLOCK + 1])
def test_parquet_is_written_in_blocks_of_rows_taken_one_by_one(tmp_path: Path, n: int) -> None:
    assert write_parquet(tmp_path / "t.parquet", ONE_TEXT, ([str(row)] for row in range(n))) == n
    read = parquet.ParquetFile(tmp_path / "t.parquet")
    assert read.read()["text"].to_pylist() == [str(row) for row in range(n)]
    assert read.schema_arrow.names == ["text"]


def test_every_column_says_what_it_means_and_stands_once() -> None:
    for table in TABLES:
        names = [column.name for column in table.columns]
        assert len(names) == len(set(names))
        assert [column.name for column in table.columns if not column.meaning.endswith(".")] == []
