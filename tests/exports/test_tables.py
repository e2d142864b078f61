from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from earmark.exports import tables
from earmark.exports.columns import TABLES, Column, Table
from earmark.exports.dictionary import dictionary
from earmark.exports.tables import FORMULA_STARTS, write_csv, write_jsonl, write_parquet
from earmark.protocols import load

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


def write_table(folder: Path, table: Table, rows: Iterable[Sequence[object]]) -> int:
    """Write all three forms and return the number of rows, which each must tell."""
    kept = list(rows)
    with (folder / f"{table.name}.csv").open("w", encoding="utf-8", newline="") as stream:
        counts = {write_csv(stream, table, iter(kept))}
    with (folder / f"{table.name}.jsonl").open("w", encoding="utf-8", newline="") as stream:
        counts.add(write_jsonl(stream, table, iter(kept)))
    with (folder / f"{table.name}.parquet").open("wb") as packed:
        counts.add(write_parquet(packed, table, iter(kept)))
    (count,) = counts
    return count


def cells(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream))


def text_of(cell: str) -> str:
    """The way back that the dictionary tells."""
    return cell.removeprefix("'")


def objects(path: Path) -> list[Any]:
    lines = path.read_text(encoding="utf-8").split("\n")
    assert lines.pop() == ""
    return [json.loads(line) for line in lines]


def test_no_text_in_a_csv_begins_like_a_formula_and_every_text_comes_back(tmp_path: Path) -> None:
    assert write_table(tmp_path, ONE_TEXT, ([text] for text in TEXTS)) == len(TEXTS)
    header, *read = cells(tmp_path / "one.csv")
    assert header == ["text"]
    assert [row[0] for row in read if row[0].startswith(FORMULA_STARTS)] == []
    assert [text_of(row[0]) for row in read] == TEXTS


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12))
@example("=\r")
@example("\x85=1")
@settings(max_examples=40)
def test_any_text_is_inert_in_csv_and_comes_back_from_each_form(text: str) -> None:
    sheet, lines, packed = io.StringIO(newline=""), io.StringIO(newline=""), io.BytesIO()
    write_csv(sheet, ONE_TEXT, [[text]])
    write_jsonl(lines, ONE_TEXT, [[text]])
    write_parquet(packed, ONE_TEXT, [[text]])
    _, (cell,) = csv.reader(io.StringIO(sheet.getvalue(), newline=""))
    assert not cell.startswith(FORMULA_STARTS)
    assert text_of(cell) == text
    (line,) = lines.getvalue().splitlines()
    assert json.loads(line) == {"text": text}
    packed.seek(0)
    assert parquet.read_table(packed)["text"].to_pylist() == [text]


def test_every_text_comes_back_from_json_lines_and_parquet_unchanged(tmp_path: Path) -> None:
    write_table(tmp_path, ONE_TEXT, ([text] for text in TEXTS))
    assert [row["text"] for row in objects(tmp_path / "one.jsonl")] == TEXTS
    assert parquet.read_table(tmp_path / "one.parquet")["text"].to_pylist() == TEXTS


def test_a_csv_writes_each_type_in_one_plain_way(tmp_path: Path) -> None:
    write_table(tmp_path, EVERY_TYPE, ROWS)
    names, body = '["x", "y"]', '{"k": "가", "n": [1, null]}'
    assert cells(tmp_path / "every.csv")[1:] == [
        ["a", "-4", "-0.25", "true", "2026-01-01T12:00:00.000001Z", names, body],
        ["", "", "", "false", "", "[]", ""],
    ]


def test_json_lines_keep_types_and_write_times_as_text(tmp_path: Path) -> None:
    write_table(tmp_path, EVERY_TYPE, ROWS)
    names = [column.name for column in EVERY_TYPE.columns]
    first, second = (dict(zip(names, row, strict=True)) for row in ROWS)
    first["time"] = "2026-01-01T12:00:00.000001Z"
    assert objects(tmp_path / "every.jsonl") == [first, second]


def test_parquet_keeps_types_and_times(tmp_path: Path) -> None:
    write_table(tmp_path, EVERY_TYPE, ROWS)
    table = parquet.read_table(tmp_path / "every.parquet")
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


def test_half_a_surrogate_pair_inside_json_stops_no_writer(tmp_path: Path) -> None:
    body = {"text": "\ud83d"}
    assert write_table(tmp_path, Table("one", "One.", (Column("body", "json", ""),)), [[body]]) == 1
    (cell,) = parquet.read_table(tmp_path / "one.parquet")["body"].to_pylist()
    assert json.loads(cell) == json.loads(cells(tmp_path / "one.csv")[1][0]) == body
    assert objects(tmp_path / "one.jsonl") == [{"body": body}]


@pytest.mark.parametrize("n", [0, 1, 3, 4, 7])
def test_rows_are_taken_one_by_one_and_parquet_written_in_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, n: int
) -> None:
    monkeypatch.setattr(tables, "BLOCK", 3)
    assert write_table(tmp_path, ONE_TEXT, ([str(row)] for row in range(n))) == n
    read = parquet.ParquetFile(tmp_path / "one.parquet")
    assert read.read()["text"].to_pylist() == [str(row) for row in range(n)]
    assert read.schema_arrow.names == ["text"]
    assert read.num_row_groups == -(-n // 3)


def test_what_goes_wrong_with_a_row_is_raised_as_it_is() -> None:
    def rows() -> Iterator[list[str]]:
        yield ["fine"]
        message = "the disk is gone"
        raise OSError(message)

    with pytest.raises(OSError, match="the disk is gone"):
        write_parquet(io.BytesIO(), ONE_TEXT, rows())


def test_every_column_says_what_it_means_and_stands_once() -> None:
    for table in TABLES:
        names = [column.name for column in table.columns]
        assert len(names) == len(set(names))
        assert [column.name for column in table.columns if not column.meaning.endswith(".")] == []


def test_the_dictionary_says_what_the_draft_beside_a_text_is() -> None:
    told = dictionary("duel", {"0f": load("live-ab").protocol})
    rows = [line for line in told.splitlines() if line.startswith("| rationale")]
    assert rows == [
        "| rationale | pair | Rationale | text, in `justification` |",
        "| rationale.draft | pair | Rationale, draft | what was drafted beside it, in `justification` |",
    ]
