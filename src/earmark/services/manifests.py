"""Manifests: one table that says what each recording is, as JSON Lines, CSV or Parquet.

JSON Lines has one object a recording, with its turns inside. CSV and Parquet have one row a recording, or,
where they have the columns ``role`` (or ``speaker``) and ``start``, one row a turn; rows of the same audio,
item and condition then make one recording.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from earmark.core.documents import UnusableJsonError, parse_json
from earmark.core.imports import Remark
from earmark.core.turnlists.encoding import decode_text
from earmark.core.turnlists.lists import UnusableListError
from earmark.services.manifest import COLUMNS, ListedRecording, Manifest
from earmark.services.manifest_tables import read_csv, read_parquet_table
from earmark.services.parquet_rows import UnusableParquetError

NAMES: Final = ("manifest.csv", "manifest.jsonl", "manifest.parquet", "manifest.tsv")
"""Files of these names inside a folder are manifests; any other is one when it is named itself."""

SUFFIXES: Final = (".csv", ".jsonl", ".parquet", ".tsv")
_Key = tuple[str | None, str | None, str | None]  # audio, item, condition


def read_manifest(path: Path) -> Manifest:
    """Read a manifest by its ending; a line that is wrong is refused by itself and the others are used."""
    manifest = Manifest(path)
    ending = path.suffix.lower()
    try:
        if ending == ".parquet":
            read_parquet_table(manifest)
        elif ending == ".jsonl":
            _read_json_lines(manifest, _text(manifest))
        else:
            read_csv(manifest, _text(manifest), tabs=ending == ".tsv")
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
        unknown |= document.keys() - COLUMNS
        manifest.add(document, line)
    manifest.warn_of_unknown(unknown)


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
