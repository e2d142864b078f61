"""Manifests as tables, CSV or Parquet: one row a recording, or one row a turn."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from earmark.core.foreign_faults import fault_of_csv
from earmark.core.imports import Remark
from earmark.core.turns import WrittenTurn, line_place
from earmark.core.wording import Said, said
from earmark.services.importing.manifest import COLUMNS, TWO_FILES, ListedRecording, Manifest
from earmark.services.importing.parquet_rows import read_parquet

_TURN_COLUMNS: Final = ("role", "speaker", "start", "end", "text", "channel", "id")
_SEPARATORS: Final = {";": "semicolons", "\t": "tabs"}
_SCENARIO_COLUMN: Final = "scenario_"
_Row = dict[str, object]
_Rows = Iterator[tuple[int, _Row]]
_SEPARATOR_TOLD: Final = re.compile(r'"?sep=(?P<separator>[^\r\n"])"?[ \t]*(?=[\r\n])', re.IGNORECASE)
_END: Final = "\x1e the end of the table \x1e"
"""A row after the last: where it is not read as one, a quote was left open before it."""


@dataclass(frozen=True, slots=True)
class _Lost:
    """A row that was refused, with its cells; None where what it holds cannot be known."""

    line: int
    cells: frozenset[str] | None


def read_parquet_table(manifest: Manifest) -> None:
    """Read a manifest in Parquet; rows are counted as lines, from 1."""
    columns, rows = read_parquet(manifest.path)
    names = [name.strip().lower() for name in columns]
    if _is_usable(manifest, names, line=None):
        renamed = dict(zip(columns, names, strict=True))
        renamed_rows = ((line, {renamed[name]: cell for name, cell in row.items()}) for line, row in rows)
        _gather(manifest, names, renamed_rows, lost=[])


def read_csv(manifest: Manifest, text: str, *, tabs: bool) -> None:
    """Read a manifest as CSV; ``tabs`` says that its name promises tabs between the columns.

    A first line such as ``sep=;``, which spreadsheets write and read, says what separates the columns.
    """
    told = _SEPARATOR_TOLD.match(text)
    separator = told["separator"] if told else "\t" if tabs else _separator(manifest, text)
    reader = csv.reader(io.StringIO(f"{text}\n{_END}", newline=""), delimiter=separator)
    if told:
        next(reader)
    first = reader.line_num + 1
    try:
        header = [cell.strip().lower() for cell in next(reader, [])]
        if _is_usable(manifest, header, line=first):
            lost: list[_Lost] = []
            _gather(manifest, header, _csv_rows(manifest, reader, header, lost), lost=lost)
    except csv.Error as error:
        manifest.refuse(reader.line_num, said("manifest.csv-breaks-off", fault=fault_of_csv(str(error))))


def _separator(manifest: Manifest, text: str) -> str:
    """Return a comma, or what a spreadsheet put in its place where only that makes a column ``audio``."""
    header = text.split("\n", 1)[0].lower()
    if _names_sound(_cells(header, ",")):
        return ","
    for separator, name in _SEPARATORS.items():
        if _names_sound(_cells(header, separator)):
            mended = said("manifest.separator", name=said(f"separator.{name}"))
            manifest.repaired.append(Remark(str(manifest.path), 1, mended))
            return separator
    return ","


def _cells(header: str, separator: str) -> list[str]:
    return [cell.strip().strip('"') for cell in header.split(separator)]


def _is_usable(manifest: Manifest, header: list[str], *, line: int | None) -> bool:
    repeated = sorted({name for name in header if name and header.count(name) > 1})
    if repeated:
        manifest.refuse(line, said("manifest.column-twice", column=repeated[0]))
    elif not _names_sound(header):
        found = tuple(filter(None, header)) or said("columns.none")
        manifest.refuse(line, said("manifest.no-audio", columns=found))
    return _names_sound(header) and not repeated


def _names_sound(header: list[str]) -> bool:
    return "audio" in header or set(TWO_FILES) <= set(header)


def _gather(manifest: Manifest, header: list[str], rows: _Rows, *, lost: list[_Lost]) -> None:
    has_turns = "start" in header and not {"role", "speaker"}.isdisjoint(header)
    known = COLUMNS - {"scenario"} | (set(_TURN_COLUMNS) if has_turns else set())
    unknown = {name for name in header if not name.startswith(_SCENARIO_COLUMN)} - known
    manifest.warn_of_unknown(
        unknown - ({"scenario"} if manifest.path.suffix.lower() == ".parquet" else set())
    )
    if has_turns:
        _gather_turn_rows(manifest, rows, lost)
    else:
        _gather_recording_rows(manifest, rows)
    if not manifest.recordings and not manifest.refused:
        manifest.refuse(None, said("manifest.no-rows"))


def _csv_rows(manifest: Manifest, reader: Iterator[list[str]], header: list[str], lost: list[_Lost]) -> _Rows:
    """Yield the line and the filled cells of each row that has any, and note the rows that are refused."""
    line = reader.line_num + 1  # type: ignore[attr-defined]  # csv readers count lines
    for cells in reader:
        first, line = line, reader.line_num + 1  # type: ignore[attr-defined]  # the same
        if cells == [_END]:
            return
        fault = _fault_of(cells, header)
        if fault is not None:
            manifest.refuse(first, fault)
            is_open = fault.code == "manifest.quote-open"
            names = None if is_open else frozenset(cell.replace("\0", "").strip() for cell in cells)
            lost.append(_Lost(first, names))
        elif any(cell.strip() for cell in cells):
            named = zip(header, cells, strict=False)
            yield first, {name: cell.strip() for name, cell in named if name and cell.strip()}


def _fault_of(cells: list[str], header: list[str]) -> Said | None:
    if any(_END in cell for cell in cells):
        return said("manifest.quote-open")
    if len(cells) > len(header):
        return said("manifest.many-cells", cells=len(cells), header=len(header))
    return said("manifest.nul") if any("\0" in cell for cell in cells) else None


def _gather_recording_rows(manifest: Manifest, rows: _Rows) -> None:
    for line, cells in rows:
        manifest.add(_nested(cells), line)


def _gather_turn_rows(manifest: Manifest, rows: _Rows, lost: list[_Lost]) -> None:
    """Put the rows of one recording together; what is said of it as a whole may stand in any of them.

    A recording that a refused row belongs to is refused: it would come in without a turn.
    """
    groups: dict[tuple[str, ...], list[tuple[int, _Row]]] = {}
    for line, row in rows:
        sound = row.get("audio") or row.get("user_audio")
        key = tuple(str(cell or "") for cell in (sound, row.get("item"), row.get("condition")))
        groups.setdefault(key, []).append((line, row))
    hurt = _hurt(lost, {key[0] for key in groups})
    for (sound, *_), members in groups.items():
        first_line = members[0][0]
        if sound in hurt:
            manifest.refuse(first_line, said("manifest.turn-lost", sound=sound, line=hurt[sound]))
            continue
        whole: _Row = {}
        for _, row in reversed(members):  # the first row that says a thing has the last word
            whole |= {name: cell for name, cell in row.items() if name not in _TURN_COLUMNS}
        listed = manifest.take_row(_nested(whole), first_line)
        if listed is not None:
            turns = tuple(_turn_rows(members)) or None
            manifest.recordings.append(ListedRecording(listed, first_line, turns))


def _hurt(lost: list[_Lost], sounds: set[str]) -> dict[str, int]:
    """Return the sounds that a refused row may belong to, each with its line; to all if it names none."""
    hurt: dict[str, int] = {}
    for row in lost:
        named = sounds & (row.cells or set())
        hurt |= {sound: row.line for sound in (named or sounds) if sound not in hurt}
    return hurt


def _turn_rows(members: list[tuple[int, _Row]]) -> Iterator[WrittenTurn]:
    for line, row in members:
        fields: dict[str, object] = {name: row[name] for name in _TURN_COLUMNS if name in row}
        if fields:
            yield WrittenTurn(fields, line_place(line), line)


def _nested(cells: Mapping[str, object]) -> _Row:
    """Turn the flat columns ``scenario_title`` and so on into one scenario."""
    scenario = {
        name.removeprefix(_SCENARIO_COLUMN): cell
        for name, cell in cells.items()
        if name.startswith(_SCENARIO_COLUMN)
    }
    flat = {name: cell for name, cell in cells.items() if not name.startswith(_SCENARIO_COLUMN)}
    return {"scenario": scenario, **flat}
