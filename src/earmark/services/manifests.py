"""Manifests: one table that says what each recording is, as JSON Lines, CSV or Parquet.

JSON Lines has one object a recording, with its turns inside. CSV and Parquet have one row a recording, or,
where they have the columns ``role`` (or ``speaker``) and ``start``, one row a turn; rows of the same audio,
item and condition then make one recording.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from earmark.core.documents import UnusableJsonError, parse_json
from earmark.core.imports import Refusal, Remark
from earmark.core.turnlists.encoding import decode_text
from earmark.core.turnlists.json_turns import written_turns
from earmark.core.turnlists.lists import UnusableListError
from earmark.core.turns import WrittenTurn
from earmark.services.parquet_rows import UnusableParquetError, read_parquet

NAMES: Final = ("manifest.csv", "manifest.jsonl", "manifest.parquet", "manifest.tsv")
"""Files of these names inside a folder are manifests; any other is one when it is named itself."""

SUFFIXES: Final = (".csv", ".jsonl", ".parquet", ".tsv")
_Key = tuple[str | None, str | None, str | None]  # audio, item, condition
_TURN_COLUMNS: Final = ("role", "speaker", "start", "end", "text", "channel", "id")
_SEPARATORS: Final = {";": "semicolons", "\t": "tabs"}
_Row = dict[str, object]
_Rows = Iterator[tuple[int, _Row]]
_SCENARIO_COLUMN: Final = "scenario_"
_TWO_FILES: Final = ("user_audio", "agent_audio")
_COLUMNS_HELP: Final = "The columns of a manifest are in docs/importing.md."


class ManifestRow(BaseModel):
    """What a manifest may say of one recording.

    Only ``audio`` must be there, or, where each speaker has a file, ``user_audio`` and ``agent_audio``. Of
    these the first becomes ``audio`` here.
    """

    model_config = ConfigDict(frozen=True, coerce_numbers_to_str=True)

    audio: str = Field(min_length=1)
    agent_audio: str | None = Field(default=None, min_length=1)
    item: str | None = Field(default=None, max_length=200)
    condition: str | None = Field(default=None, max_length=200)
    language: str = Field(default="", max_length=12)
    agent_channel: Literal["left", "right"] | None = None
    agent_speaker: str | None = Field(default=None, max_length=200)
    scenario: dict[str, str] = Field(default_factory=dict)
    text: str = ""
    turns: list[dict[str, object]] | str | None = None

    @model_validator(mode="before")
    @classmethod
    def _take_two_files(cls, values: dict[str, object]) -> dict[str, object]:
        both = [values.get(name) for name in _TWO_FILES]
        if not any(both):
            return values
        if not all(both) or "audio" in values or both[0] == both[1]:
            message = "name either 'audio', or 'user_audio' and 'agent_audio', which are two files"
            raise ValueError(message)
        if "agent_channel" in values:
            message = (
                "with a file for each speaker the user is left and the agent right: take 'agent_channel' out"
            )
            raise ValueError(message)
        rest = {name: value for name, value in values.items() if name != "user_audio"}
        return {**rest, "audio": both[0]}


_COLUMNS: Final = frozenset({*ManifestRow.model_fields, "user_audio"})


@dataclass(frozen=True, slots=True)
class ListedRecording:
    """One recording of a manifest, with the line that lists it first."""

    row: ManifestRow
    line: int
    turns: tuple[WrittenTurn, ...] | None


@dataclass(slots=True)
class Manifest:
    """A manifest as read: what it lists, and what is wrong with the rest."""

    path: Path
    recordings: list[ListedRecording] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    repaired: list[Remark] = field(default_factory=list)
    warnings: list[Remark] = field(default_factory=list)

    def refuse(self, line: int | None, reason: str, remedy: str) -> None:
        """Note a line, or with None the whole file, that cannot be used."""
        self.refused.append(Refusal(str(self.path), line, reason, remedy))


def read_manifest(path: Path) -> Manifest:
    """Read a manifest by its ending; a line that is wrong is refused by itself and the others are used."""
    manifest = Manifest(path)
    ending = path.suffix.lower()
    try:
        if ending == ".parquet":
            _read_parquet(manifest)
        elif ending == ".jsonl":
            _read_json_lines(manifest, _text(manifest))
        else:
            _read_csv(manifest, _text(manifest), tabs=ending == ".tsv")
    except OSError as error:
        manifest.refuse(None, f"the manifest cannot be read: {error.strerror}", "Check its permissions.")
    except UnusableListError as error:
        manifest.refuse(None, f"the manifest {error.fault.reason}", error.fault.remedy)
    except UnusableParquetError as error:
        manifest.refuse(None, f"the manifest {error}", "Write it anew.")
    _refuse_contradictions(manifest)
    return manifest


def _text(manifest: Manifest) -> str:
    decoded = decode_text(manifest.path.read_bytes())
    if decoded.repair:
        manifest.repaired.append(Remark(str(manifest.path), None, decoded.repair))
    return decoded.text


def _read_parquet(manifest: Manifest) -> None:
    columns, rows = read_parquet(manifest.path)
    names = [name.strip().lower() for name in columns]
    if _is_usable(manifest, names, line=None):
        renamed = dict(zip(columns, names, strict=True))
        _gather(
            manifest,
            names,
            ((line, {renamed[name]: cell for name, cell in row.items()}) for line, row in rows),
        )


def _read_json_lines(manifest: Manifest, text: str) -> None:
    unknown: set[str] = set()
    for line, written in enumerate(text.split("\n"), 1):
        if not written.strip():
            continue
        try:
            document = parse_json(written)
        except UnusableJsonError as error:
            manifest.refuse(line, f"the line {error.reason}", "Mend the line and import again.")
            continue
        if not isinstance(document, dict):
            manifest.refuse(line, "the line is no JSON object", "Write one JSON object a line.")
            continue
        unknown |= document.keys() - _COLUMNS
        _list(manifest, document, line)
    _warn_of_unknown(manifest, unknown)


def _read_csv(manifest: Manifest, text: str, *, tabs: bool) -> None:
    separator = "\t" if tabs else _separator(manifest, text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        header = [cell.strip().lower() for cell in next(reader, [])]
        if _is_usable(manifest, header, line=1):
            _gather(manifest, header, _csv_rows(manifest, reader, header))
    except csv.Error as error:
        manifest.refuse(reader.line_num, f"the CSV breaks off: {error}", "Mend the row and import again.")


def _separator(manifest: Manifest, text: str) -> str:
    """Return a comma, or what a spreadsheet put in its place where only that makes a column ``audio``."""
    header = text.split("\n", 1)[0].lower()
    if _names_sound(_cells(header, ",")):
        return ","
    for separator, name in _SEPARATORS.items():
        if _names_sound(_cells(header, separator)):
            message = f"the columns are separated by {name} and not by commas: read so"
            manifest.repaired.append(Remark(str(manifest.path), 1, message))
            return separator
    return ","


def _cells(header: str, separator: str) -> list[str]:
    return [cell.strip().strip('"') for cell in header.split(separator)]


def _is_usable(manifest: Manifest, header: list[str], *, line: int | None) -> bool:
    repeated = sorted({name for name in header if name and header.count(name) > 1})
    if repeated:
        reason = f"the manifest has two columns of the name '{repeated[0]}'"
        manifest.refuse(line, reason, "Leave one of the two out, or name it otherwise.")
    elif not _names_sound(header):
        found = ", ".join(filter(None, header)) or "none"
        reason = f"the manifest has no column 'audio', its columns are: {found}"
        manifest.refuse(line, reason, _COLUMNS_HELP)
    return _names_sound(header) and not repeated


def _names_sound(header: list[str]) -> bool:
    return "audio" in header or set(_TWO_FILES) <= set(header)


def _gather(manifest: Manifest, header: list[str], rows: _Rows) -> None:
    has_turns = "start" in header and not {"role", "speaker"}.isdisjoint(header)
    known = _COLUMNS - {"scenario"} | (set(_TURN_COLUMNS) if has_turns else set())
    unknown = {name for name in header if not name.startswith(_SCENARIO_COLUMN)} - known
    _warn_of_unknown(manifest, unknown - ({"scenario"} if manifest.path.suffix == ".parquet" else set()))
    if has_turns:
        _gather_turn_rows(manifest, rows)
    else:
        _gather_recording_rows(manifest, rows)


def _csv_rows(manifest: Manifest, reader: Iterator[list[str]], header: list[str]) -> _Rows:
    """Yield the line and the filled cells of each row that has any."""
    line = 2
    for cells in reader:
        first, line = line, reader.line_num + 1  # type: ignore[attr-defined]  # csv readers count lines
        if len(cells) > len(header):
            manifest.refuse(
                first,
                f"the row has {len(cells)} cells, the header {len(header)}",
                "Put double quotes round a cell that holds what separates columns.",
            )
        elif any("\0" in cell for cell in cells):
            manifest.refuse(first, "the row holds a NUL, which cannot be kept", "Take it out.")
        elif any(cell.strip() for cell in cells):
            named = zip(header, cells, strict=False)
            yield first, {name: cell.strip() for name, cell in named if name and cell.strip()}


def _gather_recording_rows(manifest: Manifest, rows: _Rows) -> None:
    for line, cells in rows:
        _list(manifest, _nested(cells), line)


def _list(manifest: Manifest, document: Mapping[str, object], line: int) -> None:
    """List a recording with the turns that its row holds."""
    row = _row(manifest, document, line)
    if row is not None:
        turns = written_turns(row.turns, line=line) if isinstance(row.turns, list) else None
        manifest.recordings.append(ListedRecording(row, line, turns))


def _gather_turn_rows(manifest: Manifest, rows: _Rows) -> None:
    """Put the rows of one recording together; what is said of it as a whole may stand in any of them."""
    groups: dict[tuple[str, ...], list[tuple[int, _Row]]] = {}
    for line, row in rows:
        sound = row.get("audio") or row.get("user_audio")
        key = tuple(str(cell or "") for cell in (sound, row.get("item"), row.get("condition")))
        groups.setdefault(key, []).append((line, row))
    for members in groups.values():
        said: _Row = {}
        for _, row in reversed(members):  # the first row that says a thing has the last word
            said |= {name: cell for name, cell in row.items() if name not in _TURN_COLUMNS}
        first_line = members[0][0]
        listed = _row(manifest, _nested(said), first_line)
        if listed is not None:
            turns = tuple(_turn_rows(members)) or None
            manifest.recordings.append(ListedRecording(listed, first_line, turns))


def _turn_rows(members: list[tuple[int, _Row]]) -> Iterator[WrittenTurn]:
    for line, row in members:
        fields: dict[str, object] = {name: row[name] for name in _TURN_COLUMNS if name in row}
        if fields:
            yield WrittenTurn(fields, f"line {line}", line)


def _nested(cells: Mapping[str, object]) -> _Row:
    """Turn the flat columns ``scenario_title`` and so on into one scenario."""
    scenario = {
        name.removeprefix(_SCENARIO_COLUMN): cell
        for name, cell in cells.items()
        if name.startswith(_SCENARIO_COLUMN)
    }
    flat = {name: cell for name, cell in cells.items() if not name.startswith(_SCENARIO_COLUMN)}
    return {"scenario": scenario, **flat}


def _row(manifest: Manifest, document: Mapping[str, object], line: int) -> ManifestRow | None:
    filled = {name: value for name, value in document.items() if value is not None}
    try:
        return ManifestRow.model_validate(filled)
    except ValidationError as wrong:
        for error in wrong.errors(include_url=False):
            where = ".".join(str(part) for part in error["loc"])
            said = error["msg"].removeprefix("Value error, ")
            manifest.refuse(line, f"'{where}' cannot be used: {said}" if where else said, _COLUMNS_HELP)
        return None


def _refuse_contradictions(manifest: Manifest) -> None:
    """Refuse a line that says again, or says otherwise, what a line before it has said."""
    lines: dict[_Key, int] = {}
    scenarios: dict[str | None, ListedRecording] = {}
    kept: list[ListedRecording] = []
    for listed in manifest.recordings:
        row = listed.row
        same = lines.setdefault((row.audio, row.item, row.condition), listed.line)
        told = scenarios.setdefault(row.item, listed) if row.item and row.scenario else listed
        if same != listed.line:
            reason = f"the line lists the same audio, item and condition as line {same}"
            manifest.refuse(listed.line, reason, "Leave one of the two out.")
        elif told.row.scenario != row.scenario:
            reason = f"the item '{row.item}' has another scenario in line {told.line}"
            manifest.refuse(listed.line, reason, "Give an item one scenario, or use two items.")
        else:
            kept.append(listed)
    manifest.recordings = kept


def _warn_of_unknown(manifest: Manifest, names: set[str]) -> None:
    for name in sorted(filter(None, names)):
        message = f"the column '{name}' is not known and was left out. {_COLUMNS_HELP}"
        manifest.warnings.append(Remark(str(manifest.path), None, message))
